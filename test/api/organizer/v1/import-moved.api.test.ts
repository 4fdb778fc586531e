// An old list that is imported again, or read by a source, after guests of it were moved to another date.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { callWithBindings, expectError, jsonRequest, okBody } from '../../../support/api.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addSession, addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, send } from '../../../support/setup.ts'
import { addSource, List, run, serveLists, ticketsOf } from '../../../support/sources.ts'

type Preview = Schemas['ImportPreview']
type Body = { tickets: object[]; match?: string; doubles?: string }

let org: Organizer
let there: string
let imports: string
let ids: [string, string, string]
beforeEach(async () => {
  org = await makeOrganizer()
  there = await addSession(org)
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.UTC(2026, 11, 5, 22), there)
  imports = `/sessions/${org.session}/imports`
  ids = (await addTickets(org, [
    { attendee_name: 'Zoë', holder_email: 'zoe@example.com', ticket_number: 'Z-1', code: 'code-z' },
    { attendee_name: 'Bo Lind', ticket_number: 'B-1', reference: 'PARTY' },
    { attendee_name: 'Ed Sun', ticket_number: 'B-2', reference: 'PARTY' },
  ])) as typeof ids
})

const sent = async <Answer>(path: string, body: object): Promise<Answer> => {
  const { status, body: answer } = await send<Answer>('POST', path, org.manager, body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer
}

/** Moves tickets. Returns how to take it back. */
const move = async (ticketIds: readonly string[], from = org.session, to = there) => {
  const path = `/sessions/${from}/tickets/bulk-update`
  const body = { ticketIds, changes: { sessionId: to } }
  const { version } = await sent<{ version: string }>(`${path}/preview`, body)
  const { changed, recordId } = await sent<Schemas['TicketBulkUpdateResult']>(path, {
    ...{ ...body, expectedVersion: version },
  })
  expect(changed).toBe(ticketIds.length)
  return () => sent(`${path}/${recordId}/revert`, {})
}

const previewOf = (body: Body) => sent<Preview>(`${imports}/preview`, { match: 'guest', ...body })

const importRows = async (body: Body): Promise<Schemas['ImportResult']> => {
  const { version } = await previewOf(body)
  return sent(imports, { match: 'guest', ...body, expectedVersion: version })
}

const zoe = { ticketTypeName: 'Standing', attendeeName: 'zoe' }
const party = { ticketTypeName: 'Standing', attendeeName: 'Bo Lind', companions: ['Ed Sun'] }

const movedTo = () => ({
  sessionId: there,
  eventName: expect.any(String),
  startsAt: '2026-12-05T22:00:00.000Z',
  timeZone: expect.any(String),
})

describe('a guest who was moved', () => {
  it('is named before anything is written, and is left out or added once more', async () => {
    await move([ids[0]])
    const sameAs = {
      ...{ ticketId: ids[0], ticketNumber: 'Z-1', ticketTypeName: 'Standing', movedTo: movedTo() },
    }
    const tickets = [zoe, party]
    expect(await previewOf({ tickets })).toMatchObject({
      ...{ doubleCount: 1, doubles: [{ row: 1, sameAs }], toInsert: 1 },
    })
    for (const doubles of ['skip', 'change']) {
      expect(await previewOf({ tickets, doubles })).toMatchObject({ doubleCount: 1, toInsert: 0 })
      expect(await importRows({ tickets, doubles })).toMatchObject({ inserted: 0 })
    }
    expect(await importRows({ tickets })).toMatchObject({ inserted: 1 })
    // The guest who was added is the one of this list from now on.
    expect(await previewOf({ tickets })).toMatchObject({ doubleCount: 0, toInsert: 0, unchanged: 3 })
  })

  it.each([
    ['the number of before', { ticketNumber: 'z-1' }, 'number'],
    ['the code', { code: 'code-z' }, 'code'],
  ])('is found by %s, whatever the name', async (_, row, match) => {
    // The number is taken there, so that the ticket has another one now.
    await addTickets(org, [{ ticket_number: 'Z-1' }], there)
    await move([ids[0]])
    const tickets = [{ ticketTypeName: 'Standing', attendeeName: 'Sold Elsewhere', ...row }]
    const { doubles } = await previewOf({ tickets, match })
    expect(doubles).toMatchObject([{ row: 1, sameAs: { ticketId: ids[0], movedTo: movedTo() } }])
  })

  it('is another one with another address, number or code', async () => {
    await move([ids[0]])
    const tickets = [
      { ...zoe, holderEmail: 'other@example.com' },
      { ...zoe, ticketNumber: 'N-1' },
      { ...zoe, code: 'other' },
    ]
    expect(await previewOf({ tickets })).toMatchObject({ doubleCount: 0, toInsert: 3 })
  })

  it('is told as a companion of a guest who stayed, and goes alone', async () => {
    await move([ids[2]])
    const body = { tickets: [party] }
    expect((await previewOf(body)).doubles).toEqual([
      {
        ...{ row: 1, companion: 'Ed Sun' },
        sameAs: {
          ...{ ticketId: ids[2], ticketNumber: 'B-2', ticketTypeName: 'Standing', movedTo: movedTo() },
        },
      },
    ])
    const { inserted, unchanged } = await importRows({ ...body, doubles: 'skip' })
    expect([inserted, unchanged]).toEqual([0, 1])
    expect(await importRows(body)).toMatchObject({ inserted: 1 })
  })

  it('takes the companions of the row along', async () => {
    await move([ids[1], ids[2]])
    const { doubles, toInsert } = await previewOf({ tickets: [party], doubles: 'skip' })
    expect(doubles).toMatchObject([{ row: 1, companions: ['Ed Sun'], sameAs: { ticketId: ids[1] } }])
    expect(toInsert).toBe(0)
  })

  it('is told where the guest is now, and no more once back, void or deleted', async () => {
    const back = await move([ids[0]])
    const third = await addSession(org)
    const home = await move([ids[0]], there, third)
    const sessionOf = async () => (await previewOf({ tickets: [zoe] })).doubles.map(({ sameAs }) => sameAs)
    expect(await sessionOf()).toMatchObject([{ movedTo: { sessionId: third } }])
    await home()
    expect(await sessionOf()).toMatchObject([{ movedTo: { sessionId: there } }])
    await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, ids[0])
    expect(await sessionOf()).toEqual([])
    await query(`UPDATE tickets SET status = 'Valid' WHERE id = ?`, ids[0])
    await back()
    expect(await previewOf({ tickets: [zoe] })).toMatchObject({ doubleCount: 1, toInsert: 1 })
    expect(await sessionOf()).toEqual([{ ticketId: ids[0], ticketNumber: 'Z-1', ticketTypeName: 'Standing' }])
  })

  it('who was moved since the preview outdates it', async () => {
    const { version } = await previewOf({ tickets: [zoe] })
    await move([ids[0]])
    const body = { tickets: [zoe], match: 'guest', doubles: 'skip', expectedVersion: version }
    await expectError((await send('POST', imports, org.manager, body)).response, 'preview_outdated')
  })

  it('is nobody of another organizer', async () => {
    await move([ids[0]])
    const other = await makeOrganizer()
    const { body } = await send<Preview>(
      'POST',
      `/sessions/${other.session}/imports/preview`,
      other.manager,
      {
        ...{ tickets: [zoe], match: 'guest' },
      },
    )
    expect(body.doubles).toEqual([])
  })
})

describe('a source', () => {
  it('makes no guest again whom a person moved before the source knew them', async () => {
    serveLists()
    await move([ids[0]])
    const list = new List()
    list.rows('Name,E-mail,Ticket type', 'Zoë,zoe@example.com,Standing', 'Cy,,Standing')
    const source = await addSource(org.session, org.manager, list.url, { status: 'Stopped' })
    const seen = await sent<Schemas['SourcePreview']>(`/sources/${source.id}/preview`, {})
    expect(seen).toMatchObject({ toInsert: 1, gone: 1 })
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    await run(source, org.manager)
    const names = async () => (await ticketsOf(org.session)).map(({ attendee_name }) => attendee_name)
    expect(await names()).toEqual(['Bo Lind', 'Ed Sun', 'Cy'])
    // It remembers the guest also when nobody can take the move back any more.
    await query('DELETE FROM kept_values WHERE ticket_id = ?', ids[0])
    list.rows('Name,E-mail,Ticket type', 'Zoë,zoe@example.com,Standing', 'Cy,,Standing', 'Di,,Standing')
    await run(source, org.manager)
    expect(await names()).toEqual(['Bo Lind', 'Ed Sun', 'Cy', 'Di'])
  })
})

it('costs a few rows for each guest who was moved, and only where a row has no ticket', async () => {
  const costOf = async (tickets: object[]) => {
    const { DB, cost } = measuringDatabase()
    const request = jsonRequest('POST', org.manager, { tickets, match: 'guest' })
    await okBody(await callWithBindings({ DB }, `${API}${imports}/preview`, request))
    return cost
  }
  const more = await addTickets(
    org,
    Array.from({ length: 40 }, (_, n) => ({ attendee_name: `Guest ${n}`, ticket_number: `G-${n}` })),
  )
  const before = await costOf([{ ...zoe, attendeeName: 'New' }])
  await move(more)
  const known = await costOf([party])
  const asked = await costOf([{ ...zoe, attendeeName: 'New' }])
  expect(known.trips).toBe(before.trips)
  expect(asked.trips).toBe(before.trips + 1)
  // The 40 tickets are no longer read themselves.
  expect(asked.read - known.read).toBeGreaterThan(0)
  expect(asked.read - known.read).toBeLessThanOrEqual(40 * 5 + 2)
})
