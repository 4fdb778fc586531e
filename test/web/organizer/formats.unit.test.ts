// Times as people read them.
import { expect, it } from 'vitest'
import { timesIn } from '../../../web/organizer/formats.ts'

/** The hour and minute, and which of two times it is. */
const readEach = (timeZone: string, ...instants: string[]): string[] =>
  instants.map((instant) => timesIn(timeZone).time(instant))

it.each([
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '2026-10-25T01:59:59Z'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
])('tells the two times of a clock that goes back apart: %s', (zone, first, second) => {
  const [one = '', other = ''] = readEach(zone, first, second)
  expect(one).not.toBe(other)
  expect(one.replace(/ \S+$/, '')).toBe(other.replace(/ \S+$/, ''))
  expect(timesIn(zone).dayTime(first)).not.toBe(timesIn(zone).dayTime(second))
})

it('names no zone beside other times', () => {
  const before = [
    '2026-10-24T23:59:59Z',
    '2026-10-25T02:00:00Z',
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
  ]
  for (const time of readEach('Europe/Berlin', ...before)) expect(time).toMatch(/^\d+:\d\d(\s[AP]M)?$/)
  expect(readEach('UTC', '2026-10-25T01:00:00Z')[0]).not.toMatch(/UTC/)
})
