// A ticket in the list, pages and their meta.
import { beforeAll, describe, expect, it } from 'vitest'
import { TicketPage } from '../../../../src/api/v1/tickets.ts'
import { call, expectError, getPage, type Page, ticketsPath } from '../../../support/api.ts'
import {
  addSession,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  type TicketInput,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const list = (session: string, query: Record<string, string | number> = {}): Promise<Page> =>
  getPage(org.staff, ticketsPath(session, query))

const numbers = ({ data }: Page): string[] => data.map(({ ticketNumber }) => ticketNumber)

describe('a ticket', () => {
  it('has every field when it has every value', async () => {
    const session = await addSession(org)
    const full = {
      id: 'ABCDEF00-0000-4000-8000-00000000000A'.toLowerCase(),
      ticket_number: 'N-1',
      status: 'CheckedIn',
      ticket_type_id: org.types.VIP,
      seat_label: 'A1',
      current_holder_id: crypto.randomUUID(),
      holder_email: 'jose@example.com',
      attendee_name: 'José García',
      attendee_email: 'garcia@example.com',
      attendee_company: 'Ñandú S.A.',
      checked_in_at: Date.UTC(2026, 5, 12, 18, 30, 5, 7),
      transfer_count: 2,
    } satisfies TicketInput
    await addTickets(org, [full], session)
    const { data } = await list(session)
    expect(data).toEqual([
      {
        id: full.id,
        ticketNumber: 'N-1',
        status: 'CheckedIn',
        ticketTypeName: 'VIP',
        seatLabel: 'A1',
        currentHolderId: full.current_holder_id,
        holderEmail: 'jose@example.com',
        attendee: { name: 'José García', email: 'garcia@example.com', company: 'Ñandú S.A.' },
        checkedInAt: '2026-06-12T18:30:05.007Z',
        transferCount: 2,
      },
    ])
  })

  it('without values has null in nullable fields and leaves out the others', async () => {
    const session = await addSession(org)
    const id = await addTicket(org, { ticket_number: 'N-2' }, session)
    const { data } = await list(session)
    expect(data).toEqual([
      {
        id,
        ticketNumber: 'N-2',
        status: 'Valid',
        ticketTypeName: 'Standing',
        seatLabel: null,
        holderEmail: null,
        attendee: null,
        transferCount: 0,
      },
    ])
  })

  it('has an attendee as soon as it has a name, with null for a missing e-mail and company', async () => {
    const session = await addSession(org)
    await addTickets(org, [{ attendee_name: 'X' }], session)
    expect((await list(session)).data[0]?.attendee).toEqual({ name: 'X', email: null, company: null })
  })

  it('matches the published schema', async () => {
    const session = await addSession(org)
    await addTickets(org, [{ attendee_name: 'X' }, { checked_in_at: 0, status: 'CheckedIn' }], session)
    expect(TicketPage.parse(await list(session)).data).toHaveLength(2)
  })
})

describe('pages', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(org)
    await addTickets(
      org,
      Array.from({ length: 45 }, () => ({})),
      session,
    )
  })

  it('has 20 tickets by default, in the order of their numbers', async () => {
    const page = await list(session)
    expect(numbers(page)).toEqual(Array.from({ length: 20 }, (_, i) => `T-${String(i + 1).padStart(5, '0')}`))
    expect(page.meta).toEqual({
      totalCount: 45,
      page: 1,
      pageSize: 20,
      totalPages: 3,
      hasNext: true,
      hasPrevious: false,
    })
  })

  it.each([
    [1, 20, 1, 20, true, false],
    [2, 20, 21, 40, true, true],
    [3, 20, 41, 45, false, true],
    [1, 45, 1, 45, false, false],
    [4, 11, 34, 44, true, true],
    [5, 11, 45, 45, false, true],
    [45, 1, 45, 45, false, true],
  ])(
    'page %i with pageSize %i has tickets %i to %i',
    async (page, pageSize, first, last, hasNext, hasPrevious) => {
      const { data, meta } = await list(session, { page, pageSize })
      expect([data[0]?.ticketNumber, data.at(-1)?.ticketNumber, data.length]).toEqual([
        `T-${String(first).padStart(5, '0')}`,
        `T-${String(last).padStart(5, '0')}`,
        last - first + 1,
      ])
      expect(meta).toMatchObject({ totalCount: 45, page, pageSize, hasNext, hasPrevious })
    },
  )

  it.each([4, 2_147_483_647])('page %i past the end is empty, and its meta is still exact', async (page) => {
    const { data, meta, links } = await list(session, { page })
    expect(data).toEqual([])
    expect(meta).toEqual({
      totalCount: 45,
      page,
      pageSize: 20,
      totalPages: 3,
      hasNext: false,
      hasPrevious: true,
    })
    expect(links.next).toBeNull()
    expect(links.prev).toContain('page=3')
    expect((await getPage(org.staff, links.prev as string)).data).toHaveLength(5)
  })

  it.each([
    [500, 500],
    [501, 500],
    [2_147_483_648, 500],
    ['9'.repeat(400), 500],
    ['007', 7],
  ])('pageSize=%s is reduced to at most 500 (%i)', async (pageSize, effective) => {
    const { meta, data } = await list(session, { pageSize })
    expect(meta.pageSize).toBe(effective)
    expect(data).toHaveLength(Math.min(45, effective))
  })

  it.each(['0', '-1', '2147483648', '1.5', '1e3', 'two', '+1', '0x1', '１', ' '])(
    'page=%s is a 400',
    async (page) => {
      await expectError(
        await call(ticketsPath(session, { page }), { subject: org.staff }),
        'invalid_request',
        /^page: /,
      )
    },
  )

  it.each(['0', '-1', '1.5', 'all', '00'])('pageSize=%s is a 400', async (pageSize) => {
    const response = await call(ticketsPath(session, { pageSize }), { subject: org.staff })
    await expectError(response, 'invalid_request', /^pageSize: /)
  })

  it('an empty session has no pages', async () => {
    const empty = await addSession(org)
    expect(await list(empty)).toEqual({
      data: [],
      meta: { totalCount: 0, page: 1, pageSize: 20, totalPages: 0, hasNext: false, hasPrevious: false },
      links: {
        self: ticketsPath(empty),
        first: ticketsPath(empty, { page: 1 }),
        prev: null,
        next: null,
        last: ticketsPath(empty, { page: 1 }),
      },
    })
  })
})
