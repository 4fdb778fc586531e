// The list of sessions that a subject may see: which, and in which order.
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../support/api.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import {
  addSessions,
  getSessions as get,
  getAllSessions as getAll,
  sessionsPath as path,
} from '../../../support/sessions.ts'

const HOUR = 3_600_000
const LONG_AGO = '2000-01-01T00:00:00Z'

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

describe('a session on the list', () => {
  it('has every value', async () => {
    const venue = await addVenue(org.id)
    const startsAt = Date.now() + HOUR
    const { series, sessions } = await addSeries(org, [startsAt])
    const id = sessions[0] as string
    await query('UPDATE sessions SET venue_id = ?, doors_open_offset_minutes = 90 WHERE id = ?', venue, id)
    await addTickets(org, [{}, {}, { status: 'CheckedIn' }, { status: 'Refunded' }], id)
    const { data, links } = await get(org.staff, path())
    expect(data).toEqual([
      {
        id,
        organizerId: org.id,
        organizerName: 'Organizer',
        eventId: org.event,
        eventName: 'Event',
        timeZone: 'UTC',
        seriesId: series,
        seriesName: 'Series',
        venueName: 'Venue',
        startsAt: new Date(startsAt).toISOString(),
        doorsOpenAt: new Date(startsAt - 1.5 * HOUR).toISOString(),
        ...{ cancelledAt: null, cancelNotice: null },
        capacity: 100,
        counts: { Valid: 2, CheckedIn: 1, Refunded: 1, Voided: 0 },
      },
    ])
    expect(links).toEqual({ self: '/api/v1/sessions', next: null })
  })

  it('has null where it has no value', async () => {
    const { data } = await get(org.eventStaff, path({ from: LONG_AGO }))
    expect(data).toMatchObject([{ seriesId: null, seriesName: null, venueName: null, doorsOpenAt: null }])
  })

  it('is for its caller alone', async () => {
    const { headers } = await call(path(), { subject: org.staff })
    expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual([
      'private, no-cache',
      'Authorization',
    ])
  })
})

describe('which sessions', () => {
  it.each(['owner', 'manager', 'staff'] as const)('all of the organizer for %s', async (role) => {
    const { ids } = await get(org[role], path({ from: LONG_AGO }))
    expect(ids.sort()).toEqual([org.session, org.otherEventSession].sort())
  })

  it('those of one event for staff who are limited to it', async () => {
    expect((await get(org.eventStaff, path({ from: LONG_AGO }))).ids).toEqual([org.session])
  })

  it('those of all organizers that the subject is a member of', async () => {
    const other = await makeOrganizer()
    await insert('members', {
      organizer_id: other.id,
      subject: org.staff,
      role: 'staff',
      event_id: other.otherEvent,
    })
    const { ids } = await get(org.staff, path({ from: LONG_AGO }))
    expect(ids.sort()).toEqual([org.session, org.otherEventSession, other.otherEventSession].sort())
  })

  it('none without a membership, or with one limited to an event of another organizer', async () => {
    const other = await makeOrganizer()
    const confused = `confused-${crypto.randomUUID()}`
    await insert('members', {
      organizer_id: org.id,
      subject: confused,
      role: 'staff',
      event_id: other.event,
    })
    for (const subject of [org.stranger, confused]) {
      expect(await get(subject, path({ from: LONG_AGO }))).toMatchObject({
        data: [],
        links: { self: `/api/v1/sessions?from=${encodeURIComponent(LONG_AGO)}`, next: null },
      })
      expect((await get(subject, path({ from: LONG_AGO, eventId: org.event }))).data).toEqual([])
      expect((await get(subject, path({ from: LONG_AGO, eventId: other.event }))).data).toEqual([])
    }
  })

  it('those of eventId, if the subject may see them', async () => {
    const asked = (eventId: string) => path({ from: LONG_AGO, eventId })
    expect((await get(org.staff, asked(org.otherEvent))).ids).toEqual([org.otherEventSession])
    expect((await get(org.eventStaff, asked(org.event.toUpperCase()))).ids).toEqual([org.session])
    expect((await get(org.eventStaff, asked(org.otherEvent))).ids).toEqual([])
    expect((await get(org.staff, asked((await makeOrganizer()).event))).ids).toEqual([])
    expect((await get(org.staff, asked(crypto.randomUUID()))).ids).toEqual([])
  })

  it('from includes its instant, to does not; without from, those of the last 12 hours too', async () => {
    const now = Date.now()
    const starts = [-13, -11, 1, 2, 3].map((hours) => now + hours * HOUR)
    const [, recent, first, second, third] = await addSessions(org.event, starts)
    const at = (index: number) => new Date(starts[index] as number).toISOString()
    expect((await get(org.staff, path())).ids).toEqual([recent, first, second, third])
    expect((await get(org.staff, path({ from: at(2), to: at(4) }))).ids).toEqual([first, second])
    expect((await get(org.staff, path({ from: at(4), to: at(2) }))).ids).toEqual([])
    expect((await get(org.staff, path({ to: at(2) }))).ids).toEqual([recent])
  })

  it('follow an event that moves to another organizer, and a session that moves to another event', async () => {
    const other = await makeOrganizer()
    await query('UPDATE events SET organizer_id = ? WHERE id = ?', other.id, org.event)
    expect((await get(org.staff, path({ from: LONG_AGO }))).ids).toEqual([org.otherEventSession])
    expect((await get(other.staff, path({ from: LONG_AGO }))).ids).toContain(org.session)
    await query('UPDATE sessions SET event_id = ? WHERE id = ?', org.otherEvent, org.session)
    expect((await get(other.staff, path({ from: LONG_AGO }))).ids).not.toContain(org.session)
    expect((await get(org.staff, path({ from: LONG_AGO }))).ids).toContain(org.session)
    // What a writer gives for the derived column does not count.
    await query('UPDATE sessions SET organizer_id = ? WHERE id = ?', other.id, org.session)
    expect((await get(org.staff, path({ from: LONG_AGO }))).ids).toContain(org.session)
  })
})

describe('the order and its pages', () => {
  it('are by start, then id, across organizers and events', async () => {
    const other = await makeOrganizer()
    await insert('members', { organizer_id: other.id, subject: org.staff, role: 'staff' })
    const start = Date.now() + HOUR
    for (const event of [org.event, org.otherEvent, other.event, other.otherEvent]) {
      await addSessions(event, [start, start, start + 1, start + 2, start + 2])
    }
    const expected = await query<{ id: string }>(
      `SELECT sessions.id FROM sessions JOIN events ON events.id = event_id
       WHERE events.organizer_id IN (?, ?) ORDER BY starts_at, sessions.id`,
      org.id,
      other.id,
    )
    for (const pageSize of [1, 3, 7, 100, 101]) {
      expect(await getAll(org.staff, { from: LONG_AGO, pageSize })).toEqual(expected.map(({ id }) => id))
    }
  })

  it('have 20 sessions unless pageSize says otherwise, and 100 at most', async () => {
    await addSessions(
      org.event,
      Array.from({ length: 120 }, (_, i) => Date.now() + i * HOUR),
    )
    expect((await get(org.staff, path())).data).toHaveLength(20)
    for (const pageSize of [100, 101, 5_000]) {
      expect((await get(org.staff, path({ pageSize }))).data).toHaveLength(100)
    }
    expect(await getAll(org.staff, {})).toHaveLength(120)
  })

  it('do not skip or repeat a session while others are added and deleted', async () => {
    const starts = [1, 2, 3, 4].map((hours) => Date.now() + hours * HOUR)
    const ids = await addSessions(org.event, starts)
    const first = await get(org.staff, path({ pageSize: 2 }))
    expect(first.ids).toEqual(ids.slice(0, 2))
    await query('DELETE FROM sessions WHERE id = ?', ids[1] as string)
    await addSessions(org.event, [starts[0] as number])
    expect((await get(org.staff, first.links.next as string)).ids).toEqual(ids.slice(2))
  })

  it('400 for a cursor that is damaged or belongs to other parameters', async () => {
    await addSessions(org.event, [Date.now() + HOUR, Date.now() + HOUR])
    const { links } = await get(org.staff, path({ pageSize: 1 }))
    const cursor = new URL(links.next as string, 'https://a').searchParams.get('cursor') as string
    for (const parameters of [
      { cursor: cursor.slice(1) },
      { cursor: 'x' },
      { cursor, eventId: org.event },
      { cursor, from: LONG_AGO },
      { cursor, to: '2100-01-01T00:00:00Z' },
    ]) {
      await expectError(await call(path(parameters), { subject: org.staff }), 'invalid_cursor', /^cursor: /)
    }
  })
})

describe('400', () => {
  it.each([
    ['from', '2026-06-12', /^from: must be an ISO 8601 date and time/],
    ['to', 'x', /^to: must be an ISO 8601 date and time/],
    ['eventId', 'x', /^eventId: must be a UUID/],
    ['pageSize', '0', /^pageSize: must be a whole number, 1 or more/],
  ])('for %s=%s', async (name, value, message) => {
    await expectError(await call(path({ [name]: value }), { subject: org.staff }), 'invalid_request', message)
  })
})
