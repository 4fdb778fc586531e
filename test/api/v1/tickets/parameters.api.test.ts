// The query parameters of the ticket list: which values are accepted, and their effect.
import { beforeAll, describe, expect, it } from 'vitest'
import { SORT_KEYS } from '../../../../src/domain/tickets/sort.ts'
import { call, expectError, getPage, type Page, ticketsPath } from '../../../support/api.ts'
import { addSession, addTickets, makeOrganizer, type Organizer } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const list = (session: string, query: Record<string, string | number> = {}): Promise<Page> =>
  getPage(org.staff, ticketsPath(session, query))

const numbers = ({ data }: Page): string[] => data.map(({ ticketNumber }) => ticketNumber)

describe('parameters', () => {
  it('count as absent if empty, and are ignored if unknown', async () => {
    await addTickets(org, [{ ticket_number: 'ONLY' }])
    const path = `${ticketsPath(org.session)}?page=&pageSize=&sort=&q=&status=&cursor=&colour=red&colour=blue`
    expect(numbers(await getPage(org.staff, path))).toEqual(['ONLY'])
  })

  it.each([
    'not-a-uuid',
    '0190a000-0000-7000-8000-00000000003',
    '0190a000000070008000000000000030',
    '%00',
    'ü',
  ])('include a session id that must be a UUID, not %s', async (id) => {
    const response = await call(ticketsPath(id), { subject: org.staff })
    await expectError(response, 'invalid_request', /^sessionId: .*UUID/)
  })

  it('accept a session id in upper case, which links show in lower case', async () => {
    const { links } = await getPage(org.staff, ticketsPath(org.session.toUpperCase()))
    expect(links.self).toBe(ticketsPath(org.session))
  })
})

describe('status', () => {
  it.each(['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const)(
    '%s lists and counts only tickets of that status',
    async (status) => {
      const session = await addSession(org)
      const statuses = ['Valid', 'CheckedIn', 'Valid', 'Refunded', 'Voided', 'Valid', 'Voided'] as const
      await addTickets(
        org,
        statuses.map((value) => ({ status: value })),
        session,
      )
      const { data, meta } = await list(session, { status, pageSize: 2 })
      const expected = statuses.filter((value) => value === status).length
      expect(meta.totalCount).toBe(expected)
      expect(data.map((ticket) => ticket.status)).toEqual(Array(Math.min(2, expected)).fill(status))
    },
  )

  it.each(['valid', 'VALID', 'Checked-In', 'Valid,Voided', 'x'])('%s is a 400', async (status) => {
    const response = await call(ticketsPath(org.session, { status }), { subject: org.staff })
    await expectError(response, 'invalid_request', /^status: .*Valid, CheckedIn, Refunded, Voided/)
  })
})

describe('sort', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(org)
    const at = (minute: number) => Date.UTC(2026, 5, 12, 18, minute)
    await addTickets(
      org,
      [
        { ticket_number: 'b2', seat_label: 'b', holder_email: 'Z@x.com', transfer_count: 2 },
        {
          ticket_number: 'A1',
          seat_label: null,
          holder_email: 'a@x.com',
          checked_in_at: at(1),
          status: 'CheckedIn',
        },
        { ticket_number: 'a3', seat_label: 'A', holder_email: null, transfer_count: 10, status: 'Voided' },
        {
          ticket_number: 'C4',
          seat_label: 'C',
          checked_in_at: at(5),
          status: 'CheckedIn',
          ticket_type_id: org.types.VIP,
        },
        {
          ticket_number: 'c0',
          holder_email: 'B@x.com',
          status: 'Refunded',
          ticket_type_id: org.types.seated,
        },
      ],
      session,
    )
  })

  it.each([
    ['ticketNumber', 'A1 a3 b2 c0 C4'],
    ['status', 'A1 C4 c0 b2 a3'],
    ['ticketTypeName', 'c0 b2 A1 a3 C4'],
    ['seatLabel', 'A1 c0 a3 b2 C4'],
    ['holderEmail', 'a3 C4 A1 c0 b2'],
    ['checkedInAt', 'b2 a3 c0 A1 C4'],
    ['transferCount', 'A1 C4 c0 b2 a3'],
  ])(
    '%s sorts without regard to case, missing values first, and - in front reverses the order',
    async (sort, order) => {
      expect(numbers(await list(session, { sort })).join(' ')).toBe(order)
      const reversed = order.split(' ').reverse().join(' ')
      expect(numbers(await list(session, { sort: `-${sort}` })).join(' ')).toBe(reversed)
    },
  )

  it.each(['name', 'ticketnumber', '--status', '+status', 'status,seatLabel', 'id', '-'])(
    '%s is a 400 that names the sort keys',
    async (sort) => {
      const response = await call(ticketsPath(session, { sort }), { subject: org.staff })
      const { message } = await expectError(response, 'invalid_request', /^sort: /)
      for (const key of SORT_KEYS) expect(message).toContain(key)
    },
  )
})
