// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeOpaque } from '../../../../src/api/http/opaque.ts'
import { SORT_KEYS } from '../../../../src/domain/tickets/sort.ts'
import { BINDING } from '../../../support/address.ts'
import { call, expectError, getPage, type Page, ticketsPath } from '../../../support/api.ts'
import {
  addSession,
  addStaff,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
  type TicketInput,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

let org: Organizer
let session: string
beforeAll(async () => {
  org = await makeOrganizer()
  session = await addSession(org)
})

/** Reads all pages from `path` on by following one kind of link. */
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

/** Tickets with few different values, so that every sort has ties and missing values. */
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
  it('are path-absolute and carry the query of the request', async () => {
    const own = await addSession(org)
    await addTickets(
      org,
      Array.from({ length: 7 }, () => ({ attendee_name: 'Anna' })),
      own,
    )
    const parameters = { pageSize: 3, sort: '-transferCount', q: 'anna', status: 'Valid' }
    const { links } = await getPage(org.staff, ticketsPath(own, { ...parameters, page: 2 }))
    expect(links.self).toBe(ticketsPath(own, { ...parameters, page: 2 }))
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
        others: { ...parameters, pageSize: '3', page },
      })
      expect(cursor !== undefined, name).toBe(name === 'prev' || name === 'next')
    }
  })

  it('visit every ticket exactly once, forwards and backwards, for every sort, filter and page size', async () => {
    const tickets = await addTickets(
      org,
      fc.sample(ticket, { numRuns: 60, seed: 42 }).map((value, index) => ({
        ...value,
        ticket_type_id: Object.values(org.types)[index % 3] as string,
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
          const subject = await addStaff(org)
          const parameters = { sort, pageSize, ...(status && { status }), ...(search && { q: 'b' }) }
          const [whole] = await follow(
            subject,
            ticketsPath(session, { ...parameters, pageSize: 500 }),
            'next',
          )
          const expected = idsOf([whole as Page])
          if (!search) {
            const all = rows.filter((row) => status === undefined || row.status === status)
            expect(new Set(expected)).toEqual(new Set(all.map(({ id }) => id)))
            expect(expected).toHaveLength(all.length)
          }
          const forwards = await follow(subject, ticketsPath(session, parameters), 'next')
          expect(idsOf(forwards)).toEqual(expected)
          expect(forwards.map(({ meta }) => meta.page)).toEqual(forwards.map((_, index) => index + 1))
          for (const { meta, links } of forwards) {
            expect(meta.hasNext).toBe(links.next !== null)
            expect(meta.hasPrevious).toBe(links.prev !== null)
            expect(meta.totalCount).toBe(expected.length)
          }
          const backwards = await follow(subject, (forwards.at(-1) as Page).links.self, 'prev')
          expect(idsOf(backwards.reverse())).toEqual(expected)
          // Numbered pages are the same pages.
          const page = Math.ceil(forwards.length / 2) + 1
          const byNumber = await getPage(subject, ticketsPath(session, { ...parameters, page }))
          expect(byNumber.data).toEqual(forwards[page - 1]?.data ?? [])
          const last = await getPage(subject, byNumber.links.last)
          expect(last.data).toEqual(forwards.at(-1)?.data)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('skip and repeat nothing while tickets before them are added, removed and changed', async () => {
    const own = await addSession(org)
    const ids = await addTickets(
      org,
      Array.from({ length: 40 }, () => ({})),
      own,
    )
    const first = await getPage(org.staff, ticketsPath(own, { status: 'Valid', pageSize: 10 }))
    const second = await getPage(org.staff, first.links.next as string)
    // Most of the tickets read so far leave the list by a check-in, and new ones are added before them.
    await checkIn(ids.slice(0, 15))
    await addTickets(org, [{ ticket_number: 'A-first' }, { ticket_number: 'A-second' }], own)
    const rest = await follow(org.staff, second.links.next as string, 'next')
    expect(idsOf([first, second, ...rest])).toEqual(ids)
    expect(rest.at(-1)?.meta).toMatchObject({ totalCount: 27, page: 4, hasNext: false })
  })

  it('lead on from an empty page before the first remaining ticket', async () => {
    const own = await addSession(org)
    const ids = await addTickets(
      org,
      Array.from({ length: 6 }, () => ({})),
      own,
    )
    const first = await getPage(org.staff, ticketsPath(own, { status: 'Valid', pageSize: 2 }))
    const second = await getPage(org.staff, first.links.next as string)
    await checkIn(ids.slice(0, 2))
    const front = await getPage(org.staff, second.links.prev as string)
    expect(front.data).toEqual([])
    expect(idsOf(await follow(org.staff, front.links.next as string, 'next'))).toEqual(ids.slice(2))
    // Once no ticket is left, there are no further pages.
    await checkIn(ids)
    const none = await getPage(org.staff, second.links.prev as string)
    expect(none).toMatchObject({ data: [], meta: { totalCount: 0 }, links: { prev: null, next: null } })
  })

  it('lead back over every ticket while new ones are added at the front', async () => {
    const own = await addSession(org)
    const ids = await addTickets(
      org,
      Array.from({ length: 20 }, () => ({})),
      own,
    )
    const last = await getPage(org.staff, ticketsPath(own, { page: 4, pageSize: 5 }))
    await addTickets(
      org,
      Array.from({ length: 7 }, (_, i) => ({ ticket_number: `A${i}` })),
      own,
    )
    const pages = await follow(org.staff, last.links.prev as string, 'prev')
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
  const parameters = { pageSize: 2, sort: 'seatLabel', q: 't', status: 'Valid' }
  beforeAll(async () => {
    own = await addSession(org)
    await addTickets(
      org,
      Array.from({ length: 9 }, () => ({})),
      own,
    )
    next = cursorOf((await getPage(org.staff, ticketsPath(own, parameters))).links.next)
  })

  it('works without the page number, and with another page size', async () => {
    const { meta } = await getPage(org.staff, ticketsPath(own, { ...parameters, cursor: next }))
    expect(meta.page).toBe(2)
    const { data } = await getPage(org.staff, ticketsPath(own, { ...parameters, cursor: next, pageSize: 5 }))
    expect(data.map(({ ticketNumber }) => ticketNumber)).toEqual([3, 4, 5, 6, 7].map((n) => `T-0000${n}`))
  })

  it.each([
    ['another sort', { sort: '-seatLabel' }],
    ['another search', { q: 't0' }],
    ['another filter', { status: 'Voided' }],
    ['another page', { page: 7 }],
  ])('is a 400 with %s', async (_, change) => {
    const response = await call(ticketsPath(own, { ...parameters, ...change, cursor: next }), {
      subject: org.staff,
    })
    await expectError(response, 'invalid_cursor', /^cursor: /)
  })

  it('is a 400 without the search or filter that it was made for', async () => {
    for (const { q, status } of [{ q: parameters.q }, { status: parameters.status }] as {
      q?: string
      status?: string
    }[]) {
      const part = { pageSize: 2, sort: 'seatLabel', ...(q && { q }), ...(status && { status }) }
      const response = await call(ticketsPath(own, { ...part, cursor: next }), { subject: org.staff })
      await expectError(response, 'invalid_cursor')
    }
  })

  it('is a 400 for another session', async () => {
    const response = await call(ticketsPath(session, { ...parameters, cursor: next }), { subject: org.staff })
    await expectError(response, 'invalid_cursor')
  })

  it.each([0, -5, 2 ** 31])('is a 400 with the page %s, even with a correct checksum', async (page) => {
    const owner = [own, 'seatLabel', false, 'Valid', 't']
    const cursor = await encodeOpaque({ binding: BINDING }, owner, [
      { direction: 'next', page, key: 1, values: ['A'] },
    ])
    await expectError(
      await call(ticketsPath(own, { ...parameters, cursor }), { subject: org.staff }),
      'invalid_cursor',
    )
  })

  it('is a 400 when any part of it is damaged (property)', async () => {
    const damage = fc.oneof(
      fc
        .tuple(fc.nat(next.length - 1), fc.constantFrom(...'ABCxyz019-_'))
        .map(([at, letter]) => `${next.slice(0, at)}${letter}${next.slice(at + 1)}`),
      fc.nat(next.length - 1).map((length) => next.slice(0, length)),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.json().map((json) => btoa(encodeURIComponent(json))),
      // Changes that lenient decoders of base64 and JSON ignore.
      fc
        .tuple(fc.nat(next.length), fc.constantFrom(' ', '\n', '='))
        .map(([at, added]) => `${next.slice(0, at)}${added}${next.slice(at)}`),
      fc.constant(
        btoa(JSON.stringify(JSON.parse(atob(next.replace(/-/g, '+').replace(/_/g, '/'))), null, 1)),
      ),
    )
    await fc.assert(
      fc.asyncProperty(damage, async (cursor) => {
        fc.pre(cursor !== '' && cursor !== next)
        const response = await call(ticketsPath(own, { ...parameters, cursor }), {
          subject: await addStaff(org),
        })
        await expectError(response, 'invalid_cursor')
      }),
      { numRuns: runs(150) },
    )
  })
})
