// Argument parsing and exit codes, shared by all commands.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A wrong argument. The command prints the message and its usage. */
export class UsageError extends Error {}

const LOOPBACK = /^(localhost|127\.0\.0\.1)$/

/**
 * The address of a service: `--url` of the commands that have it. No secret leaves this machine unencrypted.
 */
export const parseServiceUrl = (text: string | undefined): string => {
  const url = URL.parse(text ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    return url.origin
  throw new UsageError('--url must be the https address of the service.')
}

/** `--organizer ID` of the commands that have it. */
export const parseOrganizer = (id: string | undefined): string | undefined => {
  if (id === undefined || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return id
  throw new UsageError('--organizer must be the id of an organizer.')
}

/** `--persist-to` of every local command, as its usage describes it. */
export const PERSIST_TO_USAGE =
  '--persist-to DIR  the folder of the local database (default: .wrangler/state)'

/** The first sentence of an error of `parseArgs`; the rest is advice about shells. */
const firstSentence = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).split(/\.? (?=To )|\. |\n/)[0]?.replace(/\.$/, '')}.`

const parse = <const Options extends ParseArgsOptionsConfig>(options: Options, args: readonly string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } } as const,
    })
  } catch (error) {
    throw new UsageError(firstSentence(error))
  }
}

/** A command as a function of its arguments. It prints on the console, and throws what makes it fail. */
export type Command = (...args: string[]) => Promise<void>

/** Makes a command. `--help` prints `usage`. The message of a `UsageError` ends with it. */
export const defineCommand =
  <const Options extends ParseArgsOptionsConfig>(
    usage: string,
    options: Options,
    work: (parsed: ReturnType<typeof parse<Options>>) => Promise<void>,
  ): Command =>
  async (...args) => {
    try {
      const parsed = parse(options, args)
      if ('help' in parsed.values && parsed.values.help === true) console.log(usage)
      else await work(parsed)
    } catch (error) {
      throw error instanceof UsageError ? new Error(`${error.message}\n\n${usage}`, { cause: error }) : error
    }
  }

/** The message of an error and those of its causes, except what they repeat. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : messageOf(error.cause)
  return error.message.includes(cause) ? error.message : `${error.message}\nCause: ${cause}`
}

/** Ends the process with messages instead of a stack. */
export const fail = (error: unknown): never => {
  console.error(messageOf(error))
  process.exit(1)
}

/** Runs a command with the arguments of this process. */
export const runCommand = (command: Command): Promise<void> => command(...process.argv.slice(2)).catch(fail)
