// Sums up admissions by gate and by time, in as many buckets as a plot has room for.

/** Admissions in the minute from `from`. `device` is null for those without a name. */
type Admission = { from: string; device: string | null; count: number }

export type Gate = {
  device: string | null
  total: number
  /** The minute of its last check-in, in epoch milliseconds. */
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
  /** Sorted by name; the one without a name is last. */
  gates: Gate[]
}

const MINUTE_MS = 60_000
export const DAY_MINUTES = 1_440
/** Lengths of a bucket in minutes. They divide an hour or a day evenly. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, DAY_MINUTES] as const
const MAX_BUCKETS = 60

const chooseStep = (first: number, last: number): number => {
  const minutes = (last - first) / MINUTE_MS + 1
  return (
    STEPS.find((step) => minutes / step <= MAX_BUCKETS - 1) ??
    Math.ceil(minutes / (MAX_BUCKETS - 1) / DAY_MINUTES) * DAY_MINUTES
  )
}

const byName = (a: Gate, b: Gate): number => {
  if (a.device === null || b.device === null) return Number(a.device === null) - Number(b.device === null)
  return a.device.localeCompare(b.device, undefined, { numeric: true })
}

/** The plot of these admissions; undefined if there are none. */
export const toPlot = (admissions: readonly Admission[]): Plot | undefined => {
  if (admissions.length === 0) return undefined
  const times = admissions.map(({ from }) => Date.parse(from))
  const first = times.reduce((least, time) => Math.min(least, time))
  const last = times.reduce((most, time) => Math.max(most, time))
  const bucketMinutes = chooseStep(first, last)
  const length = bucketMinutes * MINUTE_MS
  const from = Math.floor(first / length) * length
  const buckets = Math.floor((last - from) / length) + 1
  const totals = new Array<number>(buckets).fill(0)
  const gates = new Map<string | null, Gate>()
  for (const [index, { device, count }] of admissions.entries()) {
    const time = times[index] as number
    const bucket = Math.floor((time - from) / length)
    const gate = gates.get(device) ?? {
      device,
      total: 0,
      last: time,
      counts: new Array<number>(buckets).fill(0),
    }
    gates.set(device, gate)
    gate.total += count
    gate.last = Math.max(gate.last, time)
    gate.counts[bucket] = (gate.counts[bucket] ?? 0) + count
    totals[bucket] = (totals[bucket] ?? 0) + count
  }
  return { from, bucketMinutes, totals, gates: [...gates.values()].sort(byName) }
}

/** The start of a bucket, in epoch milliseconds. */
export const startOf = ({ from, bucketMinutes }: Plot, bucket: number): number =>
  from + bucket * bucketMinutes * MINUTE_MS

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** A round whole number not below `value`, for the top of an axis. */
export const niceCeiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const tops = ROUND.map((factor) => Math.round(factor * power * 10) / 10).filter(Number.isInteger)
  return tops.find((top) => top >= value) ?? 10 * power
}

/** The indexes of the buckets to label: at round times, about `max` of them at most. */
export const labelled = ({ from, bucketMinutes, totals }: Plot, max: number): number[] => {
  const minutes = totals.length * bucketMinutes
  const step =
    STEPS.find((one) => one % bucketMinutes === 0 && minutes / one <= max) ??
    Math.ceil(minutes / max / bucketMinutes) * bucketMinutes
  const first = Math.ceil(from / MINUTE_MS / step) * step - from / MINUTE_MS
  const buckets: number[] = []
  for (let at = first; at < minutes; at += step) buckets.push(at / bucketMinutes)
  return buckets
}
