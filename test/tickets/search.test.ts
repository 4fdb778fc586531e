import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutWords } from '../../src/domain/tickets/words.ts'
import { call, expectError, getPage, readCost, ticketsPath } from '../support/api.ts'
import {
  addSession,
  addTickets,
  insert,
  makeOrganizer as makeWorld,
  query,
  type TicketInput,
  type Organizer as World,
} from '../support/rows.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const find = async (session: string, q: string, more: Record<string, string> = {}): Promise<string[]> => {
  const { data, meta } = await getPage(world.staff, ticketsPath(session, { q, pageSize: 500, ...more }))
  expect(meta.totalCount).toBe(data.length)
  return data.map(({ ticketNumber }) => ticketNumber)
}

describe('q', () => {
  let session: string
  beforeAll(async () => {
    session = await addSession(world)
    await addTickets(
      world,
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
    ['oneill', ''],
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
    ['小', ''],
    ['x', '8'],
    ['jm@two', '2'],
    ['two.example', '2'],
    ['one exam', '1'],
    ['ab+cd', '8'],
    ['cd', '8'],
    ['secretcorp', ''],
    ['nl', '1 2 3 4 5 6 7 9'],
    ['NL-0004', '4'],
    ['0004-1234', '4'],
    ['1234', '4'],
    ['abcd', '1'],
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
        await call(ticketsPath(session, { q }), { subject: world.staff }),
        'invalid_request',
        /^q: .*100/,
      )
    }
  })

  it('finds nothing of another session', async () => {
    const other = await addSession(world)
    await addTickets(world, [{ attendee_name: 'García only here' }], other)
    expect(await find(other, 'garcia')).toEqual(['T-00001'])
    expect(await find(session, 'only')).toEqual([])
  })

  it('reads what it finds, whatever else the database holds', async () => {
    const [mine, other] = [await addSession(world), await addSession(world)]
    const named = (count: number) => Array.from({ length: count }, () => ({ attendee_name: 'Ximena Quux' }))
    await addTickets(world, named(12), mine)
    const cost = async () => readCost(await call(ticketsPath(mine, { q: 'xim' }), { subject: world.staff }))
    const alone = await cost()
    await addTickets(world, named(400), other)
    expect(await cost()).toEqual(alone)
    expect(alone.trips).toBe(1)
    expect(alone.rows).toBeLessThanOrEqual(4 * 12 + 50)
  })
})

describe('a session’s own entry in the index', () => {
  it('is nothing that anybody can search for or write', async () => {
    const session = await addSession(world)
    await addTickets(world, [{ attendee_name: 'Bar|Bell | |', ticket_number: 'X' }], session)
    for (const q of ['bar bell', 'bell|bar', '| bar bell |']) expect(await find(session, q)).toEqual(['X'])
    for (const q of ['|', '| |', 'bar | nobody', '"|" OR bar']) expect(await find(session, q)).toEqual([])
  })

  it('is there for each session, and goes with it', async () => {
    const entries = () =>
      query(`SELECT rowid FROM ticket_search WHERE ticket_search MATCH '"|"' ORDER BY rowid`)
    const sessions = () => query('SELECT number << 20 AS rowid FROM sessions ORDER BY number')
    const session = await addSession(world)
    expect(await entries()).toEqual(await sessions())
    await query('DELETE FROM sessions WHERE id = ?', session)
    expect(await entries()).toEqual(await sessions())
  })
})

describe('words', () => {
  it('are cut where the index cuts them, for every code point', async () => {
    await env.DB.batch([
      env.DB.prepare(
        `CREATE VIRTUAL TABLE probe USING fts5(text, content='', contentless_delete=1, detail=none,
           tokenize="unicode61 remove_diacritics 2 tokenchars '|'")`,
      ),
      env.DB.prepare(`CREATE VIRTUAL TABLE probe_words USING fts5vocab(probe, row)`),
    ])
    const broken: string[] = []
    const STEP = 30_000
    for (let start = 1; start <= 0x10ffff; start += STEP) {
      const points = Array.from({ length: STEP }, (_, index) => start + index).filter(
        (point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff),
      )
      // What we would send as one word must be one word to the index: alone, and between letters.
      const words = new Map<string, number>()
      for (const point of points) {
        const tag = point.toString(16)
        const char = String.fromCodePoint(point)
        for (const text of [`${char}q${tag}`, `w${tag}w${char}q`]) {
          const [word, ...rest] = cutWords(text)
          if (word?.includes(char) && rest.length === 0) words.set(word, point)
        }
      }
      const texts = JSON.stringify([...words].map(([word, point], index) => [index, word, point]))
      await env.DB.batch([
        env.DB.prepare('DELETE FROM probe'),
        env.DB.prepare(
          'INSERT INTO probe (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
        ).bind(texts),
      ])
      const counts = await query<{ words: number }>('SELECT coalesce(sum(doc), 0) AS words FROM probe_words')
      if (counts[0]?.words !== words.size)
        broken.push(`${start.toString(16)}: ${words.size} sent, ${counts[0]?.words} made`)
    }
    expect(broken).toEqual([])
  })

  it('sends each word once, and none that begins another', () => {
    expect(cutWords('a b a B')).toEqual(['a', 'b'])
    expect(cutWords('b ana BIG bi anabel Bigger é e')).toEqual(['anabel', 'bigger', 'é', 'e'])
    expect(cutWords('!?')).toEqual([])
  })
})

/** The rule of the search, word for word, for letters of which Unicode and the index think alike. */
const model = (ticket: Required<TicketInput>, q: string): boolean => {
  const cut = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const number = ticket.ticket_number
  const fields = [number, ticket.seat_label, ticket.holder_email, ticket.attendee_name, ticket.attendee_email]
  const endings = [4, 5, 6, 7, 8].map((length) => [...number].slice(-length).join(''))
  const words = [...fields, ...endings].flatMap((field) => cut(field ?? ''))
  const sought = cut(q)
  return sought.length > 0 && sought.every((word) => words.some((candidate) => candidate.startsWith(word)))
}

describe('the search', () => {
  it('equals a plain model of its rule', async () => {
    const letters = fc.constantFrom(
      ...'aAbBéÉüñ1234 -.@_\'"*%'.split(''),
      'ό',
      'Ό',
      'ё',
      'ж',
      '李',
      'e\u0301',
    )
    const text = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength })
    const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { freq: 3 })
    const ticket = fc.record({
      ticket_number: text(12),
      seat_label: maybe(text(5)),
      holder_email: maybe(text(8)),
      attendee_name: maybe(text(10)),
      attendee_email: maybe(text(8)),
    }) as unknown as fc.Arbitrary<Required<TicketInput>>
    const session = await addSession(world)
    const tickets = fc.sample(ticket, { numRuns: 250 })
    const ids = await addTickets(world, tickets, session)
    const pieces = fc.constantFrom(
      ...tickets.flatMap(({ ticket_number, attendee_name }) => [ticket_number, attendee_name ?? '']),
    )
    const piece = fc
      .tuple(pieces, fc.nat(8), fc.integer({ min: 1, max: 9 }))
      .map(([from, at, length]) => from.slice(at, at + length))
    const q = fc.oneof(
      text(4),
      piece,
      fc.tuple(piece, piece).map((two) => two.join(' ')),
    )

    let requests = 0
    let subject = world.staff
    await fc.assert(
      fc.asyncProperty(q, async (asked) => {
        fc.pre(asked.trim() !== '')
        if (++requests % 500 === 0) {
          subject = `staff-${requests}`
          await insert('members', { organizer_id: world.id, subject, role: 'staff' })
        }
        const { data } = await getPage(subject, ticketsPath(session, { q: asked, pageSize: 500 }))
        const expected = ids.filter((_, index) => model(tickets[index] as Required<TicketInput>, asked))
        expect(new Set(data.map(({ id }) => id))).toEqual(new Set(expected))
      }),
      { numRuns: 400 },
    )
  })
})
