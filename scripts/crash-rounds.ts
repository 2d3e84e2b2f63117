// Kills the server at random moments while clients write, and checks that nothing accepted is lost or applied twice.
//
//   npm run test:crash -- [--rounds 50] [--seed N] [--clients 4] [--ready-ms 2000]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { runCrashRounds } from './crash/rounds.ts'
import { Violation } from './crash/violation.ts'

const { values: args } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    clients: { type: 'string', default: '4' },
    'ready-ms': { type: 'string', default: '2000' },
  },
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-crash-'))
  const [rounds, seed] = [Number(args.rounds), Number(args.seed)]
  print(`crash rounds: ${rounds}, seed ${seed}`)
  try {
    const report = await runCrashRounds({
      root: process.cwd(),
      folder: join(folder, 'db'),
      rounds,
      seed,
      clientCount: Number(args.clients),
      readyMsMax: Number(args['ready-ms']),
      onRound: print,
    })
    print(
      `nothing lost, nothing applied twice: ${report.acceptedCount} tasks accepted, ${report.checkCount} checks, ` +
        `${report.killedWhileStartingCount} kills while starting, ready within ${Math.round(report.readyMsMax)} ms`,
    )
    rmSync(folder, { recursive: true, force: true })
    return 0
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    print(`VIOLATION: ${error.message}`)
    print(
      `The data are in ${folder}. Again: npm run test:crash -- --rounds ${rounds} --seed ${seed}`,
    )
    return 1
  }
}

process.exitCode = await main()
