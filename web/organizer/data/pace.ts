// How fast guests come in.
import { groupBy } from '../../shared/group-by.ts'
import type { Arrival } from './plot.ts'

const MINUTE_MS = 60_000
/** Rates are means of so many minutes. */
export const PACE_MINUTES = 5
/** A forecast beyond this says nothing. */
const FORECAST_MS = 12 * 3_600_000

export type Pace = {
  /** Guests per minute now. */
  rate: number
  /** The highest rate, and when its minutes ended, in epoch milliseconds; undefined if nobody has come. */
  peak: { rate: number; at: number } | undefined
}

export const paceOf = (arrivals: readonly Arrival[], now: number): Pace => {
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b)
  const span = PACE_MINUTES * MINUTE_MS
  let peak: Pace['peak']
  let first = 0
  times.forEach((at, index) => {
    while (at - (times[first] as number) >= span) first += 1
    const rate = (index - first + 1) / PACE_MINUTES
    if (peak === undefined || rate > peak.rate) peak = { rate, at }
  })
  const recent = times.filter((at) => at > now - span && at <= now).length
  return { rate: recent / PACE_MINUTES, peak }
}

/** When everybody who is expected has come at this rate; undefined if nobody can say. */
export const forecast = (expected: number, rate: number, now: number): number | undefined => {
  const ms = (expected / rate) * MINUTE_MS
  return expected > 0 && ms <= FORECAST_MS ? now + ms : undefined
}

export type GateFigures = { device: string | null; total: number; rate: number; last: number }

/** The gates with the rate and the time of the last arrival; the ones with most guests first. */
export const gateFigures = (arrivals: readonly Arrival[], now: number): GateFigures[] =>
  [...groupBy(arrivals, ({ device }) => device)]
    .map(([device, own]) => ({
      device,
      total: own.length,
      rate: paceOf(own, now).rate,
      last: own.reduce((latest, { at }) => Math.max(latest, at), 0),
    }))
    .sort((a, b) => b.total - a.total)
