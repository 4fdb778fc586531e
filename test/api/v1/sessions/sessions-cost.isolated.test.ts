// What the list of sessions costs, in rows read and round trips, which are the same on every machine.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSeries, addVenue, insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { addSessions, getSessions as get, sessionsPath as path } from '../../../support/sessions.ts'

const HOUR = 3_600_000

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

describe('the cost', () => {
  const ORGANIZERS = 12
  const member = `member-${crypto.randomUUID()}`
  const limited = `limited-${crypto.randomUUID()}`
  let event: string

  /** Adds sessions by one statement: one each hour, in events of their own. */
  const addMany = async (organizer: Organizer, past: number, future: number): Promise<void> => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT -${past} UNION ALL SELECT n + 1 FROM c WHERE n < ${future})
       INSERT INTO events (id, organizer_id, name)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, 'E' || n FROM c`,
      organizer.id,
    )
    await query(
      `INSERT INTO sessions (id, event_id, venue_id, series_id, starts_at, capacity)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), id, ?, NULL,
         ? + 3600000 * CAST(substr(name, 2) AS INTEGER), 10 FROM events WHERE organizer_id = ? AND name LIKE 'E_%'
         AND name <> 'Event'`,
      await addVenue(organizer.id),
      Date.now(),
      organizer.id,
    )
    const { series } = await addSeries(
      organizer,
      Array.from({ length: 40 }, (_, i) => Date.now() + i * HOUR),
    )
    const venue = await addVenue(organizer.id)
    await query('UPDATE sessions SET venue_id = ? WHERE series_id = ?', venue, series)
  }

  beforeAll(async () => {
    for (let index = 0; index < ORGANIZERS; index++) {
      const organizer = await makeOrganizer()
      await addMany(organizer, index === 0 ? 3_000 : 50, 60)
      event = organizer.event
      const row = { organizer_id: organizer.id, role: 'staff' }
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

  it.each([1, 20, 100])(
    'is bounded where every session has a series and a venue (pageSize %i)',
    async (pageSize) => {
      const starts = Array.from({ length: 220 }, (_, i) => Date.now() + i * HOUR)
      const { series } = await addSeries(org, starts)
      await query('UPDATE sessions SET venue_id = ? WHERE series_id = ?', await addVenue(org.id), series)
      for (const subject of [org.staff, org.eventStaff]) {
        const first = await get(subject, path({ pageSize }))
        const second = await get(subject, first.links.next as string)
        for (const { rows, data } of [first, second]) {
          expect(data).toHaveLength(pageSize)
          expect(rows).toBeLessThanOrEqual(9 * pageSize + 10 + 30)
        }
      }
    },
  )

  it('does not grow with sessions that start at the same time', async () => {
    await addSessions(org.event, Array(300).fill(Date.now() + HOUR))
    for (const subject of [org.staff, org.eventStaff]) {
      const { rows, data } = await get(subject, path({ pageSize: 10 }))
      expect(rows, `${rows} rows`).toBeLessThanOrEqual(9 * data.length + 10 + 30)
    }
  })

  it('is small for a subject without a membership', async () => {
    expect((await get(org.stranger, path())).rows).toBeLessThanOrEqual(30)
  })
})
