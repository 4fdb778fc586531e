// What holds whatever a file says.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATUSES } from '../../../src/db/schema/ticket-constants.ts'
import { MAX_TICKETS_IN_SESSION } from '../../../src/db/schema/tickets.ts'
import type { TicketRow } from '../../../src/domain/import/file/table/columns.ts'
import { DEFAULT_OPTIONS, type ImportOptions, rowReader } from '../../../src/domain/import/file/table/rows.ts'
import { planImport } from '../../../src/domain/import/plan.ts'
import { INITIAL_VALUES, SESSION } from '../../support/import-file.ts'
import { runs } from '../../support/runs.ts'

const NUMBER = 5
const OTHER = '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0eee'

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

/** Few values, so that rows and tickets have the same ones. */
const names = fc.constantFrom('Ana', 'ana', 'Ana +1', 'Bo', 'Bo +2', 'Cy')
const emails = fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com')
const numbers = fc.constantFrom('000001', '000002', 'T-1', 't-1', 'T-2')
const codes = fc.constantFrom('c1', 'c2', 'c3')
const references = fc.constantFrom('R1', 'R2')

const row = fc.record(
  {
    ticketTypeName: fc.constantFrom('VIP', 'vip', 'Standing'),
    attendeeName: maybe(names),
    holderEmail: maybe(emails),
    attendeeEmail: maybe(emails),
    ticketNumber: maybe(numbers),
    code: maybe(codes),
    status: maybe(fc.constantFrom(...STATUSES)),
    checkedInAt: maybe(fc.constant('2026-06-12T18:30:00Z')),
    reference: maybe(references),
    plusOnes: maybe(fc.integer({ min: 0, max: 2 })),
    companions: maybe(fc.array(fc.constantFrom('Dee', 'Eve'), { maxLength: 2 })),
    session: maybe(fc.constantFrom(SESSION, OTHER)),
  },
  { requiredKeys: ['ticketTypeName'] },
)

const options: fc.Arbitrary<ImportOptions> = fc.record({
  match: fc.constantFrom('number', 'code', 'guest'),
  missing: fc.constantFrom('keep', 'void'),
  codes: fc.constantFrom('made', 'number', 'kept'),
  checkIns: fc.constantFrom('ignore', 'keep'),
  doubles: fc.constantFrom('add', 'skip', 'change'),
})

const stored = fc
  .uniqueArray(
    fc.record({
      number: fc.constantFrom('000001', '000002', 'T-1', 'T-2', 'T-3'),
      name: fc.option(names),
      email: fc.option(emails),
      reference: fc.option(references),
      status: fc.constantFrom(...STATUSES),
    }),
    { maxLength: 5, selector: ({ number }) => number },
  )
  .map((tickets) =>
    tickets.map(
      ({ number, name, email, reference, status }, n): TicketRow => ({
        ...INITIAL_VALUES,
        key: NUMBER * 2 ** 20 + n + 1,
        id: `5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c000${n}`,
        session_number: NUMBER,
        ticket_number: number,
        status,
        ticket_type_id: 'vip',
        ticket_type_name: 'VIP',
        ...{ reference, holder_email: email, attendee_name: name, code: `own${n}` },
        checked_in_at: status === 'CheckedIn' ? 5 : null,
      }),
    ),
  )

const importInto = async (tickets: readonly TicketRow[], rows: readonly object[], chosen: ImportOptions) => {
  const readRow = rowReader(chosen, SESSION, rows)
  const read = rows.map((fields, index) => readRow(index + 1, fields))
  const { plan, problems } = await planImport(
    {
      ...{ number: NUMBER, eventId: 'event', types: [{ id: 'vip', name: 'VIP' }] },
      ...{ takenIds: new Set<string>(), count: tickets.length, maxTickets: MAX_TICKETS_IN_SESSION },
    },
    read.flatMap((one) => one.tickets),
    chosen,
    [tickets],
    { referenceOf: (index) => `made-${index}` },
  )
  const changes = new Map([
    ...plan.updates.map(({ present, change }) => [present.id, { ...present, ...change }] as const),
    ...plan.voids.map((ticket) => [ticket.id, { ...ticket, status: 'Voided' }] as const),
  ])
  return {
    plan,
    hasProblems: problems.length > 0 || read.some((one) => one.problems.length > 0),
    after: [...tickets.map((ticket) => changes.get(ticket.id) ?? ticket), ...plan.inserts],
  }
}

/** Lists without numbers, and those with a number or code in each row. */
const lists = options.chain((chosen) => {
  const { match } = chosen
  const isTicket = match !== 'guest' || chosen.codes === 'number'
  const rows = fc.array(
    row.chain(
      (fields): fc.Arbitrary<object> =>
        isTicket
          ? fc.record({ ticketNumber: numbers, code: codes, attendeeName: maybe(names) }).map((own) => ({
              ...fields,
              ...own,
              ...{ plusOnes: 0, companions: [] },
              ...(match === 'code' && { session: SESSION }),
            }))
          : fc.constant(fields),
    ),
    { minLength: 1, maxLength: 4 },
  )
  return rows.map((made) => [made, chosen] as const)
})

const check = (property: (input: Parameters<typeof importInto>) => Promise<boolean>) => {
  let possible = 0
  const numRuns = runs(5_000)
  return fc
    .assert(
      fc.asyncProperty(stored, lists, async (tickets, [rows, chosen]) => {
        if (await property([tickets, rows, chosen])) possible += 1
      }),
      { numRuns },
    )
    .then(() => expect(possible, 'imports without problems').toBeGreaterThan(numRuns / 5))
}

const withId = (tickets: readonly TicketRow[], id: string) => tickets.find((ticket) => ticket.id === id)

describe('an import of any file', () => {
  it('checks nobody out, and nobody in unless it is asked', () =>
    check(async ([tickets, rows, chosen]) => {
      const { after, hasProblems } = await importInto(tickets, rows, chosen)
      if (hasProblems) return false
      for (const { id, status, checked_in_at } of after) {
        const before = withId(tickets, id)
        if (before?.status === 'CheckedIn') expect([status, checked_in_at]).toEqual(['CheckedIn', 5])
        else if (before !== undefined || chosen.checkIns === 'ignore') expect(status).not.toBe('CheckedIn')
      }
      return true
    }))

  it('keeps numbers and codes unique, and every number that a ticket had before a list of another session', () =>
    check(async ([tickets, rows, chosen]) => {
      const { after, hasProblems } = await importInto(tickets, rows, chosen)
      if (hasProblems) return false
      for (const value of ['ticket_number', 'code', 'key'] as const) {
        const values = after.map((ticket) => String(ticket[value]).toLowerCase())
        expect(new Set(values).size).toBe(values.length)
      }
      return true
    }))

  it('gives no ticket to another guest by a number of another session', () =>
    check(async ([tickets, rows, chosen]) => {
      const foreign = rows.map((fields) => ({ ...fields, session: OTHER }))
      const { plan, hasProblems } = await importInto(tickets, foreign, chosen)
      if (hasProblems) return false
      for (const { change } of plan.updates) {
        expect(change).not.toHaveProperty('ticket_number')
        if (chosen.codes !== 'kept') expect(change).not.toHaveProperty('code')
      }
      for (const { present, change } of plan.updates) {
        const name = change.attendee_name
        if (name !== undefined) expect(name?.toLowerCase()).toBe(present.attendee_name?.toLowerCase())
      }
      for (const { status, checked_in_at } of plan.inserts)
        expect([status, checked_in_at]).toEqual(['Valid', null])
      return true
    }))

  it('names the tickets that its numbers or codes give to another guest', () =>
    check(async ([tickets, rows, chosen]) => {
      const { plan, hasProblems } = await importInto(tickets, rows, chosen)
      if (hasProblems) return false
      const others = plan.updates.filter(({ present, change: { attendee_name: name } }) => {
        if (!name || present.attendee_name === null) return false
        return name.toLowerCase() !== present.attendee_name.toLowerCase() && present.holder_email === null
      })
      expect(plan.renamed).toBeGreaterThanOrEqual(others.length)
      return true
    }))

  it('changes nothing the second time', () =>
    check(async ([tickets, rows, chosen]) => {
      const first = await importInto(tickets, rows, chosen)
      if (first.hasProblems) return false
      const second = await importInto(first.after, rows, chosen)
      expect(second.hasProblems).toBe(false)
      expect(second.plan.inserts).toEqual([])
      expect(second.plan.updates).toEqual([])
      expect(second.plan.voids).toEqual([])
      return true
    }))

  it('gives the guests of a party the same reference, and no other guest has it', () =>
    check(async ([tickets, rows, chosen]) => {
      const parties = rows.map((_, index) => ({
        ...{ ticketTypeName: 'VIP', attendeeName: `Guest ${index}`, plusOnes: 2 },
      }))
      const { plan } = await importInto(tickets, parties, {
        ...DEFAULT_OPTIONS,
        ...chosen,
        match: 'guest',
        codes: 'made',
      })
      const byReference = Map.groupBy(plan.inserts, ({ reference }) => reference)
      expect(byReference.size).toBe(rows.length)
      for (const [reference, party] of byReference) {
        expect(party).toHaveLength(3)
        expect(tickets.some((ticket) => ticket.reference === reference)).toBe(false)
      }
      return true
    }))
})

describe('doubles of any list', () => {
  const person = fc.record(
    {
      ticketTypeName: fc.constantFrom('VIP', 'Standing'),
      attendeeName: fc.constantFrom('Ana', 'ana', 'Án a', 'Bo', 'Müller', 'Mueller'),
      holderEmail: maybe(emails),
      plusOnes: maybe(fc.integer({ min: 0, max: 1 })),
    },
    { requiredKeys: ['ticketTypeName', 'attendeeName'] },
  )
  type Person = { attendeeName: string; holderEmail?: string | undefined }
  const isSold = ({ status }: TicketRow) => status === 'Valid' || status === 'CheckedIn'
  const fold = (name: string | null) =>
    (name ?? '').toLowerCase().replace('á', 'a').replace('ü', 'ue').replaceAll(' ', '')
  const isSame = (one: Person, other: Person) => {
    const [first, second] = [one, other].map(({ holderEmail }) => (holderEmail ?? '').toLowerCase())
    const isOfMail = first === second || first === '' || second === ''
    return fold(one.attendeeName) === fold(other.attendeeName) && isOfMail
  }
  const asPerson = ({ attendee_name, holder_email }: TicketRow): Person => ({
    ...{ attendeeName: attendee_name ?? '', holderEmail: holder_email ?? undefined },
  })
  const property = (
    judge: (input: {
      tickets: readonly TicketRow[]
      rows: readonly Person[]
      chosen: ImportOptions
      result: Awaited<ReturnType<typeof importInto>>
    }) => void,
  ) =>
    fc.assert(
      fc.asyncProperty(
        stored,
        fc.array(person, { minLength: 1, maxLength: 6 }),
        options.map((chosen): ImportOptions => ({ ...chosen, match: 'guest', codes: 'made' })),
        async (tickets, rows, chosen) => {
          const result = await importInto(tickets, rows, chosen)
          expect(result.hasProblems).toBe(false)
          judge({ tickets, rows, chosen, result })
        },
      ),
      { numRuns: runs(5_000) },
    )

  it('lose no guest of the file, whatever is chosen', () =>
    property(({ tickets, rows, result: { after } }) => {
      for (const row of rows) {
        const isThere = after.some((ticket) => isSame(asPerson(ticket), row))
        expect(isThere, JSON.stringify([tickets, rows])).toBe(true)
      }
    }))

  it('that are skipped add nobody who is on the list', () =>
    property(({ tickets, chosen, result: { plan, after } }) => {
      if (chosen.doubles !== 'skip') return
      const isGuest = ({ attendee_name }: TicketRow) => !/ \+\d+$/.test(attendee_name ?? '')
      const added = plan.inserts.filter(isGuest)
      for (const ticket of added) {
        const others = after.filter((one) => isSold(one) && isGuest(one) && one.key !== ticket.key)
        const same = others.filter((one) => isSame(asPerson(one), asPerson(ticket)))
        expect(same, JSON.stringify(tickets)).toEqual([])
      }
    }))

  it('void nobody whom they name', () =>
    property(({ result: { plan } }) => {
      const voided = new Set(plan.voids.map(({ key }) => key))
      for (const { sameAs } of plan.doubles) {
        if ('ticket' in sameAs) expect(voided.has(sameAs.ticket.key)).toBe(false)
      }
    }))
})
