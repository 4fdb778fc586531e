// The list of check-ins and the admissions over time.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, getBody } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  checkInsPath,
  type List,
  listCheckIns,
  movementsPath,
  START,
  send,
  sendOne,
  undo,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addSession,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const follow = (path: string) => getBody<List>(org.staff, path)

describe('the list of check-ins', () => {
  it('shows what was recorded, latest received first, without undos', async () => {
    const session = await addSession(org)
    const ticket = await addTicket(org, { ticket_number: 'T-7', attendee_name: 'Zoë' }, session)
    const [first, second] = [checkIn(ticket, { at: at(4) }), admission(ticket, 2)]
    const before = Date.now()
    await sendOne(session, org.staff, first, 'Gate A')
    await sendOne(session, org.manager, second, null)
    await sendOne(session, org.owner, undo(first.id, { at: at(6) }))
    const { data, links } = await listCheckIns(session, org.staff)
    const item = {
      ...{ type: 'CheckIn', areaId: null, assumed: false, people: null, passback: false },
      ticketId: ticket,
      ticketNumber: 'T-7',
      attendeeName: 'Zoë',
      receivedAt: expect.any(String),
      walkIn: false,
      movedTo: null,
      cameBack: false,
    }
    expect(data).toEqual([
      {
        ...item,
        id: second.id,
        at: at(2),
        device: null,
        by: org.manager,
        admitted: true,
        outcome: 'AlreadyCheckedIn',
        undoneAt: null,
        undoneBy: null,
        earlier: { at: at(4), device: 'Gate A' },
        resolvedAt: null,
      },
      {
        ...item,
        id: first.id,
        at: at(4),
        device: 'Gate A',
        by: org.staff,
        admitted: false,
        outcome: 'CheckedIn',
        undoneAt: at(6),
        undoneBy: org.owner,
        earlier: null,
        resolvedAt: null,
      },
    ])
    for (const { receivedAt } of data) {
      expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(receivedAt)).toBeLessThanOrEqual(Date.now())
    }
    expect(links).toEqual({ self: `${checkInsPath(session)}`, next: null })
  })

  it('is read page by page, and check-ins that arrive between do not shift it', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 7 }, () => ({})),
      session,
    )
    const items = tickets.map((ticket) => checkIn(ticket))
    await send(session, org.staff, items)
    const seen: string[] = []
    let path: string | null = `${checkInsPath(session)}?pageSize=3`
    while (path !== null) {
      const { data, links }: List = await follow(path)
      expect(links.self).toBe(path)
      expect(data.length).toBe(Math.min(3, 7 - seen.length))
      seen.push(...data.map(({ id }) => id))
      path = links.next
      await send(session, org.staff, [checkIn(tickets[0] as string)])
    }
    expect(seen).toEqual(items.map(({ id }) => id).reverse())
  })

  it('has 20 check-ins a page by default and at most 100', async () => {
    const session = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    for (const size of [100, 2]) {
      await send(
        session,
        org.staff,
        Array.from({ length: size }, () => checkIn(ticket)),
      )
    }
    expect((await listCheckIns(session, org.staff)).data).toHaveLength(20)
    expect((await listCheckIns(session, org.staff, { pageSize: '999999999999' })).data).toHaveLength(100)
    const { data, links } = await listCheckIns(session, org.staff, { pageSize: '100', ticketId: ticket })
    expect(data).toHaveLength(100)
    const rest = await follow(links.next as string)
    expect([rest.data.length, rest.links.next]).toEqual([2, null])
  })

  it('refuses a cursor that is damaged or of another list', async () => {
    const session = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    await send(session, org.staff, [checkIn(ticket), checkIn(ticket)])
    const { links } = await listCheckIns(session, org.staff, { pageSize: '1' })
    const cursor = new URL(links.next as string, 'https://x').searchParams.get('cursor') as string
    const paths = [
      `${checkInsPath(session)}?cursor=${cursor}x`,
      `${checkInsPath(session)}?cursor=${btoa('["x",1]')}`,
      `${checkInsPath(session)}?cursor=${cursor}&problem=true`,
      `${checkInsPath(session)}?cursor=${cursor}&ticketId=${ticket}`,
      `${checkInsPath(org.session)}?cursor=${cursor}`,
    ]
    for (const path of paths) await expectError(await call(path, { subject: org.staff }), 'invalid_cursor')
    const same = await call(`${checkInsPath(session)}?cursor=${cursor}&problem=false&pageSize=5`, {
      subject: org.staff,
    })
    expect((await same.json<List>()).data).toHaveLength(1)
  })

  it('does not show the ticket after it has moved to another organizer’s session', async () => {
    const other = await makeOrganizer()
    const ticket = await addTicket(org, { attendee_name: 'Anna' })
    await sendOne(org.session, org.staff, checkIn(ticket))
    await query(
      `UPDATE tickets SET (session_number, key) = (SELECT number, (number << 20) + 1 FROM sessions WHERE id = ?),
         ticket_type_id = ? WHERE id = ?`,
      other.session,
      other.types.VIP,
      ticket,
    )
    const { data } = await listCheckIns(org.session, org.staff, { ticketId: ticket })
    expect(data).toEqual([expect.objectContaining({ ticketNumber: null, attendeeName: null })])
    expect((await listCheckIns(other.session, other.staff)).data).toEqual([])
  })

  it('with problem=true has what the service would have refused, until it is settled', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      [{}, { status: 'Refunded' }, { status: 'CheckedIn', checked_in_at: START }, {}],
      session,
    )
    const [twice, refunded, elsewhere, fine] = tickets as [string, string, string, string]
    const first = checkIn(twice)
    const items = {
      double: admission(twice, 1),
      notValid: admission(refunded),
      other: admission(elsewhere),
      unknown: admission(crypto.randomUUID()),
    }
    await send(session, org.staff, [
      first,
      ...Object.values(items),
      checkIn(twice),
      checkIn(fine),
      checkIn(refunded),
    ])
    const names = async () => {
      const { data } = await listCheckIns(session, org.staff, { problem: 'true' })
      return data.map(({ id }) => Object.entries(items).find(([, item]) => item.id === id)?.[0])
    }
    expect(await names()).toEqual(['unknown', 'other', 'notValid', 'double'])
    await sendOne(session, org.staff, undo(first.id))
    expect(await names()).toEqual(['unknown', 'other', 'notValid'])
    const page = await listCheckIns(session, org.staff, { problem: 'true', pageSize: '2' })
    expect((await follow(page.links.next as string)).data.map(({ id }) => id)).toEqual([items.notValid.id])
    await writeState(elsewhere, 'Valid', null)
    await send(session, org.staff, [undo(items.notValid.id), undo(items.unknown.id)])
    expect(await names()).toEqual([])
  })
})

describe('movements', () => {
  const movements = (session: string) => getBody(org.staff, movementsPath(session))
  const quarter = (minutes: number, entered: number) => ({ from: at(minutes), entered, left: 0, others: 0 })

  it('count live check-ins and what others checked in, by quarter of an hour', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      [
        {},
        {},
        {},
        {},
        { status: 'CheckedIn', checked_in_at: START + 17 * 60_000 },
        { status: 'CheckedIn', checked_in_at: null },
        { status: 'Refunded' },
      ],
      session,
    )
    const [a, b, c, d, other, , refunded] = tickets as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const undone = checkIn(d)
    await send(session, org.staff, [checkIn(a), checkIn(b, { at: at(14) }), checkIn(a), undone], 'Gate A')
    await send(session, org.staff, [admission(a, 16), checkIn(c, { at: at(14.99) }), undo(undone.id)], null)
    await send(
      session,
      org.staff,
      [admission(other, 31), admission(refunded), admission(crypto.randomUUID())],
      null,
    )
    expect(await movements(session)).toEqual({ data: [quarter(0, 3), quarter(15, 2), quarter(30, 1)] })
    // An admission before that of the others decides the ticket's state.
    await sendOne(session, org.staff, admission(other, 1))
    expect(await movements(session)).toEqual({ data: [quarter(0, 4), quarter(15, 2), quarter(30, 1)] })
    // What others write then replaces the check-ins before it.
    await writeState(a, 'CheckedIn', 45)
    await writeState(b, 'Voided', null)
    expect(await movements(session)).toEqual({
      data: [quarter(0, 2), quarter(15, 1), quarter(30, 1), quarter(45, 1)],
    })
  })

  it('of a session without any are an empty list', async () => {
    expect(await movements(await addSession(org))).toEqual({ data: [] })
  })
})
