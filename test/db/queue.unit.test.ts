import { beforeEach, describe, expect, it } from 'vitest'
import { beginBatch, isAwaited, queueMs, recordWait } from '../../src/db/queue.ts'

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

describe('whether somebody waits', () => {
  it('is true for five seconds after a batch has waited behind another one of the isolate', () => {
    record(10)
    recordWait('DB', 15, now, true)
    expect(isAwaited('DB', now + 5_000)).toBe(true)
    expect(isAwaited('DB', now + 5_001)).toBe(false)
  })

  it('is false after a short wait, and after a long one with nothing before it', () => {
    record(10, 100)
    recordWait('DB', 14, now, true)
    expect(isAwaited('DB', now)).toBe(false)
  })

  it('counts what has no answer yet, for at most half a minute', () => {
    const first = beginBatch('DB', now)
    expect(first.isBehind).toBe(false)
    const second = beginBatch('DB', now + 1)
    expect(second.isBehind).toBe(true)
    first.end()
    second.end()
    expect(beginBatch('DB', now + 2).isBehind).toBe(false)
    expect(beginBatch('DB', now + 30_003).isBehind).toBe(false)
  })
})
