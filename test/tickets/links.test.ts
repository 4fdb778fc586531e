import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeCursor } from '../../src/api/cursor.ts'
import { SORT_KEYS } from '../../src/domain/tickets/sort.ts'
import { call, expectError, getPage, type Page, ticketsPath } from '../support/api.ts'
import {
  addSession,
  addTickets,
  insert,
  makeWorld,
  query,
  type TicketInput,
  type World,
} from '../support/rows.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

let world: World
let session: string
beforeAll(async () => {
  world = await makeWorld()
  session = await addSession(world)
})

/** Someone of the door for each run: a subject has 600 requests a minute. */
const newStaff = async (): Promise<string> => {
  const subject = `staff-${crypto.randomUUID()}`
  await insert('members', { organizer_id: world.organizer, subject, role: 'staff' })
  return subject
}

/** All pages from `path` on, by following one kind of link. */
const follow = async (subject: string, path: string, link: 'next' | 'prev'): Promise<Page[]> => {
  const pages: Page[] = []
  for (let at: string | null = path; at !== null; at = (pages.at(-1) as Page).links[link]) {
    pages.push(await getPage(subject, at))
    if (pages.length > 200) throw new Error('The links do not end.')
  }
  return pages
}

const checkIn = (ids: string[]) =>
  query(
    `UPDATE tickets SET status = 'CheckedIn' WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )

const idsOf = (pages: Page[]): string[] => pages.flatMap(({ data }) => data.map(({ id }) => id))

/** Few values, so that there are ties and missing ones in every sort. */
const ticket: fc.Arbitrary<TicketInput> = fc.record({
  ticket_number: fc.constantFrom('A', 'a', 'B', 'b-1', 'c'),
  status: fc.constantFrom(...STATUSES),
  seat_label: fc.constantFrom(null, 'A1', 'a1', 'B', 'é'),
  holder_email: fc.constantFrom(null, 'x@example.com', 'X@example.com', 'y@example.com'),
  checked_in_at: fc.constantFrom(null, 0, 1_000, 2_000),
  transfer_count: fc.nat(2),
})

const sortParameter = fc.constantFrom(...SORT_KEYS.flatMap((key) => [key, `-${key}`]))
const statusParameter = fc.constantFrom(undefined, ...STATUSES)

describe('links', () => {
  it('carry the query that was asked, each path-absolute', async () => {
    const own = await addSession(world)
    await addTickets(
      world,
      Array.from({ length: 7 }, () => ({ attendee_name: 'Anna' })),
      own,
    )
    const asked = { pageSize: 3, sort: '-transferCount', q: 'anna', status: 'Valid' }
    const { links } = await getPage(world.staff, ticketsPath(own, { ...asked, page: 2 }))
    expect(links.self).toBe(ticketsPath(own, { ...asked, page: 2 }))
    for (const [name, page] of [
      ['first', '1'],
      ['prev', '1'],
      ['next', '3'],
      ['last', '3'],
    ] as const) {
      const url = new URL(links[name] as string, 'https://x.example')
      const { cursor, ...others } = Object.fromEntries(url.searchParams)
      expect({ path: url.pathname, others }, name).toEqual({
        path: ticketsPath(own),
        others: { ...asked, pageSize: '3', page },
      })
      expect(cursor !== undefined, name).toBe(name === 'prev' || name === 'next')
    }
  })

  it('visit every ticket exactly once, forwards and backwards, for every sort, filter and page size', async () => {
    const tickets = await addTickets(
      world,
      fc.sample(ticket, { numRuns: 60, seed: 42 }).map((value, index) => ({
        ...value,
        ticket_type_id: Object.values(world.types)[index % 3] as string,
      })),
      session,
    )
    const rows = await query<{ id: string; status: string }>(
      `SELECT id, status FROM tickets WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(tickets),
    )
    await fc.assert(
      fc.asyncProperty(
        sortParameter,
        statusParameter,
        fc.integer({ min: 2, max: 70 }),
        fc.boolean(),
        async (sort, status, pageSize, search) => {
          const subject = await newStaff()
          const asked = { sort, pageSize, ...(status && { status }), ...(search && { q: 'b' }) }
          const [whole] = await follow(subject, ticketsPath(session, { ...asked, pageSize: 500 }), 'next')
          const expected = idsOf([whole as Page])
          if (!search) {
            const all = rows.filter((row) => status === undefined || row.status === status)
            expect(new Set(expected)).toEqual(new Set(all.map(({ id }) => id)))
            expect(expected).toHaveLength(all.length)
          }
          const forwards = await follow(subject, ticketsPath(session, asked), 'next')
          expect(idsOf(forwards)).toEqual(expected)
          expect(forwards.map(({ meta }) => meta.page)).toEqual(forwards.map((_, index) => index + 1))
          for (const { meta, links } of forwards) {
            expect(meta.hasNext).toBe(links.next !== null)
            expect(meta.hasPrevious).toBe(links.prev !== null)
            expect(meta.totalCount).toBe(expected.length)
          }
          const backwards = await follow(subject, (forwards.at(-1) as Page).links.self, 'prev')
          expect(idsOf(backwards.reverse())).toEqual(expected)
          // By number, the same pages.
          const page = Math.ceil(forwards.length / 2) + 1
          const byNumber = await getPage(subject, ticketsPath(session, { ...asked, page }))
          expect(byNumber.data).toEqual(forwards[page - 1]?.data ?? [])
          const last = await getPage(subject, byNumber.links.last)
          expect(last.data).toEqual(forwards.at(-1)?.data)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('go on where they were while tickets come, go and change before them', async () => {
    const own = await addSession(world)
    const ids = await addTickets(
      world,
      Array.from({ length: 40 }, () => ({})),
      own,
    )
    const first = await getPage(world.staff, ticketsPath(own, { status: 'Valid', pageSize: 10 }))
    const second = await getPage(world.staff, first.links.next as string)
    // Half of what was read is checked in, so that the list is shorter; and new tickets come in front.
    await checkIn(ids.slice(0, 15))
    await addTickets(world, [{ ticket_number: 'A-first' }, { ticket_number: 'A-second' }], own)
    const rest = await follow(world.staff, second.links.next as string, 'next')
    expect(idsOf([first, second, ...rest])).toEqual(ids)
    expect(rest.at(-1)?.meta).toMatchObject({ totalCount: 27, page: 4, hasNext: false })
  })

  it('go on from the page in front of which nothing is left', async () => {
    const own = await addSession(world)
    const ids = await addTickets(
      world,
      Array.from({ length: 6 }, () => ({})),
      own,
    )
    const first = await getPage(world.staff, ticketsPath(own, { status: 'Valid', pageSize: 2 }))
    const second = await getPage(world.staff, first.links.next as string)
    await checkIn(ids.slice(0, 2))
    const front = await getPage(world.staff, second.links.prev as string)
    expect(front.data).toEqual([])
    expect(idsOf(await follow(world.staff, front.links.next as string, 'next'))).toEqual(ids.slice(2))
    // Where no ticket is left at all there is nowhere to go.
    await checkIn(ids)
    const none = await getPage(world.staff, second.links.prev as string)
    expect(none).toMatchObject({ data: [], meta: { totalCount: 0 }, links: { prev: null, next: null } })
  })

  it('go back over every ticket while tickets come in front', async () => {
    const own = await addSession(world)
    const ids = await addTickets(
      world,
      Array.from({ length: 20 }, () => ({})),
      own,
    )
    const last = await getPage(world.staff, ticketsPath(own, { page: 4, pageSize: 5 }))
    await addTickets(
      world,
      Array.from({ length: 7 }, (_, i) => ({ ticket_number: `A${i}` })),
      own,
    )
    const pages = await follow(world.staff, last.links.prev as string, 'prev')
    const seen = idsOf([last, ...pages])
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(ids))
  })
})

describe('a cursor', () => {
  const cursorOf = (link: string | null): string =>
    new URL(link as string, 'https://x.example').searchParams.get('cursor') as string
  let next: string
  let own: string
  const asked = { pageSize: 2, sort: 'seatLabel', q: 't', status: 'Valid' }
  beforeAll(async () => {
    own = await addSession(world)
    await addTickets(
      world,
      Array.from({ length: 9 }, () => ({})),
      own,
    )
    next = cursorOf((await getPage(world.staff, ticketsPath(own, asked))).links.next)
  })

  it('works without the page number, and with another page size', async () => {
    const { meta } = await getPage(world.staff, ticketsPath(own, { ...asked, cursor: next }))
    expect(meta.page).toBe(2)
    const { data } = await getPage(world.staff, ticketsPath(own, { ...asked, cursor: next, pageSize: 5 }))
    expect(data.map(({ ticketNumber }) => ticketNumber)).toEqual([3, 4, 5, 6, 7].map((n) => `T-0000${n}`))
  })

  it.each([
    ['another sort', { sort: '-seatLabel' }],
    ['another search', { q: 't0' }],
    ['another filter', { status: 'Voided' }],
    ['another page', { page: 7 }],
  ])('is refused with %s', async (_, change) => {
    const response = await call(ticketsPath(own, { ...asked, ...change, cursor: next }), {
      subject: world.staff,
    })
    await expectError(response, 'invalid_cursor', /^cursor: /)
  })

  it('is refused without the search or filter it was made for', async () => {
    for (const { q, status } of [{ q: asked.q }, { status: asked.status }] as {
      q?: string
      status?: string
    }[]) {
      const part = { pageSize: 2, sort: 'seatLabel', ...(q && { q }), ...(status && { status }) }
      const response = await call(ticketsPath(own, { ...part, cursor: next }), { subject: world.staff })
      await expectError(response, 'invalid_cursor')
    }
  })

  it('is refused for another session', async () => {
    const response = await call(ticketsPath(session, { ...asked, cursor: next }), { subject: world.staff })
    await expectError(response, 'invalid_cursor')
  })

  it.each([0, -5, 2 ** 31])('is refused with the page %s, though its fingerprint is right', async (page) => {
    const list = {
      sessionId: own,
      sort: { key: 'seatLabel', descending: false },
      q: 't',
      status: 'Valid',
    } as const
    const position = { values: ['A'], key: 1 }
    const cursor = await encodeCursor(list, { direction: 'next', page, position })
    await expectError(
      await call(ticketsPath(own, { ...asked, cursor }), { subject: world.staff }),
      'invalid_cursor',
    )
  })

  it('is refused when it is damaged anywhere', async () => {
    const damage = fc.oneof(
      fc
        .tuple(fc.nat(next.length - 1), fc.constantFrom(...'ABCxyz019-_'))
        .map(([at, letter]) => `${next.slice(0, at)}${letter}${next.slice(at + 1)}`),
      fc.nat(next.length - 1).map((length) => next.slice(0, length)),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.json().map((json) => btoa(encodeURIComponent(json))),
      // What decoders of base64 and JSON pass over.
      fc
        .tuple(fc.nat(next.length), fc.constantFrom(' ', '\n', '='))
        .map(([at, sign]) => `${next.slice(0, at)}${sign}${next.slice(at)}`),
      fc.constant(
        btoa(JSON.stringify(JSON.parse(atob(next.replace(/-/g, '+').replace(/_/g, '/'))), null, 1)),
      ),
    )
    await fc.assert(
      fc.asyncProperty(damage, async (cursor) => {
        fc.pre(cursor !== '' && cursor !== next)
        const response = await call(ticketsPath(own, { ...asked, cursor }), { subject: await newStaff() })
        await expectError(response, 'invalid_cursor')
      }),
      { numRuns: 150 },
    )
  })
})
