// The time of the service, as the phone knows it. Phones correct their clocks whenever a network returns, so a jump of the
// phone's clock is told apart from time that passes by a second clock that never jumps.

/** `wall` is the phone's clock (`Date.now()`); `mono` counts on from an arbitrary start (`performance.now()`). */
export type Moment = { readonly wall: number; readonly mono: number }

export type Clock = {
  /** What is added to the phone's clock. */
  readonly offset: number
  /** Where the offset is from: a sample of this start, one that was kept from an earlier start, or nowhere. */
  readonly source: 'sampled' | 'kept' | 'phone'
  readonly last: Moment
  /** The page is in the background, where a phone may sleep: then `mono` can stand still although time passes. */
  readonly isHidden: boolean
}

/** A response that took longer says too little about the time. */
const MAX_ROUND_TRIP_MS = 2_000
/** Smaller differences are not corrected: the `Date` of a response has whole seconds. */
const MIN_DIFFERENCE_MS = 2_000
const HALF_SECOND_MS = 500

export const startClock = (kept: number | null, last: Moment): Clock => ({
  offset: kept ?? 0,
  source: kept === null ? 'phone' : 'kept',
  last,
  isHidden: false,
})

/** Takes over the moment of an event. Jumps of the phone's clock do not change the time of the service. */
export const advance = (clock: Clock, now: Moment): Clock => {
  const jump = Math.round(now.wall - clock.last.wall - (now.mono - clock.last.mono))
  const isSleep = clock.isHidden && jump > 0
  const isJump = Math.abs(jump) >= MIN_DIFFERENCE_MS && !isSleep
  return { ...clock, last: now, offset: isJump ? clock.offset - jump : clock.offset }
}

export const serviceTime = ({ offset, last }: Clock): number => Math.max(0, last.wall + offset)

/**
 * Takes over the `Date` of a response that has just arrived.
 *
 * @returns the clock, and by how much the times that were taken before were wrong; undefined if the sample does not count
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
