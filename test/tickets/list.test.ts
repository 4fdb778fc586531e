import { beforeAll, describe, expect, it } from 'vitest'
import { TicketPage } from '../../src/api/schemas/tickets.ts'
import { SORT_KEYS } from '../../src/domain/tickets/sort.ts'
import { call, expectError, getPage, type Page, readCost, ticketsPath } from '../support/api.ts'
import { addSession, addTickets, makeWorld, type TicketInput, type World } from '../support/rows.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const list = (session: string, query: Record<string, string | number> = {}): Promise<Page> =>
  getPage(world.staff, ticketsPath(session, query))

const numbers = ({ data }: Page): string[] => data.map(({ ticketNumber }) => ticketNumber)

describe('a ticket', () => {
  it('has every field when it has every value', async () => {
    const session = await addSession(world)
    const full = {
      id: 'ABCDEF00-0000-4000-8000-00000000000A'.toLowerCase(),
      ticket_number: 'N-1',
      status: 'CheckedIn',
      ticket_type_id: world.types.VIP,
      seat_label: 'A1',
      current_holder_id: crypto.randomUUID(),
      holder_email: 'jose@example.com',
      attendee_name: 'José García',
      attendee_email: 'garcia@example.com',
      attendee_company: 'Ñandú S.A.',
      checked_in_at: Date.UTC(2026, 5, 12, 18, 30, 5, 7),
      transfer_count: 2,
    } satisfies TicketInput
    await addTickets(world, [full], session)
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

  it('has null where its shape admits null, and leaves out what it does not, when it has few values', async () => {
    const session = await addSession(world)
    const [id] = await addTickets(world, [{ ticket_number: 'N-2' }], session)
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

  it('has an attendee with nulls for what is not known of them', async () => {
    const session = await addSession(world)
    await addTickets(world, [{ attendee_name: 'X' }], session)
    expect((await list(session)).data[0]?.attendee).toEqual({ name: 'X', email: null, company: null })
  })

  it('answers by the published schema', async () => {
    const session = await addSession(world)
    await addTickets(world, [{ attendee_name: 'X' }, { checked_in_at: 0, status: 'CheckedIn' }], session)
    expect(TicketPage.parse(await list(session)).data).toHaveLength(2)
  })
})

describe('pages', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(world)
    await addTickets(
      world,
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
    'page %i of %i tickets has those from %i to %i',
    async (page, pageSize, first, last, hasNext, hasPrevious) => {
      const answer = await list(session, { page, pageSize })
      expect([answer.data[0]?.ticketNumber, answer.data.at(-1)?.ticketNumber, answer.data.length]).toEqual([
        `T-${String(first).padStart(5, '0')}`,
        `T-${String(last).padStart(5, '0')}`,
        last - first + 1,
      ])
      expect(answer.meta).toMatchObject({ totalCount: 45, page, pageSize, hasNext, hasPrevious })
    },
  )

  it.each([4, 2_147_483_647])('page %i is past the end: empty, with the true figures', async (page) => {
    const answer = await list(session, { page })
    expect(answer.data).toEqual([])
    expect(answer.meta).toEqual({
      totalCount: 45,
      page,
      pageSize: 20,
      totalPages: 3,
      hasNext: false,
      hasPrevious: true,
    })
    expect(answer.links.next).toBeNull()
    expect(answer.links.prev).toContain('page=3')
    expect((await getPage(world.staff, answer.links.prev as string)).data).toHaveLength(5)
  })

  it.each([
    [500, 500],
    [501, 500],
    [2_147_483_648, 500],
    ['9'.repeat(400), 500],
    ['007', 7],
  ])('a page size of %s is %i', async (pageSize, effective) => {
    const { meta, data } = await list(session, { pageSize })
    expect(meta.pageSize).toBe(effective)
    expect(data).toHaveLength(Math.min(45, effective))
  })

  it.each(['0', '-1', '2147483648', '1.5', '1e3', 'two', '+1', '0x1', '１', ' '])(
    'page=%s is refused',
    async (page) => {
      await expectError(
        await call(ticketsPath(session, { page }), { subject: world.staff }),
        'invalid_request',
        /^page: /,
      )
    },
  )

  it.each(['0', '-1', '1.5', 'all', '00'])('pageSize=%s is refused', async (pageSize) => {
    const response = await call(ticketsPath(session, { pageSize }), { subject: world.staff })
    await expectError(response, 'invalid_request', /^pageSize: /)
  })

  it('an empty session has no pages', async () => {
    const empty = await addSession(world)
    const answer = await list(empty)
    expect(answer).toEqual({
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

describe('parameters', () => {
  it('counts an empty one as absent and ignores unknown ones', async () => {
    await addTickets(world, [{ ticket_number: 'ONLY' }])
    const path = `${ticketsPath(world.session)}?page=&pageSize=&sort=&q=&status=&cursor=&colour=red&colour=blue`
    expect(numbers(await getPage(world.staff, path))).toEqual(['ONLY'])
  })

  it.each(['page=1', 'pageSize=5', 'sort=status', 'q=a', 'status=Valid', 'cursor=x'])(
    'refuses %s given twice',
    async (parameter) => {
      const path = `${ticketsPath(world.session)}?${parameter}&${parameter}`
      const name = parameter.split('=')[0] as string
      await expectError(
        await call(path, { subject: world.staff }),
        'invalid_request',
        new RegExp(`^${name}: `),
      )
    },
  )

  it.each([
    'not-a-uuid',
    '0190a000-0000-7000-8000-00000000003',
    '0190a000000070008000000000000030',
    '%00',
    'ü',
  ])('refuses the session id %s', async (id) => {
    const response = await call(ticketsPath(id), { subject: world.staff })
    await expectError(response, 'invalid_request', /^sessionId: .*UUID/)
  })

  it('takes a session id in either case, and answers in lower case', async () => {
    const answer = await getPage(world.staff, ticketsPath(world.session.toUpperCase()))
    expect(answer.links.self).toBe(ticketsPath(world.session))
  })
})

describe('status', () => {
  it.each(['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const)(
    '%s lists its tickets and counts them',
    async (status) => {
      const session = await addSession(world)
      const statuses = ['Valid', 'CheckedIn', 'Valid', 'Refunded', 'Voided', 'Valid', 'Voided'] as const
      await addTickets(
        world,
        statuses.map((value) => ({ status: value })),
        session,
      )
      const { data, meta } = await list(session, { status, pageSize: 2 })
      const expected = statuses.filter((value) => value === status).length
      expect(meta.totalCount).toBe(expected)
      expect(data.map((ticket) => ticket.status)).toEqual(Array(Math.min(2, expected)).fill(status))
    },
  )

  it.each(['valid', 'VALID', 'Checked-In', 'Valid,Voided', 'x'])('%s is refused', async (status) => {
    const response = await call(ticketsPath(world.session, { status }), { subject: world.staff })
    await expectError(response, 'invalid_request', /^status: .*Valid, CheckedIn, Refunded, Voided/)
  })
})

describe('sort', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(world)
    const at = (minute: number) => Date.UTC(2026, 5, 12, 18, minute)
    await addTickets(
      world,
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
          ticket_type_id: world.types.VIP,
        },
        {
          ticket_number: 'c0',
          holder_email: 'B@x.com',
          status: 'Refunded',
          ticket_type_id: world.types.seated,
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
  ])('%s orders the tickets, without regard to case, the missing values first', async (sort, order) => {
    expect(numbers(await list(session, { sort })).join(' ')).toBe(order)
    const reversed = order.split(' ').reverse().join(' ')
    expect(numbers(await list(session, { sort: `-${sort}` })).join(' ')).toBe(reversed)
  })

  it('starts with the latest arrival for -checkedInAt', async () => {
    expect((await list(session, { sort: '-checkedInAt' })).data[0]?.ticketNumber).toBe('C4')
  })

  it.each(['name', 'ticketnumber', '--status', '+status', 'status,seatLabel', 'id', '-'])(
    '%s is refused',
    async (sort) => {
      const response = await call(ticketsPath(session, { sort }), { subject: world.staff })
      const { message } = await expectError(response, 'invalid_request', /^sort: /)
      for (const key of SORT_KEYS) expect(message).toContain(key)
    },
  )
})

describe('cost', () => {
  it('is one round trip, authorization included, and does not grow with the session', async () => {
    const session = await addSession(world)
    await addTickets(
      world,
      Array.from({ length: 300 }, (_, i) => ({ seat_label: `S${i % 7}` })),
      session,
    )
    for (const query of [
      {},
      { sort: '-seatLabel' },
      { status: 'Valid' },
      { sort: 'checkedInAt', status: 'Valid' },
    ]) {
      const response = await call(ticketsPath(session, { pageSize: 10, ...query }), { subject: world.staff })
      const { rows, trips } = readCost(response)
      expect({ trips, cheap: rows <= 3 * 10 + 20 }, JSON.stringify({ query, rows })).toEqual({
        trips: 1,
        cheap: true,
      })
    }
  })
})
