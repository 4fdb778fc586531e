// Exits, areas and people without tickets: who is inside, by the API, against the rule.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EntryRule, ONCE, presenceOf } from '../../../../src/domain/check-in-rule.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import {
  emptyRecord,
  problems,
  recordItem,
  type TicketRecord,
  ticketState,
} from '../../../models/check-ins.ts'
import { call, expectError, getBody, getWithCost, okBody, sendJson } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  checkInsPath,
  costOfBatch,
  exit,
  listCheckIns,
  movementsPath,
  type Sent,
  START,
  send,
  sendOne,
  tally,
  undo,
  walkIn,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addArea,
  addSession,
  addStaff,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Changes = Schemas['TicketChanges']
type Inside = Schemas['Inside']

let org: Organizer
let session: string
let floor: string
let vip: string
beforeAll(async () => {
  org = await makeOrganizer()
  floor = await addArea(org.event)
  vip = await addArea(org.event, 'VIP')
  await query('UPDATE areas SET capacity = 2 WHERE id = ?', vip)
})
beforeEach(async () => {
  session = await addSession(org)
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', START, session)
  await setRule({})
})

const setRule = (rule: Partial<EntryRule>) => {
  const { areas, entries, from, until } = { ...ONCE, ...rule }
  return query(
    'UPDATE ticket_types SET areas = ?, entries = ?, from_minutes = ?, until_minutes = ? WHERE event_id = ?',
    ...[areas && JSON.stringify(areas), entries, from, until, org.event],
  )
}

const post = (item: Sent, device = 'Gate A') => sendOne(session, org.staff, item, device)
const readChanges = (search = '') =>
  getBody<Changes>(org.staff, `/api/v1/sessions/${session}/ticket-changes${search}`)
const problemsOf = async (): Promise<string[]> =>
  (await listCheckIns(session, org.staff, { problem: 'true', pageSize: '100' })).data.map(({ id }) => id)

/** Tickets and people without one, the venue first. */
const figures = (inside: Inside) =>
  Object.fromEntries(
    inside.map(({ areaId, tickets, others }) => [
      areaId === null ? 'venue' : areaId === floor ? 'floor' : 'vip',
      [tickets, others],
    ]),
  )

describe('a guest who comes and goes', () => {
  it('is let in again after an exit where the type says so, and is told when they left', async () => {
    await setRule({ entries: 'AfterExit' })
    const ticket = await addTicket(org, {}, session)
    expect(await post(checkIn(ticket))).toMatchObject({ outcome: 'CheckedIn', ticket: { inside: true } })
    expect(await post(checkIn(ticket, { at: at(5) }))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      earlier: { at: at(0), device: 'Gate A' },
    })
    expect(await post(exit(ticket, 10), 'Smoking door')).toMatchObject({
      outcome: 'Left',
      ticket: { status: 'CheckedIn', inside: false, lastIn: at(0), lastOut: at(10), entries: 1 },
    })
    expect(await post(checkIn(ticket, { at: at(20) }))).toMatchObject({
      outcome: 'ReEntered',
      earlier: { at: at(10), device: 'Smoking door' },
      ticket: { status: 'CheckedIn', checkedInAt: at(0), inside: true, lastIn: at(20), entries: 2 },
    })
    expect(await post(checkIn(ticket, { at: at(30) }))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      earlier: { at: at(20), device: 'Gate A' },
    })
  })

  it('is refused after an exit where the ticket admits once, and who is not in cannot leave', async () => {
    const ticket = await addTicket(org, {}, session)
    expect(await post(exit(ticket))).toMatchObject({ outcome: 'NotInside', ticket: { status: 'Valid' } })
    await post(checkIn(ticket, { at: at(1) }))
    await post(exit(ticket, 10))
    expect(await post(checkIn(ticket, { at: at(20) }))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      earlier: { at: at(1) },
    })
    expect(await post(exit(ticket, 30))).toMatchObject({ outcome: 'NotInside' })
  })

  it('is refused outside of the times of the first entry only', async () => {
    await setRule({ entries: 'AfterExit', from: 0, until: 60 })
    const ticket = await addTicket(org, {}, session)
    expect(await post(checkIn(ticket, { at: at(-1) }))).toMatchObject({ outcome: 'NotNow' })
    expect(await post(checkIn(ticket, { at: at(61) }))).toMatchObject({ outcome: 'NotNow' })
    expect(await post(checkIn(ticket, { at: at(60) }))).toMatchObject({ outcome: 'CheckedIn' })
    await post(exit(ticket, 65))
    expect(await post(checkIn(ticket, { at: at(70) }))).toMatchObject({ outcome: 'ReEntered' })
  })

  it('enters the areas of the type, and who enters one is in the venue', async () => {
    await setRule({ areas: [floor] })
    const ticket = await addTicket(org, {}, session)
    expect(await post(checkIn(ticket, { areaId: vip }))).toMatchObject({ outcome: 'WrongArea' })
    expect(await post(checkIn(ticket, { areaId: floor }))).toMatchObject({
      outcome: 'CheckedIn',
      ticket: { inside: true, areas: [floor] },
    })
    expect(await post(checkIn(ticket, { areaId: floor, at: at(1) }))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
    })
    expect(await post(exit(ticket, 2, { areaId: floor }))).toMatchObject({
      outcome: 'Left',
      ticket: { inside: true, areas: [] },
    })
    expect(await post(checkIn(ticket, { areaId: floor, at: at(3) }))).toMatchObject({ outcome: 'Entered' })
    expect(await post(exit(ticket, 4))).toMatchObject({ ticket: { inside: false, areas: [] } })
  })

  it('is in the venue where the area is unknown, or one of another event', async () => {
    const other = await makeOrganizer()
    for (const areaId of [crypto.randomUUID(), await addArea(other.event)]) {
      const ticket = await addTicket(org, {}, session)
      expect(await post(checkIn(ticket, { areaId }))).toMatchObject({
        ...{ outcome: 'CheckedIn', ticket: { inside: true, areas: [] } },
      })
    }
  })

  it('who is let in again and again needs no exits where any number of entries is allowed', async () => {
    await setRule({ entries: 'Any' })
    const ticket = await addTicket(org, {}, session)
    const outcomes = []
    for (const minutes of [0, 1, 2]) outcomes.push((await post(admission(ticket, minutes))).outcome)
    expect(outcomes).toEqual(['CheckedIn', 'ReEntered', 'ReEntered'])
    expect(await problemsOf()).toEqual([])
  })

  it('is not inside while the ticket is refunded, and is there again once it is valid', async () => {
    const ticket = await addTicket(org, {}, session)
    await post(checkIn(ticket, { areaId: vip }))
    expect(figures((await readChanges()).inside)).toMatchObject({ venue: [1, 0], vip: [1, 0] })
    const path = `/api/organizer/v1/sessions/${session}/tickets/${ticket}`
    await okBody(await sendJson('PATCH', path, org.manager, { status: 'Refunded' }))
    expect(figures((await readChanges()).inside)).toMatchObject({ venue: [0, 0], vip: [0, 0] })
    await okBody(await sendJson('PATCH', path, org.manager, { status: 'Valid' }))
    expect(figures((await readChanges()).inside)).toMatchObject({ venue: [1, 0], vip: [1, 0] })
    expect(await post(checkIn(ticket, { at: at(9) }))).toMatchObject({ outcome: 'AlreadyCheckedIn' })
  })

  it('is where the items of its session say, also after the ticket was moved and came back', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    await send(session, org.staff, [checkIn(ticket), exit(ticket, 5)])
    await move(ticket, elsewhere)
    expect(figures((await readChanges()).inside)).toMatchObject({ venue: [0, 0] })
    const there = await getBody<Changes>(org.staff, `/api/v1/sessions/${elsewhere}/ticket-changes`)
    expect(there.inside[0]).toMatchObject({ tickets: 1 })
    await move(ticket, session)
    expect((await readChanges()).inside[0]).toMatchObject({ tickets: 0 })
  })

  it('gets what was undone while the ticket was in another session', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    const left = exit(ticket, 5)
    await send(session, org.staff, [checkIn(ticket), left])
    await move(ticket, elsewhere)
    await post(undo(left.id))
    await move(ticket, session)
    expect((await readChanges()).inside[0]).toMatchObject({ tickets: 1 })
  })

  it('leaves nobody behind in the areas of a session that the ticket is moved to', async () => {
    const elsewhere = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    await post(checkIn(ticket, { areaId: vip }))
    const insideAt = async (id: string) =>
      figures((await getBody<Changes>(org.staff, `/api/v1/sessions/${id}/ticket-changes`)).inside)
    await move(ticket, elsewhere)
    expect([await insideAt(session), await insideAt(elsewhere)]).toEqual([
      { venue: [0, 0], floor: [0, 0], vip: [0, 0] },
      { venue: [1, 0], floor: [0, 0], vip: [0, 0] },
    ])
    await move(ticket, session)
    expect([await insideAt(session), await insideAt(elsewhere)]).toEqual([
      { venue: [1, 0], floor: [0, 0], vip: [1, 0] },
      { venue: [0, 0], floor: [0, 0], vip: [0, 0] },
    ])
  })

  it('stays outside when old items are deleted, and can come back', async () => {
    await setRule({ entries: 'AfterExit' })
    const ticket = await addTicket(org, {}, session)
    await send(session, org.staff, [checkIn(ticket), exit(ticket, 5)])
    await query('DELETE FROM check_ins WHERE session_id = ?', session)
    expect(await post(checkIn(ticket, { at: at(10) }))).toMatchObject({ outcome: 'ReEntered' })
    await query('DELETE FROM check_ins WHERE session_id = ?', session)
    await post(exit(ticket, 15))
    await query('DELETE FROM check_ins WHERE session_id = ?', session)
    expect(await post(exit(ticket, 20))).toMatchObject({ outcome: 'NotInside' })
    expect((await readChanges()).inside[0]).toMatchObject({ tickets: 0 })
  })

  it('is outside if an exit was recorded while a backup was made, after the bases and before the tickets', async () => {
    const ticket = await addTicket(org, {}, session)
    await post(checkIn(ticket))
    const read = () =>
      query<Record<string, string | number | null>>('SELECT * FROM ticket_bases WHERE ticket_id = ?', ticket)
    const [base = {}] = await read()
    await post(exit(ticket, 5))
    await query('DELETE FROM ticket_bases WHERE ticket_id = ?', ticket)
    await query(
      `INSERT INTO ticket_bases (${Object.keys(base)}) VALUES (${Object.keys(base).map(() => '?')})`,
      ...Object.values(base),
    )
    expect((await readChanges()).inside[0]).toMatchObject({ tickets: 0 })
    expect((await read())[0]?.presence).toMatch('"inside":false')
  })

  it('is inside if the ticket is deleted and added again as checked in', async () => {
    const ticket = await addTicket(org, {}, session)
    await send(session, org.staff, [checkIn(ticket), exit(ticket, 5)])
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    await addTicket(org, { id: ticket, status: 'CheckedIn', checked_in_at: Date.parse(at(0)) }, session)
    expect(await post(exit(ticket, 10))).toMatchObject({ outcome: 'Left' })
  })
})

const move = (ticket: string, to: string) =>
  query(
    `UPDATE tickets SET session_number = sessions.number, key = (sessions.number << 20) + 500
     FROM sessions WHERE sessions.id = ? AND tickets.id = ?`,
    to,
    ticket,
  )

describe('a second entry', () => {
  it('is a problem until a late exit heals it, and again once that exit is undone', async () => {
    const ticket = await addTicket(org, {}, session)
    const [first, second, late] = [admission(ticket), admission(ticket, 60), exit(ticket, 30)]
    await send(session, org.staff, [second, first])
    // The later of the two, whichever arrived first.
    expect(await problemsOf()).toEqual([second.id])
    await post(late)
    expect(await problemsOf()).toEqual([])
    await post(undo(late.id))
    expect(await problemsOf()).toEqual([second.id])
    await post(exit(ticket, 90))
    expect(await problemsOf()).toEqual([second.id])
  })

  it('into an area is one too, and an admission to the wrong area or at the wrong time', async () => {
    await setRule({ areas: [floor], until: 30 })
    const [ticket, wrong, late] = (await addTickets(org, [{}, {}, {}], session)) as [string, string, string]
    const items = [
      ...[admission(ticket, 0, { areaId: floor }), admission(ticket, 9, { areaId: floor })],
      ...[admission(wrong, 0, { areaId: vip }), admission(late, 31)],
    ]
    const { results } = await send(session, org.staff, items)
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...['CheckedIn', 'AlreadyCheckedIn', 'WrongArea', 'NotNow'],
    ])
    // They were let in, so they are inside.
    for (const { ticket: seen } of results) expect(seen).toMatchObject({ status: 'CheckedIn', inside: true })
    expect((await problemsOf()).toSorted()).toEqual(
      items
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    )
  })
})

describe('people without tickets', () => {
  it('are added up, by area, and an undo takes a tally back, also before it arrives', async () => {
    const [three, early] = [tally(3), tally(7, { areaId: vip })]
    const { results, inside } = await send(session, org.staff, [
      ...[three, tally(-1), tally(2, { areaId: vip })],
    ])
    expect(results.map(({ outcome, ticket }) => [outcome, ticket])).toEqual(Array(3).fill(['Counted', null]))
    expect(figures(inside)).toEqual({ venue: [0, 2], floor: [0, 0], vip: [0, 2] })
    expect((await send(session, org.staff, [three])).inside).toEqual(inside)
    await post(undo(early.id))
    expect(await post(early)).toMatchObject({ outcome: 'Undone' })
    const after = await send(session, org.staff, [undo(three.id), undo(three.id)])
    expect(figures(after.inside)).toEqual({ venue: [0, -1], floor: [0, 0], vip: [0, 2] })
    expect(figures((await readChanges()).inside)).toEqual(figures(after.inside))
    const { data } = await listCheckIns(session, org.staff, { types: 'Tally', pageSize: '100' })
    expect(data.map(({ people, areaId, undoneAt }) => [people, areaId, undoneAt !== null])).toEqual([
      ...[
        [7, vip, true],
        [2, vip, false],
        [-1, null, false],
        [3, null, true],
      ],
    ])
  })

  it('count against the capacity', async () => {
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', session)
    const [first, second] = (await addTickets(org, [{}, {}], session)) as [string, string]
    const { overCapacity } = await send(session, org.staff, [checkIn(first), checkIn(second), tally(3)])
    expect(overCapacity).toBe(3)
    const { overCapacity: after } = await send(session, org.staff, [exit(first, 5), exit(second, 5)])
    expect(after).toBe(1)
  })

  it('are at most 20,000 tallies a session, and a batch above is refused whole', async () => {
    await post(tally(1))
    await query(
      'UPDATE area_counts SET tallies = 19999 WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
      session,
    )
    const [last, above] = [tally(1), tally(1)]
    await post(last)
    const refused = await sendJson('POST', checkInsPath(session), org.staff, { items: [tally(1), above] })
    await expectError(
      refused,
      'limit_reached',
      'A session can have at most 20,000 tallies. Nothing was recorded.',
    )
    expect(await post(last)).toMatchObject({ outcome: 'Counted' })
    expect((await readChanges()).inside[0]).toMatchObject({ others: 2 })
  })
})

describe('the figures', () => {
  it('have each area of the event with its capacity, and new ones at once', async () => {
    const { inside } = await readChanges()
    expect(inside).toEqual([
      { areaId: null, tickets: 0, others: 0, capacity: 100 },
      ...[floor, vip].map((areaId) => ({
        ...{ areaId, tickets: 0, others: 0, capacity: areaId === vip ? 2 : null },
      })),
    ])
    const { headers } = await call(`/api/v1/sessions/${session}/ticket-changes`, { subject: org.staff })
    const etag = headers.get('ETag') as string
    const again = async () =>
      (
        await call(`/api/v1/sessions/${session}/ticket-changes`, {
          subject: org.staff,
          headers: { 'If-None-Match': etag },
        })
      ).status
    expect(await again()).toBe(304)
    await post(tally(1))
    expect(await again()).toBe(200)
    const path = `/api/organizer/v1/sessions/${session}`
    await okBody(await sendJson('PATCH', path, org.manager, { capacity: 70 }))
    expect((await readChanges()).inside[0]).toMatchObject({ capacity: 70 })
  })

  const item = fc.record({
    kind: fc.constantFrom('CheckIn', 'CheckIn', 'Exit', 'Tally', 'Undo' as const),
    ticket: fc.nat(2),
    slot: fc.nat(11),
    of: fc.nat(11),
    area: fc.constantFrom(...([null, null, 0, 1] as const)),
    minute: fc.integer({ min: 0, max: 40 }),
  })

  it('are those of the facts, with the problems and the movements, in any order (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 14 }),
        fc.constantFrom('Once', 'AfterExit', 'Any'),
        async (sent, entries) => {
          session = await addSession(org)
          const staff = await addStaff(org)
          await query('UPDATE sessions SET starts_at = ? WHERE id = ?', START, session)
          const rule = { ...ONCE, entries } as EntryRule
          await setRule(rule)
          const tickets = await addTickets(org, [{}, {}, {}], session)
          const ids = Array.from({ length: 12 }, () => crypto.randomUUID() as string)
          const areas = [floor, vip] as const
          const batch = new Map<string, Sent>()
          for (const { kind, ticket, slot, of, area, minute } of sent) {
            const more = {
              id: ids[slot] as string,
              areaId: area === null ? null : areas[area],
              at: at(minute),
            }
            const ticketId = tickets[ticket] as string
            const one =
              kind === 'CheckIn'
                ? admission(ticketId, minute, more)
                : kind === 'Exit'
                  ? exit(ticketId, minute, more)
                  : kind === 'Tally'
                    ? tally(slot + 1, more)
                    : undo(ids[of] as string, { id: ids[slot] as string })
            if (!batch.has(one.id)) batch.set(one.id, one)
          }
          const items = [...batch.values()]
          for (let start = 0; start < items.length; start += 4)
            await send(session, staff, items.slice(start, start + 4))
          await send(session, staff, items)

          const undone = new Set(items.flatMap(({ type, checkInId }) => (type === 'Undo' ? [checkInId] : [])))
          const records = tickets.map((ticketId) =>
            items
              .filter(({ type, ticketId: of }) => type === 'Undo' || of === ticketId)
              .reduce<TicketRecord>(
                (record, one) =>
                  recordItem(record, { ...one, at: Date.parse((one.at as string) ?? at(0)) } as never).record,
                { ...emptyRecord({ status: 'Valid', checkedInAt: null }), rule, startsAt: START },
              ),
          )
          const guests = records.map((record) => presenceOf(ticketState(record) as never))
          const live = items.filter(({ id, type }) => type !== 'Undo' && !undone.has(id))
          const others = (areaId: string | null) =>
            live.reduce(
              (sum, one) => sum + (one.type === 'Tally' && one.areaId === areaId ? Number(one.by) : 0),
              0,
            )
          const { inside, ...changes } = await readChanges()
          expect(figures(inside)).toEqual({
            venue: [guests.filter((guest) => guest.inside).length, others(null)],
            floor: [guests.filter((guest) => guest.areas.includes(floor)).length, others(floor)],
            vip: [guests.filter((guest) => guest.areas.includes(vip)).length, others(vip)],
          })
          const column = (name: string) => changes.fields.indexOf(name as never)
          for (const row of changes.rows as unknown[][]) {
            const guest = guests[tickets.indexOf(row[column('id')] as string)]
            if (row[column('inside')] !== null) expect(row[column('areas')]).toEqual(guest?.areas)
          }
          expect((await problemsOf()).toSorted()).toEqual(records.flatMap(problems).toSorted())

          for (const areaId of [undefined, floor]) {
            const path = `${movementsPath(session)}${areaId === undefined ? '' : `?areaId=${areaId}`}`
            const { data } = await getBody<Schemas['Movements']>(staff, path)
            const inArea = live.filter((one) => areaId === undefined || one.areaId === areaId)
            const sum = (name: 'left' | 'others') => data.reduce((total, quarter) => total + quarter[name], 0)
            expect(sum('left')).toBe(
              inArea.filter(({ type, areaId: of }) => type === 'Exit' && (areaId ?? null) === of).length,
            )
            expect(sum('others')).toBe(others(areaId ?? null))
            const entered = data.reduce((total, quarter) => total + quarter.entered, 0)
            if (areaId !== undefined)
              expect(entered).toBe(inArea.filter(({ type }) => type === 'CheckIn').length)
            // The first entries, and those to the venue; entries to an area by somebody inside are none.
            else
              expect(entered).toBeGreaterThanOrEqual(
                guests.reduce((total, guest) => total + guest.entries, 0),
              )
            for (const { from } of data) expect((Date.parse(from) - START) % (15 * 60_000)).toBe(0)
          }
        },
      ),
      { numRuns: runs(150) },
    )
  }, 600_000)
})

describe('the cost', () => {
  it('of an exit is at most 20 rows written, and of an entry to an area 25', async () => {
    await setRule({ entries: 'AfterExit' })
    const tickets = await addTickets(
      org,
      Array.from({ length: 20 }, () => ({ seat_label: 'A1' })),
      session,
    )
    await send(
      session,
      org.staff,
      tickets.map((ticket) => checkIn(ticket, { areaId: floor })),
    )
    const steps: Record<string, [Sent[], number]> = {
      'an exit from the venue': [tickets.map((ticket) => exit(ticket, 5)), 20],
      'an entry to an area': [tickets.map((ticket) => checkIn(ticket, { at: at(6), areaId: vip })), 25],
      'an exit from an area': [tickets.map((ticket) => exit(ticket, 7, { areaId: vip })), 20],
      'an entry': [tickets.map((ticket) => admission(ticket, 8)), 25],
    }
    const written: Record<string, number> = {}
    for (const [name, [items, most]] of Object.entries(steps)) {
      const cost = await costOfBatch(session, org.staff, items)
      written[name] = cost.written / items.length
      expect(cost.trips).toBe(1)
      expect(written[name], name).toBeLessThanOrEqual(most)
    }
    console.log('Rows written for each item:', JSON.stringify(written))
  })

  it('of nothing new is at most 11 rows', async () => {
    await send(session, org.staff, [tally(1), tally(1, { areaId: vip })])
    const { next } = await readChanges()
    const { rows } = await getWithCost<Changes & { data: [] }>(
      org.staff,
      `/api/v1/sessions/${session}/ticket-changes?since=${next}`,
    )
    expect(rows).toBeLessThanOrEqual(11)
  })

  it('is the same for an event without areas, and nothing but the status is written', async () => {
    const plain = await makeOrganizer()
    const ticket = await addTicket(plain)
    const cost = await costOfBatch(plain.session, plain.staff, [checkIn(ticket)])
    expect(cost).toMatchObject({ trips: 1, written: 20 })
    expect(await query('SELECT presence FROM tickets WHERE id = ?', ticket)).toEqual([{ presence: null }])
    expect(
      await query(
        'SELECT 1 FROM area_counts JOIN sessions ON number = session_number WHERE sessions.id = ?',
        plain.session,
      ),
    ).toEqual([])
  })

  it('of an exit is bounded, however many there were before', async () => {
    const ticket = await addTicket(org, {}, session)
    await post(checkIn(ticket))
    const leave = (from: number) =>
      send(
        session,
        org.staff,
        Array.from({ length: 100 }, (_, index) => exit(ticket, from + index)),
      )
    const cost = async (minutes: number) =>
      (await costOfBatch(session, org.staff, [exit(ticket, minutes)])).read
    for (const from of [100, 200, 300]) await leave(from)
    const most = await cost(400)
    expect(most).toBeLessThanOrEqual(1_200)
    await leave(500)
    expect(await cost(600)).toBeLessThanOrEqual(most + 20)
  })

  it.each<[string, (ticket: string) => Sent, number]>([
    ['entries', (ticket) => admission(ticket, 5), 130],
    ['entries to an area', (ticket) => admission(ticket, 5, { areaId: vip }), 130],
    ['exits', (ticket) => exit(ticket, 5), 1_200],
  ])('is bounded, however many %s there were at the same time', async (_, make, most) => {
    const ticket = await addTicket(org, {}, session)
    const others = [admission(ticket, 2), exit(ticket, 9), admission(ticket, 12, { areaId: vip })]
    for (let batch = 0; batch < 5; batch += 1)
      await send(
        session,
        org.staff,
        Array.from({ length: 100 }, () => make(ticket)),
      )
    for (const item of others)
      expect((await costOfBatch(session, org.staff, [item])).read).toBeLessThanOrEqual(most)
  })
})

describe('other writers', () => {
  it('end what was recorded before: a ticket that they check in is inside', async () => {
    const ticket = await addTicket(org, {}, session)
    await send(session, org.staff, [checkIn(ticket), exit(ticket, 5)])
    await writeState(ticket, 'CheckedIn', 30)
    expect((await readChanges()).inside[0]).toMatchObject({ tickets: 1 })
    expect(await post(exit(ticket, 40))).toMatchObject({ outcome: 'Left' })
  })

  it('a walk-in enters an area', async () => {
    const open = await makeOrganizer()
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', open.event)
    const area = await addArea(open.event)
    const item = walkIn(undefined, { areaId: area })
    expect(await sendOne(open.session, open.staff, item)).toMatchObject({
      ...{ outcome: 'CheckedIn', ticket: { inside: true, areas: [area] } },
    })
  })
})
