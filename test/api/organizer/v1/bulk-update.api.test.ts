// The bulk update's input: which sessions it selects, which values it accepts.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  DAY,
  expectRejected,
  fourDays,
  postBulkUpdate,
  type Row,
  readAudit,
  readSessions,
} from '../../../support/bulk-update.ts'
import { addSeries, addVenue, makeOrganizer, type Organizer } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const post = (series: string, body: unknown) => postBulkUpdate(org, series, body)

describe('the filter', () => {
  it.each<[string, object, boolean[]]>([
    ['All', { filterType: 'All' }, [true, true, true, true]],
    ['Upcoming', { filterType: 'Upcoming' }, [false, false, true, true]],
    [
      'All, whatever fromDate says',
      { filterType: 'All', fromDate: '2030-01-01T00:00:00Z' },
      [true, true, true, true],
    ],
    [
      'Upcoming, whatever fromDate says',
      { filterType: 'Upcoming', fromDate: '1970-01-01T00:00:00Z' },
      [false, false, true, true],
    ],
    ['All, with fromDate null', { filterType: 'All', fromDate: null }, [true, true, true, true]],
  ])('%s selects', async (_, filter, expected) => {
    const { series } = await addSeries(org, fourDays())
    const response = await post(series, { ...filter, newCapacity: 7 })
    expect(await response.json()).toEqual({ sessionsUpdated: expected.filter(Boolean).length })
    expect((await readSessions(series)).map(({ capacity }) => capacity === 7)).toEqual(expected)
  })

  it('FromDate selects sessions at or after the date, in any time zone', async () => {
    const noon = Date.UTC(2026, 5, 12, 12)
    for (const fromDate of [
      '2026-06-12T12:00:00Z',
      '2026-06-12T12:00:00.000Z',
      '2026-06-12T14:00:00+02:00',
      '2026-06-12T06:30:00-05:30',
      '2026-06-12T12:00Z',
    ]) {
      const { series } = await addSeries(org, [noon - 1, noon, noon + 1])
      const response = await post(series, { filterType: 'FromDate', fromDate, newCapacity: 7 })
      expect({ fromDate, ...(await response.json<object>()) }).toEqual({ fromDate, sessionsUpdated: 2 })
      expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([100, 7, 7])
    }
  })

  it('selecting no session is a 200 with 0, and is not recorded', async () => {
    const { series } = await addSeries(org, [Date.now() - DAY])
    const response = await post(series, { filterType: 'Upcoming', newCapacity: 7 })
    expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 0 }])
    expect(await readAudit(series)).toEqual([])
  })

  it('changing no value counts the sessions as updated, and is not recorded', async () => {
    const { series } = await addSeries(org, [DAY, 2 * DAY])
    const update = { filterType: 'All', newCapacity: 7 }
    await post(series, update)
    const before = await readSessions(series)
    for (let repeat = 0; repeat < 2; repeat++) {
      const response = await post(series, update)
      expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 2 }])
    }
    expect(await readSessions(series)).toEqual(before)
    expect(await readAudit(series)).toHaveLength(1)
  })
})

describe('the values', () => {
  it.each<[string, unknown, Partial<Row>]>([
    ['newCapacity', 0, { capacity: 0 }],
    ['newCapacity', 1_000_000, { capacity: 1_000_000 }],
    ['newDoorsOpenOffset', 0, { doors_open_offset_minutes: 0 }],
    ['newDoorsOpenOffset', 1440, { doors_open_offset_minutes: 1440 }],
    ['newDoorsOpenOffset', 'PT45M', { doors_open_offset_minutes: 45 }],
    ['newDoorsOpenOffset', 'PT1H30M', { doors_open_offset_minutes: 90 }],
    ['newDoorsOpenOffset', 'PT90M', { doors_open_offset_minutes: 90 }],
    ['newDoorsOpenOffset', 'PT24H', { doors_open_offset_minutes: 1440 }],
    ['newDoorsOpenOffset', 'P1D', { doors_open_offset_minutes: 1440 }],
    ['newDoorsOpenOffset', 'P0DT1H', { doors_open_offset_minutes: 60 }],
    ['newDoorsOpenOffset', 'PT0S', { doors_open_offset_minutes: 0 }],
    ['newDoorsOpenOffset', 'PT120S', { doors_open_offset_minutes: 2 }],
  ])('%s of %j is set, and no other value', async (field, value, expected) => {
    const { series } = await addSeries(org, [Date.now()])
    const [before] = await readSessions(series)
    const response = await post(series, { filterType: 'All', [field]: value })
    expect([response.status, await response.json()]).toEqual([200, { sessionsUpdated: 1 }])
    expect(await readSessions(series)).toEqual([
      { ...before, ...expected, updated_by: org.manager, updated_at: expect.any(Number) },
    ])
  })

  it('newVenueId is accepted in upper case, and null leaves each value as it is', async () => {
    const venue = await addVenue(org.id)
    const { series } = await addSeries(org, [Date.now()])
    await post(series, { filterType: 'All', newVenueId: venue.toUpperCase(), newDoorsOpenOffset: 30 })
    const nulls = { newVenueId: null, newDoorsOpenOffset: null, fromDate: null }
    expect((await post(series, { filterType: 'All', newCapacity: 50, ...nulls })).status).toBe(200)
    expect(await readSessions(series)).toMatchObject([
      { venue_id: venue, doors_open_offset_minutes: 30, capacity: 50 },
    ])
    const again = await post(series, { filterType: 'All', newCapacity: null, newDoorsOpenOffset: 31 })
    expect(await again.json()).toEqual({ sessionsUpdated: 1 })
    expect(await readSessions(series)).toMatchObject([{ capacity: 50, doors_open_offset_minutes: 31 }])
  })
})

describe('a body', () => {
  const all = { filterType: 'All' }
  it.each<[unknown, RegExp]>([
    [{ newCapacity: 5 }, /^filterType: .*All, FromDate, Upcoming/],
    [{ filterType: null, newCapacity: 5 }, /^filterType: /],
    [{ filterType: 'all', newCapacity: 5 }, /^filterType: /],
    [{ filterType: '', newCapacity: 5 }, /^filterType: /],
    [{ filterType: ['All'], newCapacity: 5 }, /^filterType: /],
    [{ filterType: 'FromDate', newCapacity: 5 }, /^fromDate: is required/],
    [{ filterType: 'FromDate', fromDate: null, newCapacity: 5 }, /^fromDate: is required/],
    [{ ...all, fromDate: '2026-06-12', newCapacity: 5 }, /^fromDate: /],
    [{ ...all, fromDate: '2026-06-12T12:00:00', newCapacity: 5 }, /^fromDate: /],
    [{ ...all, fromDate: '2026-02-30T12:00:00Z', newCapacity: 5 }, /^fromDate: /],
    [{ ...all, fromDate: '', newCapacity: 5 }, /^fromDate: /],
    [{ ...all, fromDate: 0, newCapacity: 5 }, /^fromDate: /],
    [all, /^Nothing to change/],
    [{ ...all, newCapacity: null, newVenueId: null, newDoorsOpenOffset: null }, /^Nothing to change/],
    ...[-1, 1_000_001, 1.5, '5', true, [], 1e300].map((value): [unknown, RegExp] => [
      { ...all, newCapacity: value },
      /^newCapacity: /,
    ]),
    ...['x', '', 7, {}].map((value): [unknown, RegExp] => [
      { ...all, newVenueId: value },
      /^newVenueId: must be a UUID\.$/,
    ]),
    ...[
      -1,
      1441,
      1.5,
      '45',
      'PT',
      'P',
      '',
      'PT30S',
      'PT1.5H',
      'P1M',
      'P1Y',
      'P1W',
      '-PT5M',
      'pt5m',
      'PT25H',
      '01:30:00',
      true,
      {},
      `P${'9'.repeat(400)}D`,
    ].map((value): [unknown, RegExp] => [{ ...all, newDoorsOpenOffset: value }, /^newDoorsOpenOffset: /]),
    [{ ...all, newCapcity: 5 }, /"newCapcity"/],
    [{ ...all, newCapacity: 5, extra: 1 }, /"extra"/],
    ['', /not JSON/],
    ['[]', /JSON object/],
  ])('%j is a 400 and changes nothing', async (body, naming) => {
    const { series } = await addSeries(org, fourDays())
    await expectRejected(series, () => post(series, body), 'invalid_request', naming)
  })
})
