// Walk-ins: check-ins that bring their ticket. The property of check-ins has them too.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, getPage, sendJson, ticketsPath } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  checkInsPath,
  costOfBatch,
  listCheckIns,
  type Sent,
  send,
  sendOne,
  stateOf,
  undo,
  walkIn,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addSession,
  addTicket,
  addTickets,
  insert,
  insertNew,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

/** The event of `open` allows walk-ins. */
let [open, closed]: Organizer[] = []
beforeAll(async () => {
  ;[open, closed] = [await makeOrganizer(), await makeOrganizer()]
  await query('UPDATE events SET walk_ins = 1 WHERE id = ?', open.event)
})

const TICKET = '0190c0de-0000-7000-8000-0000feedbeef'

const post = (item: Sent, session = (open as Organizer).session) =>
  sendOne(session, (open as Organizer).staff, item, 'Gate A')

const typesOf = (event: string) =>
  query<{ name: string }>('SELECT name FROM ticket_types WHERE event_id = ? ORDER BY name', event)

describe('a walk-in', () => {
  it('makes its ticket, checked in, which other devices list like any other', async () => {
    const org = open as Organizer
    const session = await addSession(org)
    const item = walkIn(TICKET, { ticketTypeName: 'Box office', note: 'Paid cash', at: at(3) })
    const sent = await send(session, org.staff, [item], 'Gate B')
    expect(sent).toEqual({
      results: [
        {
          id: item.id,
          outcome: 'CheckedIn',
          ticket: {
            ...{ id: TICKET, status: 'CheckedIn', checkedInAt: at(3) },
            ...{ inside: true, areas: [], lastIn: at(3), lastOut: null, entries: 1 },
          },
          earlier: null,
        },
      ],
      counts: { Valid: 0, CheckedIn: 1, Refunded: 0, Voided: 0 },
      overCapacity: 0,
      inside: [{ areaId: null, tickets: 1, others: 0, capacity: 100 }],
    })
    const page = await getPage(org.staff, ticketsPath(session))
    expect(page.data).toMatchObject([
      {
        id: TICKET,
        ticketNumber: 'W-FEEDBEEF',
        status: 'CheckedIn',
        ticketTypeName: 'Box office',
        attendee: { name: 'Ana Ruiz' },
      },
    ])
    const managed = await call(`/api/organizer/v1/sessions/${session}/tickets/${TICKET}`, {
      subject: org.manager,
    })
    expect(await managed.json()).toMatchObject({ note: 'Paid cash', flag: 'None', updatedBy: org.staff })
    const { data } = await listCheckIns(session, org.manager, { ticketId: TICKET })
    expect(data).toMatchObject([
      { id: item.id, walkIn: true, admitted: true, by: org.staff, device: 'Gate B', outcome: 'CheckedIn' },
    ])
    const changes = await call(`/api/v1/sessions/${session}/ticket-changes`, { subject: org.staff })
    expect(await changes.text()).toContain('Paid cash')
  })

  it('needs no name, and has the type of the event that is spelled alike', async () => {
    const org = open as Organizer
    const id = crypto.randomUUID()
    await post(walkIn(undefined, { ticketTypeName: 'General admission' }))
    const before = await typesOf(org.event)
    await post(walkIn(id, { name: undefined, ticketTypeName: 'GENERAL ADMISSION' }))
    await post(walkIn(id.replace(/.$/, '0'), { name: null, ticketTypeName: ' general admission ' }))
    const nothing = crypto.randomUUID()
    await post(walkIn(nothing, { name: '\u200b \u3164', ticketTypeName: 'General admission' }))
    for (const one of [id, nothing]) {
      const rows = await query('SELECT attendee_name, ticket_type_name FROM tickets WHERE id = ?', one)
      expect(rows).toEqual([{ attendee_name: null, ticket_type_name: 'General admission' }])
    }
    expect(await typesOf(org.event)).toEqual(before)
  })

  it('has the type that it names by its id, whatever that is called by now', async () => {
    const org = await makeOrganizer()
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const other = await makeOrganizer()
    const types = () => typesOf(org.event)
    const named = (ticketTypeName: string, ticketTypeId?: string | null) =>
      walkIn(crypto.randomUUID(), { ticketTypeName, ...(ticketTypeId !== undefined && { ticketTypeId }) })
    const typeOf = async (item: Sent) => {
      const [row] = await query<{ id: string; name: string }>(
        'SELECT ticket_type_id AS id, ticket_type_name AS name FROM tickets WHERE id = ?',
        item.ticketId as string,
      )
      return row
    }
    const before = await types()
    // Renamed while the phone is away, and another one has the old name by now.
    await sendJson('PATCH', `/api/organizer/v1/ticket-types/${org.types.VIP}`, org.owner, { name: 'Gold' })
    const away = [named('VIP', org.types.VIP), named('VIP', org.types.VIP.toUpperCase())]
    const first = await send(org.session, org.staff, away)
    for (const item of away) expect(await typeOf(item)).toEqual({ id: org.types.VIP, name: 'Gold' })
    expect(await types()).toHaveLength(before.length)
    // The answer was lost: the repeat makes nothing further.
    expect(await send(org.session, org.staff, away)).toEqual(first)
    const vip = await insertNew('ticket_types', { event_id: org.event, name: 'VIP' })
    const later = [named('VIP', org.types.VIP), named('VIP'), named(' vip ', null)]
    await send(org.session, org.staff, later)
    expect(await Promise.all(later.map(typeOf))).toEqual([
      { id: org.types.VIP, name: 'Gold' },
      { id: vip, name: 'VIP' },
      { id: vip, name: 'VIP' },
    ])
    // The name counts where the id is no type of the event.
    await query('DELETE FROM ticket_types WHERE id = ?', org.types.seated)
    const strangers = [crypto.randomUUID(), other.types.VIP, org.types.seated]
    for (const id of strangers) {
      const [known, added] = [named('vip', id), named(`New ${id}`, id)]
      await send(org.session, org.staff, [known, added])
      expect(await typeOf(known)).toEqual({ id: vip, name: 'VIP' })
      expect(await typeOf(added)).toMatchObject({ name: `New ${id}` })
    }
    expect(await types()).toHaveLength(before.length + strangers.length)
    expect(await typesOf(other.event)).toHaveLength(before.length)
  })

  it('400 for an id of its type that is no UUID', async () => {
    for (const ticketTypeId of ['VIP', 7, '']) {
      const path = checkInsPath((open as Organizer).session)
      const response = await sendJson('POST', path, (open as Organizer).staff, {
        items: [walkIn(undefined, { ticketTypeId })],
      })
      await expectError(response, 'invalid_request', /^items\.0\.ticketTypeId: must be a UUID/)
    }
  })

  it('is the same however often it is sent, with the content that came first', async () => {
    const org = open as Organizer
    const session = await addSession(org)
    const item = walkIn()
    const first = await send(session, org.staff, [item, item])
    expect(await send(session, org.staff, [item, item])).toEqual(first)
    await post({ ...item, name: 'Somebody else', ticketId: crypto.randomUUID() }, session)
    const rows = await query(
      'SELECT tickets.id, attendee_name FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?',
      session,
    )
    expect(rows).toEqual([{ id: item.ticketId, attendee_name: 'Ana Ruiz' }])
  })

  it('voids its ticket when it is undone, which then can be checked in', async () => {
    const item = walkIn()
    const ticket = item.ticketId as string
    await post(item)
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: null })
    const again = checkIn(ticket, { at: at(5) })
    expect(await post(again)).toMatchObject({ outcome: 'CheckedIn' })
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 5 })
    await post(undo(again.id))
    expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: null })
  })

  it('stays checked in while another admission is live', async () => {
    const item = walkIn()
    const ticket = item.ticketId as string
    await post(item)
    await post(admission(ticket, 4))
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 4 })
  })

  it('is void from the beginning where its undo came first', async () => {
    const item = walkIn()
    await post(undo(item.id))
    expect(await post(item)).toMatchObject({ outcome: 'Undone', ticket: { status: 'Voided' } })
    expect(await post(checkIn(item.ticketId as string))).toMatchObject({ outcome: 'CheckedIn' })
  })

  it('counts before the other items of its batch', async () => {
    const org = open as Organizer
    const item = walkIn()
    const { results } = await send(org.session, org.staff, [admission(item.ticketId as string, 2), item])
    expect(results.map(({ outcome }) => outcome)).toEqual(['AlreadyCheckedIn', 'CheckedIn'])
  })

  it('is a check-in of somebody who was let in, where the session has the ticket', async () => {
    const org = open as Organizer
    const tickets = await addTickets(org, [{}, { status: 'Refunded' }])
    const [valid, refunded] = tickets as [string, string]
    expect(await post(walkIn(valid))).toMatchObject({ outcome: 'CheckedIn' })
    expect(await post(walkIn(valid))).toMatchObject({ outcome: 'AlreadyCheckedIn' })
    expect(await post(walkIn(refunded))).toMatchObject({ outcome: 'NotValid' })
    const mine = walkIn()
    await post(mine)
    const second = walkIn(mine.ticketId as string, { at: at(1) })
    expect(await post(second)).toMatchObject({ outcome: 'AlreadyCheckedIn' })
    const { data } = await listCheckIns(org.session, org.manager, { problem: 'true', pageSize: '100' })
    expect(data.map(({ id }) => id)).toContain(second.id)
    // Only the item that made a ticket voids it.
    await post(undo(second.id))
    expect(await stateOf(mine.ticketId as string)).toEqual({ status: 'CheckedIn', minutes: 0 })
  })

  it('is one of an unknown ticket where the id is taken elsewhere', async () => {
    const org = open as Organizer
    const other = await addSession(org)
    const elsewhere = await addTicket(org, {}, other)
    expect(await post(walkIn(elsewhere))).toMatchObject({ outcome: 'UnknownTicket', ticket: null })
    const foreign = await addTicket(closed as Organizer)
    expect(await post(walkIn(foreign))).toMatchObject({ outcome: 'UnknownTicket', ticket: null })
    expect(await stateOf(foreign)).toEqual({ status: 'Valid', minutes: null })
  })

  it('does not make its ticket again once that was deleted', async () => {
    const item = walkIn()
    await post(item)
    await query('DELETE FROM tickets WHERE id = ?', item.ticketId as string)
    expect(await post(item)).toMatchObject({ outcome: 'CheckedIn', ticket: null })
    expect(await post(walkIn(item.ticketId as string))).toMatchObject({ outcome: 'UnknownTicket' })
    expect(await stateOf(item.ticketId as string)).toBeUndefined()
    // Nor one that nobody has checked in.
    const [never] = (await addTickets(open as Organizer, [{}])) as [string]
    await query('DELETE FROM tickets WHERE id = ?', never)
    expect(await post(walkIn(never))).toMatchObject({ outcome: 'UnknownTicket', ticket: null })
  })

  it('says nothing any more about a ticket that others have written', async () => {
    const item = walkIn()
    const ticket = item.ticketId as string
    await post(item)
    await writeState(ticket, 'Valid', null)
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    await writeState(ticket, 'Voided', null)
    expect(await post(checkIn(ticket))).toMatchObject({ outcome: 'NotValid' })
  })

  it('shows by how many the checked-in tickets exceed the capacity', async () => {
    const org = open as Organizer
    const session = await addSession(org)
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', session)
    await addTickets(org, [{ status: 'Voided' }, { status: 'Valid' }], session)
    const batch = await send(session, org.staff, [walkIn(), walkIn(), walkIn()])
    expect(batch.overCapacity).toBe(2)
    const [first] = batch.results
    expect((await send(session, org.staff, [undo(first?.id as string)])).overCapacity).toBe(1)
  })
})

describe('where walk-ins are not allowed, a walk-in', () => {
  it('is recorded as a problem, with a ticket that nobody can check in', async () => {
    const org = closed as Organizer
    const item = walkIn()
    const ticket = item.ticketId as string
    expect(await sendOne(org.session, org.staff, item)).toMatchObject({
      outcome: 'NotAllowed',
      ticket: { status: 'Voided', checkedInAt: null },
    })
    expect(await sendOne(org.session, org.staff, item)).toMatchObject({ outcome: 'NotAllowed' })
    expect(await sendOne(org.session, org.staff, checkIn(ticket))).toMatchObject({ outcome: 'NotValid' })
    const problems = () => listCheckIns(org.session, org.manager, { problem: 'true' })
    expect((await problems()).data).toMatchObject([{ id: item.id, outcome: 'NotAllowed', walkIn: true }])
    await sendOne(org.session, org.staff, undo(item.id))
    expect((await problems()).data).toEqual([])
  })

  it('is undone where its undo came first', async () => {
    const org = closed as Organizer
    const item = walkIn()
    await sendOne(org.session, org.staff, undo(item.id))
    expect(await sendOne(org.session, org.staff, item)).toMatchObject({ outcome: 'Undone' })
  })
})

describe('nobody', () => {
  it('makes tickets of a session that they may not see', async () => {
    const org = open as Organizer
    const other = 'staff of another event'
    const event = crypto.randomUUID()
    await insert('events', { id: event, organizer_id: org.id, name: 'Other', time_zone: 'UTC' })
    await insert('members', { organizer_id: org.id, subject: other, role: 'staff', event_id: event })
    const item = walkIn(undefined, { ticketTypeName: 'Theirs' })
    const sendAs = (subject: string) =>
      sendJson('POST', checkInsPath(org.session), subject, { items: [item] })
    await expectError(await sendAs(other), 'forbidden')
    await expectError(await sendAs((closed as Organizer).staff), 'session_not_found')
    expect(await stateOf(item.ticketId as string)).toBeUndefined()
    expect(await typesOf(org.event)).not.toContainEqual({ name: 'Theirs' })
  })

  it('fills a session with walk-ins, or an event with ticket types', async () => {
    const org = await makeOrganizer()
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const set = (values: string) =>
      query(
        `UPDATE ticket_counts SET ${values} WHERE session_number = (SELECT number FROM sessions WHERE id = ?)`,
        org.session,
      )
    await set('walk_ins = 19999')
    expect(await sendOne(org.session, org.staff, walkIn())).toMatchObject({ outcome: 'CheckedIn' })
    expect(await sendOne(org.session, org.staff, walkIn())).toMatchObject({ outcome: 'UnknownTicket' })
    await set('walk_ins = 0')
    const has = (await typesOf(org.event)).length
    for (let left = 200 - has; left > -20; left -= 100) {
      const items = Array.from({ length: 100 }, (_, n) =>
        walkIn(undefined, { ticketTypeName: `Type ${left}-${n}` }),
      )
      await send(org.session, org.staff, items)
    }
    expect(await typesOf(org.event)).toHaveLength(200)
    const refused = walkIn(undefined, { ticketTypeName: 'One more' })
    expect(await sendOne(org.session, org.staff, refused)).toMatchObject({ outcome: 'UnknownTicket' })
  })

  it('takes more keys than a session has', async () => {
    const session = await addSession(open as Organizer)
    const ticket = await addTicket(open as Organizer, {}, session)
    await query('UPDATE tickets SET key = (session_number << 20) | 1048574 WHERE id = ?', ticket)
    expect(await post(walkIn(), session)).toMatchObject({ outcome: 'CheckedIn' })
    expect(await post(walkIn(), session)).toMatchObject({ outcome: 'UnknownTicket' })
  })
})

describe('a batch of walk-ins', () => {
  it('writes at most 60 rows for each, in one round trip', async () => {
    const org = open as Organizer
    const session = await addSession(org)
    // The longest texts that fit.
    const longest = { name: '🎟'.repeat(200), ticketTypeName: '🎟'.repeat(200), note: '🎟'.repeat(280) }
    const items = [
      walkIn(undefined, longest),
      ...Array.from({ length: 99 }, () => walkIn(undefined, { note: 'Paid cash' })),
    ]
    const costOf = () => costOfBatch(session, org.staff, items)
    const first = await costOf()
    console.log('Of 100 walk-ins:', JSON.stringify(first))
    expect(first.trips).toBe(1)
    expect(first.written).toBeLessThanOrEqual(60 * items.length)
    expect(first.read).toBeLessThanOrEqual(200 * items.length)
    expect(await costOf()).toMatchObject({ written: 0, trips: 1 })
  })
})

describe('a walk-in is refused with', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no ticket', { ticketId: undefined }, /^items\.0\.ticketId: must be a UUID\.$/],
    ['an empty name', { name: ' ' }, /^items\.0\.name: must have 1 to 200 characters\.$/],
    [
      'no type',
      { ticketTypeName: undefined },
      /^items\.0\.ticketTypeName: must be text of 1 to 200 characters\.$/,
    ],
    ['a number for a note', { note: 7 }, /^items\.0\.note: must be text/],
    ['an unknown field', { admitted: true }, /admitted/],
    [
      'a note that is too long',
      { note: 'n'.repeat(281) },
      /^items\.0\.note: must have 1 to 280 characters\.$/,
    ],
  ])('%s', async (_, more, message) => {
    const org = open as Organizer
    const response = await sendJson('POST', checkInsPath(org.session), org.staff, {
      items: [walkIn(undefined, more)],
    })
    await expectError(response, 'invalid_request', message)
  })
})
