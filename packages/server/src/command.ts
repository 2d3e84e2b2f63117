// The `sextant` command: reads options, then starts a server. What a start does not need is not loaded.

import { OptionError } from './config/read-options.ts'

/** Where a command writes. */
export interface CommandOutput {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

/** Exit status of a command whose options are wrong. */
export const EXIT_USAGE = 2

/** Runs the command. Resolves to the exit status, or to null when a server runs now. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<number | null> {
  if (args.includes('--help') || args.includes('-h')) {
    const { helpText } = await import('./config/help.ts')
    output.stdout.write(helpText())
    return 0
  }
  if (args.includes('--version') || args.includes('-V')) {
    const { SEXTANT_VERSION, INTERFACE_VERSION } = await import('./version.ts')
    output.stdout.write(`sextant ${SEXTANT_VERSION} (interface ${INTERFACE_VERSION})\n`)
    return 0
  }
  try {
    const { readConfig } = await import('./config/config.ts')
    const config = await readConfig({ args, environment })
    const { startServer, stopOnSignals } = await import('./main.ts')
    stopOnSignals(await startServer(config))
    return null
  } catch (error) {
    if (error instanceof OptionError) {
      output.stderr.write(`${error.message}\nRun \`sextant --help\` for the options.\n`)
      return EXIT_USAGE
    }
    output.stderr.write(
      `Sextant cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return 1
  }
}
