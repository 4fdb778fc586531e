// What comes of each item, one at a time: the outcome, the ticket, the earlier check-in, what is recorded.
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

const post = (item: Parameters<typeof sendOne>[2], device: string | null = 'Gate A') =>
  sendOne(org.session, org.staff, item, device)

const recorded = async (ticket: string) =>
  (await listCheckIns(org.session, org.staff, { ticketId: ticket })).data

describe('a check-in', () => {
  it('of a valid ticket checks it in at its time', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket, { at: at(3) })
    expect(await post(item)).toEqual({
      id: item.id,
      outcome: 'CheckedIn',
      ticket: expect.objectContaining({ id: ticket, status: 'CheckedIn', checkedInAt: at(3) }),
      earlier: null,
    })
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 3 })
  })

  it('of a ticket that is checked in is an attempt, and names the earlier device', async () => {
    const ticket = await addTicket(org)
    await post(checkIn(ticket, { at: at(3) }), 'Gate B')
    const asked = await post(checkIn(ticket, { at: at(1) }))
    expect(asked).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      ticket: { status: 'CheckedIn', checkedInAt: at(3) },
      earlier: { at: at(3), device: 'Gate B' },
    })
    expect((await recorded(ticket)).map(({ outcome }) => outcome)).toEqual(['AlreadyCheckedIn', 'CheckedIn'])
  })

  it('of somebody who was let in a second time counts, and the earliest time stands', async () => {
    const ticket = await addTicket(org)
    await post(checkIn(ticket, { at: at(3) }), null)
    const second = admission(ticket, 1)
    expect(await post(second)).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      ticket: { checkedInAt: at(1) },
      earlier: { at: at(3), device: null },
    })
    expect(await post(admission(ticket, 2))).toMatchObject({ earlier: { at: at(1), device: 'Gate A' } })
    await post(undo(second.id))
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 2 })
  })

  it('of a ticket that another part of the platform checked in names no device', async () => {
    const ticket = await addTicket(org, { status: 'CheckedIn', checked_in_at: START + 60_000 })
    expect(await post(checkIn(ticket, { at: at(3) }))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      ticket: { checkedInAt: at(1) },
      earlier: { at: at(1), device: null },
    })
    const timeless = await addTicket(org, { status: 'CheckedIn' })
    expect(await post(checkIn(timeless))).toMatchObject({
      ticket: { status: 'CheckedIn', checkedInAt: null },
      earlier: { at: null, device: null },
    })
  })

  it.each(['Refunded', 'Voided'] as const)('of a %s ticket changes nothing', async (status) => {
    const ticket = await addTicket(org, { status })
    const items = [checkIn(ticket), admission(ticket)]
    const { results } = await send(org.session, org.staff, items)
    expect(results).toEqual(
      items.map(({ id }) => ({
        id,
        outcome: 'NotValid',
        ticket: expect.objectContaining({ id: ticket, status, checkedInAt: null }),
        earlier: null,
      })),
    )
    expect(await recorded(ticket)).toHaveLength(2)
  })

  it('of an unknown ticket is recorded if somebody was let in', async () => {
    const elsewhere = await addSession(org)
    const other = await addTicket(org, {}, elsewhere)
    for (const ticket of [crypto.randomUUID(), other]) {
      const asked = checkIn(ticket)
      const expected = { id: asked.id, outcome: 'UnknownTicket', ticket: null, earlier: null }
      expect(await post(asked)).toEqual(expected)
      expect(await recorded(ticket)).toEqual([])
      const admitted = { ...asked, admitted: true }
      expect(await post(admitted)).toEqual(expected)
      expect(await recorded(ticket)).toEqual([
        expect.objectContaining({ id: asked.id, ticketNumber: null, attendeeName: null, admitted: true }),
      ])
    }
    expect(await stateOf(other)).toEqual({ status: 'Valid', minutes: null })
  })

  it('at a time to come is taken for now, and any other time is believed', async () => {
    const [future, old] = [await addTicket(org), await addTicket(org)]
    const before = Date.now()
    const { ticket } = await post(checkIn(future, { at: '2999-01-01T00:00:00Z' }))
    const time = Date.parse(ticket?.checkedInAt as string)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
    expect((await post(checkIn(old, { at: '1970-01-01T02:00:00.0009+02:00' }))).ticket?.checkedInAt).toBe(
      '1970-01-01T00:00:00.000Z',
    )
  })
})

describe('an undo', () => {
  it('makes the ticket valid again when no other admission is live', async () => {
    const ticket = await addTicket(org)
    const [first, second] = [checkIn(ticket), admission(ticket, 5)]
    await send(org.session, org.staff, [first, second])
    expect(await post(undo(first.id))).toMatchObject({
      outcome: 'Undone',
      ticket: { id: ticket, status: 'CheckedIn', checkedInAt: at(5) },
      earlier: null,
    })
    expect(await post(undo(second.id))).toMatchObject({
      outcome: 'Undone',
      ticket: { status: 'Valid', checkedInAt: null },
    })
  })

  it('of an undone check-in, an attempt or anything else changes nothing', async () => {
    const ticket = await addTicket(org)
    const [first, attempt] = [checkIn(ticket), checkIn(ticket)]
    await send(org.session, org.staff, [first, attempt])
    expect(await post(undo(attempt.id))).toMatchObject({ outcome: 'Undone', ticket: { status: 'CheckedIn' } })
    const undone = undo(first.id)
    await post(undone)
    expect(await post(undo(first.id))).toMatchObject({ outcome: 'Undone', ticket: { status: 'Valid' } })
    expect(await post(undo(undone.id))).toMatchObject({ outcome: 'Undone', ticket: null })
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
  })

  it('that comes first undoes the check-in, in the same batch or another', async () => {
    const ticket = await addTicket(org)
    const [asked, admitted] = [checkIn(ticket), admission(ticket)]
    expect(await post(undo(asked.id))).toMatchObject({ outcome: 'Undone', ticket: null })
    const { results } = await send(org.session, org.staff, [undo(admitted.id), asked, admitted])
    expect(results.map(({ outcome }) => outcome)).toEqual(['Undone', 'Undone', 'Undone'])
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    expect((await recorded(ticket)).map(({ undoneBy }) => undoneBy)).toEqual([org.staff, org.staff])
  })

  it('of a question about an unknown ticket is what the question finds when it is sent again', async () => {
    const unknown = crypto.randomUUID()
    const question = checkIn(unknown)
    expect(await post(question)).toMatchObject({ outcome: 'UnknownTicket', ticket: null })
    await post(undo(question.id))
    expect(await recorded(unknown)).toEqual([])
    expect(await post(question)).toMatchObject({ outcome: 'Undone', ticket: null })
    expect(await recorded(unknown)).toMatchObject([{ id: question.id, outcome: 'Undone' }])
  })

  it('may be of anybody’s check-in, and says who did it', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await post(item)
    await sendOne(org.session, org.manager, undo(item.id, { at: at(9) }))
    await sendOne(org.session, org.owner, undo(item.id, { at: at(2) }))
    expect(await recorded(ticket)).toEqual([
      expect.objectContaining({ by: org.staff, undoneBy: org.manager, undoneAt: at(9) }),
    ])
  })

  it('of what another part of the platform checked in does not exist', async () => {
    const ticket = await addTicket(org, { status: 'CheckedIn', checked_in_at: START })
    const item = admission(ticket, -5)
    expect((await post(item)).ticket?.checkedInAt).toBe(at(-5))
    await post(undo(item.id))
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 0 })
  })
})

describe('the same id again', () => {
  it('has the same outcome and no further effect, from another device and person too', async () => {
    const ticket = await addTicket(org)
    const [first, second] = [checkIn(ticket, { at: at(3) }), checkIn(ticket)]
    const before = await send(org.session, org.staff, [first, second])
    const again = await send(org.session, org.manager, [second, first, first], 'Gate Z')
    expect(again.results).toEqual([before.results[1], before.results[0], before.results[0]])
    expect(again.counts).toEqual(before.counts)
    expect((await recorded(ticket)).map(({ by, device }) => [by, device])).toEqual([
      [org.staff, 'Gate A'],
      [org.staff, 'Gate A'],
    ])
  })

  it('keeps the first content', async () => {
    const [ticket, other] = [await addTicket(org), await addTicket(org)]
    const item = checkIn(ticket, { at: at(3) })
    await post(item)
    expect(await post({ ...item, ticketId: other, at: at(1) })).toMatchObject({
      outcome: 'CheckedIn',
      ticket: { id: ticket, checkedInAt: at(3) },
    })
    expect(await post(undo(crypto.randomUUID(), { id: item.id }))).toMatchObject({ outcome: 'CheckedIn' })
    expect(await stateOf(other)).toEqual({ status: 'Valid', minutes: null })
    const undone = undo(item.id)
    await post(undone)
    expect(await post(admission(other, 0, { id: undone.id }))).toMatchObject({
      outcome: 'Undone',
      ticket: { id: ticket, status: 'Valid' },
    })
    expect(await stateOf(other)).toEqual({ status: 'Valid', minutes: null })
  })

  it('may raise admitted, which then counts, and never lowers it', async () => {
    const ticket = await addTicket(org)
    const [first, attempt] = [checkIn(ticket, { at: at(3) }), checkIn(ticket, { at: at(1) })]
    const { results } = await send(org.session, org.staff, [first, attempt])
    expect(await post({ ...attempt, admitted: true })).toEqual({
      ...results[1],
      ticket: expect.objectContaining({ id: ticket, status: 'CheckedIn', checkedInAt: at(1) }),
    })
    await send(org.session, org.staff, [undo(first.id), { ...attempt, admitted: false }])
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 1 })
  })

  it('raised after others wrote the ticket counts as if it had come so at first', async () => {
    const ticket = await addTicket(org)
    const [first, attempt] = [checkIn(ticket), checkIn(ticket)]
    await send(org.session, org.staff, [first, attempt])
    await query(`UPDATE tickets SET status = 'Valid', checked_in_at = NULL WHERE id = ?`, ticket)
    await post({ ...attempt, admitted: true })
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
  })

  it('is another item in another session', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org)
    const other = await addTicket(org, {}, elsewhere)
    const item = checkIn(ticket)
    await post(item)
    expect(await sendOne(elsewhere, org.staff, { ...item, ticketId: other })).toMatchObject({
      outcome: 'CheckedIn',
      ticket: { id: other },
    })
    const foreign = await makeOrganizer()
    const theirs = await addTicket(foreign)
    expect(
      await sendOne(foreign.session, foreign.staff, { ...item, ticketId: theirs, at: at(7) }),
    ).toMatchObject({ outcome: 'CheckedIn', ticket: { id: theirs, checkedInAt: at(7) } })
    await sendOne(elsewhere, org.staff, undo(item.id))
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 0 })
    expect(await stateOf(other)).toEqual({ status: 'Valid', minutes: null })
  })
})

describe('a batch', () => {
  it('has one result for each item in its order, and the counts after it', async () => {
    const lone = await addSession(org)
    const tickets = await addTickets(org, [{}, {}, { status: 'Voided' }, { status: 'Refunded' }], lone)
    const [first, second, voided] = tickets as [string, string, string]
    const items = [
      checkIn(second),
      checkIn(first),
      checkIn(voided),
      checkIn(first),
      admission(crypto.randomUUID()),
    ]
    const { results, counts } = await send(lone, org.staff, [...items, undo((items[0] as { id: string }).id)])
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      [items[0]?.id, 'CheckedIn'],
      [items[1]?.id, 'CheckedIn'],
      [items[2]?.id, 'NotValid'],
      [items[3]?.id, 'AlreadyCheckedIn'],
      [items[4]?.id, 'UnknownTicket'],
      [expect.any(String), 'Undone'],
    ])
    // Each ticket is as it is after the whole batch.
    expect(results[0]?.ticket).toMatchObject({ id: second, status: 'Valid', checkedInAt: null })
    expect(counts).toEqual({ Valid: 1, CheckedIn: 1, Refunded: 1, Voided: 1 })
  })
})

describe('twenty gates at the same moment', () => {
  it('let in one', async () => {
    const ticket = await addTicket(org)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, gate) =>
        sendOne(org.session, org.staff, checkIn(ticket, { at: at(gate) }), `Gate ${gate}`),
      ),
    )
    const outcomes = results.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([...Array(19).fill('AlreadyCheckedIn'), 'CheckedIn'])
    const winner = results.findIndex(({ outcome }) => outcome === 'CheckedIn')
    for (const [gate, { earlier, ticket: seen }] of results.entries()) {
      if (gate !== winner) expect(earlier).toEqual({ at: at(winner), device: `Gate ${winner}` })
      expect(seen).toMatchObject({ id: ticket, status: 'CheckedIn', checkedInAt: at(winner) })
    }
  })

  it('that send the same item record it once', async () => {
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, gate) => sendOne(org.session, org.staff, item, `Gate ${gate}`)),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]?.outcome).toBe('CheckedIn')
    expect(await recorded(ticket)).toHaveLength(1)
  })
})
