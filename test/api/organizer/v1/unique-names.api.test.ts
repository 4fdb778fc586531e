// The names of ticket types and areas are unique in their event.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../../../support/api.ts'
import { sendOne, walkIn } from '../../../support/check-ins.ts'
import { insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, create, historyOf, readBody, send } from '../../../support/setup.ts'

const RESOURCES = [
  { table: 'ticket_types', path: '/ticket-types', noun: 'ticket type' },
  { table: 'areas', path: '/areas', noun: 'area' },
]

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

describe.each(RESOURCES)('$path', ({ table, path, noun }) => {
  const collection = (event = org.event) => `/events/${event}${path}`
  const names = async () =>
    (await query<{ name: string }>(`SELECT name FROM ${table} WHERE event_id = ? ORDER BY name`, org.event))
      .map(({ name }) => name)
      .filter((name) => !(name in org.types))
  const message = new RegExp(`^name: another ${noun} of the event has this name\\. Nothing was written\\.$`)

  it.each([' Press', 'PRESS  ', 'press'])('409 for a new one of the name “%s”', async (name) => {
    const { id } = await create(collection(), org.owner, { name: 'Press' })
    const { response } = await send('POST', collection(), org.manager, { name })
    await expectError(response, 'name_taken', message)
    expect(await names()).toEqual(['Press'])
    expect(await historyOf(org.id, org.owner, id)).toHaveLength(1)
    // The first call, whose response was lost, is no second one.
    expect(await create(collection(), org.owner, { id, name: 'Press' })).toMatchObject({ id })
  })

  it('409 for a new name that another one has, but not for its own in other letters', async () => {
    const { id } = await create(collection(), org.owner, { name: 'Press' })
    const other = await create(collection(), org.owner, { name: 'Crew' })
    const { response } = await send('PATCH', `${path}/${other.id}`, org.manager, { name: ' pRESS' })
    await expectError(response, 'name_taken', message)
    expect(await names()).toEqual(['Crew', 'Press'])
    for (const name of ['PRESS', 'PRESS', 'Press'])
      expect((await send('PATCH', `${path}/${id}`, org.owner, { name })).status).toBe(200)
    await send('PATCH', `${path}/${id}`, org.owner, { name: 'Photo' })
    expect((await send('PATCH', `${path}/${other.id}`, org.owner, { name: 'press' })).status).toBe(200)
    expect(await names()).toEqual(['Photo', 'press'])
  })

  it('ignores ASCII case and spaces alone', async () => {
    for (const name of ['Äste', 'äste', 'A B', 'A  B', "'); --", '%'])
      await create(collection(), org.owner, { name })
    expect(await names()).toHaveLength(6)
  })

  it('finds a name that SQL has given with spaces', async () => {
    await insert(table, { id: crypto.randomUUID(), event_id: org.event, name: '  Crew ' })
    const { response } = await send('POST', collection(), org.owner, { name: 'crew' })
    await expectError(response, 'name_taken', message)
  })

  it('leaves other events alone, and tells nothing of those of another organizer', async () => {
    const other = await makeOrganizer()
    await create(collection(), org.owner, { name: 'Press' })
    await create(collection(org.otherEvent), org.owner, { name: 'Press' })
    await create(collection(other.event), other.owner, { name: 'Press' })
    const { response } = await send('POST', collection(), other.owner, { name: 'Press' })
    await expectError(response, 'event_not_found')
  })

  it('makes one of two at once', async () => {
    const makers = [org.owner, org.manager, org.owner, org.manager]
    const created = await Promise.all(
      makers.map((maker, index) => send('POST', collection(), maker, { name: ['Bar', 'bAR'][index % 2] })),
    )
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const [one, two] = [
      await create(collection(), org.owner, { name: 'One' }),
      await create(collection(), org.owner, { name: 'Two' }),
    ]
    const renamed = await Promise.all(
      [one, two].map(({ id }) => send('PATCH', `${path}/${id}`, org.owner, { name: 'Same' })),
    )
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('lists them by name, whatever the case, over pages', async () => {
    for (const name of ['b', 'A', 'C', 'a2']) await create(collection(), org.owner, { name })
    type Page = { data: { name: string }[]; links: { next: string | null } }
    const listed: string[] = []
    for (let next: string | null = `${API}${collection()}?pageSize=2`; next !== null; ) {
      const page: Page = await readBody(next.slice(next.indexOf(API) + API.length), org.owner)
      listed.push(...page.data.map(({ name }) => name))
      next = page.links.next
    }
    expect(listed.filter((name) => !(name in org.types))).toEqual(['A', 'a2', 'b', 'C'])
  })
})

describe('whoever needs a type', () => {
  it('gets the same one, at the same time by a walk-in, a new ticket and a manager', async () => {
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const before = await query('SELECT id FROM ticket_types WHERE event_id = ?', org.event)
    const path = `/events/${org.event}/ticket-types`
    const sell = (ticketTypeName: string) =>
      send('POST', `/sessions/${org.session}/tickets`, org.manager, { tickets: [{ ticketTypeName }] })
    const [made, sold, ...walkedIn] = await Promise.all([
      send('POST', path, org.owner, { name: 'Box' }),
      sell('BOX'),
      sendOne(org.session, org.staff, walkIn(undefined, { ticketTypeName: 'box' })),
      sendOne(org.session, org.staff, walkIn(undefined, { ticketTypeName: ' bOX ' })),
    ])
    expect([201, 409]).toContain(made.status)
    expect([sold.status, ...walkedIn.map(({ outcome }) => outcome)]).toEqual([201, 'CheckedIn', 'CheckedIn'])
    const after = await query('SELECT id FROM ticket_types WHERE event_id = ?', org.event)
    expect(after).toHaveLength(before.length + 1)
    expect(
      await query(
        'SELECT count(DISTINCT ticket_type_id) AS types, count(*) AS tickets FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
        org.session,
      ),
    ).toEqual([{ types: 1, tickets: 3 }])
  })
})

describe('a ticket of a type that SQL has named with spaces', () => {
  let type: string
  beforeAll(() => {
    type = crypto.randomUUID()
  })

  it('finds it by the API and by an import', async () => {
    await insert('ticket_types', { id: type, event_id: org.event, name: ' Box ' })
    const tickets = [{ ticketTypeName: 'bOX' }]
    await create(`/sessions/${org.session}/tickets`, org.owner, { tickets })
    const rows = { tickets: [{ ticketNumber: 'N-1', ticketTypeName: 'BOX' }] }
    const imports = `/sessions/${org.session}/imports`
    const { body } = await send<{ version: string }>('POST', `${imports}/preview`, org.owner, rows)
    await send('POST', imports, org.owner, { ...rows, expectedVersion: body.version })
    expect(
      await query(
        'SELECT DISTINCT ticket_type_id AS type FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
        org.session,
      ),
    ).toEqual([{ type }])
    expect(await query('SELECT count(*) AS count FROM tickets WHERE ticket_type_id = ?', type)).toEqual([
      { count: 2 },
    ])
  })
})
