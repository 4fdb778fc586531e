// The service's time, as the phone knows it. Phones correct their clocks when they get a network, so a second
// clock that never jumps tells a correction from the passage of time.

/** `wall` is the phone's clock (`Date.now()`), and `mono` the monotonic one (`performance.now()`). */
export type Moment = { readonly wall: number; readonly mono: number }

export type Clock = {
  /** Added to the phone's clock to get the service's time. */
  readonly offset: number
  /** Where the offset comes from: a sample of this start, an earlier start, or nowhere. */
  readonly source: 'sampled' | 'kept' | 'phone'
  readonly last: Moment
  /** In the background a phone may sleep. Then `mono` can stand still while time passes. */
  readonly isHidden: boolean
}

/** A slower response says too little about the time. */
const MAX_ROUND_TRIP_MS = 2_000
/** Smaller differences are ignored: the `Date` of a response has whole seconds. */
const MIN_DIFFERENCE_MS = 2_000
const HALF_SECOND_MS = 500

export const startClock = (kept: number | null, last: Moment): Clock => ({
  offset: kept ?? 0,
  source: kept === null ? 'phone' : 'kept',
  last,
  isHidden: false,
})

/** Advances to the moment of an event. A jump of the phone's clock does not change the service's time. */
export const advance = (clock: Clock, now: Moment): Clock => {
  const jump = Math.round(now.wall - clock.last.wall - (now.mono - clock.last.mono))
  const isSleep = clock.isHidden && jump > 0
  const isJump = Math.abs(jump) >= MIN_DIFFERENCE_MS && !isSleep
  return { ...clock, last: now, offset: isJump ? clock.offset - jump : clock.offset }
}

export const serviceTime = ({ offset, last }: Clock): number => Math.max(0, last.wall + offset)

/**
 * Applies the `Date` of a response that has just arrived.
 *
 * @returns the clock and the error of earlier times; undefined if the round trip was too slow to count
 */
export const sample = (
  clock: Clock,
  date: number,
  roundTripMs: number,
): { clock: Clock; error: number } | undefined => {
  if (roundTripMs > MAX_ROUND_TRIP_MS) return undefined
  const measured = Math.round(date + HALF_SECOND_MS + roundTripMs / 2 - clock.last.wall)
  const isSame = Math.abs(measured - clock.offset) < MIN_DIFFERENCE_MS
  const offset = isSame ? clock.offset : measured
  return { clock: { ...clock, offset, source: 'sampled' }, error: offset - clock.offset }
}
