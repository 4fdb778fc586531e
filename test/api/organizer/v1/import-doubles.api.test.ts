// Doubles of an import: guests who are on the list already.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { callWithBindings, expectError, jsonRequest, okBody } from '../../../support/api.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addSession, addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, historyOf, send } from '../../../support/setup.ts'

type Preview = Schemas['ImportPreview']
type Result = Schemas['ImportResult']
type Body = {
  tickets?: unknown[]
  fromSessionId?: string
  missing?: string
  doubles?: string
  match?: string
}

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/sessions/${org.session}/imports`
})

const send200 = async <Answer>(to: string, body: object): Promise<Answer> => {
  const { status, body: answer } = await send<Answer>('POST', to, org.owner, body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer as Answer
}

const asGuests = (body: Body): Body => ({ match: 'guest', ...body })
const previewOf = (body: Body) => send200<Preview>(`${path}/preview`, asGuests(body))
const importRows = async (body: Body): Promise<Preview> => {
  const preview = await previewOf(body)
  await send200<Result>(path, { ...asGuests(body), expectedVersion: preview.version })
  return preview
}

const guest = (attendeeName: string, ticketTypeName = 'Standing', more: object = {}) => ({
  ...{ attendeeName, ticketTypeName },
  ...more,
})

/** The tickets as `name, type, status`. */
const listed = async (): Promise<string[]> => {
  const tickets = await query<Record<string, string>>(
    `SELECT attendee_name, ticket_type_name, tickets.status FROM tickets
     JOIN sessions ON sessions.number = session_number WHERE sessions.id = ? ORDER BY key`,
    org.session,
  )
  return tickets.map(({ attendee_name, ticket_type_name, status }) =>
    [attendee_name, ticket_type_name, status].join(', '),
  )
}

describe('a double', () => {
  it('has the name of an earlier row', async () => {
    const tickets = [guest('Ana'), guest('Bo'), guest('ana', 'VIP'), guest('Ana')]
    const { doubles, doubleCount, toInsert } = await previewOf({ tickets })
    expect(doubles).toEqual([
      { row: 3, sameAs: { row: 1 } },
      { row: 4, sameAs: { row: 1 } },
    ])
    expect([doubleCount, toInsert]).toEqual([2, 4])
  })

  it('has the name of an expected or checked-in guest whom no row matches', async () => {
    const [ana, bo] = await addTickets(org, [
      { attendee_name: 'Ana', ticket_number: 'A-1' },
      { attendee_name: 'Bo', status: 'CheckedIn', checked_in_at: 5, ticket_number: 'A-2' },
      { attendee_name: 'Cy', status: 'Voided', ticket_number: 'A-3' },
      { attendee_name: 'Di', status: 'Refunded', ticket_number: 'A-4' },
    ])
    const tickets = ['Ana', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => guest(name, 'VIP'))
    const standing = { ticketTypeName: 'Standing' }
    expect((await previewOf({ tickets })).doubles).toEqual([
      { row: 1, sameAs: { ticketId: ana, ticketNumber: 'A-1', ...standing } },
      { row: 2, sameAs: { ticketId: bo, ticketNumber: 'A-2', ...standing } },
    ])
  })

  it.each([
    ['José  García', 'jose garcia'],
    ['Łukasz Nowak', 'LUKASZ NOWAK'],
    ['Müller', 'Mueller'],
    ['Müller', 'Muller'],
    ['O’Neill', "O'Neill"],
    ['Anna Maria', 'Annamaria'],
    ['Jose\u0301', 'José'],
  ])('is %s and %s', async (first, second) => {
    await addTickets(org, [{ attendee_name: first }])
    expect((await previewOf({ tickets: [guest(second, 'VIP')] })).doubleCount).toBe(1)
    const tickets = [guest(second, 'Crew'), guest(first, 'VIP')]
    expect((await previewOf({ tickets })).doubles[1]?.sameAs).toEqual({ row: 1 })
  })

  it.each([
    ['another name', guest('Anna', 'VIP')],
    ['another address', guest('Ana', 'VIP', { holderEmail: 'other@example.com' })],
    ['a number of its own', guest('Ana', 'VIP', { ticketNumber: 'N-1' })],
    ['a code of its own', guest('Ana', 'VIP', { code: 'abc' })],
    ['an id of its own', guest('Ana', 'VIP', { id: crypto.randomUUID() })],
    ['a state that lets nobody in', guest('Ana', 'VIP', { status: 'Voided' })],
    ['no name', { ticketTypeName: 'VIP', holderEmail: 'ana@example.com' }],
    ['a ticket already', guest('Ana', 'Standing', { holderEmail: 'ANA@example.com', note: 'late' })],
  ])('is none with %s', async (_, row) => {
    await addTickets(org, [{ attendee_name: 'Ana', holder_email: 'ana@example.com' }])
    expect(await previewOf({ tickets: [row] })).toMatchObject({ doubles: [], doubleCount: 0 })
  })

  it('has the same address in any case, or none on one side', async () => {
    await addTickets(org, [
      { attendee_name: 'Ana', holder_email: 'ana@example.com' },
      { attendee_name: 'Bo', holder_email: null },
      { attendee_name: 'Cy', holder_email: 'x@example.com', attendee_email: 'cy@example.com' },
    ])
    const tickets = [
      guest('Ana', 'VIP', { holderEmail: 'ANA@Example.com' }),
      guest('Bo', 'VIP', { holderEmail: 'bo@example.com' }),
      guest('Cy', 'VIP', { attendeeEmail: 'cy@example.com' }),
      guest('Ana', 'Crew'),
      guest('Cy', 'Crew', { holderEmail: 'x@example.com' }),
    ]
    expect((await previewOf({ tickets })).doubles.map(({ row }) => row)).toEqual([1, 2, 3, 4])
  })

  it('is no companion, who goes where their guest goes', async () => {
    await addTickets(org, [{ attendee_name: 'Bo +1' }])
    const tickets = [guest('Ana', 'VIP', { plusOnes: 2 }), guest('Bo', 'VIP', { plusOnes: 1 })]
    expect(await previewOf({ tickets })).toMatchObject({ doubleCount: 0 })
    const again = [...tickets, guest('Ana', 'Crew', { plusOnes: 1 })]
    expect((await previewOf({ tickets: again })).doubles).toEqual([
      { row: 3, sameAs: { row: 1 }, companions: ['Ana +1'] },
    ])
    expect(await previewOf({ tickets: again, doubles: 'skip' })).toMatchObject({ toInsert: 5 })
  })

  it('is found in the guests of another session too', async () => {
    await addTickets(org, [{ attendee_name: 'Ana' }])
    const other = await addSession(org)
    await addTickets(
      org,
      [{ attendee_name: 'Ana', ticket_number: 'X-1', ticket_type_id: org.types.VIP }],
      other,
    )
    const body = { fromSessionId: other }
    expect(await previewOf(body)).toMatchObject({ toInsert: 1, doubleCount: 1 })
    expect(await previewOf({ ...body, doubles: 'skip' })).toMatchObject({ toInsert: 0, doubleCount: 1 })
  })

  it('is counted beyond the hundred that are listed', async () => {
    const tickets = Array.from({ length: 120 }, () => guest('Ana'))
    const { doubles, doubleCount } = await previewOf({ tickets })
    expect([doubles.length, doubleCount]).toEqual([100, 119])
  })
})

describe('what becomes of doubles', () => {
  const prepare = async () => {
    await addTickets(org, [{ attendee_name: 'Ana', ticket_number: 'A-1', note: 'old', flag: 'Info' }])
    return { tickets: [guest('Ana', 'VIP', { note: 'new' }), guest('Bo'), guest('Bo', 'VIP')] }
  }

  it('add adds them', async () => {
    const body = await prepare()
    expect(await importRows(body)).toMatchObject({ toInsert: 3, toUpdate: 0 })
    expect(await listed()).toEqual([
      'Ana, Standing, Valid',
      ...['Ana, VIP, Valid', 'Bo, Standing, Valid', 'Bo, VIP, Valid'],
    ])
  })

  it('skip leaves them out', async () => {
    const body = await prepare()
    expect(await importRows({ ...body, doubles: 'skip' })).toMatchObject({ toInsert: 1, newTicketTypes: [] })
    expect(await listed()).toEqual(['Ana, Standing, Valid', 'Bo, Standing, Valid'])
    expect(await previewOf({ ...body, doubles: 'skip' })).toMatchObject({ toInsert: 0, unchanged: 1 })
  })

  it('change changes the guest on the list, and of those within the file the first counts', async () => {
    const body = { ...(await prepare()), doubles: 'change' }
    expect(await importRows(body)).toMatchObject({ toInsert: 1, toUpdate: 1, warnings: [] })
    expect(await listed()).toEqual(['Ana, VIP, Valid', 'Bo, Standing, Valid'])
    const [ana] = await query(`SELECT note, ticket_number FROM tickets WHERE attendee_name = 'Ana'
      AND session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
    expect(ana).toEqual({ note: 'new', ticket_number: 'A-1' })
    // Bo, VIP is a double again, and Ana is found.
    expect(await previewOf(body)).toMatchObject({ toInsert: 0, toUpdate: 0, unchanged: 2, doubleCount: 1 })
  })

  it('change moves a party, and adds who is new in it', async () => {
    await importRows({ tickets: [guest('Ana', 'Standing', { plusOnes: 1 })] })
    const body = { tickets: [guest('Ana', 'VIP', { plusOnes: 2 })], doubles: 'change', missing: 'void' }
    expect(await importRows(body)).toMatchObject({ toInsert: 1, toUpdate: 2, toVoid: 0 })
    expect(await listed()).toEqual(['Ana, VIP, Valid', 'Ana +1, VIP, Valid', 'Ana +2, VIP, Valid'])
    const [{ references } = { references: 0 }] = await query<{ references: number }>(
      `SELECT count(DISTINCT reference) AS "references" FROM tickets
       WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`,
    )
    expect(references).toBe(1)
    expect(await previewOf(body)).toMatchObject({ toInsert: 0, toUpdate: 0, toVoid: 0, doubleCount: 0 })
  })

  it('change gives a guest without an address to one of two who have one', async () => {
    await addTickets(org, [{ attendee_name: 'Ana', holder_email: null }])
    const tickets = ['a', 'b'].map((name) => guest('Ana', 'VIP', { holderEmail: `${name}@example.com` }))
    expect(await importRows({ tickets, doubles: 'change' })).toMatchObject({
      ...{ toInsert: 1, toUpdate: 1, doubleCount: 2 },
    })
  })

  it.each(['add', 'skip', 'change'])('%s voids nobody whom a double names', async (doubles) => {
    await addTickets(org, [
      { attendee_name: 'Ana', ticket_number: 'A-1', reference: 'R1' },
      { attendee_name: 'Ana +1', ticket_number: 'A-2', reference: 'R1' },
      { attendee_name: 'Bo', ticket_number: 'A-3' },
      { attendee_name: 'Cy', ticket_number: 'A-4' },
    ])
    const tickets = [guest('Ana', 'VIP', { plusOnes: 1 }), guest('Cy')]
    expect(await importRows({ tickets, doubles, missing: 'void' })).toMatchObject({ toVoid: 1 })
    const valid = (await listed()).filter((line) => line.endsWith('Valid'))
    expect(valid.filter((line) => line.startsWith('Bo'))).toEqual([])
    expect(valid).toHaveLength(doubles === 'add' ? 5 : 3)
    // The same file again finds nobody to void.
    expect(await previewOf({ tickets, doubles, missing: 'void' })).toMatchObject({
      ...{ toInsert: 0, toUpdate: 0, toVoid: 0 },
    })
  })

  it.each(['add', 'skip', 'change'])(
    '%s asks where a voided guest stands in the file twice',
    async (doubles) => {
      await addTickets(org, [{ attendee_name: 'Ana', status: 'Voided' }])
      const body = { tickets: [guest('Ana'), guest('Ana'), guest('Ana', 'VIP')], doubles }
      expect(await importRows(body)).toMatchObject({
        doubles: [
          { row: 2, sameAs: { row: 1 } },
          { row: 3, sameAs: { row: 1 } },
        ],
        toInsert: doubles === 'add' ? 2 : 0,
      })
      const valid = (await listed()).filter((guest) => guest.endsWith('Valid'))
      expect(valid).toHaveLength(doubles === 'add' ? 2 : 0)
    },
  )

  it('is told where a voided guest comes back by another type or address', async () => {
    await addTickets(org, [
      { attendee_name: 'Ana', status: 'Voided', holder_email: 'ana@example.com' },
      { attendee_name: 'Bo', status: 'Refunded' },
    ])
    const warningsOf = async (row: object) => (await previewOf({ tickets: [row] })).warnings
    const warning = [{ code: 'coming_back', tickets: 1 }]
    expect(await warningsOf(guest('Ana', 'VIP'))).toEqual(warning)
    expect(await warningsOf(guest('Bo', 'Standing', { holderEmail: 'bo@example.com' }))).toEqual(warning)
    expect(await warningsOf(guest('Ana', 'VIP', { holderEmail: 'other@example.com' }))).toEqual([])
    expect(await warningsOf(guest('Ana', 'VIP', { status: 'Voided' }))).toEqual([])
    expect(await warningsOf(guest('Ana', 'VIP', { code: 'own' }))).toEqual([])
  })

  it('is part of the version, and of the record if it is not the default', async () => {
    const body = await prepare()
    const { version } = await previewOf(body)
    const run = (doubles: string) =>
      send('POST', path, org.owner, { ...asGuests(body), doubles, expectedVersion: version })
    await expectError((await run('skip')).response, 'preview_outdated')
    await importRows({ ...body, doubles: 'skip' })
    const [record] = await historyOf(org.id, org.owner, org.session)
    expect(record?.change).toMatchObject({ doubles: 'skip', inserted: 1 })
    await importRows({ tickets: [guest('Zoe')] })
    const [plain] = await historyOf(org.id, org.owner, org.session)
    expect(plain?.change).not.toHaveProperty('doubles')
    const unknown = { ...asGuests(body), doubles: 'merge' }
    await expectError((await send('POST', `${path}/preview`, org.owner, unknown)).response, 'invalid_request')
  })
})

describe('between a preview and its import', () => {
  const run = (body: Body, expectedVersion: string) =>
    send<Result>('POST', path, org.owner, { ...asGuests(body), expectedVersion })

  it.each([
    ['skip', `UPDATE tickets SET status = 'Voided'`],
    ['change', `UPDATE tickets SET status = 'Voided'`],
    ['change', `UPDATE tickets SET note = 'mine', flag = 'Info'`],
  ])('%s is outdated by %s', async (doubles, change) => {
    await addTickets(org, [{ attendee_name: 'Ana', ticket_number: 'A-1' }])
    const body = { tickets: [guest('Ana', 'VIP'), guest('Bo')], doubles }
    const { version } = await previewOf(body)
    await query(`${change} WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
    await expectError((await run(body, version)).response, 'preview_outdated')
    expect(await listed()).toHaveLength(1)
  })

  it('a guest who was added meanwhile is not added once more', async () => {
    const body = { tickets: [guest('Ana', 'VIP')], doubles: 'skip' }
    const { version } = await previewOf(body)
    await addTickets(org, [{ attendee_name: 'Ana' }])
    await expectError((await run(body, version)).response, 'preview_outdated')
  })

  it('one of two imports at once is outdated', async () => {
    const bodies = ['Standing', 'VIP'].map((type) => ({ tickets: [guest('Ana', type)], doubles: 'skip' }))
    const previews = await Promise.all(bodies.map((body) => previewOf(body)))
    const results = await Promise.all(
      bodies.map((body, index) => run(body, previews[index]?.version as string)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listed()).toHaveLength(1)
  })
})

it('costs no row more, and is linear for twenty thousand rows with one name', {
  tags: ['slow'],
}, async () => {
  const preview = async (body: Body) => {
    const { DB, cost } = measuringDatabase()
    const request = jsonRequest('POST', org.owner, asGuests(body))
    const response = await callWithBindings({ DB }, `${API}${path}/preview`, request)
    return { cost, body: await okBody<Preview>(response) }
  }
  const named = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => guest(name(index), 'VIP'))
  await addTickets(
    org,
    Array.from({ length: 300 }, (_, index) => ({
      attendee_name: 'Ana',
      holder_email: `${index}@example.com`,
    })),
  )
  const without = await preview({ tickets: named(300, (index) => `Guest ${index}`) })
  const same = await preview({ tickets: named(300, () => 'Ana') })
  expect(same.body.doubleCount).toBe(300)
  expect(same.cost).toEqual(without.cost)
  const many = await preview({ tickets: named(20_000, () => 'Ana') })
  expect(many.body.doubleCount).toBe(20_000)
  expect(many.cost).toEqual(without.cost)
})
