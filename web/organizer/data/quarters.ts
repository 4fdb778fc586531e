// Movements by quarter hour on one time axis, also where nobody moved.
import type { Schemas } from '../../shared/schemas.ts'
import { QUARTER_MS } from './closing.ts'
import { MAX_BUCKETS, type Plot } from './plot.ts'

type Movement = Schemas['Movements']['data'][number]

export type Quarters = {
  times: Pick<Plot, 'from' | 'bucketMinutes' | 'totals'>
  entered: number[]
  left: number[]
  others: number[]
}

/** Undefined if nobody has moved. Of more than a plot has room for, the latest. */
export const quartersOf = (data: readonly Movement[]): Quarters | undefined => {
  const byStart = new Map(data.map((one) => [Date.parse(one.from), one]))
  const starts = [...byStart.keys()]
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const count = Math.min((last - first) / QUARTER_MS + 1, MAX_BUCKETS)
  const from = last - (count - 1) * QUARTER_MS
  const valuesOf = (figure: 'entered' | 'left' | 'others'): number[] =>
    Array.from({ length: count }, (_, index) => byStart.get(from + index * QUARTER_MS)?.[figure] ?? 0)
  const entered = valuesOf('entered')
  return {
    times: { from, bucketMinutes: QUARTER_MS / 60_000, totals: entered },
    ...{ entered, left: valuesOf('left'), others: valuesOf('others') },
  }
}
