// What the screens of a session share.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetKept, kept, startKeeping } from '../../../web/organizer/data/kept.ts'

const ANSWER = { body: { id: 'a' } }
const keep = (name: string, ok: { body: unknown } = ANSWER): void => startKeeping(name)(ok, Date.now())

beforeEach(() => {
  vi.useFakeTimers()
  forgetKept()
})
afterEach(() => void vi.useRealTimers())

it('keeps what was read for half a minute', () => {
  keep('session')
  vi.advanceTimersByTime(30_000)
  expect(kept('session')?.ok).toBe(ANSWER)
  expect(kept('another')).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(kept('session')).toBeUndefined()
})

it('keeps no part of a list', () => {
  keep('list', { body: { data: [], links: { next: '/page-2' } } })
  expect(kept('list')).toBeUndefined()
  keep('list', { body: { data: [], links: { next: null } } })
  expect(kept('list')).toBeDefined()
})

it('keeps nothing from before a write, however late it arrives', () => {
  keep('session')
  const late = startKeeping('session')
  forgetKept()
  late(ANSWER, Date.now())
  expect(kept('session')).toBeUndefined()
})
