// What members can make the service keep, and what it costs to read it again, is bounded whatever they send.
// @module-tag slow
// @module-tag more

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordWait } from '../../../../src/db/queue.ts'
import type { Item as AnyItem, Tally } from '../../../../src/domain/check-in-rule.ts'
import { emptyRecord, isUndone, recordItem, ticketState } from '../../../models/check-ins.ts'
import { BINDING } from '../../../support/address.ts'
import { call, getWithCost, readCost } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  checkInsPath,
  type List,
  listCheckIns,
  movementsPath,
  type Sent,
  START,
  send,
  sendOne,
  stateOf,
  undo,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addSession,
  addStaff,
  addTicket,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Item = Exclude<AnyItem, Tally>

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const MAX_REPEATS = 200
const MAX_UNMATCHED = 5_000
const MAX_UNMATCHED_OF_SUBJECT = 1_000
const MAX_ROWS_READ = 25_000

/** Sends items in full batches. */
const sendAll = async (session: string, items: readonly Sent[], device: string | null = 'Gate A') => {
  const staff = await addStaff(org)
  const outcomes: string[] = []
  for (let start = 0; start < items.length; start += 100) {
    const { results } = await send(session, staff, items.slice(start, start + 100), device)
    outcomes.push(...results.map(({ outcome }) => outcome))
  }
  return outcomes
}

/** An item as the model takes it. */
const asItem = (sent: Sent) => ({ ...sent, at: Date.parse(sent.at as string) }) as unknown as Item

const countOf = async (session: string): Promise<number> => {
  const [row] = await query<{ n: number }>(
    'SELECT count(*) AS n FROM check_ins WHERE session_id = ?',
    session,
  )
  return row?.n as number
}

const makeTicket = async () => {
  const session = await addSession(org)
  const ticket = await addTicket(org, {}, session)
  return { session, ticket }
}

/** Inserts second admissions by 200 devices, on a version of the ticket's base: the current one for null. */
const fill = (session: string, ticket: string, count: number, version: string | null, everyMinutes = 1) =>
  query(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < CAST(?3 AS INTEGER))
     INSERT INTO check_ins (session_id, id, type, ticket_id, at, received_at, device, subject, admitted, outcome, passback,
       base_version)
     SELECT ?1, lower(printf('%08x-0000-4000-8000-%s', value, substr(?2, -12))), 'CheckIn', ?2, ?4 + value * ?6 * 60000, 0,
       'Gate ' || (value % 200), 's', 1, 'AlreadyCheckedIn', 1,
       coalesce(?5, (SELECT version FROM ticket_bases WHERE ticket_id = ?2))
     FROM n`,
    session,
    ticket,
    count,
    START,
    version,
    everyMinutes,
  )

describe('of one ticket', () => {
  it('at most 200 questions that change nothing are recorded; more have the same outcome', async () => {
    const { session, ticket } = await makeTicket()
    const [first, ...repeats] = Array.from({ length: MAX_REPEATS + 51 }, () => checkIn(ticket)) as [
      Sent,
      ...Sent[],
    ]
    const outcomes = ['CheckedIn', ...repeats.map(() => 'AlreadyCheckedIn')]
    expect(await sendAll(session, [first, ...repeats])).toEqual(outcomes)
    expect(await countOf(session)).toBe(1 + MAX_REPEATS)
    // Sent again, each has the same outcome, and nothing is added.
    expect(await sendAll(session, [first, ...repeats])).toEqual(outcomes)
    expect(await countOf(session)).toBe(1 + MAX_REPEATS)
    expect(await sendOne(session, org.staff, checkIn(ticket))).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      ticket: { id: ticket, status: 'CheckedIn', checkedInAt: at(0) },
      earlier: { at: at(0), device: 'Gate A' },
    })
    await writeState(ticket, 'Refunded', null)
    expect((await sendOne(session, org.staff, checkIn(ticket))).outcome).toBe('NotValid')
    expect(await countOf(session)).toBe(1 + MAX_REPEATS)
  })

  it('whatever admits is recorded after any number of questions, and its undo', async () => {
    const { session, ticket } = await makeTicket()
    const [first, ...repeats] = Array.from({ length: MAX_REPEATS + 1 }, () => checkIn(ticket)) as [
      Sent,
      ...Sent[],
    ]
    await sendAll(session, [first, ...repeats])
    expect((await sendOne(session, org.staff, undo(first.id))).outcome).toBe('Undone')
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    const gates = [
      checkIn(ticket, { at: at(1) }),
      admission(ticket, 2),
      checkIn(ticket),
      admission(ticket, 3),
    ]
    const results = await Promise.all(gates.map((gate) => sendOne(session, org.staff, gate)))
    expect(results.filter(({ outcome }) => outcome === 'CheckedIn')).toHaveLength(1)
    for (const { ticket: after } of results) expect(after?.status).toBe('CheckedIn')
    const { data } = await listCheckIns(session, org.staff, { pageSize: '100' })
    const admitted = gates.filter(
      ({ id, admitted }) => admitted || results.find((one) => one.id === id)?.outcome === 'CheckedIn',
    )
    for (const { id } of admitted) expect(data.map((one) => one.id)).toContain(id)
  })

  it('a question beyond the bound is no admission, also where its batch undoes the check-in', async () => {
    const { session, ticket } = await makeTicket()
    const [first, ...repeats] = Array.from({ length: MAX_REPEATS + 1 }, () => checkIn(ticket)) as [
      Sent,
      ...Sent[],
    ]
    await sendAll(session, [first, ...repeats])
    const { results } = await send(session, org.staff, [checkIn(ticket), undo(first.id)])
    expect(results[0]).toMatchObject({ outcome: 'AlreadyCheckedIn', ticket: { status: 'Valid' } })
  })

  it('a question can still become an admission, whether it was recorded or not', async () => {
    const { session, ticket } = await makeTicket()
    const [recorded, unrecorded] = [checkIn(ticket, { at: at(5) }), checkIn(ticket, { at: at(4) })]
    const repeats = Array.from({ length: MAX_REPEATS }, () => checkIn(ticket))
    await sendAll(session, [checkIn(ticket, { at: at(9) }), recorded, ...repeats, unrecorded])
    await sendOne(session, org.staff, { ...recorded, admitted: true })
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 5 })
    await sendOne(session, org.staff, { ...unrecorded, admitted: true })
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 4 })
  })
})

/** How many items the session has that match nothing, by subject; '' for all. */
const unmatched = async (session: string): Promise<Record<string, number>> => {
  const rows = await query<{ subject: string; items: number }>(
    'SELECT subject, items FROM unmatched_items WHERE session_id = ? AND items <> 0',
    session,
  )
  return Object.fromEntries(rows.map(({ subject, items }) => [subject, items]))
}

const setUnmatched = (session: string, subject: string, items: number) =>
  query(
    `INSERT INTO unmatched_items (session_id, subject, items) VALUES (?, ?, ?)
     ON CONFLICT (session_id, subject) DO UPDATE SET items = excluded.items`,
    session,
    subject,
    items,
  )

describe('of one session', () => {
  it('a subject can record 1,000 undos of nothing, and keeps nobody else from it', async () => {
    const { session, ticket } = await makeTicket()
    const [one, other] = [await addStaff(org), await addStaff(org)]
    await setUnmatched(session, one, MAX_UNMATCHED_OF_SUBJECT - 1)
    const undos = Array.from({ length: 3 }, () => undo(crypto.randomUUID()))
    expect((await send(session, one, undos)).results.map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('Undone'),
    )
    expect(await countOf(session)).toBe(1)
    expect(await send(session, one, undos)).toMatchObject({ results: Array(3).fill({ outcome: 'Undone' }) })
    expect(await countOf(session)).toBe(1)
    await sendOne(session, other, undo(crypto.randomUUID()))
    expect(await countOf(session)).toBe(2)
    // People who were let in are recorded in any case, and the undo of what is live.
    const item = checkIn(ticket)
    await send(session, one, [admission(crypto.randomUUID()), item, undo(item.id)])
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    expect(await countOf(session)).toBe(5)
    expect((await sendOne(session, one, undo(item.id))).outcome).toBe('Undone')
    expect(await countOf(session)).toBe(5)
  })

  it('all subjects together can record 5,000 undos of nothing', async () => {
    const { session, ticket } = await makeTicket()
    await setUnmatched(session, '', MAX_UNMATCHED)
    await sendOne(session, org.staff, undo(crypto.randomUUID()))
    expect(await countOf(session)).toBe(0)
    const item = admission(ticket)
    await send(session, org.staff, [item, undo(item.id), admission(crypto.randomUUID())])
    expect(await countOf(session)).toBe(3)
  })

  it('undos count until they undo something, and people without a known ticket count', async () => {
    const { session, ticket } = await makeTicket()
    const [one, other] = [await addStaff(org), await addStaff(org)]
    const [undone, late] = [checkIn(ticket), admission(ticket)]
    await send(session, one, [undone, undo(undone.id), undo(late.id), admission(crypto.randomUUID())])
    await send(session, one, [checkIn(crypto.randomUUID())])
    expect(await unmatched(session)).toEqual({ [one]: 2, '': 2 })
    await sendOne(session, other, late)
    expect(await unmatched(session)).toEqual({ [one]: 1, '': 1 })
    await sendOne(session, other, undo(late.id))
    expect(await unmatched(session)).toEqual({ [one]: 1, [other]: 1, '': 2 })
  })
})

describe('around every bound', () => {
  const ROOM = 2
  const item = fc.record({
    kind: fc.constantFrom('ask', 'ask', 'admit', 'undo', 'undo', 'unknown'),
    slot: fc.nat(5),
    by: fc.nat(1),
  })

  it('whatever admits is listed, and the ticket follows from it (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 30 }), async (steps) => {
        const { session, ticket } = await makeTicket()
        const subjects = [await addStaff(org), await addStaff(org)] as const
        // One more than the question that follows at once.
        const known = [checkIn(ticket), checkIn(ticket)]
        await send(session, subjects[0], known)
        await query(
          'UPDATE ticket_bases SET repeats = repeats + ? WHERE ticket_id = ?',
          MAX_REPEATS - 1 - ROOM,
          ticket,
        )
        for (const subject of subjects) await setUnmatched(session, subject, MAX_UNMATCHED_OF_SUBJECT - ROOM)
        let record = emptyRecord({ status: 'Valid', checkedInAt: null })
        for (const sent of known) record = recordItem(record, asItem(sent)).record
        const bounds = { repeats: 1 + ROOM, takesUnmatched: () => true }
        /** The undos that undo nothing, with their subject. */
        const waiting = new Map<string, { of: string; by: number }>()
        const free = [ROOM, ROOM]
        const ids = Array.from({ length: 6 }, () => crypto.randomUUID() as string)
        const admitted = new Set<string>()
        for (const { kind, slot, by } of steps) {
          const id = ids[slot] as string
          if (kind === 'unknown') {
            const sent = admission(crypto.randomUUID())
            expect((await sendOne(session, subjects[by] as string, sent)).outcome).toBe('UnknownTicket')
            admitted.add(sent.id)
            free[by] = (free[by] as number) - 1
            continue
          }
          const sent = kind === 'undo' ? undo(id) : checkIn(ticket, { id, admitted: kind === 'admit' })
          const before = record
          const isNew = !before.checkIns.some((one) => one.id === id)
          const result = recordItem(before, asItem(sent), true, {
            ...bounds,
            takesUnmatched: () => (free[by] as number) > 0,
          })
          record = result.record
          const { outcome } = await sendOne(session, subjects[by] as string, sent)
          expect([kind, outcome]).toEqual([kind, result.outcome])
          if (outcome === 'CheckedIn' || kind === 'admit') admitted.add(id)
          const isRecorded = record !== before
          if (kind === 'undo' && isRecorded && (isNew || isUndone(before, id))) {
            waiting.set(sent.id, { of: id, by })
            free[by] = (free[by] as number) - 1
          }
          // The first undo of a check-in undoes it when it arrives.
          const [matched] = [...waiting].find(([, { of }]) => of === id) ?? []
          if (kind !== 'undo' && isNew && isRecorded && matched !== undefined) {
            const { by: first } = waiting.get(matched) as { by: number }
            free[first] = (free[first] as number) + 1
            waiting.delete(matched)
          }
          const state = ticketState(record)
          expect(await stateOf(ticket)).toEqual({
            status: state?.status,
            minutes: state?.checkedInAt === null ? null : 0,
          })
        }
        const { data } = await listCheckIns(session, subjects[0], { pageSize: '100' })
        const listed = data.map(({ id }) => id)
        for (const id of admitted) expect(listed).toContain(id)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('the problems', () => {
  const read = (path: string) => getWithCost<List>(org.staff, path)

  it('cost the same however many admissions hang on an old base, and go on on a next page', async () => {
    const { session, ticket } = await makeTicket()
    const real = admission(crypto.randomUUID())
    await sendAll(session, [checkIn(ticket), real])
    await fill(session, ticket, 4_000, null)
    const found: string[] = []
    let path: string | null = `${checkInsPath(session)}?problem=true`
    let pages = 0
    while (path !== null) {
      const { data, links, rows, trips } = await read(path)
      expect(rows).toBeLessThan(MAX_ROWS_READ)
      expect(trips).toBe(1)
      found.push(...data.map(({ id }) => id))
      path = links.next
      pages += 1
      if (pages > 300) break
    }
    // All of them are second admissions while another one is live.
    expect(found).toHaveLength(4_001)
    expect(found.at(-1)).toBe(real.id)

    await writeState(ticket, 'Refunded', null)
    pages = 0
    found.length = 0
    for (path = `${checkInsPath(session)}?problem=true&pageSize=100`; path !== null; pages += 1) {
      const { data, links, rows } = await read(path)
      expect(rows).toBeLessThan(MAX_ROWS_READ)
      found.push(...data.map(({ id }) => id))
      path = links.next
    }
    expect(found).toEqual([real.id])
    expect(pages).toBeLessThanOrEqual(6)
  })
})

describe('movements', () => {
  type Movements = { data: { from: string; entered: number; left: number; others: number }[] }
  const read = async (session: string, headers: Record<string, string> = {}) => {
    const response = await call(movementsPath(session), { subject: org.staff, headers })
    return { response, body: response.status === 200 ? await response.json<Movements>() : undefined }
  }
  const sum = (body: Movements | undefined) => body?.data.reduce((total, { entered }) => total + entered, 0)

  it('read at most three rows for each admission, however many a ticket has', async () => {
    const { session, ticket } = await makeTicket()
    await sendAll(session, [checkIn(ticket)])
    await fill(session, ticket, 20_000, null)
    const { body, response } = await read(session)
    expect(sum(body)).toBe(20_001)
    // Parts of 20,000, or of 5,000 while somebody waits, with the session read for each.
    expect(readCost(response)).toMatchObject({ trips: 2 })
    const most = ({ headers }: Response) =>
      Number(/statement;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '')?.[1])
    expect(most(response)).toBeLessThanOrEqual(100_000)
    recordWait(BINDING, 0)
    recordWait(BINDING, 50, Date.now(), true)
    const { response: awaited } = await read(session)
    expect(readCost(awaited)).toMatchObject({ trips: 5 })
    expect(most(awaited)).toBeLessThanOrEqual(25_000)
    for (const one of [response, awaited]) expect(readCost(one).rows).toBeLessThanOrEqual(3 * 20_001 + 5 * 30)
    for (const { from } of body?.data ?? []) expect(Date.parse(from) % (15 * 60_000)).toBe(0)
  })

  it('have at most 6,000 quarters, and count what came earlier in the first', async () => {
    const { session, ticket } = await makeTicket()
    await sendAll(session, [checkIn(ticket)])
    await fill(session, ticket, 7_000, null, 15)
    const { body } = await read(session)
    expect(body?.data).toHaveLength(6_000)
    expect(body?.data[0]?.entered).toBe(1_002)
    expect(sum(body)).toBe(7_001)
  })

  it('are a 304 until somebody is admitted, also for a second time, or an admission is undone', async () => {
    const { session, ticket } = await makeTicket()
    let etag = ''
    const expectChange = async () => {
      const { response } = await read(session, { 'If-None-Match': etag })
      expect(response.status).toBe(200)
      etag = response.headers.get('ETag') as string
      const again = await read(session, { 'If-None-Match': etag })
      expect(again.response.status).toBe(304)
      expect(readCost(again.response).rows).toBeLessThanOrEqual(30)
    }
    await expectChange()
    const [first, question] = [admission(ticket), checkIn(ticket, { at: at(5) })]
    await sendOne(session, org.staff, first)
    await expectChange()
    const second = admission(ticket, 9)
    await sendOne(session, org.staff, second)
    await expectChange()
    await sendOne(session, org.staff, undo(second.id))
    await expectChange()
    await sendOne(session, org.staff, question)
    await sendOne(session, org.staff, { ...question, admitted: true })
    await expectChange()
  })
})
