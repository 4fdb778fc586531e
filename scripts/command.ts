// Argument parsing and exit codes, shared by all commands.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { fail } from './local.ts'

/** A wrong argument. The command prints the message and its usage. */
export class UsageError extends Error {}

/** `--persist-to` of every local command, as its usage describes it. */
export const PERSIST_TO_USAGE =
  '--persist-to DIR  the folder of the local database (default: .wrangler/state)'

/** The first sentence of an error of `parseArgs`; the rest is advice about shells. */
const firstSentence = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).split(/\.? (?=To )|\. |\n/)[0]?.replace(/\.$/, '')}.`

const parse = <const Options extends ParseArgsOptionsConfig>(options: Options) => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } } as const,
    })
  } catch (error) {
    throw new UsageError(firstSentence(error))
  }
}

/**
 * Runs a command to its end. `--help` prints `usage` and exits with 0. A `UsageError` prints its message and `usage`
 * on stderr, any other error only its message; both exit with 1.
 */
export const runCommand = async <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  work: (parsed: ReturnType<typeof parse<Options>>) => Promise<void>,
): Promise<void> => {
  try {
    const parsed = parse(options)
    if ('help' in parsed.values && parsed.values.help === true) console.log(usage)
    else await work(parsed)
  } catch (error) {
    fail(error instanceof UsageError ? new Error(`${error.message}\n\n${usage}`) : error)
  }
}
