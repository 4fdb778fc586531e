// @module-tag more
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  countWords,
  isFound,
  parseSearch,
  type SearchedTicket,
  ticketWords,
} from '../../../../src/domain/tickets/words.ts'
import { call, expectError, getPage, readCost, ticketsPath } from '../../../support/api.ts'
import {
  addSession,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
  type TicketInput,
  toSearched,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const find = async (session: string, q: string, more: Record<string, string> = {}): Promise<string[]> => {
  const { data, meta } = await getPage(org.staff, ticketsPath(session, { q, pageSize: 500, ...more }))
  expect(meta.totalCount).toBe(data.length)
  return data.map(({ ticketNumber }) => ticketNumber)
}

describe('q', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(org)
    await addTickets(
      org,
      [
        { ticket_number: 'NL-0001-ABCD', attendee_name: 'José García', attendee_email: 'jose@one.example' },
        { ticket_number: 'NL-0002-EFGH', attendee_name: 'Jürgen Müller', holder_email: 'jm@two.example' },
        { ticket_number: 'NL-0003-IJKL', attendee_name: "Siobhán O'Neill", seat_label: 'Balcony 12' },
        { ticket_number: 'NL-0004-1234', attendee_name: 'Γιώργος Παπαδόπουλος', status: 'Voided' },
        { ticket_number: 'NL-0005-5678', attendee_name: 'Семён Фёдоров' },
        { ticket_number: 'NL-0006-9012', attendee_name: '李小龍', attendee_company: 'Secretcorp' },
        { ticket_number: 'NL-0007-QRST', attendee_name: 'Jose\u0301 Mun\u0303oz' },
        { ticket_number: '98765432', attendee_name: 'X', holder_email: 'ab+cd@nine.example' },
        { ticket_number: 'NL-0009-NULL', attendee_name: null },
      ],
      session,
    )
  })

  it.each([
    ['garcia', '1'],
    ['García', '1'],
    ['GARCI', '1'],
    ['MULLER', '2'],
    ['müller', '2'],
    ['Mu\u0308ll', '2'],
    ['jose', '1 7'],
    ['josé', '1 7'],
    ['munoz', '7'],
    ['garcia jose', '1'],
    ['jo gar', '1'],
    ['gar muller', ''],
    ['o', '1 3'],
    ["O'Neill", '3'],
    ['oneill', '3'],
    ['neill o', '3'],
    ['siobhan balcony', '3'],
    ['12', '3 4'],
    ['balc 12', '3'],
    ['lcony', ''],
    ['γιωργος', '4'],
    ['ΓΙΏΡΓΟΣ παπ', '4'],
    ['παπαδοπουλος', '4'],
    ['семен', '5'],
    ['ФЁДОРОВ', '5'],
    ['федоров', '5'],
    ['李', '6'],
    ['李小龍', '6'],
    ['小', '6'],
    ['x', '8'],
    ['jm@two', '2'],
    ['two.example', '2'],
    ['one exam', '1'],
    ['ab+cd', '1 8'],
    ['cd', '8'],
    ['secretcorp', ''],
    ['nl', '1 2 3 4 5 6 7 9'],
    ['NL-0004', '4'],
    ['0004-1234', '4'],
    ['1234', '4'],
    ['abcd', '1 8'],
    ['5432', '8'],
    ['65432', '8'],
    ['765432', '8'],
    ['8765432', '8'],
    ['98765432', '8'],
    ['432', ''],
    ['876543', '8'],
    ['null', '9'],
  ])('%s finds %s', async (q, expected) => {
    const found = (await find(session, q)).map((number) => (number === '98765432' ? '8' : number.slice(6, 7)))
    expect(found.sort().join(' ')).toBe(expected)
  })

  it.each(['"', '*', '-', '%', '_', ':', '()', '^', '!', '…', '🎉', '\u0000', '\u0301', 'ा'])(
    'without a letter or digit (%s) finds nothing',
    async (q) => expect(await find(session, q)).toEqual([]),
  )

  it.each([
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'garcia AND jose',
    'NEAR(jose garcia)',
    'text:jose',
    'garcia OR muller',
  ])('takes %s for words', async (q) => expect(await find(session, q)).toEqual([]))

  it.each([
    '"garcia"',
    'garcia*',
    '-garcia',
    'garcia%',
    '^garcia',
    '(garcia',
    "garcia' OR 1=1 --",
    '"jose garcia"',
  ])('takes the signs in %s for gaps between words', async (q) =>
    expect(await find(session, q)).toEqual(q.includes('OR') ? [] : ['NL-0001-ABCD']),
  )

  it('counts and filters by status as well', async () => {
    expect(await find(session, 'nl', { status: 'Voided' })).toEqual(['NL-0004-1234'])
  })

  it('is trimmed, has at most 100 characters, and blank counts as absent', async () => {
    expect(await find(session, `  garcia\t`)).toEqual(['NL-0001-ABCD'])
    expect(await find(session, ' \u3000 ')).toHaveLength(9)
    expect(await find(session, ` ${'é'.repeat(100)} `)).toEqual([])
    expect(await find(session, '🎉'.repeat(100))).toEqual([])
    expect(await find(session, 'x '.repeat(12))).toEqual(['98765432'])
    for (const q of ['a'.repeat(101), '🎉'.repeat(101)]) {
      await expectError(
        await call(ticketsPath(session, { q }), { subject: org.staff }),
        'invalid_request',
        /^q: .*100/,
      )
    }
  })

  it('finds nothing of another session', async () => {
    const other = await addSession(org)
    await addTickets(org, [{ attendee_name: 'García only here' }], other)
    expect(await find(other, 'garcia')).toEqual(['T-00001'])
    expect(await find(session, 'only')).toEqual([])
  })

  it('reads what it finds, whatever else the database holds', async () => {
    const [mine, other] = [await addSession(org), await addSession(org)]
    const named = (count: number) => Array.from({ length: count }, () => ({ attendee_name: 'Ximena Quux' }))
    await addTickets(org, named(12), mine)
    const cost = async () => readCost(await call(ticketsPath(mine, { q: 'xim' }), { subject: org.staff }))
    const alone = await cost()
    await addTickets(org, named(400), other)
    const beside = await cost()
    // One row beyond the range of the session ends it.
    expect(beside.rows).toBeLessThanOrEqual(alone.rows + 1)
    expect([alone.trips, beside.trips]).toEqual([1, 1])
    expect(alone.rows).toBeLessThanOrEqual(4 * 12 + 50)
  })
})

describe('a session’s own entry in the index', () => {
  it('is nothing that anybody can search for or write', async () => {
    const session = await addSession(org)
    await addTickets(org, [{ attendee_name: 'Bar|Bell | |', ticket_number: 'X' }], session)
    for (const q of ['bar bell', 'bell|bar', '| bar bell |']) expect(await find(session, q)).toEqual(['X'])
    for (const q of ['|', '| |', 'bar | nobody', '"|" OR bar']) expect(await find(session, q)).toEqual([])
  })

  it('is there for each session, and goes with it', async () => {
    const entries = () =>
      query(`SELECT rowid FROM ticket_search WHERE ticket_search MATCH '"|"' ORDER BY rowid`)
    const sessions = () => query('SELECT number << 20 AS rowid FROM sessions ORDER BY number')
    const session = await addSession(org)
    expect(await entries()).toEqual(await sessions())
    await query('DELETE FROM sessions WHERE id = ?', session)
    expect(await entries()).toEqual(await sessions())
  })
})

/** The rule without what was added for people who type what they hear: what it finds is always found. */
const plainModel = (ticket: SearchedTicket, q: string): boolean => {
  const cut = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const { ticketNumber, ...others } = ticket
  const endings = [4, 5, 6, 7, 8].map((length) => [...ticketNumber].slice(-length).join(''))
  const words = [ticketNumber, ...endings, ...Object.values(others)].flatMap((field) => cut(field ?? ''))
  const sought = cut(q)
  return sought.length > 0 && sought.every((word) => words.some((candidate) => candidate.startsWith(word)))
}

describe('the search', () => {
  it('equals the rule, and finds at least what the plain rule finds (property)', {
    tags: ['slow'],
  }, async () => {
    const letters = [
      ...'aAbBéÉüñ1234 -.@_\'"*%'.split(''),
      ...['Σ', 'σ', 'ώ', 'Ω', 'Ё', 'ё', 'е', '李', '小', '김', '\u0301', '🎉', 'ß', 'ø', 'ä', 'ae', "'", '-'],
    ]
    const text = (max: number) =>
      fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: max }).map((parts) => parts.join(''))
    const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { freq: 3 })
    const ticket = fc.record({
      ticket_number: text(12),
      seat_label: maybe(text(6)),
      holder_email: maybe(text(8)),
      attendee_name: maybe(text(10)),
      attendee_email: maybe(text(8)),
    })
    const session = await addSession(org)
    const tickets = fc.sample(ticket, { numRuns: 250 })
    const ids = await addTickets(org, tickets as TicketInput[], session)
    const searched = tickets.map(toSearched)
    const words = searched.map(ticketWords)
    const pieces = fc.constantFrom(
      ...tickets.flatMap(({ ticket_number, attendee_name }) => [ticket_number, attendee_name ?? '']),
    )
    const part = fc
      .tuple(fc.oneof(pieces, text(4)), fc.nat(6), fc.nat(6))
      .map(([value, start, length]) => [...value].slice(start, start + length).join(''))
    const typed = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(' '))
      .filter((q) => q.trim() !== '' && countWords(q) <= 12)

    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const { data } = await getPage(org.staff, ticketsPath(session, { q, pageSize: 500 }))
        const groups = parseSearch(q)
        const expected = ids.filter((_, index) => isFound(words[index] as Set<string>, groups))
        expect(data.map(({ id }) => id).sort()).toEqual(expected.toSorted())
        const atLeast = ids.filter((_, index) => plainModel(searched[index] as SearchedTicket, q))
        expect(expected).toEqual(expect.arrayContaining(atLeast))
      }),
      { numRuns: runs(400) },
    )
  })
})

describe('the search table of docs/api.md', () => {
  const section = env.TEST_API_PAGE.split('### ').find((part) => part.startsWith('Search\n')) ?? ''
  /** Rows of its tables: the rule, what is typed, and the name. */
  const rows = [...section.matchAll(/^\|([^|]*)\| `([^`]+)` \| ([^|]+) \|$/gm)].map(
    ([, rule, typed, name]) => ({ rule: rule?.trim() ?? '', typed: typed as string, name: name as string }),
  )
  const refused = ['delacruz', 'kostas', 'garica']

  it('has an example for each rule', () => {
    expect(rows.filter(({ rule }) => rule !== '').length).toBeGreaterThanOrEqual(10)
  })

  it.each(rows)('is right about $typed and $name', async ({ typed, name }) => {
    const session = await addSession(org)
    await addTickets(org, [{ attendee_name: name }, { attendee_name: 'Somebody Else' }], session)
    expect(await find(session, typed)).toEqual(refused.includes(typed) ? [] : ['T-00001'])
  })
})
