// What a preview says in numbers, and whether it can be applied.
import { describe, expect, it } from 'vitest'
import type { Preview, PreviewedSession } from '../../../web/organizer/data/types.ts'
import {
  changedFields,
  idsWithoutRefused,
  isApplicable,
  isTooLargeToRevert,
  type Problem,
  summarize,
} from '../../../web/organizer/forms/preview.ts'

const NOW = Date.parse('2026-06-12T12:00:00Z')
const takesPlace = { cancelledAt: null, cancelNotice: null }
const values = { capacity: 100, venueId: 'v', doorsOpenOffset: 60, ...takesPlace }

const session = (
  id: string,
  part: Partial<PreviewedSession> = {},
  problem: Problem | null = null,
): PreviewedSession => ({
  id,
  startsAt: '2026-06-13T18:00:00.000Z',
  before: values,
  after: { ...values, capacity: 80 },
  sold: 0,
  problem,
  ...part,
})

const preview = (...sessions: PreviewedSession[]): Preview => ({
  sessionsSelected: sessions.length,
  series: null,
  sessions,
  version: 'v1',
})

const gone = session('g', { startsAt: null, before: null, after: null }, 'session_gone')

describe('a preview', () => {
  it('counts what it would do', () => {
    const shown = preview(
      session('a', {}, 'capacity_below_sold'),
      session('b', {}, 'changed_since'),
      gone,
      session('c', { after: values }),
      session('d', { startsAt: '2026-06-11T18:00:00.000Z' }),
    )
    expect(summarize(shown, NOW)).toEqual({
      sessions: 5,
      refused: 1,
      overwritten: 1,
      gone: 1,
      unchanged: 1,
      past: 1,
      isPartial: false,
    })
  })

  it('names the fields that change, nulls too', () => {
    const after = { capacity: 100, venueId: null, doorsOpenOffset: 30, ...takesPlace }
    expect(changedFields(session('a', { after }))).toEqual(['venueId', 'doorsOpenOffset'])
    const cancelled = { ...values, cancelledAt: '2026-06-12T12:00:00.000Z' }
    const reworded = { ...cancelled, cancelNotice: 'Rain' }
    expect(changedFields(session('a', { after: cancelled }))).toEqual(['cancellation'])
    expect(changedFields(session('a', { before: cancelled, after: reworded }))).toEqual(['cancellation'])
    expect(changedFields(session('a', { before: reworded, after: reworded }))).toEqual([])
    expect(changedFields(gone)).toEqual([])
  })

  it.each([
    ['nothing is refused', preview(session('a'), session('b', {}, 'changed_since')), true],
    ['a session is refused', preview(session('a'), session('b', {}, 'capacity_below_sold')), false],
    ['no session is selected', preview(), false],
    ['some sessions are gone', preview(session('a'), gone), true],
    ['all sessions are gone', preview(gone), false],
  ])('where %s, can be applied: %#', (_, shown, expected) => {
    expect(isApplicable(shown, NOW)).toBe(expected)
  })

  it('of the series itself can be applied', () => {
    const values = { name: 'Nights', description: null }
    expect(isApplicable({ ...preview(), series: { before: values, after: values } }, NOW)).toBe(true)
  })

  // As JSON with a comma, a session has 133 bytes. The history keeps less than 1,500,000.
  it.each([
    [11_278, false],
    [11_279, true],
  ])('of %i sessions is too large to revert: %s', (sessionsSelected, expected) => {
    const id = '0190a000-0000-7000-8000-000000000031'
    const one = session(id, { before: { capacity: 20_500, venueId: id, doorsOpenOffset: 60, ...takesPlace } })
    const listed = Array.from({ length: 2_000 }, () => one)
    expect(isTooLargeToRevert({ ...preview(...listed), sessionsSelected })).toBe(expected)
  })

  it('knows the sessions without a refusal only if it names all', () => {
    const shown = preview(session('a', {}, 'capacity_below_sold'), session('b'))
    expect(idsWithoutRefused(shown)).toEqual(['b'])
    expect(idsWithoutRefused({ ...shown, sessionsSelected: 3 })).toBeUndefined()
  })
})
