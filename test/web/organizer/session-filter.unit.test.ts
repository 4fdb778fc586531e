// The filter and the ranges of a long list of sessions.
import { describe, expect, it } from 'vitest'
import {
  choicesOf,
  dayOf,
  filterSessions,
  NO_FILTER,
  selectRange,
  timeOf,
  weekdayOf,
} from '../../../web/organizer/data/session-filter.ts'

const sessions = Array.from({ length: 60 }, (_, day) =>
  [18, 20].map((hour) => ({
    id: `${day}-${hour}`,
    timeZone: 'America/New_York',
    // New York is four hours behind UTC in summer: 20:00 there is the next day in UTC.
    startsAt: new Date(Date.UTC(2026, 5, 1 + day, hour + 4)).toISOString(),
  })),
).flat()

describe('the filter of sessions', () => {
  it('lets all pass without a condition', () => {
    expect(filterSessions(sessions, NO_FILTER)).toEqual(sessions)
  })

  it('has a first and a last day, both included', () => {
    const shown = filterSessions(sessions, { ...NO_FILTER, from: '2026-06-10', until: '2026-06-12' })
    expect(new Set(shown.map(dayOf))).toEqual(new Set(['2026-06-10', '2026-06-11', '2026-06-12']))
    expect(shown).toHaveLength(6)
  })

  it('has a weekday and a time', () => {
    const shown = filterSessions(sessions, { ...NO_FILTER, weekday: '5', time: '20:00' })
    expect(shown.length).toBeGreaterThan(7)
    for (const session of shown) expect([weekdayOf(session), timeOf(session)]).toEqual(['5', '20:00'])
  })

  it('offers what occurs, from Monday on', () => {
    expect(choicesOf(sessions)).toEqual({
      weekdays: ['1', '2', '3', '4', '5', '6', '0'],
      times: ['18:00', '20:00'],
    })
    expect(choicesOf(sessions.slice(0, 2))).toEqual({ weekdays: ['1'], times: ['18:00', '20:00'] })
  })
})

describe('a range', () => {
  const ids = ['a', 'b', 'c', 'd']

  it('is selected in either direction, and leaves the others', () => {
    expect(selectRange(new Set(['x']), ids, 1, 3, true)).toEqual(new Set(['x', 'b', 'c', 'd']))
    expect(selectRange(new Set(['x']), ids, 3, 1, true)).toEqual(new Set(['x', 'b', 'c', 'd']))
    expect(selectRange(new Set(['x', ...ids]), ids, 0, 2, false)).toEqual(new Set(['x', 'd']))
  })
})
