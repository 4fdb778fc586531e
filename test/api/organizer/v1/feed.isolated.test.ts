// The feed of what happens: what is in it, and that a reader who goes on after its last position misses
// nothing.
// @module-tag more
import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOldEvents, FEED_DAYS } from '../../../../src/domain/feed/delete-old.ts'
import { expectError } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  exit,
  send as sendItems,
  sendOne,
  tally,
  undo,
  walkIn,
  writeState,
} from '../../../support/check-ins.ts'
import { type FeedPage, feedPath, followFeed, happened, switchOn } from '../../../support/feed.ts'
import {
  addArea,
  addSession,
  addTicket,
  addTickets,
  addVenue,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { create, read, readBody, remove, send } from '../../../support/setup.ts'

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const countEvents = async (): Promise<number> =>
  (await query<{ n: number }>('SELECT count(*) AS n FROM feed_events WHERE organizer_id = ?', org.id))[0]
    ?.n ?? 0

const setFeed = (feed: boolean, subject = org.owner) =>
  send('PATCH', `/organizers/${org.id}`, subject, { feed })

const ticketsPath = () => `/sessions/${org.session}/tickets`

const addGuest = (more: object = {}) =>
  create<{ data: { id: string }[] }>(ticketsPath(), org.manager, {
    tickets: [{ ticketTypeName: 'Standing', ...more }],
  }).then(({ data }) => data[0]?.id as string)

const patch = async (path: string, body: object) =>
  expect((await send('PATCH', path, org.manager, body)).status).toBe(200)

describe('what is in the feed', () => {
  beforeEach(() => switchOn(org.id))

  it('is who comes back and leaves, and an area once it is full', async () => {
    const vip = await addArea(org.event)
    await query('UPDATE areas SET capacity = 2 WHERE id = ?', vip)
    await query(`UPDATE ticket_types SET entries = 'AfterExit' WHERE event_id = ?`, org.event)
    const [first, second] = (await addTickets(org, [{}, {}])) as [string, string]
    const { next } = await followFeed(org)
    const items = [
      ...[checkIn(first, { areaId: vip }), exit(first, 1), checkIn(first, { at: at(2) })],
      ...[tally(1, { areaId: vip }), checkIn(second, { areaId: vip }), admission(first, 9)],
    ]
    for (const item of items) await sendOne(org.session, org.staff, item)
    const about = (ticketId: string, index: number) => ({ ticketId, checkInId: items[index]?.id })
    expect(await happened(org, { after: next })).toEqual([
      { type: 'ticket.checked_in', ticketId: first },
      { type: 'ticket.left', ...about(first, 1) },
      { type: 'ticket.re_entered', ...about(first, 2) },
      { type: 'ticket.checked_in', ticketId: second },
      { type: 'area.full', areaId: vip },
      { type: 'ticket.admitted_twice', ...about(first, 5) },
    ])
  })

  it('is the venue each time it becomes full, with or without tickets', async () => {
    await query('UPDATE sessions SET capacity = 3 WHERE id = ?', org.session)
    await query(`UPDATE ticket_types SET entries = 'AfterExit' WHERE event_id = ?`, org.event)
    const [first, second] = (await addTickets(org, [{}, {}])) as [string, string]
    const fullAfter = async (...items: Parameters<typeof sendItems>[2]) => {
      const { next } = await followFeed(org)
      await sendItems(org.session, org.staff, items)
      return happened(org, { after: next, types: 'area.full' })
    }
    const full = [{ type: 'area.full', areaId: null }]
    expect(await fullAfter(checkIn(first), checkIn(second))).toEqual([])
    expect(await fullAfter(tally(1))).toEqual(full)
    expect(await fullAfter(tally(1), exit(first, 1))).toEqual([])
    expect(await fullAfter(tally(-1))).toEqual([])
    expect(await fullAfter(checkIn(first, { at: at(2) }))).toEqual(full)
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    expect(await fullAfter(exit(first, 3))).toEqual([])
    expect(await fullAfter(walkIn())).toEqual(full)
    await writeState(second, 'Valid', null)
    const { next } = await followFeed(org)
    await writeState(second, 'CheckedIn', 9)
    expect(await happened(org, { after: next, types: 'area.full' })).toEqual(full)
  })

  it('is each change of a ticket, with ids and the names of fields', async () => {
    const ticketId = await addGuest({ attendee: { name: 'Ana García' }, holderEmail: 'ana@example.com' })
    const path = `${ticketsPath()}/${ticketId}`
    await patch(path, { seatLabel: 'A1', note: 'Friend of Bo', attendee: { name: 'Bo' } })
    await patch(path, {
      ticketNumber: 'X-1',
      ticketTypeName: 'VIP',
      holderEmail: 'bo@example.com',
    })
    await patch(path, { ticketNumber: 'x-1' })
    await patch(path, { status: 'Voided' })
    await patch(path, { status: 'Refunded' })
    await patch(path, { status: 'Valid', reference: 'ORDER-1' })
    await patch(path, { status: 'Valid' })
    await remove(path, org.manager)
    expect(await happened(org)).toEqual([
      { type: 'ticket.created', ticketId },
      { type: 'ticket.changed', ticketId, fields: ['seat', 'name', 'note'] },
      { type: 'ticket.changed', ticketId, fields: ['number', 'type', 'holder'] },
      { type: 'ticket.changed', ticketId, fields: ['number'] },
      { type: 'ticket.voided', ticketId },
      { type: 'ticket.refunded', ticketId },
      { type: 'ticket.changed', ticketId, fields: ['reference', 'status'] },
      { type: 'ticket.voided', ticketId, deleted: true },
    ])
  })

  it('is each check-in that counts, each second admission, and each undo of those', async () => {
    const [first, second] = (await addTickets(org, [{}, {}])) as [string, string]
    const start = (await followFeed(org)).next
    const [one, asked, again] = [checkIn(first), checkIn(first), admission(first, 5)]
    await sendItems(org.session, org.staff, [one, asked, again, one, again])
    await sendItems(org.session, org.staff, [undo(asked.id), undo(again.id), undo(one.id)])
    // An undo that comes before its check-in, and a question that becomes an admission.
    const late = checkIn(second)
    await sendItems(org.session, org.staff, [undo(late.id), late])
    const counted = admission(second)
    const question = checkIn(second, { at: at(1) })
    await sendItems(org.session, org.staff, [counted, question])
    await sendOne(org.session, org.staff, { ...question, admitted: true })
    expect(await happened(org, { after: start })).toEqual([
      { type: 'ticket.checked_in', ticketId: first },
      { type: 'ticket.admitted_twice', ticketId: first, checkInId: again.id },
      { type: 'check_in.undone', ticketId: first, checkInId: again.id },
      { type: 'check_in.undone', ticketId: first, checkInId: one.id },
      { type: 'ticket.checked_in', ticketId: second },
      { type: 'ticket.admitted_twice', ticketId: second, checkInId: question.id },
    ])
  })

  it('is what other parts of the platform write, too', async () => {
    const ticketId = await addTicket(org)
    await writeState(ticketId, 'CheckedIn', 3)
    await writeState(ticketId, 'Valid', null)
    // After a recorded check-in.
    const item = checkIn(ticketId)
    await sendOne(org.session, org.staff, item)
    await writeState(ticketId, 'Valid', null)
    expect(await happened(org)).toEqual([
      { type: 'ticket.created', ticketId },
      { type: 'ticket.checked_in', ticketId },
      { type: 'ticket.changed', ticketId, fields: ['status'] },
      { type: 'ticket.checked_in', ticketId },
      { type: 'ticket.changed', ticketId, fields: ['status'] },
    ])
  })

  it('is a walk-in as a new ticket that is checked in, and void after its undo', async () => {
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const item = walkIn()
    await sendOne(org.session, org.staff, item)
    await sendOne(org.session, org.staff, undo(item.id))
    const { ticketId } = item
    const types = (await happened(org)).map(({ type }) => type)
    expect(types.slice(0, 2)).toEqual(['ticket.created', 'ticket.checked_in'])
    expect(types.slice(2).sort()).toEqual(['check_in.undone', 'ticket.voided'])
    expect(await happened(org, { types: 'ticket.checked_in' })).toEqual([
      { type: 'ticket.checked_in', ticketId },
    ])
  })

  it('is each change of a session, alone or with its series', async () => {
    const venueId = await addVenue(org.id)
    const { data } = await create<{ data: { id: string }[] }>(`/events/${org.event}/sessions`, org.manager, {
      sessions: [{ startsAt: '2027-01-01T20:00:00Z', capacity: 10 }],
    })
    const path = `/sessions/${data[0]?.id}`
    await patch(path, { capacity: 20, venueId })
    await patch(path, { capacity: 20 })
    await patch(path, { startsAt: '2027-01-01T21:00:00Z', doorsOpenOffset: 60 })
    await patch(path, { cancelled: true, cancelNotice: 'Rain' })
    await patch(path, { cancelled: true, cancelNotice: 'Storm' })
    await patch(path, { cancelled: false })
    await remove(path, org.manager)
    expect(await happened(org, { sessionId: String(data[0]?.id) })).toEqual([
      { type: 'session.changed', created: true },
      { type: 'session.changed', fields: ['capacity', 'venueId'] },
      { type: 'session.changed', fields: ['startsAt', 'doorsOpenOffset'] },
      { type: 'session.changed', fields: ['cancelled', 'cancelNotice'] },
      { type: 'session.changed', fields: ['cancelNotice'] },
      { type: 'session.changed', fields: ['cancelled', 'cancelNotice'] },
      { type: 'session.changed', deleted: true },
    ])
  })

  it('is an import as one event, and its revert', async () => {
    const path = `/sessions/${org.session}/imports`
    const tickets = ['1', '2', '3'].map((ticketNumber) => ({ ticketNumber, ticketTypeName: 'Standing' }))
    const preview = await send<{ version: string }>('POST', `${path}/preview`, org.owner, { tickets })
    const { body } = await send<{ recordId: string }>('POST', path, org.owner, {
      ...{ tickets, expectedVersion: preview.body.version },
    })
    const { recordId } = body
    expect((await send('POST', `${path}/${recordId}/revert`, org.owner, {})).status).toBe(200)
    // Again, which changes nothing; and by somebody else.
    expect((await send('POST', `${path}/${recordId}/revert`, org.owner, {})).status).toBe(200)
    await expectError((await send('POST', `${path}/${recordId}/revert`, org.staff, {})).response, 'forbidden')
    const ticketId = await addTicket(org)
    expect(await happened(org)).toEqual([
      { type: 'import.applied', recordId },
      { type: 'import.reverted', recordId },
      { type: 'ticket.created', ticketId },
    ])
  })

  it('is nothing of a request that fails', async () => {
    await addGuest({ ticketNumber: 'A' })
    await expectError(
      (
        await send('POST', ticketsPath(), org.manager, {
          tickets: [{ ticketTypeName: 'Standing' }, { ticketTypeName: 'Standing', ticketNumber: 'A' }],
        })
      ).response,
      'number_taken',
    )
    expect(await countEvents()).toBe(1)
  })

  it('has no name, e-mail, note, number or code', async () => {
    const secrets = [
      'Ana Garcia-Personal',
      'ana-personal@example.com',
      'personal note',
      'NUMBER-7',
      'REF-7',
      'CODE-7-7-7-7',
    ]
    const ticketId = await addGuest({
      ...{ attendee: { name: secrets[0], email: secrets[1], company: 'personal gmbh' } },
      ...{
        holderEmail: secrets[1],
        note: secrets[2],
        ticketNumber: secrets[3],
        reference: secrets[4],
        code: secrets[5],
      },
    })
    await sendOne(org.session, org.staff, checkIn(ticketId))
    await patch(`${ticketsPath()}/${ticketId}`, {
      attendee: { name: 'Personal Other' },
      code: 'CODE-8-8-8-8',
    })
    await send('POST', `${ticketsPath()}/${ticketId}/erase`, org.manager, {})
    const rows = await query('SELECT * FROM feed_events WHERE organizer_id = ?', org.id)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    const text = JSON.stringify(rows).toLowerCase()
    for (const secret of [...secrets, 'personal', 'gate a', org.staff])
      expect(text).not.toContain(secret.toLowerCase())
  })
})

describe('a feed', () => {
  it('is off, and then empty and unwritten, until an owner switches it on', async () => {
    await addTicket(org)
    expect(await countEvents()).toBe(0)
    const off = await readBody<FeedPage>(feedPath(org.id), org.manager)
    expect(off.data).toEqual([])
    await expectError((await setFeed(true, org.manager)).response, 'forbidden')
    expect((await setFeed(true)).body).toMatchObject({ feed: true })
    await addTicket(org)
    expect((await followFeed(org)).events).toHaveLength(1)
    // A position from before does not hide that there was a gap.
    await expectError(await read(feedPath(org.id, { after: off.next }), org.manager), 'changes_gone')
  })

  it('begins anew when it is switched on again', async () => {
    await setFeed(true)
    await addTicket(org)
    const { next } = await followFeed(org)
    await setFeed(false)
    await addTicket(org)
    await setFeed(true)
    await expectError(await read(feedPath(org.id, { after: next }), org.manager), 'changes_gone')
    expect((await followFeed(org)).events).toEqual([])
    const ticketId = await addTicket(org)
    expect(await happened(org)).toEqual([{ type: 'ticket.created', ticketId }])
  })

  it('is for owners, managers and programs of its organizer', async () => {
    const other = await makeOrganizer()
    await switchOn(org.id)
    const { next } = await followFeed(org)
    for (const subject of [org.staff, org.eventStaff]) {
      await expectError(await read(feedPath(org.id), subject), 'forbidden')
    }
    for (const subject of [other.owner, org.stranger]) {
      await expectError(await read(feedPath(org.id), subject), 'organizer_not_found')
    }
    // A position belongs to its organizer.
    await expectError(await read(feedPath(other.id, { after: next }), other.owner), 'invalid_cursor', 'after')
  })

  it('never shows an event of another organizer', async () => {
    const other = await makeOrganizer()
    await switchOn(org.id)
    await switchOn(other.id)
    await addTicket(other)
    const ticketId = await addTicket(org)
    await addTicket(other)
    expect(await happened(org)).toEqual([{ type: 'ticket.created', ticketId }])
    expect(await happened(org, { sessionId: other.session })).toEqual([])
  })

  it('answers 304 while nothing happens, and reads no event then', async () => {
    await switchOn(org.id)
    await addTickets(org, [{}, {}, {}])
    const { next } = await followFeed(org)
    const path = feedPath(org.id, { after: next })
    const first = await read(path, org.manager)
    const etag = first.headers.get('ETag') as string
    expect((await read(path, org.manager, { 'If-None-Match': etag })).status).toBe(304)
    await addTicket(org)
    const changed = await read(path, org.manager, { 'If-None-Match': etag })
    expect((await changed.json<FeedPage>()).data).toHaveLength(1)
  })

  it('filters by types and session, and goes on where nothing matched', async () => {
    await switchOn(org.id)
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 1_300 }, () => ({})),
    )
    const there = await addTicket(org, {}, session)
    await sendOne(org.session, org.staff, checkIn(tickets[0] as string))
    const found = await followFeed(org, { types: 'ticket.checked_in,ticket.voided' })
    expect(found.events.map(({ data }) => data)).toEqual([{ ticketId: tickets[0] }])
    expect(found.pages).toBeLessThanOrEqual(4)
    expect(await happened(org, { sessionId: session })).toEqual([
      { type: 'session.changed', created: true },
      { type: 'ticket.created', ticketId: there },
    ])
    expect((await followFeed(org)).events).toHaveLength(1_303)
  })

  it('names a wrong parameter', async () => {
    for (const [parameters, naming] of [
      [{ types: 'ticket.created,ticket.sold' }, 'types'],
      [{ sessionId: 'x' }, 'sessionId'],
    ] as const) {
      await expectError(await read(feedPath(org.id, parameters), org.manager), 'invalid_request', naming)
    }
    for (const after of ['x', 'WyJh', btoa('["a","b"]')]) {
      await expectError(await read(feedPath(org.id, { after }), org.manager), 'invalid_cursor', 'after')
    }
  })

  it('keeps 30 days; a reader who is further behind is told so, and one who is not is served', async () => {
    await switchOn(org.id)
    const old = await addTickets(org, [{}, {}])
    const start = (await readBody<FeedPage>(feedPath(org.id), org.manager)).next
    const [first] = await query<{ number: number }>(
      'SELECT min(number) AS number FROM feed_events WHERE organizer_id = ?',
      org.id,
    )
    await addTicket(org)
    const days = (count: number) => Date.now() - count * 86_400_000
    await query('UPDATE feed_events SET at = ? WHERE organizer_id = ?', days(FEED_DAYS - 1), org.id)
    await query(
      'UPDATE feed_events SET at = ? WHERE number = ?',
      days(FEED_DAYS + 1),
      first?.number as number,
    )
    const remover = async (...statements: string[]) =>
      (await env.DB.batch(statements.map((text) => env.DB.prepare(text)))).map(
        ({ results }) => results as never[],
      )
    // The daily run of another test may have done it.
    await deleteOldEvents(remover, Date.now())
    const { events } = await followFeed(org)
    expect(events.map(({ data }) => data.ticketId)).toEqual([old[1], expect.anything()])
    expect((await followFeed(org, { after: start })).events).toHaveLength(1)
    // Everything goes, but numbers are not used again, and who had all of it is not behind.
    const { next } = await followFeed(org)
    await query('UPDATE feed_events SET at = ? WHERE organizer_id = ?', days(FEED_DAYS + 1), org.id)
    await deleteOldEvents(remover, Date.now())
    await expectError(await read(feedPath(org.id, { after: start }), org.manager), 'changes_gone', 'after')
    expect((await followFeed(org, { after: next })).events).toEqual([])
    const ticketId = await addTicket(org)
    expect(await happened(org, { after: next })).toEqual([{ type: 'ticket.created', ticketId }])
  })

  it('has what readers at any pace have read, each event once and in order', async () => {
    await switchOn(org.id)
    const tickets = await addTickets(org, [{}, {}, {}])
    const write = {
      checkIn: (index: number) => sendOne(org.session, org.staff, admission(tickets[index] as string)),
      void: (index: number) => writeState(tickets[index] as string, 'Voided', null),
      valid: (index: number) => writeState(tickets[index] as string, 'Valid', null),
    }
    const readers: { ids: string[]; after?: string }[] = [{ ids: [] }, { ids: [] }]
    const step = fc.oneof(
      fc.tuple(fc.constantFrom(...(Object.keys(write) as (keyof typeof write)[])), fc.nat(2)),
      fc.tuple(fc.constant('read' as const), fc.nat(1)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const [name, index] of steps) {
          if (name !== 'read') await write[name](index)
          else {
            const reader = readers[index] as (typeof readers)[number]
            const page = await readBody<FeedPage>(
              feedPath(org.id, reader.after === undefined ? {} : { after: reader.after }),
              org.manager,
            )
            reader.ids.push(...page.data.map(({ id }) => id))
            reader.after = page.next
          }
        }
      }),
      { numRuns: runs(100) },
    )
    const all = (await followFeed(org)).events.map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
    for (const { ids, after } of readers) {
      const rest = await followFeed(org, after === undefined ? {} : { after })
      expect([...ids, ...rest.events.map(({ id }) => id)]).toEqual(all)
    }
  })
})
