#!/usr/bin/env node
// The `sextant` command.

import { runCommand } from '@sextant/server'

const status = await runCommand(process.argv.slice(2), process.env, process)
if (status !== null) process.exitCode = status
