import { beforeEach, describe, expect, it } from 'vitest'
import { queueMs, recordWait } from '../../src/db/queue.ts'

const MINUTE = 60_000

/** Later than anything that an earlier test has recorded still counts. */
let now = 0
beforeEach(() => {
  now += 10 * MINUTE
})
const record = (...waits: number[]): void => {
  for (const ms of waits) recordWait('DB', ms, now++)
}

describe('the queue', () => {
  it('is unknown, so 0, before the first batch', () => {
    expect(queueMs('DB', now)).toBe(0)
  })

  it('is what batches wait beyond the shortest way to the database', () => {
    record(12, 12, 12, 12)
    expect(queueMs('DB', now)).toBe(0)
    record(52, 92)
    expect(queueMs('DB', now)).toBe(20)
  })

  it('counts from the shortest wait, also if it comes last', () => {
    record(100)
    expect(queueMs('DB', now)).toBe(0)
    record(10, 110)
    expect(queueMs('DB', now)).toBe(33)
  })

  it('is the average of the last 20', () => {
    record(10, ...Array<number>(10).fill(1_010), ...Array<number>(10).fill(10))
    expect(queueMs('DB', now)).toBe(500)
    record(...Array<number>(20).fill(210))
    expect(queueMs('DB', now)).toBe(200)
  })

  it('is forgotten after ten seconds without a batch', () => {
    record(10, 1_010)
    const last = now - 1
    expect(queueMs('DB', last + 10_000)).toBe(500)
    expect(queueMs('DB', last + 10_001)).toBe(0)
    recordWait('DB', 510, last + 10_001)
    expect(queueMs('DB', last + 10_001)).toBe(500)
  })

  it('forgets a shortest way after five minutes', () => {
    record(10)
    for (let minute = 0; minute < 5; minute += 1) {
      now += MINUTE - 1
      record(60)
    }
    expect(queueMs('DB', now)).toBe(50)
    now += MINUTE
    record(60)
    expect(queueMs('DB', now)).toBe(0)
  })
})
