// How fast guests come in.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forecast, gateFigures, PACE_MINUTES, paceOf } from '../../../web/organizer/data/pace.ts'

const MINUTE_MS = 60_000
const NOW = Date.parse('2026-06-12T20:00:00Z')
const arrival = (minutesAgo: number, device: string | null = null) => ({
  device,
  at: NOW - minutesAgo * MINUTE_MS,
})

it('is the mean of the last five minutes, and knows the busiest ones', () => {
  const arrivals = [arrival(30), arrival(29), arrival(28), arrival(27), arrival(4), arrival(1), arrival(5)]
  expect(paceOf(arrivals, NOW)).toEqual({ rate: 0.4, peak: { rate: 0.8, at: NOW - 27 * MINUTE_MS } })
  expect(paceOf([], NOW)).toEqual({ rate: 0, peak: undefined })
})

it('has no rate above its peak, whatever the order (property)', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1 }), (minutes) => {
      const arrivals = minutes.map((one) => arrival(one))
      const { rate, peak } = paceOf(arrivals, NOW)
      expect(paceOf(arrivals.toReversed(), NOW)).toEqual({ rate, peak })
      expect(rate).toBeLessThanOrEqual(peak?.rate ?? 0)
      expect((peak?.rate ?? 0) * PACE_MINUTES).toBeLessThanOrEqual(minutes.length)
    }),
  )
})

it('says until when guests will come, unless nobody does or it is far away', () => {
  expect(forecast(100, 10, NOW)).toBe(NOW + 10 * MINUTE_MS)
  expect(forecast(0, 10, NOW)).toBeUndefined()
  expect(forecast(100, 0, NOW)).toBeUndefined()
  expect(forecast(10_000, 1, NOW)).toBeUndefined()
})

it('has the figures of each gate, the busiest first', () => {
  const arrivals = [arrival(1, 'A'), arrival(9, 'B'), arrival(8, 'B'), arrival(2)]
  expect(gateFigures(arrivals, NOW).map(({ device, total, rate }) => [device, total, rate])).toEqual([
    ['B', 2, 0],
    ['A', 1, 0.2],
    [null, 1, 0.2],
  ])
})
