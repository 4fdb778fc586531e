// One part of the service beside another: covers, moves, reverts, sources, guest lists, erasing, deletions.
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { runIn } from '../../../../src/domain/erase/run.ts'
import { eraseDueGuests } from '../../../../src/domain/erase/sessions.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import { expectError, okBody, sendJson } from '../../../support/api.ts'
import { checkIn, send as sendItems, undo, walkIn } from '../../../support/check-ins.ts'
import { addSession, addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import { addSource, List, run, serveLists } from '../../../support/sources.ts'

type Preview = Schemas['TicketBulkUpdatePreview']
type Result = Schemas['TicketBulkUpdateResult']
type Reverted = Schemas['RevertedImport']
type Ticket = Schemas['ManagedTicket']

let org: Organizer
let there: string
beforeEach(async () => {
  serveLists()
  org = await makeOrganizer()
  there = await addSession(org)
})

/** Changes the guests of a session, of all or of those with a word. Returns the path of its revert. */
const change = async (changes: object, from = org.session, filter: object = {}): Promise<string> => {
  const path = `/sessions/${from}/tickets/bulk-update`
  const seen = await send<Preview>('POST', `${path}/preview`, org.manager, { filter, changes })
  const done = await send<Result>('POST', path, org.manager, {
    ...{ filter, changes, expectedVersion: seen.body.version },
  })
  expect(done.status, JSON.stringify([seen.body, done.body])).toBe(200)
  return `${path}/${done.body.recordId}/revert`
}

const revert = async (path: string): Promise<Reverted> => {
  const { status, body } = await send<Reverted>('POST', path, org.manager, { checkedIn: 'keep' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const guests = async (session = org.session) =>
  (
    await query(
      `SELECT ticket_number, attendee_name, status FROM tickets JOIN sessions ON number = session_number
       WHERE sessions.id = ? ORDER BY key`,
      session,
    )
  ).map(({ ticket_number, attendee_name, status }) => `${ticket_number} ${attendee_name} ${status}`)

const ticketPath = (id: string) => `/sessions/${org.session}/tickets/${id}`

describe('a source', () => {
  it('leaves whom a manager voided, and follows its list again once that is reverted', async () => {
    const sheet = new List()
    const source = await addSource(org.session, org.manager, sheet.url, { missing: 'void' })
    const follow = async (...rows: string[]) => {
      sheet.rows('Number,Name', ...rows)
      expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', problem: null })
      return guests()
    }
    await follow('N1,Ana', 'N2,Bo')
    const back = await change({ status: 'Voided' })
    expect(await follow('N1,Anna', 'N2,Bo')).toEqual(['N1 Anna Voided', 'N2 Bo Voided'])
    expect(await revert(back)).toMatchObject({ uncovered: 2, leftOut: [] })
    expect(await follow('N1,Anna')).toEqual(['N1 Anna Valid', 'N2 Bo Voided'])
    expect(await follow('N1,Anna', 'N2,Bo')).toEqual(['N1 Anna Valid', 'N2 Bo Valid'])
  })

  it('leaves whom a manager made valid, and has its own void back once that is reverted', async () => {
    const sheet = new List()
    const source = await addSource(org.session, org.manager, sheet.url, { missing: 'void' })
    const follow = async (...rows: string[]) => {
      sheet.rows('Number,Name', ...rows)
      await run(source, org.manager)
      return guests()
    }
    await follow('N1,Ana', 'N2,Bo')
    expect(await follow('N1,Ana')).toEqual(['N1 Ana Valid', 'N2 Bo Voided'])
    const back = await change({ status: 'Valid' })
    expect(await follow('N1,Anna')).toEqual(['N1 Anna Valid', 'N2 Bo Valid'])
    await revert(back)
    expect(await guests()).toEqual(['N1 Anna Valid', 'N2 Bo Voided'])
    expect(await follow('N1,Anna', 'N2,Bo')).toEqual(['N1 Anna Valid', 'N2 Bo Valid'])
  })
})

describe('a source that is started again after the revert of its run', () => {
  it('makes its guests again, except one who was erased', async () => {
    const sheet = new List()
    sheet.rows('Number,Name', 'N1,Ana', 'N2,Bo')
    const source = await addSource(org.session, org.manager, sheet.url)
    await run(source, org.manager)
    const [row] = await query<{ id: string }>(
      `SELECT id FROM tickets WHERE source_id = ? AND ticket_number = 'N1'`,
      source.id,
    )
    expect((await send('POST', `${ticketPath(row?.id ?? '')}/erase`, org.manager, {})).status).toBe(200)
    const [record] = await historyOf(org.id, org.owner, org.session)
    expect(await revert(`/sessions/${org.session}/imports/${record?.id}/revert`)).toMatchObject({
      deleted: 2,
    })
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    await run(source, org.manager)
    expect(await guests()).toEqual(['N2 Bo Valid'])
  })
})

describe('a source whose list says something else by now', () => {
  const follow = async (heading: string, ...rows: string[]) => {
    const sheet = new List()
    const write = (...rows: string[]) => sheet.rows(heading, ...rows)
    write(...rows)
    const source = await addSource(org.session, org.manager, sheet.url, { missing: 'void' })
    const again = () => run(source, org.manager)
    await again()
    return { write, again }
  }

  it('voids a guest who was moved and comes back, once', async () => {
    const { write, again } = await follow('Number,Name', 'N1,Ana', 'N2,Bo')
    const back = await change({ sessionId: there }, org.session, { q: 'Ana' })
    write('N2,Bo')
    await again()
    await revert(back)
    expect(await guests()).toEqual(['N2 Bo Valid', 'N1 Ana Valid'])
    const { lastChangedAt } = await again()
    expect(await guests()).toEqual(['N2 Bo Valid', 'N1 Ana Voided'])
    expect(await again()).toMatchObject({ status: 'Ok', lastChangedAt })
  })

  it('changes a guest whose former value comes back', async () => {
    const { write, again } = await follow('Number,Name,Note', 'N1,Ana,a', 'N2,Bo,a')
    const back = await change({ note: 'b' })
    write('N1,Ana,c', 'N2,Bo,a')
    await again()
    await revert(back)
    await again()
    const notes =
      'SELECT note FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key'
    expect(await query(notes, org.session)).toEqual([{ note: 'c' }, { note: 'a' }])
  })
})

describe('an upload', () => {
  it('that is reverted leaves the guests whom a source has taken over since', async () => {
    const path = `/sessions/${org.session}/imports`
    const tickets = ['N1', 'N2'].map((ticketNumber) => ({ ticketNumber, ticketTypeName: 'Standing' }))
    const seen = await send<Schemas['ImportPreview']>('POST', `${path}/preview`, org.manager, { tickets })
    const { body } = await send<Schemas['ImportResult']>('POST', path, org.manager, {
      ...{ tickets, expectedVersion: seen.body.version },
    })
    const sheet = new List()
    sheet.rows('Number,Name', 'N1,Ana')
    const source = await addSource(org.session, org.manager, sheet.url, { missing: 'void' })
    await run(source, org.manager)
    const { deleted, leftOut } = await revert(`${path}/${body.recordId}/revert`)
    expect([deleted, leftOut.map(({ ticketNumber, reason }) => `${ticketNumber} ${reason}`)]).toEqual([
      ...[1, ['N1 ChangedSince']],
    ])
    sheet.rows('Number,Name', 'N1,Anna', 'N3,Cy')
    await run(source, org.manager)
    expect(await guests()).toEqual(['N1 Anna Valid', 'N3 Cy Valid'])
  })
})

describe('a guest whom a bulk update made void and a list has as void too', () => {
  it('is still void when the bulk update is reverted, until the import is too', async () => {
    await addTickets(org, [{ attendee_name: 'Ana' }, { attendee_name: 'Bo' }])
    const path = `/sessions/${org.session}/imports`
    const tickets = [{ ticketNumber: 'T-00001', ticketTypeName: 'Standing', status: 'Voided' }]
    const upload = async () => {
      const seen = await send<Schemas['ImportPreview']>('POST', `${path}/preview`, org.manager, { tickets })
      const { version: expectedVersion, toUpdate, unchanged } = seen.body
      const done = await send<Schemas['ImportResult']>('POST', path, org.manager, {
        tickets,
        expectedVersion,
      })
      expect(done.body).toMatchObject({ updated: toUpdate, unchanged })
      return done.body
    }
    const back = await change({ status: 'Voided' })
    const { recordId, ...counts } = await upload()
    expect(counts).toEqual({ inserted: 0, updated: 1, unchanged: 0, voided: 0 })
    expect(await upload()).toMatchObject({ updated: 0, unchanged: 1, recordId: null })
    expect(await revert(back)).toMatchObject({ uncovered: 1, leftOut: [{ reason: 'ChangedSince' }] })
    expect(await guests()).toEqual(['T-00001 Ana Voided', 'T-00002 Bo Valid'])
    expect(await revert(`${path}/${recordId}/revert`)).toMatchObject({ uncovered: 1, leftOut: [] })
    expect(await guests()).toEqual(['T-00001 Ana Valid', 'T-00002 Bo Valid'])
  })
})

describe('a party that a move has parted', () => {
  const partyOf = async () => {
    const person = { reference: 'P-1', holder_email: 'ana@example.com' }
    const [guest, companion] = (await addTickets(
      org,
      ['Ana', 'Ana +1', 'Ana B +1'].map((attendee_name) => ({ ...person, attendee_name })),
    )) as [string, string, string]
    return { guest, companion }
  }

  it.each(['companion', 'guest'] as const)(
    'is erased with its guest, though the %s is elsewhere',
    async (who) => {
      const { guest, companion } = await partyOf()
      const moving = who === 'guest' ? guest : companion
      await query(`UPDATE tickets SET seat_label = 'A-7' WHERE id = ?`, moving)
      await change({ sessionId: there }, org.session, { q: 'A-7' })
      expect(await guests(there)).toHaveLength(1)
      const session = who === 'guest' ? there : org.session
      const erased = await send('POST', `/sessions/${session}/tickets/${guest}/erase`, org.manager, {})
      expect(erased.status).toBe(200)
      const names = [...(await guests()), ...(await guests(there))].map((guest) => guest.split(' ').slice(1))
      expect(names.toSorted()).toEqual([
        ['Ana', 'B', '+1', 'Valid'],
        ['null', 'Valid'],
        ['null', 'Valid'],
      ])
    },
  )
})

describe('a guest list', () => {
  const open = async () => {
    const starts = Date.now() + 86_400_000
    await query('UPDATE sessions SET starts_at = ? WHERE event_id = ?', starts, org.event)
    const { link } = await create<Schemas['GuestList']>(`/sessions/${org.session}/guest-lists`, org.manager, {
      ...{ name: 'DJ Tom', quota: 3 },
    })
    return String(link).split('#')[1] as string
  }
  const post = (path: string, body: object) => sendJson('POST', `/api/v1/lists${path}`, undefined, body)
  const inspect = async (code: string) => okBody<Schemas['ListView']>(await post('/inspect', { code }))

  it('shows an entry that its link removed and a manager made valid, which the link cannot change', async () => {
    const code = await open()
    const entry = { id: crypto.randomUUID(), name: 'Ana', plusOnes: 1 }
    await okBody(await post('/entries', { code, entries: [entry] }))
    await okBody(await post('/entries/remove', { code, id: entry.id }))
    expect(await inspect(code)).toMatchObject({ list: { used: 0 }, entries: [] })
    const back = await change({ status: 'Valid' })
    const shown = { id: entry.id, name: 'Ana', plusOnes: 1 }
    expect(await inspect(code)).toMatchObject({ list: { used: 2 }, entries: [shown] })
    await expectError(await post('/entries/remove', { code, id: entry.id }), 'in_use')
    await revert(back)
    expect(await inspect(code)).toMatchObject({ list: { used: 0 }, entries: [] })
    // The first call added them, and its repeat adds nobody.
    await okBody(await post('/entries', { code, entries: [entry] }))
    expect(await guests()).toHaveLength(2)
  })

  it('may have more people than places once a manager has brought some back', async () => {
    const code = await open()
    const add = (name: string, plusOnes: number) =>
      post('/entries', { code, entries: [{ id: crypto.randomUUID(), name, plusOnes }] })
    await okBody(await add('Ana', 2))
    const back = await change({ sessionId: there })
    expect(await inspect(code)).toMatchObject({ list: { used: 0 }, entries: [] })
    await okBody(await add('Bo', 2))
    await revert(back)
    expect(await inspect(code)).toMatchObject({ list: { used: 6, quota: 3 }, entries: [{}, {}] })
    expect((await expectError(await add('Cy', 0), 'list_full')).message).toContain('0 of 3 places left')
  })

  describe('forgets what its link said of a guest who left it', () => {
    const NOTE = 'Brings the cake.'
    const LISTS = `(SELECT guest_lists.id FROM guest_lists JOIN sessions ON number = session_number WHERE sessions.id = ?)`
    const addAna = async () => {
      const code = await open()
      const entry = {
        id: crypto.randomUUID(),
        name: 'Ana',
        plusOnes: 1,
        note: NOTE,
        email: 'ana@example.com',
      }
      await okBody(await post('/entries', { code, entries: [entry] }))
      const added = await query<{ id: string }>(
        `SELECT id FROM tickets WHERE guest_list_id IN ${LISTS} ORDER BY key`,
        org.session,
      )
      return { code, entry, ids: added.map(({ id }) => id) as [string, string] }
    }
    const entries = () =>
      query(`SELECT note, digest FROM guest_list_entries WHERE list_id IN ${LISTS}`, org.session)
    const FORGOTTEN = [{ note: null, digest: null }]

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['ticket', (id) => send('POST', `/sessions/${there}/tickets/${id}/erase`, org.manager, {})],
      [
        'address',
        () => send('POST', `/organizers/${org.id}/erase`, org.manager, { email: 'ana@example.com' }),
      ],
    ])('and who is erased by the %s in another session, also once they are back', async (_, erase) => {
      const { code, entry, ids } = await addAna()
      const back = await change({ sessionId: there })
      await erase(ids[0])
      expect(await entries()).toEqual(FORGOTTEN)
      expect((await revert(back)).leftOut).toMatchObject([{ reason: 'Erased' }, { reason: 'Erased' }])
      expect((await inspect(code)).entries).toEqual([
        { id: entry.id, name: null, plusOnes: 1, note: null, arrived: 0 },
      ])
    })

    it('and who is a companion whom the link took off before it mended the name of the guest', async () => {
      const { code, entry, ids } = await addAna()
      await okBody(await post('/entries/change', { code, id: entry.id, plusOnes: 0 }))
      await okBody(await post('/entries/change', { code, id: entry.id, name: 'Anna' }))
      expect((await guests()).map((guest) => guest.replace(/^\d+ /, ''))).toEqual([
        'Anna Valid',
        'Anna +1 Voided',
      ])
      await send('POST', `${ticketPath(ids[0])}/erase`, org.manager, {})
      expect((await guests()).map((guest) => guest.replace(/^\d+ /, ''))).toEqual([
        'null Valid',
        'null Voided',
      ])
    })

    it('and who cannot be brought back any more', async () => {
      await addAna()
      await change({ sessionId: there })
      await query(
        'DELETE FROM kept_values WHERE key >> 20 IN (SELECT id FROM audit_log WHERE entity_id = ?)',
        org.session,
      )
      expect(await entries()).toEqual(FORGOTTEN)
    })

    it('and whose tickets are deleted, the last of them', async () => {
      const { code, entry, ids } = await addAna()
      await remove(ticketPath(ids[0]), org.manager)
      expect(await entries()).toMatchObject([{ note: NOTE }])
      await remove(ticketPath(ids[1]), org.manager)
      expect(await entries()).toEqual(FORGOTTEN)
      await okBody(await post('/entries', { code, entries: [entry] }))
      expect(await guests()).toEqual([])
    })
  })
})

describe('a void', () => {
  it('by a manager is a cover, and one by SQL is none: its guest is expected anew', async () => {
    const [id] = (await addTickets(org, [{}])) as [string]
    const path = ticketPath(id)
    const patch = async (status: string) =>
      okBody<Ticket>((await send('PATCH', path, org.manager, { status })).response)
    await sendItems(org.session, org.staff, [checkIn(id)])
    const checkedInAt = (await readBody<Ticket>(path, org.manager)).checkedInAt
    expect(await patch('Voided')).toMatchObject({ status: 'Voided', cover: 'Voided', checkedInAt })
    expect(await patch('Valid')).toMatchObject({ status: 'CheckedIn', cover: null, checkedInAt })
    await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, id)
    const response = await read(path, org.manager)
    const etag = response.headers.get('ETag')
    expect(await okBody<Ticket>(response)).toMatchObject({ status: 'Voided', cover: null, checkedInAt })
    // A manager's void covers it, which outdates what was read.
    await patch('Voided')
    const late = await send('PATCH', path, org.manager, { status: 'Valid' }, { 'If-Match': etag as string })
    await expectError(late.response, 'precondition_failed')
    const valid = await patch('Valid')
    expect(valid).toMatchObject({ status: 'Valid', cover: null })
    expect(valid).not.toHaveProperty('checkedInAt')
  })
})

describe('a move', () => {
  it('of a walk-in that was undone ends as without it', async () => {
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const first = walkIn()
    await sendItems(org.session, org.staff, [first, undo(first.id)])
    const back = await change({ sessionId: there })
    expect((await guests(there)).join()).toMatch(/ Voided$/)
    const { results } = await sendItems(org.session, org.staff, [walkIn(first.ticketId as string)])
    expect(results).toMatchObject([{ outcome: 'UnknownTicket' }])
    await revert(back)
    expect((await guests()).join()).toMatch(/ CheckedIn$/)
  })

  it('after a move is reverted first', async () => {
    await addTickets(org, [{ code: 'A', ticket_number: 'T-1' }, { ticket_number: 'T-2' }])
    await addTickets(org, [{ code: 'X', ticket_number: 'T-1', attendee_name: 'Xaver' }], there)
    const before = await guests()
    const third = await addSession(org)
    const first = await change({ sessionId: there })
    const second = await change({ sessionId: third }, there, { status: 'Valid' })
    await revert(second)
    expect((await revert(first)).leftOut).toEqual([])
    expect([await guests(), await guests(there), await guests(third)]).toEqual([
      before,
      ['T-1 Xaver Valid'],
      [],
    ])
  })

  it('back into a session whose guests were erased is erased again', async () => {
    await addTickets(org, [{ attendee_name: 'Ana' }])
    const back = await change({ sessionId: there })
    await query('UPDATE organizers SET erase_after_days = 1 WHERE id = ?', org.id)
    await query('UPDATE sessions SET starts_at = 1 WHERE id = ?', org.session)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now(), there)
    const erase = () => eraseDueGuests(runIn(openDatabase(here(), undefined)), Date.now())
    await erase()
    expect(await guests(there)).toEqual(['T-00001 Ana Valid'])
    await revert(back)
    await erase()
    expect(await guests()).toEqual(['T-00001 null Valid'])
  })

  it('and the deletion of the session leave nothing of the guests that it had', async () => {
    const [id] = (await addTickets(org, [{ holder_email: 'ana@example.com' }])) as [string]
    await change({ reference: 'ORD-1' })
    await change({ reference: 'ORD-2' })
    await change({ sessionId: there })
    const kept = () => query('SELECT key FROM kept_values WHERE ticket_id = ?', id)
    expect(await kept()).toHaveLength(3)
    expect((await remove(`/sessions/${org.session}`, org.manager)).status).toBe(204)
    expect(await kept()).toEqual([])
  })

  it('takes a type along that was renamed meanwhile', async () => {
    await addTickets(org, [{}])
    const back = await change({ sessionId: org.otherEventSession })
    const renamed = await send('PATCH', `/ticket-types/${org.types.Standing}`, org.manager, { name: 'Floor' })
    expect(renamed.status).toBe(200)
    await revert(back)
    const [row] = await query(
      'SELECT ticket_type_name FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?',
      org.session,
    )
    expect(row).toEqual({ ticket_type_name: 'Floor' })
  })
})
