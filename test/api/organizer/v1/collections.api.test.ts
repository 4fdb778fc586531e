// The lists of what a subject manages: events, venues and listings.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { call, expectError, withQuery } from '../../../support/api.ts'
import { EVENTS_PATH, getAll, getList, LISTINGS_PATH, VENUES_PATH } from '../../../support/console.ts'
import { addListing } from '../../../support/operations.ts'
import { addSeries, addVenue, insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Event = Schemas['EventItem']
type Venue = Schemas['VenueItem']
type Listing = Schemas['ListingItem']

const PATHS = [EVENTS_PATH, VENUES_PATH, LISTINGS_PATH]

/** Renames an organizer, so that the order of organizers is known. */
const rename = (organizer: string, name: string) =>
  query('UPDATE organizers SET name = ? WHERE id = ?', name, organizer)

/** A subject with a role in each organizer. */
const addMember = async (organizers: Organizer[], role: string): Promise<string> => {
  const subject = `${role}-${crypto.randomUUID()}`
  await insert('members', ...organizers.map(({ id }) => ({ organizer_id: id, subject, role })))
  return subject
}

let first: Organizer
let second: Organizer
let both: string
beforeAll(async () => {
  first = await makeOrganizer()
  second = await makeOrganizer()
  await rename(first.id, 'A first organizer')
  await rename(second.id, 'B second organizer')
  both = await addMember([first, second], 'manager')
})

describe('a list', () => {
  it.each(PATHS)(
    'at %s is empty for staff and strangers, and has the organizer’s items for managers',
    async (path) => {
      await addVenue(first.id)
      await addListing(first.id)
      for (const subject of [first.staff, first.eventStaff, first.stranger]) {
        const { data, links } = await getList(subject, path)
        expect({ data, links }).toEqual({ data: [], links: { self: path, next: null } })
      }
      for (const subject of [first.owner, first.manager]) {
        expect((await getList(subject, path)).data.length).toBeGreaterThan(0)
      }
    },
  )

  it.each(PATHS)('at %s is private, and one round trip', async (path) => {
    const response = await call(path, { subject: first.owner })
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('Vary')).toMatch(/Authorization/)
    expect((await getList(first.owner, path)).trips).toBe(1)
  })

  it.each(PATHS)(
    'at %s rejects a damaged cursor, one of another list, and a page size of 0',
    async (path) => {
      for (const cursor of ['x', 'WyJVaFh']) {
        await expectError(await call(withQuery(path, { cursor }), { subject: both }), 'invalid_cursor')
      }
      for (const other of PATHS.filter((each) => each !== path)) {
        const { links } = await getList(both, withQuery(other, { pageSize: 1 }))
        const cursor = new URLSearchParams(links.next?.split('?')[1]).get('cursor') ?? 'x'
        await expectError(await call(withQuery(path, { cursor }), { subject: both }), 'invalid_cursor')
      }
      await expectError(
        await call(withQuery(path, { pageSize: 0 }), { subject: both }),
        'invalid_request',
        /pageSize/,
      )
    },
  )
})

describe('events', () => {
  it('have their organizer and their series, and are ordered by organizer and name', async () => {
    const org = await makeOrganizer()
    const { series } = await addSeries(org, [])
    await query("UPDATE series SET name = 'Zweite' WHERE id = ?", series)
    const { series: other } = await addSeries(org, [])
    expect((await getList<Event>(org.owner, EVENTS_PATH)).data).toEqual([
      {
        id: org.event,
        name: 'Event',
        organizerId: org.id,
        organizerName: 'Organizer',
        ...{ timeZone: 'UTC', walkIns: false },
        series: [
          { id: other, name: 'Series' },
          { id: series, name: 'Zweite' },
        ],
      },
      {
        id: org.otherEvent,
        name: 'Other event',
        organizerId: org.id,
        organizerName: 'Organizer',
        ...{ timeZone: 'UTC', walkIns: false },
        series: [],
      },
    ])
    const { data } = await getList<Event>(both, EVENTS_PATH)
    expect(data.map(({ organizerId, name }) => [organizerId, name])).toEqual([
      [first.id, 'Event'],
      [first.id, 'Other event'],
      [second.id, 'Event'],
      [second.id, 'Other event'],
    ])
  })
})

describe('listings', () => {
  it('come latest updated first, of one status or of all, with null for no start', async () => {
    const org = await makeOrganizer()
    const ids = [await addListing(org.id), await addListing(org.id), await addListing(org.id)]
    const set = (index: number, column: string, value: string | number) =>
      query(`UPDATE listings SET ${column} = ? WHERE id = ?`, value, ids[index] as string)
    await set(1, 'updated_at', Date.UTC(2027, 0, 1))
    await set(2, 'updated_at', Date.UTC(2026, 5, 1))
    await set(2, 'status', 'Published')
    await set(2, 'starts_at', Date.UTC(2026, 5, 2))
    const list = async (parameters: Record<string, string | number>) =>
      (await getList<Listing>(org.manager, withQuery(LISTINGS_PATH, parameters))).data
    const all = await list({})
    expect(all.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
    expect(all[1]).toEqual({
      id: ids[2],
      organizerId: org.id,
      title: 'Listing',
      slug: expect.any(String),
      status: 'Published',
      startsAt: '2026-06-02T00:00:00.000Z',
      publishedAt: null,
      missing: ['venueCity'],
      updatedAt: '2026-06-01T00:00:00.000Z',
    })
    expect(all[0]).toMatchObject({ startsAt: null, status: 'Draft', missing: ['startsAt', 'venueCity'] })
    expect((await list({ status: 'Draft' })).map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect(await list({ status: 'Archived' })).toEqual([])
    expect((await list({ status: '' })).length).toBe(3)
    const rejected = await call(withQuery(LISTINGS_PATH, { status: 'draft' }), { subject: org.manager })
    await expectError(rejected, 'invalid_request', /^status: must be one of Draft, /)
  })

  it('of another status do not fit a cursor', async () => {
    const org = await makeOrganizer()
    for (let index = 0; index < 3; index++) await addListing(org.id)
    const { links } = await getList<Listing>(org.owner, withQuery(LISTINGS_PATH, { pageSize: 1 }))
    const response = await call(`${links.next}&status=Draft`, { subject: org.owner })
    await expectError(response, 'invalid_cursor')
  })
})

describe('pages', () => {
  it('have every item of every managed organizer once, in order, with any page size (property)', async () => {
    const name = fc.constantFrom('A', 'B', 'a', 'É', '', 'Z z')
    const items = fc.array(fc.record({ name, mine: fc.boolean(), day: fc.nat(3) }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        items,
        name,
        name,
        fc.integer({ min: 1, max: 5 }),
        async (made, nameA, nameB, pageSize) => {
          const orgs = [await makeOrganizer(), await makeOrganizer()] as const
          await rename(orgs[0].id, nameA)
          await rename(orgs[1].id, nameB)
          const subject = await addMember([...orgs], 'owner')
          for (const item of made) {
            const organizer_id = orgs[item.mine ? 0 : 1].id
            await insert('venues', { id: crypto.randomUUID(), organizer_id, name: item.name })
            const listing = await addListing(organizer_id)
            await query('UPDATE listings SET updated_at = ? WHERE id = ?', item.day, listing)
          }
          const venues = await query<Venue>(
            `SELECT venues.id, venues.name, organizer_id AS organizerId FROM venues
           JOIN organizers ON organizers.id = organizer_id WHERE organizer_id IN (?, ?)
           ORDER BY organizers.name, organizers.id, venues.name, venues.id`,
            orgs[0].id,
            orgs[1].id,
          )
          const listings = await query<{ id: string }>(
            'SELECT id FROM listings WHERE organizer_id IN (?, ?) ORDER BY updated_at DESC, id DESC',
            orgs[0].id,
            orgs[1].id,
          )
          expect(await getAll<Venue>(subject, withQuery(VENUES_PATH, { pageSize }))).toEqual(venues)
          const listed = await getAll<Listing>(subject, withQuery(LISTINGS_PATH, { pageSize }))
          expect(listed.map(({ id }) => id)).toEqual(listings.map(({ id }) => id))
          const events = await getAll<Event>(subject, withQuery(EVENTS_PATH, { pageSize }))
          expect(events.map(({ id }) => id).sort()).toEqual(
            orgs.flatMap(({ event, otherEvent }) => [event, otherEvent]).sort(),
          )
        },
      ),
      { numRuns: runs(25) },
    )
  })
})

describe('the cost', () => {
  it('is bounded by the page and the organizers, however many rows there are', async () => {
    const org = await makeOrganizer()
    const ids = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)`
    const uuid = `lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6)))`
    await query(
      `${ids} INSERT INTO venues (id, organizer_id, name) SELECT ${uuid}, ?, 'V' || n FROM c`,
      org.id,
    )
    await query(
      `${ids} INSERT INTO events (id, organizer_id, name) SELECT ${uuid}, ?, 'E' || n FROM c`,
      org.id,
    )
    await query(
      `${ids} INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at)
       SELECT ${uuid}, ?, 'L', ${uuid}, 0, n FROM c`,
      org.id,
    )
    for (const path of [...PATHS, withQuery(LISTINGS_PATH, { status: 'Draft' })]) {
      const sized = `${path}${path.includes('?') ? '&' : '?'}pageSize=10`
      const page = await getList(org.owner, sized)
      const next = await getList(org.owner, page.links.next as string)
      for (const { rows, trips, data } of [page, next]) {
        expect(data).toHaveLength(10)
        expect(trips).toBe(1)
        expect(rows, `${path}: ${rows} rows`).toBeLessThanOrEqual(6 * 11 + 10)
      }
    }
  })
})
