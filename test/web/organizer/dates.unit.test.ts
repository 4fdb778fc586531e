// Dates of an event in its time zone.
import { describe, expect, it } from 'vitest'
import {
  findZones,
  MAX_DATES,
  nextFriday,
  noonAfter,
  presentName,
  repeat,
  timeZones,
  toInstant,
  toLocal,
  withOffset,
} from '../../../web/organizer/data/dates.ts'

it.each([
  ['2027-03-14T06:30:05Z', 'America/New_York', '2027-03-14T01:30:05-05:00'],
  ['2027-03-14T07:30:05Z', 'America/New_York', '2027-03-14T03:30:05-04:00'],
  ['2027-04-03T13:30:00Z', 'Pacific/Auckland', '2027-04-04T02:30:00+13:00'],
  ['2027-04-03T14:30:00Z', 'Pacific/Auckland', '2027-04-04T02:30:00+12:00'],
  ['2027-04-03T14:30:00Z', 'Asia/Kathmandu', '2027-04-03T20:15:00+05:45'],
  ['2027-04-03T14:30:00Z', 'UTC', '2027-04-03T14:30:00+00:00'],
])('an instant with its distance from UTC is the same instant: %s in %s', (instant, zone, expected) => {
  expect(withOffset(Date.parse(instant), zone)).toBe(expected)
  expect(Date.parse(expected)).toBe(Date.parse(instant))
})

describe('a local time', () => {
  it.each([
    ['in winter', '2027-01-10T20:00', 'Europe/Berlin', '2027-01-10T19:00:00.000Z'],
    ['in summer', '2027-07-10T20:00', 'Europe/Berlin', '2027-07-10T18:00:00.000Z'],
    [
      'that the clock skips is as much later',
      '2027-03-28T02:30',
      'Europe/Berlin',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T03:30',
    ],
    ['of which there are two is the first', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['on the day of the change', '2027-10-31T20:00', 'Europe/Berlin', '2027-10-31T19:00:00.000Z'],
    ['half an hour off', '2027-01-10T20:00', 'Asia/Kolkata', '2027-01-10T14:30:00.000Z'],
    ['across the date line', '2027-01-10T05:00', 'Pacific/Kiritimati', '2027-01-09T15:00:00.000Z'],
    ['at midnight', '2027-01-10T00:00', 'America/New_York', '2027-01-10T05:00:00.000Z'],
    ['in the summer of the south', '2027-01-10T20:00', 'Pacific/Auckland', '2027-01-10T07:00:00.000Z'],
    ['before its clocks go back', '2027-04-03T20:00', 'Pacific/Auckland', '2027-04-03T07:00:00.000Z'],
    ['of which it has two', '2027-04-04T02:30', 'Pacific/Auckland', '2027-04-03T13:30:00.000Z'],
    ['after they went back', '2027-04-04T20:00', 'Pacific/Auckland', '2027-04-04T08:00:00.000Z'],
    ['that it skips', '2027-09-26T02:30', 'Pacific/Auckland', '2027-09-25T14:30:00.000Z', '2027-09-26T03:30'],
    ['after it skipped an hour', '2027-09-26T20:00', 'Pacific/Auckland', '2027-09-26T07:00:00.000Z'],
    ['twice for half an hour', '2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
    [
      'skipped for half an hour',
      '2027-10-03T02:15',
      'Australia/Lord_Howe',
      '2027-10-02T15:45:00.000Z',
      '2027-10-03T02:45',
    ],
  ])('%s', (_, local, zone, instant, shown = local) => {
    expect(toInstant(local, zone)).toBe(instant)
    // The one that the clock skips is shown as what it became.
    expect(toLocal(instant, zone)).toBe(shown)
  })

  it('is none of a text that is not one', () => {
    expect(toInstant('', 'UTC')).toBeUndefined()
    expect(toInstant('tomorrow', 'UTC')).toBeUndefined()
  })
})

describe('a row of dates', () => {
  it.each([
    ['once', 'once', '', ['2027-01-30T20:00']],
    ['each day', 'daily', '2027-02-01', ['2027-01-30T20:00', '2027-01-31T20:00', '2027-02-01T20:00']],
    ['each week', 'weekly', '2027-02-13', ['2027-01-30T20:00', '2027-02-06T20:00', '2027-02-13T20:00']],
    [
      'each month that has the day',
      'monthly',
      '2027-04-30',
      ['2027-01-30T20:00', '2027-03-30T20:00', '2027-04-30T20:00'],
    ],
    ['none without a last day', 'weekly', '', []],
    ['none before the first', 'weekly', '2027-01-29', []],
  ] as const)('has a date %s', (_, repeats, until, dates) => {
    expect(repeat('2027-01-30T20:00', repeats, until)).toEqual(dates)
  })

  it('ends one after the most that can be added at once', () => {
    expect(repeat('2027-01-01T20:00', 'daily', '2999-01-01')).toHaveLength(MAX_DATES + 1)
  })
})

it('proposes the next Friday evening, and not today', () => {
  expect(nextFriday(Date.parse('2027-01-06T12:00Z'), 'UTC')).toBe('2027-01-08T20:00')
  expect(nextFriday(Date.parse('2027-01-08T12:00Z'), 'UTC')).toBe('2027-01-15T20:00')
  expect(nextFriday(Date.parse('2027-01-07T12:00Z'), 'Pacific/Kiritimati')).toBe('2027-01-15T20:00')
})

describe('noonAfter', () => {
  it.each([
    ['an evening', '2026-06-12T22:30:00Z', 'Europe/Madrid', '2026-06-14T10:00:00.000Z'],
    [
      'an evening before the clocks change',
      '2026-10-24T20:00:00Z',
      'Europe/Madrid',
      '2026-10-25T11:00:00.000Z',
    ],
    ['a day ahead of UTC', '2026-06-12T10:30:00Z', 'Pacific/Auckland', '2026-06-13T00:00:00.000Z'],
  ])('is noon of the next local day after %s', (_, instant, zone, expected) => {
    expect(new Date(noonAfter(Date.parse(instant), zone)).toISOString()).toBe(expected)
  })
})

describe('the time zones', () => {
  const zones = timeZones('Asia/Kolkata')

  it.each([
    ['ber', ['Europe/Berlin', 'Atlantic/Bermuda']],
    ['BERLIN', ['Europe/Berlin']],
    ['europe/berlin', ['Europe/Berlin']],
    ['new york', ['America/New_York']],
    ['são p', ['America/Sao_Paulo']],
    ['kolkata', ['Asia/Kolkata']],
    ['kyiv', ['Europe/Kyiv']],
  ])('begin with a city that was typed: %s', (typed, expected) => {
    const found = findZones(zones, typed)
    expect(found.slice(0, expected.length)).toEqual(expected)
  })

  it.each([
    ['gmt+5:30', 'Asia/Kolkata'],
    ['india', 'Asia/Kolkata'],
    ['central european', 'Europe/Berlin'],
  ])('are found by what their time is called: %s', (typed, zone) => {
    expect(findZones(zones, typed)).toContain(zone)
  })

  it('are all there while nothing is typed, those that were named first', () => {
    expect(findZones(zones, ' ')).toEqual(zones)
    expect(zones.slice(0, 2)).toEqual(['Asia/Kolkata', 'UTC'])
    expect(zones.length).toBeGreaterThan(400)
    expect(findZones(zones, 'xyzzy')).toEqual([])
  })

  it('have the present names of their cities', () => {
    expect(presentName('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(zones).not.toContain('Asia/Calcutta')
    // Also where a browser or an event has an old name.
    expect(timeZones('Asia/Calcutta')).toContain('Asia/Calcutta')
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  })
})
