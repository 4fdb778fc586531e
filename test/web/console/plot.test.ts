// Admissions over time by gate.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelled, niceCeiling, type Plot, toPlot } from '../../../web/organizer/loads/plot.ts'

const MINUTE_MS = 60_000
const START = Date.parse('2026-06-12T18:00:00Z')
const at = (minute: number): string => new Date(START + minute * MINUTE_MS).toISOString()

const admission = fc.record({
  minute: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 600_000 })),
  device: fc.constantFrom('Gate A', 'Gate B', null),
  count: fc.integer({ min: 1, max: 50 }),
})

describe('the plot of admissions', () => {
  it('is empty without admissions', () => {
    expect(toPlot([])).toBeUndefined()
  })

  it('has gates by name, those without a name last, with the minute of their last check-in', () => {
    const plot = toPlot([
      { from: at(0), device: null, count: 3 },
      { from: at(1), device: 'Gate 10', count: 1 },
      { from: at(2), device: 'Gate 2', count: 2 },
      { from: at(4), device: 'Gate 2', count: 1 },
    ])
    expect(plot).toEqual({
      from: START,
      bucketMinutes: 1,
      totals: [3, 1, 2, 0, 1],
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
        const plot = toPlot(list.map(({ minute, ...rest }) => ({ from: at(minute), ...rest }))) as Plot
        const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
        const total = sum(list.map(({ count }) => count))
        expect(sum(plot.totals)).toBe(total)
        expect(sum(plot.gates.map((gate) => gate.total))).toBe(total)
        for (const gate of plot.gates) expect(sum(gate.counts)).toBe(gate.total)
        for (const gate of plot.gates) expect(gate.counts).toHaveLength(plot.totals.length)
        expect(plot.totals.length).toBeLessThanOrEqual(60)
        expect(plot.totals[0]).toBeGreaterThan(0)
        expect(plot.totals.at(-1)).toBeGreaterThan(0)
        for (const bucket of labelled(plot, 5)) {
          expect(Number.isInteger(bucket) && bucket >= 0 && bucket < plot.totals.length).toBe(true)
        }
      }),
    )
  })

  it('labels round times', () => {
    const plot = { from: START + 50 * MINUTE_MS, bucketMinutes: 2, totals: Array(45).fill(1), gates: [] }
    const labels = labelled(plot, 5).map((bucket) => new Date(plot.from + bucket * 2 * MINUTE_MS))
    expect(labels.map((label) => label.toISOString().slice(11, 16))).toEqual(['19:00', '19:30', '20:00'])
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
