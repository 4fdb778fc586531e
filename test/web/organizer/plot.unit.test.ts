// Admissions over time by gate.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLocal } from '../../../src/domain/local-time.ts'
import { type Arrival, labelled, niceCeiling, type Plot, toPlot } from '../../../web/organizer/data/plot.ts'

const MINUTE_MS = 60_000
const START = Date.parse('2026-06-12T18:00:00Z')
const at = (minute: number): number => START + minute * MINUTE_MS

/** The plot of so many admissions at each time. */
const plotOf = (list: readonly (Arrival & { count: number })[]): Plot | undefined =>
  toPlot(list.flatMap(({ count, ...arrival }) => Array<Arrival>(count).fill(arrival)))

const admission = fc.record({
  minute: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 600_000 })),
  device: fc.constantFrom('Gate A', 'Gate B', null),
  count: fc.integer({ min: 1, max: 50 }),
})

describe('the plot of admissions', () => {
  it('is empty without admissions', () => {
    expect(plotOf([])).toBeUndefined()
  })

  it('has gates by name, those without a name last, with the minute of their last check-in', () => {
    const plot = plotOf([
      { at: at(0), device: null, count: 3 },
      { at: at(1), device: 'Gate 10', count: 1 },
      { at: at(2), device: 'Gate 2', count: 2 },
      { at: at(4), device: 'Gate 2', count: 1 },
    ])
    expect(plot).toEqual({
      from: START,
      bucketMinutes: 1,
      totals: [3, 1, 2, 0, 1],
      top: 3,
      gateTop: 2,
      gates: [
        { device: 'Gate 2', total: 3, last: START + 4 * MINUTE_MS, counts: [0, 0, 2, 0, 1] },
        { device: 'Gate 10', total: 1, last: START + MINUTE_MS, counts: [0, 1, 0, 0, 0] },
        { device: null, total: 3, last: START, counts: [3, 0, 0, 0, 0] },
      ],
    })
  })

  it('loses no admission, and has at most 60 bars', () => {
    fc.assert(
      fc.property(fc.array(admission, { minLength: 1, maxLength: 60 }), (list) => {
        const plot = plotOf(list.map(({ minute, ...rest }) => ({ at: at(minute), ...rest }))) as Plot
        const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
        const total = sum(list.map(({ count }) => count))
        expect(sum(plot.totals)).toBe(total)
        expect(sum(plot.gates.map((gate) => gate.total))).toBe(total)
        for (const gate of plot.gates) expect(sum(gate.counts)).toBe(gate.total)
        for (const gate of plot.gates) expect(gate.counts).toHaveLength(plot.totals.length)
        expect(plot.totals.length).toBeLessThanOrEqual(60)
        expect(plot.totals[0]).toBeGreaterThan(0)
        expect(plot.totals.at(-1)).toBeGreaterThan(0)
        for (const bucket of labelled(plot, 5, 'UTC')) {
          expect(Number.isInteger(bucket) && bucket >= 0 && bucket < plot.totals.length).toBe(true)
        }
      }),
    )
  })

  it('sums up the gates beyond the 20 with the most admissions', () => {
    const data = Array.from({ length: 60 }, (_, gate) =>
      Array.from({ length: 20 }, (_, minute) => ({ at: at(minute), device: `Gate ${gate}`, count: gate })),
    ).flat()
    const { gates, totals, top, gateTop } = plotOf(data) as Plot
    expect(gates.map(({ device }) => device)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => `Gate ${40 + index}`),
      null,
    ])
    const total = (59 * 60) / 2
    expect(totals).toEqual(Array(20).fill(total))
    expect(gates.reduce((sum, gate) => sum + gate.total, 0)).toBe(20 * total)
    expect(top).toBeGreaterThanOrEqual(total)
    expect(gateTop).toBe(60)
  })

  it('labels round times', () => {
    const plot = { from: START + 50 * MINUTE_MS, bucketMinutes: 2, totals: Array(45).fill(1) }
    const labels = labelled(plot, 5, 'UTC').map((bucket) => new Date(plot.from + bucket * 2 * MINUTE_MS))
    expect(labels.map((label) => label.toISOString().slice(11, 16))).toEqual(['19:00', '19:30', '20:00'])
  })

  it('labels times that are round in the zone of the event', () => {
    const plot = { from: START, bucketMinutes: 5, totals: Array(40).fill(1) }
    const labels = labelled(plot, 4, 'Asia/Kolkata').map((bucket) =>
      toLocal(plot.from + bucket * 5 * MINUTE_MS, 'Asia/Kolkata').slice(14),
    )
    expect(new Set(labels)).toEqual(new Set(['00']))
  })

  it.each([
    [1, 1],
    [3, 3],
    [11, 12],
    [118, 120],
    [1_201, 1_500],
    [31, 40],
    [50, 50],
    [601, 800],
    [801, 1_000],
  ])('has an axis for %i that ends at %i', (value, top) => {
    expect(niceCeiling(value)).toBe(top)
  })
})
