// The public surface of the server package. `main.ts` is loaded by the command, so that help costs nothing.

export { type CommandOutput, runCommand } from './command.ts'
export { type Config, makeConfig, readConfig } from './config/config.ts'
export { OptionError } from './config/read-options.ts'
export type { RunningServer } from './main.ts'

import type { Config } from './config/config.ts'
import type { RunningServer } from './main.ts'

/** Starts a server. Rejects when its data cannot be opened or its address is taken. */
export async function startServer(config: Config): Promise<RunningServer> {
  const main = await import('./main.ts')
  return await main.startServer(config)
}
