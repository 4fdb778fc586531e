// The tickets of a ticket type in the ticket list.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, getPage, type Page, ticketsPath } from '../../../support/api.ts'
import {
  addSession,
  addStaff,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

let org: Organizer
let session: string
let all: Page['data']
beforeAll(async () => {
  org = await makeOrganizer()
  session = await addSession(org)
  const types = Object.values(org.types)
  await addTickets(
    org,
    Array.from({ length: 60 }, (_, n) => ({
      ticket_number: `N-${(n * 7) % 60}`,
      ticket_type_id: types[n % types.length] as string,
      status: STATUSES[n % 4] as (typeof STATUSES)[number],
      attendee_name: n % 5 === 0 ? 'Zoe Last' : 'Anna Smith',
    })),
    session,
  )
  const byType = { sort: 'ticketTypeName', pageSize: 500 }
  all = (await getPage(org.staff, ticketsPath(session, byType))).data
})

const idsOf = (data: Page['data']): string[] => data.map(({ id }) => id)

const follow = async (path: string, link: 'next' | 'prev', subject = org.staff): Promise<Page[]> => {
  const pages: Page[] = []
  for (let at: string | null = path; at !== null; at = (pages.at(-1) as Page).links[link])
    pages.push(await getPage(subject, at))
  return pages
}

describe('ticketTypeName', () => {
  it.each(['VIP', 'vip', 'vIp'])(
    '%s lists and counts only the tickets of that type',
    async (ticketTypeName) => {
      const { data, meta } = await getPage(org.staff, ticketsPath(session, { ticketTypeName, pageSize: 3 }))
      expect(meta).toMatchObject({ totalCount: 20, totalPages: 7, hasNext: true })
      expect(data.map((ticket) => ticket.ticketTypeName)).toEqual(['VIP', 'VIP', 'VIP'])
    },
  )

  it.each(['VI', 'VIP ', ' VIP', 'V%', 'VIPs', '*', 'ＶＩＰ', '\0'])(
    '%j matches no other name',
    async (name) => {
      const { data, meta, links } = await getPage(org.staff, ticketsPath(session, { ticketTypeName: name }))
      expect({ data, meta }).toMatchObject({
        data: [],
        meta: { totalCount: 0, totalPages: 0, hasNext: false },
      })
      expect(links).toMatchObject({ prev: null, next: null })
    },
  )

  it('does not fold letters beyond ASCII', async () => {
    const id = crypto.randomUUID()
    await query(`INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, 'Früh')`, id, org.event)
    const own = await addSession(org)
    await addTickets(org, [{ ticket_type_id: id }], own)
    const count = async (ticketTypeName: string) =>
      (await getPage(org.staff, ticketsPath(own, { ticketTypeName }))).meta.totalCount
    expect([await count('FRüH'), await count('FRÜH')]).toEqual([1, 0])
  })

  it('counts as absent if empty, and is a 400 if given twice', async () => {
    const path = `${ticketsPath(session)}?ticketTypeName=&sort=seatLabel`
    expect((await getPage(org.staff, path)).meta.totalCount).toBe(60)
    const twice = `${ticketsPath(session)}?ticketTypeName=VIP&ticketTypeName=VIP`
    await expectError(await call(twice, { subject: org.staff }), 'invalid_request', /^ticketTypeName: /)
  })

  it.each(['ticketNumber', '-ticketNumber', 'status', '-seatLabel', 'checkedInAt'])(
    'with the sort %s is a 400 that names the two it can have',
    async (sort) => {
      const response = await call(ticketsPath(session, { ticketTypeName: 'VIP', sort }), {
        subject: org.staff,
      })
      await expectError(response, 'invalid_request', /^sort: .*ticketTypeName or -ticketTypeName/)
    },
  )

  it('does not say more to somebody who may not see the session', async () => {
    const other = await makeOrganizer()
    const response = await call(ticketsPath(session, { ticketTypeName: 'VIP' }), { subject: other.owner })
    await expectError(response, 'session_not_found')
  })

  it('with every sort, filter, search and page size has the pages of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(undefined, 'ticketTypeName', '-ticketTypeName'),
        fc.constantFrom(undefined, ...STATUSES),
        fc.constantFrom(undefined, 'anna', 'zoe l', 'n', 'nobody', '!'),
        fc.constantFrom('VIP', 'standing', 'None'),
        fc.integer({ min: 1, max: 12 }),
        async (sort, status, q, ticketTypeName, pageSize) => {
          const subject = await addStaff(org)
          const expected = all.filter(
            (ticket) =>
              ticket.ticketTypeName.toLowerCase() === ticketTypeName.toLowerCase() &&
              (status === undefined || ticket.status === status) &&
              (q === undefined ||
                q === 'n' ||
                (q === 'anna' && ticket.attendee?.name.startsWith('Anna')) ||
                (q === 'zoe l' && ticket.attendee?.name.startsWith('Zoe'))),
          )
          if (sort?.startsWith('-')) expected.reverse()
          const parameters = { ticketTypeName, pageSize, ...(sort && { sort }), ...(status && { status }) }
          const forwards = await follow(
            ticketsPath(session, { ...parameters, ...(q && { q }) }),
            'next',
            subject,
          )
          expect(idsOf(forwards.flatMap(({ data }) => data))).toEqual(idsOf(expected))
          for (const [index, { meta, links }] of forwards.entries()) {
            expect(meta).toMatchObject({ totalCount: expected.length, page: index + 1 })
            expect(meta.hasNext).toBe(links.next !== null)
            expect(new URL(links.self, 'http://x').searchParams.get('ticketTypeName')).toBe(ticketTypeName)
          }
          const backwards = await follow((forwards.at(-1) as Page).links.self, 'prev', subject)
          expect(idsOf(backwards.toReversed().flatMap(({ data }) => data))).toEqual(idsOf(expected))
          const page = Math.ceil(forwards.length / 2) + 1
          const byNumber = await getPage(
            subject,
            ticketsPath(session, { ...parameters, ...(q && { q }), page }),
          )
          expect(byNumber.data).toEqual(forwards[page - 1]?.data ?? [])
          expect((await getPage(subject, byNumber.links.last)).data).toEqual(forwards.at(-1)?.data)
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('is part of a cursor, in either case', async () => {
    const parameters = { ticketTypeName: 'VIP', pageSize: 2 }
    const { links } = await getPage(org.staff, ticketsPath(session, parameters))
    const cursor = new URL(links.next as string, 'http://x').searchParams.get('cursor') as string
    const same = await getPage(
      org.staff,
      ticketsPath(session, { ...parameters, ticketTypeName: 'vip', cursor }),
    )
    expect(same.meta.page).toBe(2)
    for (const change of [{ ticketTypeName: 'Standing' }, { ticketTypeName: '', sort: 'ticketTypeName' }]) {
      const path = ticketsPath(session, { ...parameters, ...change, cursor })
      await expectError(await call(path, { subject: org.staff }), 'invalid_cursor')
    }
    const plain = await getPage(org.staff, ticketsPath(session, { sort: 'ticketTypeName', pageSize: 2 }))
    const other = new URL(plain.links.next as string, 'http://x').searchParams.get('cursor') as string
    const path = ticketsPath(session, { ...parameters, cursor: other })
    await expectError(await call(path, { subject: org.staff }), 'invalid_cursor')
  })

  it('has a tag of its own, and a 304 that reads no ticket', async () => {
    const path = ticketsPath(session, { ticketTypeName: 'VIP' })
    const fresh = await call(path, { subject: org.staff })
    const held = { 'If-None-Match': fresh.headers.get('ETag') as string }
    expect((await call(path, { subject: org.staff, headers: held })).status).toBe(304)
    expect((await call(path, { subject: org.staff, headers: { 'If-None-Match': '*' } })).status).toBe(304)
    const other = ticketsPath(session, { ticketTypeName: 'Standing' })
    expect((await call(other, { subject: org.staff, headers: held })).status).toBe(200)
  })

  it('follows a type that is renamed', async () => {
    const id = crypto.randomUUID()
    await query(`INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, 'Before')`, id, org.event)
    const own = await addSession(org)
    await addTickets(org, [{ ticket_type_id: id }], own)
    await query(`UPDATE ticket_types SET name = 'After' WHERE id = ?`, id)
    const count = async (ticketTypeName: string) =>
      (await getPage(org.staff, ticketsPath(own, { ticketTypeName }))).meta.totalCount
    expect([await count('before'), await count('after')]).toEqual([0, 1])
  })
})
