// When to ask the service again. All times are in milliseconds.

/** How often a visible page asks for changes. */
export const POLL_MS = 5_000

const MAX_WAIT_MS = 60_000

/** Random spread, so that the phones of a venue do not all ask at the same moment. */
const JITTER = 0.2

/** A number from 0 to 1 that differs by phone and event. */
export const randomOf = ({ owner, tick }: { owner: string; tick: number }): number => {
  let hash = tick
  for (const character of owner) hash = (hash * 31 + character.charCodeAt(0)) % 1_000
  return hash / 1_000
}

const spread = (ms: number, random: number): number => Math.round(ms * (1 - JITTER / 2 + JITTER * random))

/** The wait after `failures` consecutive failures. */
export const backOff = (failures: number, random: number): number =>
  spread(Math.min(MAX_WAIT_MS, POLL_MS * 2 ** Math.max(0, failures - 1)), random)

/** The wait before the next request for changes. A longer pace or `Retry-After`, in seconds, wins. */
export const nextPoll = (
  failures: number,
  retryAfter: number | null,
  random: number,
  pollSeconds = 0,
): number => {
  const pace = Math.max(POLL_MS, pollSeconds * 1_000 || 0)
  const usual = failures === 0 ? pace - spread(pace / 10, random) / 2 : backOff(failures, random)
  return Math.max(usual, (retryAfter ?? 0) * 1_000)
}
