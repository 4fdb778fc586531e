// Moving many guests to another date, and back.
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { runIn } from '../../../../src/domain/erase/run.ts'
import { eraseDueGuests } from '../../../../src/domain/erase/sessions.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings, expectError, getBody, jsonRequest, okBody } from '../../../support/api.ts'
import {
  admission,
  checkIn,
  exit,
  listCheckIns,
  send as sendItems,
  undo,
} from '../../../support/check-ins.ts'
import { faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import { happened, switchOn } from '../../../support/feed.ts'
import {
  addSession,
  addTicket,
  addTickets,
  insertNew,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { API, create, historyOf, send } from '../../../support/setup.ts'

type Preview = Schemas['TicketBulkUpdatePreview']
type Result = Schemas['TicketBulkUpdateResult']
type Reverted = Schemas['RevertedImport']

let org: Organizer
let there: string
let ids: string[]
beforeEach(async () => {
  org = await makeOrganizer()
  there = await addSession(org)
  ids = await addTickets(org, [
    { code: 'C-1', reference: 'ORD-1', note: 'Aisle', attendee_name: 'Ana' },
    { code: 'C-2' },
    { code: 'C-3' },
  ])
})

const bodyOf = (sessionId: string, more: object = {}) => ({
  filter: {},
  changes: { sessionId, ...more },
})

const pathFrom = (session: string) => `/sessions/${session}/tickets/bulk-update`

const tryMove = async (
  body: object,
  { from = org.session, subject = org.manager, more = {} as object } = {},
) => {
  const seen = await send<Preview>('POST', `${pathFrom(from)}/preview`, subject, body)
  const expectedVersion = seen.body.version ?? 'none'
  const done = await send<Result>('POST', pathFrom(from), subject, { ...body, ...more, expectedVersion })
  return { seen, done }
}

/** Previews and moves, and expects that it does what was previewed. */
const move = async (body: object = bodyOf(there), from = org.session) => {
  const { seen, done } = await tryMove(body, { from })
  expect(done.status, JSON.stringify([seen.body, done.body])).toBe(200)
  const { toChange, unchanged, leftOut } = seen.body
  expect(done.body).toMatchObject({ changed: toChange, unchanged, leftOut })
  return { preview: seen.body, ...done.body }
}

const revertPath = (record: string | null, session = org.session) => `${pathFrom(session)}/${record}/revert`

const revert = async (record: string | null): Promise<Reverted> => {
  const seen = await send<Schemas['RevertPreview']>('POST', `${revertPath(record)}/preview`, org.manager, {})
  expect(seen.status, JSON.stringify(seen.body)).toBe(200)
  const done = await send<Reverted>('POST', revertPath(record), org.manager, {
    expectedVersion: seen.body.version,
  })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(done.body).toEqual({
    deleted: 0,
    restored: seen.body.toRestore,
    uncovered: seen.body.toUncover,
    leftOut: seen.body.leftOut,
  })
  return done.body
}

const list = (session: string, columns = 'tickets.id, ticket_number, code, ticket_type_name') =>
  query(
    `SELECT ${columns} FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
    session,
  )
const idsIn = async (session: string) => (await list(session)).map(({ id }) => id)

const stateOf = async (id: string) => {
  const [row] = await query('SELECT status, checked_in_at, cover FROM tickets WHERE id = ?', id)
  return row
}

const typesOf = (event: string) =>
  query(
    'SELECT name, note, flag, entries, from_minutes, until_minutes, areas FROM ticket_types WHERE event_id = ? ORDER BY name',
    event,
  )

describe('moving', () => {
  it('takes id, code, reference and note along, and a free number', async () => {
    await addTickets(org, [{ ticket_number: 't-00002', code: 'X' }], there)
    const before = await list(org.session, 'tickets.id, code, reference, note, attendee_name')
    const { preview } = await move()
    expect(preview).toMatchObject({
      matched: 3,
      toChange: 3,
      warnings: [{ code: 'renumbered', tickets: 1 }],
    })
    const moved = await list(there, 'tickets.id, code, reference, note, attendee_name, ticket_number')
    expect(moved.slice(1).map(({ ticket_number, ...rest }) => rest)).toEqual(before)
    expect(moved.map(({ ticket_number }) => ticket_number)).toEqual([
      't-00002',
      'T-00001',
      '000003',
      'T-00003',
    ])
    expect(await list(org.session)).toEqual([])
  })

  it('makes the type in the other event as it is here, without areas', async () => {
    await query(
      `UPDATE ticket_types SET note = 'Wristband', flag = 'Info', entries = 'AfterExit', from_minutes = -30,
         until_minutes = 90, areas = '[]' WHERE id = ?`,
      org.types.Standing,
    )
    const { recordId } = await move(bodyOf(org.otherEventSession))
    const type = { name: 'Standing', note: 'Wristband', flag: 'Info', entries: 'AfterExit' }
    expect(await typesOf(org.otherEvent)).toEqual([
      { ...type, from_minutes: -30, until_minutes: 90, areas: null },
    ])
    const [row] = await query(
      `SELECT event_id FROM tickets JOIN ticket_types ON ticket_types.id = ticket_type_id WHERE tickets.id = ?`,
      ids[0] as string,
    )
    expect(row?.event_id).toBe(org.otherEvent)
    await revert(recordId)
    const back = await query(
      `SELECT DISTINCT ticket_type_id FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?`,
      org.session,
    )
    expect(back).toEqual([{ ticket_type_id: org.types.Standing }])
  })

  it('changes other values with the session', async () => {
    const before = await list(org.session, 'tickets.id, note, status, cover, cover_record, ticket_type_name')
    const { recordId } = await move(
      bodyOf(there, { note: 'New date', status: 'Voided', ticketTypeName: 'Box' }),
    )
    const voided = { note: 'New date', status: 'Voided', cover: 'Voided', ticket_type_name: 'Box' }
    expect(await list(there, 'note, status, cover, ticket_type_name')).toEqual(ids.map(() => voided))
    expect(await revert(recordId)).toEqual({ deleted: 0, restored: 0, uncovered: 3, leftOut: [] })
    expect(
      await list(org.session, 'tickets.id, note, status, cover, cover_record, ticket_type_name'),
    ).toEqual(before)
  })

  it('leaves who was let in, and whose code is taken', async () => {
    const [first, second, third] = ids as [string, string, string]
    await sendItems(org.session, org.staff, [checkIn(first)])
    await addTicket(org, { code: 'C-2', ticket_number: 'X-1' }, there)
    const unknown = crypto.randomUUID()
    const { preview } = await move({ ticketIds: [...ids, unknown], changes: { sessionId: there } })
    expect(preview).toMatchObject({
      ...{ matched: 3, toChange: 1, unchanged: 0, inside: 1 },
      leftOut: [
        { reason: 'CheckedIn', count: 1, ticketIds: [first] },
        { reason: 'CodeTaken', count: 1, ticketIds: [second] },
        { reason: 'Gone', count: 1, ticketIds: [unknown] },
      ],
    })
    expect(await idsIn(org.session)).toEqual([first, second])
    expect(await idsIn(there)).toContain(third)
  })

  it('counts facts below a cover and exits, but not what was undone', async () => {
    const [first, second, third] = ids as [string, string, string]
    const item = checkIn(second)
    await sendItems(org.session, org.staff, [checkIn(first), item, undo(item.id), exit(third)])
    await send('PATCH', `/sessions/${org.session}/tickets/${first}`, org.manager, { status: 'Voided' })
    const { leftOut } = await move()
    expect(leftOut).toEqual([{ reason: 'CheckedIn', count: 2, ticketIds: [first, third] }])
    expect(await idsIn(there)).toEqual([second])
  })

  it('counts the capacity of the other session', async () => {
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', there)
    const { seen, done } = await tryMove(bodyOf(there))
    expect(seen.body.warnings).toEqual([{ code: 'over_capacity', tickets: 1 }])
    await expectError(done.response, 'capacity_exceeded')
    expect(await idsIn(there)).toEqual([])
    const forced = await tryMove(bodyOf(there), { more: { overCapacity: true } })
    expect(forced.done.body).toMatchObject({ changed: 3 })
  })

  it.each([
    ['an unknown session', 'session_not_found', async () => crypto.randomUUID()],
    ['one of another organizer', 'session_not_found', async () => (await makeOrganizer()).session],
    ['the same session', 'invalid_request', async () => org.session],
  ] as const)('refuses %s', async (_, code, sessionOf) => {
    const { seen, done } = await tryMove(bodyOf(await sessionOf()))
    await expectError(seen.response, code)
    await expectError(done.response, code)
  })

  it('refuses another organizer also to who manages both', async () => {
    const other = await makeOrganizer()
    await query(
      `INSERT INTO members (organizer_id, subject, role) VALUES (?, ?, 'manager')`,
      ...[other.id, org.manager],
    )
    await expectError((await tryMove(bodyOf(other.session))).seen.response, 'session_not_found')
  })

  it('leaves its source and its guest list, and comes back to both unless they are gone', async () => {
    const [first, second] = ids as [string, string]
    const guestList = await create<{ id: string }>(`/sessions/${org.session}/guest-lists`, org.manager, {
      ...{ name: 'DJ Tom', quota: 5 },
    })
    const source = await insertNew('sources', {
      ...{ session_id: org.session, name: 'Sheet', kind: 'Link', next_at: null },
    })
    const own = async () => {
      await query('UPDATE tickets SET source_id = ? WHERE id = ?', source, first)
      const set = 'UPDATE tickets SET guest_list_id = ?, guest_list_entry = 1 WHERE id = ?'
      await query(set, guestList.id, second)
    }
    const persons = async () =>
      (await query('SELECT persons FROM guest_lists WHERE id = ?', guestList.id))[0]?.persons
    const columns = 'source_id, guest_list_id, guest_list_entry'
    const nobody = { source_id: null, guest_list_id: null, guest_list_entry: null }
    await own()
    const before = await list(org.session, columns)
    const { recordId } = await move()
    expect(await list(there, columns)).toEqual([nobody, nobody, nobody])
    expect(await persons()).toBe(0)
    await revert(recordId)
    expect(await list(org.session, columns)).toEqual(before)
    expect(await persons()).toBe(1)
    const again = await move()
    await query('DELETE FROM guest_lists WHERE id = ?', guestList.id)
    await query('DELETE FROM sources WHERE id = ?', source)
    await revert(again.recordId)
    expect(await list(org.session, columns)).toEqual([nobody, nobody, nobody])
  })

  it('is one record and one event at each session, and so is its revert', async () => {
    await switchOn(org.id)
    const { recordId } = await move()
    const [here] = await historyOf(org.id, org.owner, org.session)
    const [other] = await historyOf(org.id, org.owner, there)
    expect(here).toMatchObject({ id: recordId, change: { sessionId: there, changed: 3 } })
    expect(other).toMatchObject({
      action: 'tickets.bulk-update',
      change: { recordId, fromSessionId: org.session, changed: 3 },
    })
    await expectError(
      (await send('POST', revertPath(other?.id as string, there), org.manager, {})).response,
      'record_not_found',
    )
    await revert(recordId)
    expect(await happened(org)).toEqual([
      { type: 'import.applied', recordId },
      { type: 'import.applied', recordId },
      { type: 'import.reverted', recordId },
      { type: 'import.reverted', recordId },
    ])
    expect((await historyOf(org.id, org.owner, there))[0]).toMatchObject({
      action: 'tickets.revert',
      change: { recordId, fromSessionId: org.session },
    })
  })

  it('is seen on the phones of both sessions', async () => {
    type Changes = Schemas['TicketChanges']
    const changes = (session: string, since?: string) =>
      getBody<Changes>(
        org.staff,
        `/api/v1/sessions/${session}/ticket-changes${since === undefined ? '' : `?since=${since}`}`,
      )
    const [here, other] = [(await changes(org.session)).next, (await changes(there)).next]
    await move()
    expect((await changes(org.session, here)).removed.toSorted()).toEqual(ids.toSorted())
    expect((await changes(there, other)).rows.map(([id]) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('is counted and found in one session at a time', async () => {
    const found = async (session: string) => {
      const page = await getBody<Schemas['TicketPage']>(
        org.staff,
        `/api/v1/sessions/${session}/tickets?q=ana`,
      )
      const details = await getBody<Schemas['SessionDetails']>(org.staff, `/api/v1/sessions/${session}`)
      return [page.meta.totalCount, details.counts.Valid]
    }
    expect([await found(org.session), await found(there)]).toEqual([
      [1, 3],
      [0, 0],
    ])
    const { recordId } = await move()
    expect([await found(org.session), await found(there)]).toEqual([
      [0, 0],
      [1, 3],
    ])
    await revert(recordId)
    expect([await found(org.session), await found(there)]).toEqual([
      [1, 3],
      [0, 0],
    ])
  })

  it('is told at the old door', async () => {
    await move()
    const found = await send('POST', '/../../v1/codes/find', org.staff, {
      code: 'C-1',
      sessionId: org.session,
    })
    expect(found.body.data).toMatchObject([{ sessionId: there }])
  })
})

describe('coming back', () => {
  it('gives the number back, or another one where it is taken', async () => {
    await addTickets(org, [{ ticket_number: 'T-00001', code: 'X' }], there)
    const before = await list(org.session)
    const first = await move()
    await revert(first.recordId)
    expect(await list(org.session)).toEqual(before)
    const second = await move()
    await addTicket(org, { ticket_number: 'T-00002', code: 'Y' })
    await revert(second.recordId)
    const [, one, two, three] = await list(org.session)
    expect([one, two, three].map((row) => row?.ticket_number)).toEqual(['T-00001', '000003', 'T-00003'])
  })

  it('leaves who was let in there, whose code is taken here, and who is gone', async () => {
    const [first, second, third] = ids as [string, string, string]
    const { recordId } = await move(bodyOf(there, { note: 'New date' }))
    await sendItems(there, org.staff, [checkIn(first)])
    await addTicket(org, { code: 'C-2', ticket_number: 'N-2' })
    await move({ ticketIds: [third], changes: { sessionId: org.otherEventSession } }, there)
    const { leftOut, restored } = await revert(recordId)
    expect(leftOut.map(({ ticketId, reason }) => [ticketId, reason]).toSorted()).toEqual(
      [
        [third, 'Gone'],
        [first, 'CheckedIn'],
        [second, 'CodeTaken'],
      ].toSorted(),
    )
    // Their other fields come back.
    expect(restored).toBe(2)
    expect(await idsIn(there)).toEqual([first, second])
    expect(await list(there, 'note')).toEqual([{ note: 'Aisle' }, { note: null }])
  })

  it('leaves who has come back already', async () => {
    const { recordId } = await move()
    await move(bodyOf(org.session), there)
    expect((await revert(recordId)).leftOut.map(({ reason }) => reason)).toEqual([
      ...['ChangedSince', 'ChangedSince', 'ChangedSince'],
    ])
    expect(await idsIn(org.session)).toEqual(ids)
  })

  it('names the tickets above the capacity', async () => {
    const { recordId } = await move()
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', org.session)
    const { body } = await send<Schemas['RevertPreview']>(
      'POST',
      `${revertPath(recordId)}/preview`,
      org.manager,
      {},
    )
    expect(body.warnings).toEqual([{ code: 'over_capacity', tickets: 2 }])
    expect((await revert(recordId)).restored).toBe(3)
  })
})

describe('erasing', () => {
  const kept = async () =>
    JSON.stringify(await query('SELECT before FROM kept_values WHERE ticket_id = ?', ids[0] as string))

  it.each([
    ['the guest', () => send('POST', `/sessions/${there}/tickets/${ids[0]}/erase`, org.manager, {})],
    [
      'the address',
      () => send('POST', `/organizers/${org.id}/erase`, org.owner, { email: 'ana@example.com' }),
    ],
    [
      'the other session',
      async () => {
        await query('UPDATE organizers SET erase_after_days = 1 WHERE id = ?', org.id)
        await query('UPDATE sessions SET starts_at = 1 WHERE id = ?', there)
        await eraseDueGuests(runIn(openDatabase(here(), undefined)), Date.now())
      },
    ],
  ])('finds what is kept of a ticket that moved: %s', async (_, erase) => {
    await query(`UPDATE tickets SET holder_email = 'ana@example.com' WHERE id = ?`, ids[0] as string)
    const { recordId } = await move(bodyOf(there, { note: 'New date', reference: 'ORD-9' }))
    expect(await kept()).toMatch(/Aisle/)
    await erase()
    expect(await kept()).not.toMatch(/Aisle|ORD-1/)
    const { leftOut } = await revert(recordId)
    expect(leftOut).toContainEqual({ ticketId: ids[0], ticketNumber: 'T-00001', reason: 'Erased' })
    expect(await idsIn(org.session)).toEqual(ids)
    const [first] = await list(org.session, 'note, reference, attendee_name')
    expect(first).toEqual({ note: null, reference: null, attendee_name: null })
  })
})

describe('at the door of the old date', () => {
  const problems = async () => (await listCheckIns(org.session, org.staff, { problem: 'true' })).data

  it.each(['before', 'between', 'after'])('records an admission that is sent %s', async (when) => {
    const ticket = ids[0] as string
    const item = admission(ticket, 3)
    const post = () => sendItems(org.session, org.staff, [item])
    if (when === 'before') await post()
    const { recordId, leftOut } = await move()
    expect(leftOut).toHaveLength(when === 'before' ? 1 : 0)
    if (when === 'between') {
      const { results } = await post()
      expect(results).toMatchObject([{ outcome: 'UnknownTicket', ticket: null }])
      expect(await problems()).toMatchObject([
        { id: item.id, outcome: 'UnknownTicket', ticketId: ticket, movedTo: { sessionId: there } },
      ])
      expect(await stateOf(ticket)).toMatchObject({ status: 'Valid', checked_in_at: null })
    }
    await revert(recordId)
    if (when === 'after') await post()
    expect(await stateOf(ticket)).toMatchObject({
      status: 'CheckedIn',
      checked_in_at: Date.parse(item.at as string),
    })
    expect(await problems()).toEqual([])
  })

  const facts = () =>
    query(`SELECT status, checked_in_at, presence FROM tickets WHERE id = ?`, ids[0] as string)

  it.each([
    ['an exit', (id: string) => [admission(id, 0), exit(id, 5)]],
    ['an exit alone', (id: string) => [exit(id, 5)]],
    ['two admissions', (id: string) => [admission(id, 7), admission(id, 2)]],
    [
      'an undo',
      (id: string) => {
        const item = admission(id, 1)
        return [item, undo(item.id)]
      },
    ],
  ])('ends as it would without the move: %s', async (_, itemsOf) => {
    const ticket = ids[0] as string
    const twin = await makeOrganizer()
    const other = await addTicket(twin)
    await sendItems(twin.session, twin.staff, itemsOf(other))
    const [expected] = await query('SELECT status, checked_in_at, presence FROM tickets WHERE id = ?', other)
    const { recordId } = await move()
    const items = itemsOf(ticket)
    await sendItems(org.session, org.staff, items)
    await sendItems(org.session, org.staff, items)
    expect(await facts()).toEqual([{ status: 'Valid', checked_in_at: null, presence: null }])
    await revert(recordId)
    expect(await facts()).toEqual([expected])
    const open = async ({ session, staff }: Organizer) =>
      (await listCheckIns(session, staff, { problem: 'true' })).data.map(({ passback }) => passback)
    expect(await open(org)).toEqual(await open(twin))
  })

  it('records neither a question nor anything of a ticket that it never had', async () => {
    const stranger = await addTicket(org, {}, there)
    await move()
    const { results } = await sendItems(org.session, org.staff, [
      checkIn(ids[0] as string),
      exit(stranger),
      admission(stranger),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['UnknownTicket', 'UnknownTicket', 'UnknownTicket'])
    const { data } = await listCheckIns(org.session, org.staff)
    expect(data).toMatchObject([{ type: 'CheckIn', ticketId: stranger, movedTo: null }])
    expect(
      await query('SELECT * FROM ticket_bases WHERE ticket_id IN (?, ?)', ids[0] as string, stranger),
    ).toEqual([])
  })

  it('counts nothing there while the ticket is away, whatever becomes of it', async () => {
    const ticket = ids[0] as string
    const { recordId } = await move()
    await sendItems(org.session, org.staff, [admission(ticket, 3)])
    await send('PATCH', `/sessions/${there}/tickets/${ticket}`, org.manager, { status: 'Voided' })
    const { data } = await getBody<{ data: unknown[] }>(
      org.staff,
      `/api/v1/sessions/${org.session}/movements`,
    )
    expect(data).toEqual([])
    await revert(recordId)
    expect(await stateOf(ticket)).toMatchObject({ status: 'Voided', cover: 'Voided' })
    expect(await problems()).toHaveLength(1)
    await send('PATCH', `/sessions/${org.session}/tickets/${ticket}`, org.manager, { status: 'Valid' })
    expect(await stateOf(ticket)).toMatchObject({ status: 'CheckedIn', cover: null })
    expect(await problems()).toEqual([])
  })

  it('counts an admission that was asked before and is reported while the ticket is away once it is back', async () => {
    const ticket = ids[0] as string
    await query('UPDATE ticket_types SET from_minutes = 9999 WHERE id = ?', org.types.Standing)
    const asked = checkIn(ticket)
    await sendItems(org.session, org.staff, [asked])
    const { recordId } = await move()
    await sendItems(org.session, org.staff, [{ ...asked, admitted: true }])
    const entered = async () =>
      (await getBody<{ data: { entered: number }[] }>(org.staff, `/api/v1/sessions/${org.session}/movements`))
        .data.length
    expect([await entered(), (await stateOf(ticket))?.status]).toEqual([0, 'Valid'])
    await revert(recordId)
    expect([await entered(), (await stateOf(ticket))?.status]).toEqual([1, 'CheckedIn'])
  })

  it('says which check-ins count because the ticket is back', async () => {
    const ticket = ids[0] as string
    const { recordId } = await move()
    await sendItems(org.session, org.staff, [admission(ticket, 3), exit(ticket, 5)])
    const cameBack = async () =>
      (await listCheckIns(org.session, org.staff, { ticketId: ticket })).data.map((one) => one.cameBack)
    expect(await cameBack()).toEqual([false, false])
    await revert(recordId)
    expect(await cameBack()).toEqual([true, true])
  })

  it('names the new date to those who may see it only', async () => {
    const { recordId } = await move(bodyOf(org.otherEventSession))
    await sendItems(org.session, org.staff, [admission(ids[0] as string, 3), exit(ids[1] as string, 3)])
    const seenBy = async (subject: string) =>
      (await listCheckIns(org.session, subject, { problem: 'true' })).data.map(({ movedTo }) => movedTo)
    const movedTo = {
      ...{ sessionId: org.otherEventSession, eventName: 'Other event', timeZone: 'UTC' },
      startsAt: '2026-06-12T18:30:00.000Z',
    }
    expect(await seenBy(org.staff)).toEqual([movedTo, movedTo])
    expect(await seenBy(org.eventStaff)).toEqual([null, null])
    await revert(recordId)
    expect(await seenBy(org.staff)).toEqual([])
  })
})

describe('whatever else happens', () => {
  type Run = Parameters<typeof faultyDatabase>[0]

  const previewed = async (body: object, subject = org.manager) => {
    const seen = await send<Preview>('POST', `${pathFrom(org.session)}/preview`, subject, body)
    expect(seen.status, JSON.stringify(seen.body)).toBe(200)
    return { ...body, expectedVersion: seen.body.version }
  }
  const post = (path: string, body: object, run: Run, subject = org.manager) =>
    callWithBindings({ DB: faultyDatabase(run) }, `${API}${path}`, jsonRequest('POST', subject, body))
  /** Loses the answer of the first batch that writes. */
  const losing = (): Run => {
    let isLost = false
    return (real) => async (statements) => {
      const results = await real(statements)
      if (!isLost && results.some(({ meta }) => meta.rows_written > 0)) {
        isLost = true
        throw new Error('Network connection lost.')
      }
      return results
    }
  }
  /** A batch that reads has fewer statements. */
  const WRITES = 7
  /** Runs `happen` after everything was read. */
  const midway = (happen: () => Promise<unknown>): Run => {
    let isDone = false
    return (real) => async (statements) => {
      if (statements.length >= WRITES && !isDone) {
        isDone = true
        await happen()
      }
      return real(statements)
    }
  }
  const recordsOf = async (session: string, action: string) =>
    (await historyOf(org.id, org.owner, session)).filter((one) => one.action === action).length

  it('moves and comes back once where the answers are lost', { tags: ['slow'] }, async () => {
    const update = await previewed(bodyOf(there))
    const moved = await okBody<Result>(await post(pathFrom(org.session), update, losing()))
    expect(moved).toMatchObject({ changed: 3, leftOut: [] })
    const again = await send<Result>('POST', pathFrom(org.session), org.manager, update)
    expect(again.body).toEqual(moved)
    expect([await idsIn(org.session), await idsIn(there)]).toEqual([[], ids])
    expect(await recordsOf(there, 'tickets.bulk-update')).toBe(1)
    const path = revertPath(moved.recordId)
    const back = await okBody<Reverted>(await post(path, {}, losing()))
    expect(back).toEqual({ deleted: 0, restored: 3, uncovered: 0, leftOut: [] })
    expect((await send('POST', path, org.owner, {})).body).toEqual(back)
    // The version counts once, also after it was reverted.
    expect((await send('POST', pathFrom(org.session), org.manager, update)).body).toEqual(moved)
    expect([await idsIn(org.session), await idsIn(there)]).toEqual([ids, []])
  })

  it.each([
    ['a check-in', () => sendItems(org.session, org.staff, [checkIn(ids[1] as string)])],
    ['an exit', () => sendItems(org.session, org.staff, [exit(ids[1] as string)])],
    ['a void', () => query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, ids[1] as string)],
    ['the code there', () => addTicket(org, { ticket_number: 'N-1', code: 'C-2' }, there)],
    ['the number there', () => addTicket(org, { ticket_number: 'T-00002', code: 'N-1' }, there)],
  ])('is outdated by %s after the preview, and after it was read', async (_, happen) => {
    const update = await previewed(bodyOf(there))
    const response = await post(pathFrom(org.session), update, midway(happen))
    await expectError(response, 'preview_outdated')
    expect(await idsIn(org.session)).toEqual(expect.arrayContaining(ids))
    const { response: later } = await send('POST', pathFrom(org.session), org.manager, update)
    await expectError(later, 'preview_outdated')
  })

  it('lets one of two managers at once win', async () => {
    const third = await addSession(org)
    const [first, second] = [
      await previewed(bodyOf(there)),
      await previewed(bodyOf(third), org.owner),
    ] as const
    const answers = await Promise.all([
      send('POST', pathFrom(org.session), org.manager, first),
      send('POST', pathFrom(org.session), org.owner, second),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const counts = [await idsIn(org.session), await idsIn(there), await idsIn(third)].map((all) => all.length)
    expect(counts.toSorted()).toEqual([0, 0, 3])
  })

  it('does not fill the other session twice', { tags: ['slow'] }, async () => {
    await query('UPDATE sessions SET capacity = 3 WHERE id = ?', there)
    const source = await addSession(org)
    await addTickets(org, [{ code: 'S-1', ticket_number: 'S-1' }], source)
    const [all, one] = [
      await previewed(bodyOf(there)),
      { filter: {}, changes: { sessionId: there } },
    ] as const
    const seen = await send<Preview>('POST', `${pathFrom(source)}/preview`, org.owner, one)
    const answers = await Promise.all([
      send('POST', pathFrom(org.session), org.manager, all),
      send('POST', pathFrom(source), org.owner, { ...one, expectedVersion: seen.body.version }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await idsIn(there)).length).toBeLessThanOrEqual(3)
  })

  it('refuses more than 200,000 tickets there', async () => {
    const fill = (valid: number) =>
      query(
        'UPDATE ticket_counts SET valid = ? WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
        valid,
        there,
      )
    await addTicket(org, { code: 'X', ticket_number: 'X' }, there)
    await fill(199_998)
    const { seen, done } = await tryMove(bodyOf(there), { more: { overCapacity: true } })
    await expectError(seen.response, 'limit_reached')
    await expectError(done.response, 'limit_reached')
    await fill(199_997)
    const update = { ...(await previewed(bodyOf(there))), overCapacity: true }
    const race = await post(
      pathFrom(org.session),
      update,
      midway(() => fill(199_998)),
    )
    await expectError(race, 'limit_reached')
    expect(await idsIn(org.session)).toEqual(ids)
    await fill(199_997)
    expect((await send('POST', pathFrom(org.session), org.manager, update)).body).toMatchObject({
      changed: 3,
    })
  })

  it('says the same of ids of other sessions and organizers as of unknown ones', async () => {
    const other = await makeOrganizer()
    const ticketIds = [
      await addTicket(other),
      await addTicket(org, { code: 'E' }, there),
      crypto.randomUUID(),
    ]
    const { seen, done } = await tryMove({ ticketIds, changes: { sessionId: there } })
    expect(seen.body).toMatchObject({
      ...{ matched: 0, toChange: 0 },
      leftOut: [{ reason: 'Gone', count: 3, ticketIds }],
    })
    expect(done.body).toMatchObject({ changed: 0, recordId: null })
    const { recordId } = await move()
    for (const session of [there, other.session]) {
      const { response } = await send('POST', revertPath(recordId, session), org.manager, {})
      await expectError(response, session === there ? 'record_not_found' : 'session_not_found')
    }
  })

  it('keeps a covered ticket that was checked in at no time', async () => {
    const [first] = ids as [string]
    await query(`UPDATE tickets SET status = 'CheckedIn' WHERE id = ?`, first)
    await send('PATCH', `/sessions/${org.session}/tickets/${first}`, org.manager, { status: 'Refunded' })
    const { leftOut } = await move()
    expect(leftOut).toEqual([{ reason: 'CheckedIn', count: 1, ticketIds: [first] }])
  })
})

it('costs no more than a new ticket of an import and a deletion, and a change no more than an import’s', {
  tags: ['slow'],
}, async () => {
  const count = 300
  const target = await addSession(org)
  const source = await addSession(org)
  const numbers = Array.from({ length: count }, (_, n) => `A-${n}`)
  await addTickets(
    org,
    numbers.map((ticket_number) => ({
      ticket_number,
      attendee_name: 'Ana García',
      holder_email: 'ana@example.com',
    })),
    source,
  )
  const post = async <Answer>(to: string, sent: object) => {
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings({ DB }, `${API}${to}`, jsonRequest('POST', org.owner, sent))
    return {
      body: await okBody<Answer>(response),
      cost: {
        read: Math.floor(cost.read / count),
        written: Math.floor(cost.written / count),
        trips: cost.trips,
      },
    }
  }
  const update = async (changes: object) => {
    const path = pathFrom(source)
    const body = { filter: {}, changes, overCapacity: true }
    const seen = await post<Preview>(`${path}/preview`, body)
    const done = await post<Result>(path, { ...body, expectedVersion: seen.body.version })
    expect(done.body.changed).toBe(count)
    const back = `${path}/${done.body.recordId}/revert`
    const revertSeen = await post<Schemas['RevertPreview']>(`${back}/preview`, {})
    const reverted = await post<Reverted>(back, {})
    return { seen: seen.cost, done: done.cost, revertSeen: revertSeen.cost, reverted: reverted.cost }
  }
  const imported = async (session: string, tickets: object[]) => {
    const path = `/sessions/${session}/imports`
    const seen = await post<Schemas['ImportPreview']>(`${path}/preview`, { tickets })
    const done = await post<Schemas['ImportResult']>(path, { tickets, expectedVersion: seen.body.version })
    const reverted = await post<Reverted>(`${path}/${done.body.recordId}/revert`, {})
    return { done: done.cost, reverted: reverted.cost }
  }
  const guest = { ticketTypeName: 'Standing', attendeeName: 'Ana García', holderEmail: 'ana@example.com' }
  const rows = numbers.map((ticketNumber) => ({ ticketNumber, ...guest }))
  const inserted = await imported(await addSession(org), rows)
  const flagged = await imported(
    source,
    rows.map((row) => ({ ...row, flag: 'Info' })),
  )
  const flag = await update({ flag: 'Info' })
  const voided = await update({ status: 'Voided' })
  const moved = await update({ sessionId: target })
  for (const kind of ['read', 'written'] as const) {
    expect(flag.done[kind], kind).toBeLessThanOrEqual(flagged.done[kind])
    expect(flag.reverted[kind], kind).toBeLessThanOrEqual(flagged.reverted[kind])
    const both = inserted.done[kind] + inserted.reverted[kind]
    expect(moved.done[kind], kind).toBeLessThanOrEqual(both)
    expect(moved.reverted[kind], kind).toBeLessThanOrEqual(both)
  }
  expect(voided.done).toMatchObject({ read: 16, written: 12 })
  expect(moved).toMatchObject({
    ...{ seen: { read: 2, written: 0 }, done: { read: 43, written: 21 } },
    ...{ revertSeen: { read: 4, written: 0 }, reverted: { read: 43, written: 20 } },
  })
  // Other tests look at what is kept.
  await query(
    'DELETE FROM kept_values WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
    source,
  )
})
