// Sends a change until there is a response: it carries the version of its preview, so repeating it does nothing twice.
import type { Reply } from '../../shared/api.ts'

/** Between the attempts, in milliseconds: about a minute in all. */
export const DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** Longer waits are left to the person. */
const MAX_RETRY_AFTER_SECONDS = 60

const isTemporary = <Body>(reply: Reply<Body>): boolean =>
  reply.kind === 'unreachable' || (reply.kind === 'error' && (reply.status === 503 || reply.status === 429))

const delayOf = <Body>(reply: Reply<Body>, planned: number): number =>
  reply.kind === 'error' && reply.retryAfter !== null
    ? Math.max(planned, Math.min(reply.retryAfter, MAX_RETRY_AFTER_SECONDS) * 1_000)
    : planned

/**
 * Sends again while there is no response, or one that asks for another attempt.
 *
 * @param wait resolves after so many milliseconds, or when the network is back
 * @param onRepeat called before each wait
 * @returns the last reply: `unreachable` means that the change may have been made
 */
export const sendRepeatedly = async <Body>(
  send: () => Promise<Reply<Body>>,
  wait: (ms: number) => Promise<void>,
  onRepeat: () => void,
): Promise<Reply<Body>> => {
  let reply = await send()
  for (const delay of DELAYS_MS) {
    if (!isTemporary(reply)) break
    onRepeat()
    await wait(delayOf(reply, delay))
    reply = await send()
  }
  return reply
}

/** Waits so long, or until the browser is online again. */
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
