// Admissions by gate and by time, in as many buckets as a plot has room for.
import { wallTime } from '../../../src/domain/local-time.ts'

/** A guest who was admitted, at a time in epoch milliseconds. `device` is null if it has no name. */
export type Arrival = { device: string | null; at: number }

export type Gate = {
  /** Null for devices without a name, check-ins by other systems, and the gates beyond the first. */
  device: string | null
  total: number
  /** When the last one came, in epoch milliseconds. */
  last: number
  /** The admissions in each bucket. */
  counts: number[]
}

export type Plot = {
  /** The start of the first bucket, in epoch milliseconds. */
  from: number
  bucketMinutes: number
  /** The admissions of all gates in each bucket. */
  totals: number[]
  /** The top of the axis of `totals`. */
  top: number
  /** Sorted by name; the one without a name is last. */
  gates: Gate[]
  /** The top of the axis of the gates with a name. */
  gateTop: number
}

const MINUTE_MS = 60_000
export const DAY_MINUTES = 1_440
/** Lengths of a bucket in minutes. They divide an hour or a day evenly. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, DAY_MINUTES] as const
export const MAX_BUCKETS = 60
const MAX_EARLY_MS = 3 * 3_600_000
/** Gates with a bar chart of their own: those with the most admissions. */
const MAX_GATES = 20

/** The length of a bucket. */
const chooseStep = (minutes: number): number =>
  STEPS.find((step) => minutes / step <= MAX_BUCKETS - 1) ??
  Math.ceil(minutes / (MAX_BUCKETS - 1) / DAY_MINUTES) * DAY_MINUTES

/** By name; those without one come last. */
export const byGate = (a: Pick<Gate, 'device'>, b: Pick<Gate, 'device'>): number => {
  if (a.device === null || b.device === null) return Number(a.device === null) - Number(b.device === null)
  return a.device.localeCompare(b.device, undefined, { numeric: true })
}

/** Not `Math.max(...values)`: a call has room for about 100,000 arguments. */
const maxOf = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** A round whole number not below `value`, for the top of an axis. */
export const niceCeiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const tops = ROUND.map((factor) => Math.round(factor * power * 10) / 10).filter(Number.isInteger)
  return tops.find((top) => top >= value) ?? 10 * power
}

/** The gates that get a chart of their own. All others count as the one without a name. */
const chooseGates = (arrivals: readonly Arrival[]): ReadonlySet<string | null> => {
  const totals = new Map<string, number>()
  for (const { device } of arrivals) {
    if (device !== null) totals.set(device, (totals.get(device) ?? 0) + 1)
  }
  const largestFirst = [...totals].sort(([, a], [, b]) => b - a)
  return new Set(largestFirst.slice(0, MAX_GATES).map(([device]) => device))
}

/**
 * The plot of these admissions; undefined if there are none. The axis begins at `opened` at the latest,
 * unless that is hours before the first admission.
 */
export const toPlot = (arrivals: readonly Arrival[], opened?: number): Plot | undefined => {
  if (arrivals.length === 0) return undefined
  const times = arrivals.map(({ at }) => at)
  const earliest = -maxOf(times.map((time) => -time))
  if (opened !== undefined && opened < earliest && earliest - opened < MAX_EARLY_MS) times.push(opened)
  const last = maxOf(times)
  const first = -maxOf(times.map((time) => -time))
  const bucketMinutes = chooseStep((last - first) / MINUTE_MS + 1)
  const length = bucketMinutes * MINUTE_MS
  const from = Math.floor(first / length) * length
  const empty = new Array<number>(Math.floor((last - from) / length) + 1).fill(0)
  const totals = [...empty]
  const named = chooseGates(arrivals)
  const gates = new Map<string | null, Gate>()
  for (const { device, at } of arrivals) {
    const bucket = Math.floor((at - from) / length)
    const name = named.has(device) ? device : null
    const gate = gates.get(name) ?? { device: name, total: 0, last: at, counts: [...empty] }
    gates.set(name, gate)
    gate.total += 1
    gate.last = Math.max(gate.last, at)
    gate.counts[bucket] = (gate.counts[bucket] ?? 0) + 1
    totals[bucket] = (totals[bucket] ?? 0) + 1
  }
  const sorted = [...gates.values()].sort(byGate)
  const ownCounts = sorted.filter(({ device }) => device !== null).flatMap(({ counts }) => counts)
  return {
    from,
    bucketMinutes,
    totals,
    top: niceCeiling(maxOf(totals)),
    gates: sorted,
    gateTop: niceCeiling(maxOf(ownCounts)),
  }
}

/** The start of a bucket, in epoch milliseconds. */
export const startOf = (
  { from, bucketMinutes }: Pick<Plot, 'from' | 'bucketMinutes'>,
  bucket: number,
): number => from + bucket * bucketMinutes * MINUTE_MS

/** The indexes of the buckets to label: at round times, about `max` of them at most. */
export const labelled = (
  { from, bucketMinutes, totals }: Pick<Plot, 'from' | 'bucketMinutes' | 'totals'>,
  max: number,
  timeZone: string,
): number[] => {
  const minutes = totals.length * bucketMinutes
  const step =
    STEPS.find((one) => one % bucketMinutes === 0 && minutes / one <= max) ??
    Math.ceil(minutes / max / bucketMinutes) * bucketMinutes
  const local = wallTime(from, timeZone) / MINUTE_MS
  const first = Math.ceil(local / step) * step - local
  const buckets: number[] = []
  for (let at = first; at < minutes; at += step) buckets.push(at / bucketMinutes)
  return buckets
}
