/** The cause of an error, as logged. */
type CauseDescription = {
  /** Name and message, or the type of a thrown value that is not an error. */
  cause: string
  /** The first lines of the stack. */
  at?: string[]
}

const MAX_CHARACTERS = 200
const MAX_STACK_LINES = 5

/** Input that databases and parsers repeat in their messages: quoted text and e-mail addresses. */
const REPEATED_INPUT = /"[^"]*"|'[^']*'|`[^`]*`|\S+@\S+/g

/** Describes a cause without the personal data that its message may repeat. */
export const describeCause = (cause: unknown): CauseDescription => {
  if (!(cause instanceof Error)) return { cause: typeof cause }
  const root = cause.cause instanceof Error ? cause.cause : cause
  const message = root.message.replace(REPEATED_INPUT, '…').slice(0, MAX_CHARACTERS)
  const at = root.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim())
  return { cause: `${root.name}: ${message}`, ...(at !== undefined && { at }) }
}
