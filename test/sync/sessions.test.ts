// The list of sessions that a subject may see: which, in which order, and what it costs.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { SessionPage } from '../../src/api/schemas/session-list.ts'
import { call, expectError, readCost } from '../support/api.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  insert,
  makeWorld,
  query,
  sessionRow,
  type World,
} from '../support/rows.ts'

type Page = z.infer<typeof SessionPage>

const HOUR = 3_600_000
const LONG_AGO = '2000-01-01T00:00:00Z'

const path = (parameters: Record<string, string | number> = {}): string =>
  `/api/v1/sessions?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`

const get = async (subject: string, url: string) => {
  const response = await call(url, { subject })
  const body = await response.json<Page>()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return { ...body, ids: body.data.map(({ id }) => id), ...readCost(response) }
}

/** The ids of all pages. */
const getAll = async (subject: string, parameters: Record<string, string | number>): Promise<string[]> => {
  const ids: string[] = []
  for (let next: string | null = path(parameters); next !== null; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(subject, next)
    ids.push(...page.ids)
    next = page.links.next
  }
  return ids
}

/** Adds sessions to an event, by their starts; returns the ids. */
const addSessions = async (event: string, starts: number[]): Promise<string[]> => {
  const ids = starts.map(() => crypto.randomUUID() as string)
  await insert(
    'sessions',
    ...ids.map((id, i) => ({ ...sessionRow(id, event), starts_at: starts[i] as number })),
  )
  return ids
}

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

describe('a session on the list', () => {
  it('has every value', async () => {
    const venue = await addVenue(world.organizer)
    const startsAt = Date.now() + HOUR
    const { series, sessions } = await addSeries(world, [startsAt])
    const id = sessions[0] as string
    await query('UPDATE sessions SET venue_id = ?, doors_open_offset_minutes = 90 WHERE id = ?', venue, id)
    await addTickets(world, [{}, {}, { status: 'CheckedIn' }, { status: 'Refunded' }], id)
    const { data, links } = await get(world.staff, path())
    expect(data).toEqual([
      {
        id,
        organizerId: world.organizer,
        organizerName: 'Organizer',
        eventId: world.event,
        eventName: 'Event',
        seriesId: series,
        seriesName: 'Series',
        venueName: 'Venue',
        startsAt: new Date(startsAt).toISOString(),
        doorsOpenAt: new Date(startsAt - 1.5 * HOUR).toISOString(),
        capacity: 100,
        counts: { Valid: 2, CheckedIn: 1, Refunded: 1, Voided: 0 },
      },
    ])
    expect(links).toEqual({ self: '/api/v1/sessions', next: null })
  })

  it('has null where it has no value', async () => {
    const { data } = await get(world.eventStaff, path({ from: LONG_AGO }))
    expect(data).toMatchObject([{ seriesId: null, seriesName: null, venueName: null, doorsOpenAt: null }])
  })

  it('is for its caller alone', async () => {
    const { headers } = await call(path(), { subject: world.staff })
    expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual([
      'private, no-cache',
      'Authorization',
    ])
  })
})

describe('which sessions', () => {
  it.each(['owner', 'manager', 'staff'] as const)('all of the organizer for %s', async (role) => {
    const { ids } = await get(world[role], path({ from: LONG_AGO }))
    expect(ids.sort()).toEqual([world.session, world.otherEventSession].sort())
  })

  it('those of one event for staff who are limited to it', async () => {
    expect((await get(world.eventStaff, path({ from: LONG_AGO }))).ids).toEqual([world.session])
  })

  it('those of all organizers that the subject is a member of', async () => {
    const other = await makeWorld()
    await insert('members', {
      organizer_id: other.organizer,
      subject: world.staff,
      role: 'staff',
      event_id: other.otherEvent,
    })
    const { ids } = await get(world.staff, path({ from: LONG_AGO }))
    expect(ids.sort()).toEqual([world.session, world.otherEventSession, other.otherEventSession].sort())
  })

  it('none without a membership, or with one limited to an event of another organizer', async () => {
    const other = await makeWorld()
    const confused = `confused-${crypto.randomUUID()}`
    await insert('members', {
      organizer_id: world.organizer,
      subject: confused,
      role: 'staff',
      event_id: other.event,
    })
    for (const subject of [world.stranger, confused]) {
      expect(await get(subject, path({ from: LONG_AGO }))).toMatchObject({
        data: [],
        links: { self: `/api/v1/sessions?from=${encodeURIComponent(LONG_AGO)}`, next: null },
      })
      expect((await get(subject, path({ from: LONG_AGO, eventId: world.event }))).data).toEqual([])
      expect((await get(subject, path({ from: LONG_AGO, eventId: other.event }))).data).toEqual([])
    }
  })

  it('those of eventId, if the subject may see them', async () => {
    const asked = (eventId: string) => path({ from: LONG_AGO, eventId })
    expect((await get(world.staff, asked(world.otherEvent))).ids).toEqual([world.otherEventSession])
    expect((await get(world.eventStaff, asked(world.event.toUpperCase()))).ids).toEqual([world.session])
    expect((await get(world.eventStaff, asked(world.otherEvent))).ids).toEqual([])
    expect((await get(world.staff, asked((await makeWorld()).event))).ids).toEqual([])
    expect((await get(world.staff, asked(crypto.randomUUID()))).ids).toEqual([])
  })

  it('from includes its instant, to does not; without from, those of the last 12 hours too', async () => {
    const now = Date.now()
    const starts = [-13, -11, 1, 2, 3].map((hours) => now + hours * HOUR)
    const [, recent, first, second, third] = await addSessions(world.event, starts)
    const at = (index: number) => new Date(starts[index] as number).toISOString()
    expect((await get(world.staff, path())).ids).toEqual([recent, first, second, third])
    expect((await get(world.staff, path({ from: at(2), to: at(4) }))).ids).toEqual([first, second])
    expect((await get(world.staff, path({ from: at(4), to: at(2) }))).ids).toEqual([])
    expect((await get(world.staff, path({ to: at(2) }))).ids).toEqual([recent])
  })

  it('follow an event that moves to another organizer, and a session that moves to another event', async () => {
    const other = await makeWorld()
    await query('UPDATE events SET organizer_id = ? WHERE id = ?', other.organizer, world.event)
    expect((await get(world.staff, path({ from: LONG_AGO }))).ids).toEqual([world.otherEventSession])
    expect((await get(other.staff, path({ from: LONG_AGO }))).ids).toContain(world.session)
    await query('UPDATE sessions SET event_id = ? WHERE id = ?', world.otherEvent, world.session)
    expect((await get(other.staff, path({ from: LONG_AGO }))).ids).not.toContain(world.session)
    expect((await get(world.staff, path({ from: LONG_AGO }))).ids).toContain(world.session)
    // What a writer gives for the derived column does not count.
    await query('UPDATE sessions SET organizer_id = ? WHERE id = ?', other.organizer, world.session)
    expect((await get(world.staff, path({ from: LONG_AGO }))).ids).toContain(world.session)
  })
})

describe('the order and its pages', () => {
  it('are by start, then id, across organizers and events', async () => {
    const other = await makeWorld()
    await insert('members', { organizer_id: other.organizer, subject: world.staff, role: 'staff' })
    const start = Date.now() + HOUR
    for (const event of [world.event, world.otherEvent, other.event, other.otherEvent]) {
      await addSessions(event, [start, start, start + 1, start + 2, start + 2])
    }
    const expected = await query<{ id: string }>(
      `SELECT sessions.id FROM sessions JOIN events ON events.id = event_id
       WHERE events.organizer_id IN (?, ?) ORDER BY starts_at, sessions.id`,
      world.organizer,
      other.organizer,
    )
    for (const pageSize of [1, 3, 7, 100, 101]) {
      expect(await getAll(world.staff, { from: LONG_AGO, pageSize })).toEqual(expected.map(({ id }) => id))
    }
  })

  it('have 20 sessions unless pageSize says otherwise, and 100 at most', async () => {
    await addSessions(
      world.event,
      Array.from({ length: 120 }, (_, i) => Date.now() + i * HOUR),
    )
    expect((await get(world.staff, path())).data).toHaveLength(20)
    for (const pageSize of [100, 101, 5_000]) {
      expect((await get(world.staff, path({ pageSize }))).data).toHaveLength(100)
    }
    expect(await getAll(world.staff, {})).toHaveLength(120)
  })

  it('do not skip or repeat a session while others are added and deleted', async () => {
    const starts = [1, 2, 3, 4].map((hours) => Date.now() + hours * HOUR)
    const ids = await addSessions(world.event, starts)
    const first = await get(world.staff, path({ pageSize: 2 }))
    expect(first.ids).toEqual(ids.slice(0, 2))
    await query('DELETE FROM sessions WHERE id = ?', ids[1] as string)
    await addSessions(world.event, [starts[0] as number])
    expect((await get(world.staff, first.links.next as string)).ids).toEqual(ids.slice(2))
  })

  it('400 for a cursor that is damaged or belongs to other parameters', async () => {
    await addSessions(world.event, [Date.now() + HOUR, Date.now() + HOUR])
    const { links } = await get(world.staff, path({ pageSize: 1 }))
    const cursor = new URL(links.next as string, 'https://a').searchParams.get('cursor') as string
    for (const parameters of [
      { cursor: cursor.slice(1) },
      { cursor: 'x' },
      { cursor, eventId: world.event },
      { cursor, from: LONG_AGO },
      { cursor, to: '2100-01-01T00:00:00Z' },
    ]) {
      await expectError(await call(path(parameters), { subject: world.staff }), 'invalid_cursor', /^cursor: /)
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
    await expectError(
      await call(path({ [name]: value }), { subject: world.staff }),
      'invalid_request',
      message,
    )
  })
})

describe('the cost', () => {
  const ORGANIZERS = 12
  const member = `member-${crypto.randomUUID()}`
  const limited = `limited-${crypto.randomUUID()}`
  let event: string

  /** Adds sessions by one statement: one each hour, in events of their own. */
  const addMany = async (organizer: World, past: number, future: number): Promise<void> => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT -${past} UNION ALL SELECT n + 1 FROM c WHERE n < ${future})
       INSERT INTO events (id, organizer_id, name)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, 'E' || n FROM c`,
      organizer.organizer,
    )
    await query(
      `INSERT INTO sessions (id, event_id, venue_id, series_id, starts_at, capacity)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), id, ?, NULL,
         ? + 3600000 * CAST(substr(name, 2) AS INTEGER), 10 FROM events WHERE organizer_id = ? AND name LIKE 'E_%'
         AND name <> 'Event'`,
      await addVenue(organizer.organizer),
      Date.now(),
      organizer.organizer,
    )
    const { series } = await addSeries(
      organizer,
      Array.from({ length: 40 }, (_, i) => Date.now() + i * HOUR),
    )
    const venue = await addVenue(organizer.organizer)
    await query('UPDATE sessions SET venue_id = ? WHERE series_id = ?', venue, series)
  }

  beforeAll(async () => {
    for (let index = 0; index < ORGANIZERS; index++) {
      const organizer = await makeWorld()
      await addMany(organizer, index === 0 ? 3_000 : 50, 60)
      event = organizer.event
      const row = { organizer_id: organizer.organizer, role: 'staff' }
      await insert(
        'members',
        { ...row, subject: member },
        { ...row, subject: limited, event_id: organizer.event },
      )
    }
    // As `PRAGMA optimize` leaves it when run on a small database.
    await query('ANALYZE')
    await query(
      `UPDATE sqlite_stat1 SET stat = '1 1' WHERE tbl IN ('members', 'events', 'organizers', 'series', 'venues')`,
    )
    await query('ANALYZE sqlite_schema')
  })

  it.each([1, 20, 100])('is bounded by the page and the memberships (pageSize %i)', async (pageSize) => {
    for (const subject of [member, limited]) {
      const first = await get(subject, path({ pageSize }))
      const second = await get(subject, first.links.next as string)
      const ofEvent = await get(subject, path({ pageSize, eventId: event }))
      for (const { rows, trips, data } of [first, second, ofEvent]) {
        expect(data.length).toBeGreaterThan(0)
        const bound = 9 * data.length + 10 * ORGANIZERS + 30
        expect({ trips, few: rows <= bound }, `${rows} rows, ${bound} allowed`).toEqual({
          trips: 1,
          few: true,
        })
      }
    }
  })

  it('does not grow with sessions that start at the same time', async () => {
    await addSessions(world.event, Array(300).fill(Date.now() + HOUR))
    for (const subject of [world.staff, world.eventStaff]) {
      const { rows, data } = await get(subject, path({ pageSize: 10 }))
      expect(rows, `${rows} rows`).toBeLessThanOrEqual(9 * data.length + 10 + 30)
    }
  })

  it('is small for a subject without a membership', async () => {
    expect((await get(world.stranger, path())).rows).toBeLessThanOrEqual(30)
  })
})
