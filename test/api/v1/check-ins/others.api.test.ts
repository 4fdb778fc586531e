// Other parts of the platform write tickets by plain SQL while devices check in. What they write becomes the
// base, and is never undone. Moves, deletions and keys that are used again do not break anything.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  admission,
  at,
  checkIn,
  listCheckIns,
  START,
  send,
  sendOne,
  stateOf,
  undo,
  upsertState,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addSession,
  addTicket,
  addTickets,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const post = (item: Parameters<typeof sendOne>[2]) => sendOne(org.session, org.staff, item)

const moveTo = (ticket: string, session: string) =>
  query(
    `UPDATE tickets SET (session_number, key) = (
       SELECT number, (SELECT coalesce(max(key), number << 20) + 1 FROM tickets
         WHERE key BETWEEN number << 20 AND (number + 1 << 20) - 1)
       FROM sessions WHERE sessions.id = ?) WHERE id = ?`,
    session,
    ticket,
  )

const VALID = { status: 'Valid', minutes: null }
const checkedIn = (minutes: number | null) => ({ status: 'CheckedIn', minutes })

describe('a status that others write', () => {
  it('becomes the base: check-ins before it stop counting, and undos of them change nothing', async () => {
    const ticket = await addTicket(org)
    const first = checkIn(ticket)
    await post(first)
    await writeState(ticket, 'Refunded', null)
    expect(await post(undo(first.id))).toMatchObject({ outcome: 'Undone', ticket: { status: 'Refunded' } })
    await writeState(ticket, 'Valid', null)
    expect(await stateOf(ticket)).toEqual(VALID)
    expect(await post(checkIn(ticket, { at: at(4) }))).toMatchObject({
      outcome: 'CheckedIn',
      ticket: { checkedInAt: at(4) },
    })
  })

  it('of CheckedIn is compared by its time, and returns after undos', async () => {
    const ticket = await addTicket(org)
    await writeState(ticket, 'CheckedIn', 5)
    const [early, late] = [admission(ticket, 1), admission(ticket, 9)]
    await send(org.session, org.staff, [early, late])
    expect(await stateOf(ticket)).toEqual(checkedIn(1))
    await post(undo(early.id))
    expect(await stateOf(ticket)).toEqual(checkedIn(5))
    await post(undo(late.id))
    expect(await stateOf(ticket)).toEqual(checkedIn(5))
  })

  it('is unchanged by a write of other columns, or of the same values', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket, { at: at(2) })
    await post(item)
    await query(`UPDATE tickets SET attendee_name = 'New', status = status WHERE id = ?`, ticket)
    await upsertState(ticket, 'CheckedIn', 2)
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual(VALID)
  })

  it('written to many tickets at once becomes the base of each', async () => {
    const tickets = await addTickets(org, [{}, {}, {}])
    const items = tickets.map((ticket) => checkIn(ticket))
    await send(org.session, org.staff, items)
    await query(
      `UPDATE tickets SET status = 'Voided' WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(tickets),
    )
    await send(
      org.session,
      org.staff,
      items.map(({ id }) => undo(id)),
    )
    expect(await Promise.all(tickets.map(stateOf))).toEqual(Array(3).fill({ status: 'Voided', minutes: 0 }))
  })
})

describe('a ticket that is moved', () => {
  it('there and back keeps its check-ins, and they can be undone', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org)
    const item = checkIn(ticket, { at: at(3) })
    await post(item)
    await moveTo(ticket, elsewhere)
    expect(await stateOf(ticket)).toEqual(checkedIn(3))
    const there = checkIn(ticket)
    expect(await sendOne(elsewhere, org.staff, there)).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      earlier: { at: at(3), device: 'Gate A' },
    })
    expect(await post(checkIn(ticket))).toMatchObject({ outcome: 'UnknownTicket', ticket: null })
    await moveTo(ticket, org.session)
    expect(await post({ ...item })).toMatchObject({ outcome: 'CheckedIn', ticket: { checkedInAt: at(3) } })
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual(VALID)
  })

  it('gets the state of an undo that was recorded while it was away, when it comes back', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    await moveTo(ticket, elsewhere)
    expect(await post(undo(item.id))).toMatchObject({ outcome: 'Undone', ticket: null })
    expect(await stateOf(ticket)).toEqual(checkedIn(0))
    await moveTo(ticket, org.session)
    expect(await stateOf(ticket)).toEqual(VALID)
    const [counts] = await query(
      `SELECT valid + checked_in + refunded + voided AS counted,
         (SELECT count(*) FROM tickets WHERE session_number = number) AS tickets
       FROM ticket_counts JOIN sessions ON number = session_number WHERE id = ?`,
      org.session,
    )
    expect(counts?.counted).toBe(counts?.tickets)
  })

  it('and written while it was away comes back with what was written', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    await moveTo(ticket, elsewhere)
    await writeState(ticket, 'CheckedIn', 8)
    await moveTo(ticket, org.session)
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual(checkedIn(8))
  })
})

describe('a ticket that is deleted', () => {
  it('is gone although it has check-ins, and undos of them do no harm', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    expect(await post(undo(item.id))).toMatchObject({ outcome: 'Undone', ticket: null })
    const { data } = await listCheckIns(org.session, org.staff, { ticketId: ticket })
    expect(data).toEqual([expect.objectContaining({ id: item.id, ticketNumber: null, attendeeName: null })])
  })

  it('and added again by others is as they wrote it', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    const again = async (status: 'Valid' | 'CheckedIn', time: number | null) => {
      await query('DELETE FROM tickets WHERE id = ?', ticket)
      await addTicket(org, { id: ticket, status, checked_in_at: time })
    }
    await again('Valid', null)
    expect(await stateOf(ticket)).toEqual(VALID)
    expect((await post({ ...item })).outcome).toBe('CheckedIn')
    expect(await stateOf(ticket)).toEqual(VALID)
    const second = checkIn(ticket, { at: at(1) })
    await post(second)
    await again('CheckedIn', START + 120_000)
    await post(undo(second.id))
    expect(await stateOf(ticket)).toEqual(checkedIn(2))
  })

  it('leaves its key to another ticket, which has none of its check-ins', async () => {
    const lone = await addSession(org)
    const ticket = await addTicket(org, {}, lone)
    const item = checkIn(ticket)
    await sendOne(lone, org.staff, item)
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    const heir = await addTicket(org, {}, lone)
    await sendOne(lone, org.staff, undo(item.id))
    expect(await stateOf(heir)).toEqual(VALID)
    expect(await sendOne(lone, org.staff, checkIn(heir))).toMatchObject({ outcome: 'CheckedIn' })
  })

  it('is none of the check-ins of a ticket whose id becomes another', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    const renamed = crypto.randomUUID()
    await query('UPDATE tickets SET id = ? WHERE id = ?', renamed, ticket)
    await post(undo(item.id))
    expect(await stateOf(renamed)).toEqual(checkedIn(0))
  })
})

describe('a session', () => {
  it('that is deleted takes its check-ins along', async () => {
    const lone = await addSession(org)
    const ticket = await addTicket(org, {}, lone)
    await send(lone, org.staff, [checkIn(ticket), admission(crypto.randomUUID()), undo(crypto.randomUUID())])
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    await query('DELETE FROM sessions WHERE id = ?', lone)
    expect(await query('SELECT id FROM check_ins WHERE session_id = ?', lone)).toEqual([])
    expect(await query('SELECT version FROM ticket_bases WHERE session_id = ?', lone)).toEqual([])
  })

  it('that INSERT OR REPLACE writes again keeps them', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    await query(`INSERT OR REPLACE INTO sessions SELECT * FROM sessions WHERE id = ?`, org.session)
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual(VALID)
  })

  it('whose check-ins are deleted keeps the states of its tickets', async () => {
    const lone = await addSession(org)
    const ticket = await addTicket(org, {}, lone)
    const item = checkIn(ticket)
    await send(lone, org.staff, [item, admission(ticket, 3)])
    await query('DELETE FROM check_ins WHERE session_id = ?', lone)
    expect(await query('SELECT version FROM ticket_bases WHERE session_id = ?', lone)).toEqual([])
    expect(await stateOf(ticket)).toEqual(checkedIn(0))
    await sendOne(lone, org.staff, undo(item.id))
    expect(await sendOne(lone, org.staff, checkIn(ticket))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      earlier: { device: 'Gate A' },
    })
    await sendOne(lone, org.staff, admission(ticket, 5), 'Gate B')
    expect(await stateOf(ticket)).toEqual(checkedIn(0))
    // So the closing figures stay what they were.
    expect(await query('SELECT device FROM tickets WHERE id = ?', ticket)).toEqual([{ device: 'Gate A' }])
  })

  it('has no device for a ticket that another writer has checked in or taken back', async () => {
    const ticket = await addTicket(org)
    await post(admission(ticket, 1))
    const device = async () => (await query('SELECT device FROM tickets WHERE id = ?', ticket))[0]
    expect(await device()).toEqual({ device: 'Gate A' })
    for (const status of ['Valid', 'CheckedIn', 'Voided'] as const) {
      await writeState(ticket, status, 2)
      expect(await device()).toEqual({ device: null })
    }
  })
})

describe('rows that a restore inserts', () => {
  it('have no effect, in whatever order the tables come', async () => {
    const lone = await addSession(org)
    const tickets = await addTickets(org, [{}, {}], lone)
    const [first] = tickets as [string]
    const items = [checkIn(first), admission(first, 2), admission(first, -2)]
    await send(lone, org.staff, [...items, undo((items[2] as { id: string }).id)])
    const dump = async () => ({
      tickets: await query('SELECT key, id, status, checked_in_at FROM tickets WHERE id = ?', first),
      check_ins: await query('SELECT * FROM check_ins WHERE session_id = ? ORDER BY number', lone),
      ticket_bases: await query('SELECT * FROM ticket_bases WHERE session_id = ?', lone),
    })
    const before = await dump()
    const [row] = await query(
      'SELECT key, id, session_number, ticket_number, status, ticket_type_id, checked_in_at, presence FROM tickets WHERE id = ?',
      first,
    )
    for (const order of [
      ['tickets', 'check_ins', 'ticket_bases'],
      ['ticket_bases', 'check_ins', 'tickets'],
      ['check_ins', 'tickets', 'ticket_bases'],
    ] as const) {
      await query('DELETE FROM check_ins WHERE session_id = ?', lone)
      await query('DELETE FROM tickets WHERE id = ?', first)
      for (const table of order) {
        await insert(table, ...(table === 'tickets' ? [row as Record<string, string>] : before[table]))
      }
      expect(await dump()).toEqual(before)
    }
  })

  it('of a base that does not fit its ticket give way to the ticket', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    const [base] = await query('SELECT * FROM ticket_bases WHERE ticket_id = ?', ticket)
    await query('DELETE FROM ticket_bases WHERE ticket_id = ?', ticket)
    await insert('ticket_bases', { ...base, status: 'Valid', checked_in_at: null })
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual(checkedIn(0))
  })
})
