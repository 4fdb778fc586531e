// Sends a change until there is a response. Repeating is safe: bulk updates and reverts carry the version
// of their preview, and updates of a series are idempotent.

/** The waits between the attempts: about a minute in all. */
export const DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** If the service asks for a longer wait, it is for the person to try again. */
const MAX_RETRY_AFTER_SECONDS = 60

/** The part of a reply that decides about another attempt. */
type Attempt = { kind: string; status?: number; retryAfter?: number | null }

const isTemporary = ({ kind, status }: Attempt): boolean =>
  kind === 'unreachable' || (kind === 'error' && (status === 503 || status === 429))

const delayOf = ({ retryAfter }: Attempt, planned: number): number =>
  Math.max(planned, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS) * 1_000)

/** Waits `ms`, or less if the browser comes online before that. */
export const waitForNetwork = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })

/**
 * Sends again while there is no response, or a 429 or 503.
 *
 * @param wait resolves after that many milliseconds, or when the network is back
 * @param onRepeat called before each wait
 * @returns the last reply: `unreachable` means that the change may have been made
 */
export const sendRepeatedly = async <Reply extends Attempt>(
  send: () => Promise<Reply>,
  wait: (ms: number) => Promise<void>,
  onRepeat: () => void,
): Promise<Reply> => {
  let reply = await send()
  for (const delay of DELAYS_MS) {
    if (!isTemporary(reply)) break
    onRepeat()
    await wait(delayOf(reply, delay))
    reply = await send()
  }
  return reply
}
