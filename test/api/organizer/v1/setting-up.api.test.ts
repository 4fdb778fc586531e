// Events, venues, ticket types, series and sessions: created, read, changed and deleted.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { call, callWithBindings, expectError, jsonRequest } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import {
  addSeries,
  addTicket,
  addTickets,
  addVenue,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'

type Event = Schemas['EventItem']
type Session = Schemas['SeriesSession']

let org: Organizer
let other: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  other = await makeOrganizer()
})

const newSessions = (...sessions: object[]) => ({
  sessions: sessions.map((session) => ({ startsAt: '2027-06-04T18:30:00Z', capacity: 300, ...session })),
})

it('sets up a night from nothing', async () => {
  const { owner, id: organizerId } = org
  const event = await create<Event>('/events', owner, {
    organizerId,
    name: ' Summer Night ',
    timeZone: 'Europe/Lisbon',
  })
  expect(event).toEqual({
    id: expect.any(String),
    name: 'Summer Night',
    organizerId,
    organizerName: 'Organizer',
    timeZone: 'Europe/Lisbon',
    walkIns: false,
    series: [],
  })
  const venue = await create('/venues', owner, { organizerId, name: 'Garden' })
  const series = await create(`/events/${event.id}/series`, owner, { name: 'Fridays' })
  await create(`/events/${event.id}/ticket-types`, owner, { name: 'VIP', note: 'Wristband', flag: 'Info' })
  const { data } = await create<{ data: Session[] }>(
    `/events/${event.id}/sessions`,
    owner,
    newSessions(
      { seriesId: series.id, venueId: venue.id, doorsOpenOffset: 'PT1H' },
      { startsAt: '2027-06-11T20:30:00+02:00', capacity: 0 },
    ),
  )
  expect(data).toMatchObject([
    {
      eventId: event.id,
      seriesId: series.id,
      startsAt: '2027-06-04T18:30:00.000Z',
      doorsOpenAt: '2027-06-04T17:30:00.000Z',
      doorsOpenOffset: 60,
      venueName: 'Garden',
    },
    { seriesId: null, startsAt: '2027-06-11T18:30:00.000Z', doorsOpenAt: null, capacity: 0, venueId: null },
  ])
  const list = await readBody<{ data: Session[] }>(`/events/${event.id}/sessions`, owner)
  expect(list.data).toEqual(data)
  expect(await readBody(`/sessions/${data[0]?.id}`, owner)).toEqual(data[0])
  expect(await readBody(`/events/${event.id}`, owner)).toMatchObject({
    series: [{ id: series.id, name: 'Fridays' }],
  })
  // Staff see the session at once.
  const session = await readBody<{ data: unknown[] }>(
    `/../../v1/sessions?from=2027-06-01T00:00:00Z&eventId=${event.id}`,
    org.staff,
  )
  expect(session.data).toHaveLength(2)
})

it('takes the time zone of the latest event, or else UTC', async () => {
  const { id: organizerId, owner } = await makeOrganizer()
  await query(
    'DELETE FROM ticket_types WHERE event_id IN (SELECT id FROM events WHERE organizer_id = ?)',
    organizerId,
  )
  const zoneOf = async (body: object) =>
    (await create<Event>('/events', owner, { organizerId, name: 'E', ...body })).timeZone
  expect(await zoneOf({})).toBe('UTC')
  expect(await zoneOf({ timeZone: 'America/New_York' })).toBe('America/New_York')
  expect(await zoneOf({})).toBe('America/New_York')
})

/** Things to create, each with a body, and other content. */
const CREATED = [
  {
    path: () => '/events',
    body: () => ({ organizerId: org.id, name: 'Event A' }),
    more: { walkIns: true },
    at: '/events',
  },
  {
    path: () => '/venues',
    body: () => ({ organizerId: org.id, name: 'Venue A' }),
    more: { name: 'Venue B' },
    at: '/venues',
  },
  {
    path: () => `/events/${org.event}/ticket-types`,
    body: () => ({ name: 'Press' }),
    more: { flag: 'Stop' },
    at: '/ticket-types',
  },
  {
    path: () => `/events/${org.event}/series`,
    body: () => ({ name: 'Series A', description: 'Text' }),
    more: { description: null },
    at: '',
  },
]

describe.each(CREATED)('$at', ({ path, body, more, at }) => {
  // Each test makes the type again.
  beforeEach(() =>
    query(
      "DELETE FROM ticket_types WHERE name IN ('Press', 'Another name') AND event_id IN (?, ?)",
      org.event,
      other.event,
    ),
  )

  const itemPath = (id: string) => (at === '' ? `${path()}/${id}` : `${at}/${id}`)

  it('is created once, however often the call is repeated', async () => {
    const id = crypto.randomUUID()
    const first = await send('POST', path(), org.owner, { id, ...body() })
    expect(first.status).toBe(201)
    expect(first.response.headers.get('Location')).toBe(`/api/organizer/v1${itemPath(id)}`)
    const again = await send('POST', path(), org.manager, { ...body(), id: id.toUpperCase() })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    // What it could have left out makes no difference.
    const defaults = { '/events': { walkIns: false }, '/ticket-types': { note: null, flag: 'None' } }[at]
    expect(await create(path(), org.owner, { id, ...body(), ...defaults })).toEqual(first.body)
    expect(await readBody(itemPath(id), org.manager)).toEqual(first.body)
    const records = await historyOf(org.id, org.owner, id)
    expect(records).toMatchObject([
      { action: expect.stringMatching(/\.create$/), by: org.owner, before: null },
    ])
  })

  it('is created again with what the first call sent, whatever it is now', async () => {
    const id = crypto.randomUUID()
    await create(path(), org.owner, { id, ...body() })
    const [method, success] = at === '' ? (['PUT', 204] as const) : (['PATCH', 200] as const)
    const changed = await send(method, itemPath(id), org.owner, { name: 'Another name' })
    expect(changed.status).toBe(success)
    const again = await create<{ name: string }>(path(), org.owner, { id, ...body() })
    expect(again.name).toBe('Another name')
  })

  it('409 for an id with other content, of another organizer, or of something deleted', async () => {
    const id = crypto.randomUUID()
    await create(path(), org.owner, { id, ...body() })
    await expectError(
      (await send('POST', path(), org.owner, { id, ...body(), ...more })).response,
      'id_taken',
    )
    const theirs = JSON.parse(JSON.stringify(body()).replaceAll(org.id, other.id))
    const theirPath = path().replace(org.event, other.event)
    await expectError((await send('POST', theirPath, other.owner, { id, ...theirs })).response, 'id_taken')
    expect((await remove(itemPath(id), org.owner)).status).toBe(204)
    await expectError((await send('POST', path(), org.owner, { id, ...body() })).response, 'id_taken')
    expect((await read(itemPath(id), org.owner)).status).toBe(404)
  })

  it('409 for an id that SQL has given', async () => {
    const id = {
      '/events': org.event,
      '/venues': await addVenue(org.id),
      '/ticket-types': org.types.VIP,
      '': (await addSeries(org, [])).series,
    }[at]
    await expectError((await send('POST', path(), org.owner, { id, ...body() })).response, 'id_taken')
  })

  it('has an ETag, by which a change and a 304 are decided', async () => {
    const { id } = await create(path(), org.owner, body())
    const tag = (await read(itemPath(id), org.owner)).headers.get('ETag') as string
    expect((await read(itemPath(id), org.owner, { 'If-None-Match': tag })).status).toBe(304)
    if (at === '') return
    const change = (name: string, headers = {}) => send('PATCH', itemPath(id), org.owner, { name }, headers)
    expect((await change('Name 2', { 'If-Match': tag })).body).toMatchObject({ name: 'Name 2' })
    // Its response was lost.
    expect((await change('Name 2', { 'If-Match': tag })).status).toBe(200)
    await expectError((await change('Name 3', { 'If-Match': tag })).response, 'precondition_failed')
    expect((await change('Name 2')).status).toBe(200)
    const records = await historyOf(org.id, org.owner, id)
    expect(records.map(({ action }) => action.split('.')[1])).toEqual(['update', 'create'])
    expect(records[0]).toMatchObject({ change: { name: 'Name 2' }, before: { name: expect.any(String) } })
  })

  it.each([
    ['an unknown field', { surprise: 1 }, /surprise/],
    ['an id that is no UUID', { id: 'x' }, /^id: must be a UUID/],
    ['no name', { name: '  ' }, /^name: must have 1 to 200 characters/],
    ['a name with a line break', { name: 'a\nb' }, /^name: must have no control characters/],
    ['a name of 201 characters', { name: 'a'.repeat(201) }, /^name: must have 1 to 200 characters/],
  ])('400 for %s', async (_, wrong, message) => {
    const { response } = await send('POST', path(), org.owner, { ...body(), ...wrong })
    await expectError(response, 'invalid_request', message)
  })
})

it.each([
  [
    'series',
    (number: number) => ({ id: crypto.randomUUID(), event_id: org.otherEvent, name: `Series ${number}` }),
    '/series',
    40,
  ],
  [
    'ticket_types',
    (number: number) => ({ id: crypto.randomUUID(), event_id: org.otherEvent, name: `Type ${number}` }),
    '/ticket-types',
    200,
  ],
])('400 above the limit of %s of an event', async (table, row, path, limit) => {
  const [{ count = 0 } = {}] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE event_id = ?`,
    org.otherEvent,
  )
  await insert(table, ...Array.from({ length: limit - 1 - count }, (_, number) => row(number)))
  const add = () => send('POST', `/events/${org.otherEvent}${path}`, org.owner, { name: 'One more' })
  expect((await add()).status).toBe(201)
  await expectError((await add()).response, 'invalid_request', /^An event can have at most /)
})

describe('a change', () => {
  it.each([
    ['/events', { timeZone: '+02:00' }, /^timeZone: must be a time zone/],
    ['/events', { timeZone: 'Mars/Olympus' }, /^timeZone: must be a time zone/],
    ['/events', { walkIns: 'yes' }, /^walkIns: must be true or false/],
    ['/events', { name: null }, /^name: must be text/],
    ['/events', {}, /^Nothing to change: give name, timeZone, or walkIns\.$/],
    ['/sessions', { capacity: -1 }, /^capacity: must be a whole number/],
    ['/sessions', { doorsOpenOffset: 'P1Y' }, /^doorsOpenOffset: must be whole minutes/],
    ['/sessions', { startsAt: '2027-06-04' }, /^startsAt: must be an ISO 8601/],
    ['/sessions', { seriesId: 'x' }, /^seriesId: must be a UUID/],
    ['/ticket-types', { note: 'a'.repeat(281) }, /^note: must have 1 to 280 characters/],
    ['/ticket-types', { flag: 'Red' }, /^flag: must be one of None, Info, Stop/],
  ])('of %s: 400 for %j', async (path, body, message) => {
    const id = { '/events': org.event, '/sessions': org.session, '/ticket-types': org.types.VIP }[path]
    const { response } = await send('PATCH', `${path}/${id}`, org.owner, body)
    await expectError(response, 'invalid_request', message)
  })

  it('of a session sets and clears values, and records the old ones', async () => {
    const { owner, session, id } = other
    const venueId = await addVenue(id)
    const body = { startsAt: '2027-01-01T20:00:00+01:00', capacity: 7, venueId, doorsOpenOffset: 30 }
    const changed = await send('PATCH', `/sessions/${session}`, owner, body)
    expect(changed.body).toMatchObject({
      startsAt: '2027-01-01T19:00:00.000Z',
      capacity: 7,
      venueId,
      doorsOpenOffset: 30,
      updatedBy: owner,
    })
    const cleared = await send('PATCH', `/sessions/${session}`, owner, {
      venueId: null,
      doorsOpenOffset: null,
    })
    expect(cleared.body).toMatchObject({ venueId: null, doorsOpenOffset: null, capacity: 7 })
    const [last] = await historyOf(id, owner, session)
    expect(last).toMatchObject({
      action: 'session.update',
      before: { capacity: 7, venueId, doorsOpenOffset: 30, startsAt: Date.UTC(2027, 0, 1, 19) },
    })
  })

  it('of a session never goes below the tickets sold, nor to the venue of another organizer', async () => {
    const mine = await makeOrganizer()
    await addTickets(mine, [{}, { status: 'CheckedIn' }, { status: 'Voided' }])
    const change = (body: object) => send('PATCH', `/sessions/${mine.session}`, mine.owner, body)
    const { response } = await change({ capacity: 1 })
    await expectError(response, 'capacity_below_sold', 'capacity: 1 is below the 2 tickets sold.')
    expect((await change({ capacity: 2 })).status).toBe(200)
    for (const venueId of [crypto.randomUUID(), await addVenue(other.id)]) {
      await expectError((await change({ venueId })).response, 'unknown_venue', 'venueId: ')
    }
    // A capacity that was below before, by SQL, does not keep other values from changing.
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', mine.session)
    expect((await change({ capacity: 1, doorsOpenOffset: 5 })).status).toBe(200)
  })

  it('of a ticket type’s name shows in its tickets', async () => {
    const mine = await makeOrganizer()
    const ticket = await addTicket(mine)
    await send('PATCH', `/ticket-types/${mine.types.Standing}`, mine.owner, { name: 'Floor' })
    expect(await query('SELECT ticket_type_name AS name FROM tickets WHERE id = ?', ticket)).toEqual([
      { name: 'Floor' },
    ])
  })
})

it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
  '400 for a start at %s',
  async (startsAt) => {
    const patched = await send('PATCH', `/sessions/${org.session}`, org.owner, { startsAt })
    await expectError(patched.response, 'invalid_request', 'startsAt: must be of the years 1 to 9999')
    const created = await send('POST', `/events/${org.event}/sessions`, org.owner, newSessions({ startsAt }))
    await expectError(created.response, 'invalid_request', 'sessions.0.startsAt: must be of')
  },
)

it('400 for a name of a ticket type that makes a ticket too large', async () => {
  const mine = await makeOrganizer()
  await addTickets(mine, [{ attendee_company: 'x'.repeat(3_500) }])
  const { response } = await send('PATCH', `/ticket-types/${mine.types.Standing}`, mine.owner, {
    name: 'y'.repeat(200),
  })
  await expectError(response, 'invalid_request', /^name: the texts of a ticket would exceed 3600 bytes/)
})

it('names a few of many unknown fields', async () => {
  const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`field${number}`, 1]))
  const { response } = await send('POST', '/venues', org.owner, { organizerId: org.id, name: 'V', ...body })
  await expectError(response, 'invalid_request', /"field4" and 995 more\.$/)
})

it('If-Match of a session holds while tickets are sold, and is honoured by a deletion', async () => {
  const mine = await makeOrganizer()
  const path = `/sessions/${mine.session}`
  const tagOf = async () => (await read(path, mine.owner)).headers.get('ETag') as string
  const tag = await tagOf()
  await addTickets(mine, [{}])
  expect(await tagOf()).not.toBe(tag)
  expect((await read(path, mine.owner, { 'If-None-Match': tag })).status).toBe(200)
  expect((await send('PATCH', path, mine.owner, { doorsOpenOffset: 30 }, { 'If-Match': tag })).status).toBe(
    200,
  )
  const venue = await create('/venues', mine.owner, { organizerId: mine.id, name: 'V' })
  const drop = (etag: string) =>
    call(`/api/organizer/v1/venues/${venue.id}`, {
      method: 'DELETE',
      subject: mine.owner,
      headers: { 'If-Match': etag },
    })
  const old = (await read(`/venues/${venue.id}`, mine.owner)).headers.get('ETag') as string
  await send('PATCH', `/venues/${venue.id}`, mine.owner, { name: 'W' })
  await expectError(await drop(old), 'precondition_failed')
  expect(
    (await drop((await read(`/venues/${venue.id}`, mine.owner)).headers.get('ETag') as string)).status,
  ).toBe(204)
})

it('a creation that was made, deleted, and is sent again by the database client stays deleted', async () => {
  const id = crypto.randomUUID()
  let attempts = 0
  const DB = faultyDatabase((real) => async (statements) => {
    const results = await real(statements)
    attempts += 1
    if (attempts > 1) return results
    expect((await remove(`/venues/${id}`, org.manager)).status).toBe(204)
    throw new Error('D1_ERROR: Network connection lost.')
  })
  const response = await callWithBindings(
    { DB },
    '/api/organizer/v1/venues',
    jsonRequest('POST', org.owner, { id, organizerId: org.id, name: 'Gone' }),
  )
  await expectError(response, 'id_taken')
  expect((await read(`/venues/${id}`, org.owner)).status).toBe(404)
})

describe('a deletion', () => {
  it('409 with what uses it and how much', async () => {
    const mine = await makeOrganizer()
    await addTickets(mine, [{}, {}])
    const venueId = await addVenue(mine.id)
    await send('PATCH', `/sessions/${mine.session}`, mine.owner, { venueId })
    await insert('series', { id: crypto.randomUUID(), event_id: mine.event, name: 'Series' })
    const expectInUse = async (path: string, uses: string) => {
      const response = await remove(path, mine.owner)
      await expectError(response, 'in_use', `In use by ${uses}. Nothing was deleted.`)
      expect((await read(path, mine.owner)).status).toBe(200)
    }
    await expectInUse(`/sessions/${mine.session}`, '2 tickets')
    await expectInUse(`/venues/${venueId}`, '1 session')
    await expectInUse(`/ticket-types/${mine.types.Standing}`, '2 tickets')
    await expectInUse(
      `/events/${mine.event}`,
      '1 session, 1 series, 3 ticket types, and 1 member limited to it',
    )
  })

  it('of a session with recorded check-ins is refused, even without tickets', async () => {
    const mine = await makeOrganizer()
    await insert('check_ins', {
      ...{ session_id: mine.session, id: crypto.randomUUID(), type: 'CheckIn', at: 1, received_at: 1 },
      ...{ subject: 'door', admitted: 0, outcome: 'UnknownTicket' },
    })
    await expectError(await remove(`/sessions/${mine.session}`, mine.owner), 'in_use', '1 recorded check-in.')
  })

  it('removes what nothing uses, and keeps its record', async () => {
    const { id } = await create('/venues', org.owner, { organizerId: org.id, name: 'Gone' })
    expect((await remove(`/venues/${id}`, org.manager)).status).toBe(204)
    await expectError(await remove(`/venues/${id}`, org.manager), 'venue_not_found')
    const [record] = await historyOf(org.id, org.owner, id)
    expect(record).toMatchObject({
      action: 'venue.delete',
      by: org.manager,
      change: {},
      before: { name: 'Gone' },
    })
  })
})

describe('sessions', () => {
  const path = () => `/events/${org.event}/sessions`

  it('are all created or none', async () => {
    const before = await readBody<{ data: Session[] }>(`${path()}?pageSize=500`, org.owner)
    const { series } = await addSeries(org, [], org.otherEvent)
    for (const [wrong, code, message] of [
      [{ seriesId: series }, 'series_not_found', 'sessions.1.seriesId: '],
      [{ venueId: await addVenue(other.id) }, 'unknown_venue', 'sessions.1.venueId: '],
      [{ id: org.session }, 'id_taken', undefined],
    ] as const) {
      const { response } = await send('POST', path(), org.owner, newSessions({}, wrong, {}))
      await expectError(response, code, message)
    }
    const after = await readBody<{ data: Session[] }>(`${path()}?pageSize=500`, org.owner)
    expect(after).toEqual(before)
  })

  it('are created once, also where only some of them exist', async () => {
    const [a, b, c] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const
    const first = await create<{ data: Session[] }>(path(), org.owner, newSessions({ id: a }, { id: b }))
    const again = await create<{ data: Session[] }>(
      path(),
      org.owner,
      newSessions({ id: c }, { id: b }, { id: a }),
    )
    expect(again.data.map(({ id }) => id)).toEqual([c, b, a])
    expect(again.data.slice(1).reverse()).toEqual(first.data)
    expect((await historyOf(org.id, org.owner, a)).map(({ action }) => action)).toEqual(['session.create'])
    const { response } = await send('POST', path(), org.owner, newSessions({ id: a, capacity: 301 }))
    await expectError(response, 'id_taken')
  })

  it('that exist do not keep others from being created beside them, whatever they need', async () => {
    const venueId = await addVenue(org.id)
    const [known, id] = [crypto.randomUUID(), crypto.randomUUID()]
    await create(path(), org.owner, newSessions({ id: known, venueId }))
    await send('PATCH', `/sessions/${known}`, org.owner, { venueId: null })
    expect((await remove(`/venues/${venueId}`, org.owner)).status).toBe(204)
    const { data } = await create<{ data: Session[] }>(
      path(),
      org.owner,
      newSessions({ id: known, venueId }, { id, venueId: null }),
    )
    expect(data.map((session) => session.id)).toEqual([known, id])
  })

  it('are created by the hundred', async () => {
    const many = Array.from({ length: 500 }, (_, day) => ({
      startsAt: new Date(Date.UTC(2030, 0, 1 + day)).toISOString(),
    }))
    const { data } = await create<{ data: Session[] }>(path(), org.owner, newSessions(...many))
    expect(data.map(({ startsAt }) => startsAt)).toEqual(many.map(({ startsAt }) => startsAt))
  })

  it.each([
    ['none', [], /^sessions: must be a list of 1 to 500 sessions/],
    ['501', Array(501).fill({}), /^sessions: must be a list of 1 to 500 sessions/],
    [
      'two with one id',
      [{ id: '7d9f0000-0000-4000-8000-000000000001' }, { id: '7D9F0000-0000-4000-8000-000000000001' }],
      /^sessions: must have different ids/,
    ],
    ['a wrong one', [{}, { capacity: 1.5 }], /^sessions\.1\.capacity: must be a whole number/],
    ['an unknown field', [{ price: 3 }], /^sessions\.0: Unknown field "price"/],
  ])('400 for %s', async (_, sessions, message) => {
    const { response } = await send('POST', path(), org.owner, newSessions(...(sessions as object[])))
    await expectError(response, 'invalid_request', message)
  })

  it('413 above 1 MiB, and 64 KiB elsewhere', async () => {
    const body = (bytes: number) => JSON.stringify({ sessions: ' '.repeat(bytes) })
    await expectError((await send('POST', path(), org.owner, body(1_000_000))).response, 'invalid_request')
    await expectError(
      (await send('POST', path(), org.owner, body(1_048_600))).response,
      'payload_too_large',
      '1024 KiB',
    )
    const { response } = await send('POST', '/venues', org.owner, body(70_000))
    await expectError(response, 'payload_too_large', '64 KiB')
  })
})

it('the history of the organizer has everything, and one entity alone', async () => {
  const mine = await makeOrganizer()
  await query("UPDATE members SET name = 'Mia Berg' WHERE subject = ?", mine.manager)
  const venue = await create('/venues', mine.manager, { organizerId: mine.id, name: 'Hall' })
  await send('PATCH', `/organizers/${mine.id}`, mine.owner, { name: 'Nights' })
  await remove(`/venues/${venue.id}`, mine.owner)
  const all = await historyOf(mine.id, mine.owner)
  expect(all.map(({ action, byName }) => [action, byName])).toEqual([
    ['venue.delete', null],
    ['organizer.update', null],
    ['venue.create', 'Mia Berg'],
  ])
  expect(all[1]).toMatchObject({
    change: { name: 'Nights' },
    before: { name: 'Organizer' },
    entityId: mine.id,
  })
  expect(await historyOf(mine.id, mine.owner, venue.id)).toHaveLength(2)
  expect(await historyOf(mine.id, mine.owner, 'nothing')).toEqual([])
  // Another organizer's records are never in it.
  expect(await historyOf(org.id, org.owner, venue.id)).toEqual([])
  const page = await readBody<{ data: unknown[]; links: { next: string } }>(
    `/organizers/${mine.id}/history?pageSize=2`,
    mine.owner,
  )
  expect(page.data).toHaveLength(2)
  const rest = await readBody<{ data: unknown[]; links: { next: null } }>(
    page.links.next.replace('/api/organizer/v1', ''),
    mine.owner,
  )
  expect(rest).toMatchObject({ data: [{ action: 'venue.create' }], links: { next: null } })
})
