import { describe, expect, it } from 'vitest'
import { backOff, nextPoll, POLL_MS } from '../../../web/door/core/schedule.ts'

const RANDOM = [0, 0.25, 0.5, 0.75, 0.999]

describe('nextPoll', () => {
  it('waits five seconds after a success', () => {
    for (const random of RANDOM) {
      expect(nextPoll(0, null, random)).toBeLessThanOrEqual(POLL_MS)
      expect(nextPoll(0, null, random)).toBeGreaterThan(0.9 * POLL_MS)
    }
  })

  it('waits longer after each failure, up to a minute', () => {
    const waits = Array.from({ length: 20 }, (_, index) => nextPoll(index + 1, null, 0.5))
    expect(waits[0]).toBe(POLL_MS)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBe(60_000)
    for (const random of RANDOM) expect(backOff(1_000, random)).toBeLessThan(70_000)
  })

  it('spreads the waits, so that devices do not ask at the same moment', () => {
    for (const failures of [0, 1, 5]) {
      expect(new Set(RANDOM.map((random) => nextPoll(failures, null, random))).size).toBe(RANDOM.length)
    }
  })

  it('keeps the pace of the service, spread as well, but never a faster one', () => {
    for (const random of RANDOM) {
      expect(nextPoll(0, null, random, 30)).toBeLessThanOrEqual(30_000)
      expect(nextPoll(0, null, random, 30)).toBeGreaterThan(27_000)
      for (const pace of [0, 1, 5]) expect(nextPoll(0, null, random, pace)).toBe(nextPoll(0, null, random))
    }
  })

  it('waits at least as long as the service asks', () => {
    for (const failures of [0, 1, 20]) expect(nextPoll(failures, 90, 0.5)).toBe(90_000)
    expect(nextPoll(0, 1, 0.5)).toBe(nextPoll(0, null, 0.5))
  })
})
