// The database and src/domain/tickets/words.ts have the same words for every ticket.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ticketWords } from '../../../../src/domain/tickets/words.ts'
import {
  addSession,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
  type TicketInput,
  toSearched,
} from '../../../support/rows.ts'
import { isFull, runs } from '../../../support/runs.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

/** The words of the index, by the key of their ticket, without the prefix of joined words. */
const indexedWords = async (): Promise<Map<number, Set<string>>> => {
  await query('CREATE VIRTUAL TABLE IF NOT EXISTS probe_words USING fts5vocab(probe, instance)')
  const found = new Map<number, Set<string>>()
  for (const { doc, term } of await query<{ doc: number; term: string }>(
    'SELECT doc, term FROM probe_words',
  )) {
    const word = term.replace(/^\|[\da-f]{9}(?:\|{6})?/, '')
    if (word !== '') found.set(doc, (found.get(doc) ?? new Set()).add(word))
  }
  return found
}

/** Indexes the text of every ticket of a session once more, so that its words can be read. */
const probe = async (session: string) => {
  await query(
    `CREATE VIRTUAL TABLE IF NOT EXISTS probe USING fts5(text, tokenize="unicode61 remove_diacritics 2 tokenchars '|'")`,
  )
  await query('DELETE FROM probe')
  await query(
    `INSERT INTO probe (rowid, text) SELECT key, text FROM ticket_search_text
     JOIN sessions ON number = key >> 20 WHERE sessions.id = ?`,
    session,
  )
}

const expectSameWords = async (session: string) => {
  await probe(session)
  const indexed = await indexedWords()
  const tickets = await query(
    'SELECT tickets.* FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?',
    session,
  )
  expect(tickets.length).toBeGreaterThan(0)
  for (const ticket of tickets) {
    const words = ticketWords(toSearched(ticket))
    const found = indexed.get(ticket.key as number) ?? new Set()
    expect({ extra: [...found.difference(words)], missing: [...words.difference(found)] }).toEqual({
      extra: [],
      missing: [],
    })
  }
}

/**
 * `npm test` takes every letter of the scripts before, Latin, Greek, Cyrillic and Hebrew, and a sample of the
 * others.
 */
const SAMPLED_FROM = 0x600
const SAMPLE_STEP = isFull ? 1 : 251

/** Code points except U+0000, which SQLite does not store, and surrogates, which are no characters. */
const codePoints = function* (): Generator<number> {
  for (let point = 1; point <= 0x10ffff; point += point < SAMPLED_FROM ? 1 : SAMPLE_STEP) {
    if (point < 0xd800 || point > 0xdfff) yield point
  }
}

describe('the words of the index', () => {
  it('equal those of the rule for every code point', async () => {
    const session = await addSession(org)
    const POINTS_PER_TICKET = 20
    // Alone between spaces, and within a word.
    const words = [...codePoints()].map((point) => {
      const character = String.fromCodePoint(point)
      return ` ${character} x${character}y`
    })
    const texts = Array.from({ length: Math.ceil(words.length / POINTS_PER_TICKET) }, (_, index) =>
      words.slice(index * POINTS_PER_TICKET, (index + 1) * POINTS_PER_TICKET).join(''),
    )
    const BATCH = 5_000
    for (let start = 0; start < texts.length; start += BATCH) {
      const some = texts.slice(start, start + BATCH)
      await query(
        'DELETE FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
        session,
      )
      await query(
        `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, attendee_name)
         SELECT (number << 20) + 1 + json_each.key, lower(printf('%08x-0000-4000-8000-%012x', number, json_each.key)),
           number, 'n', 'Valid', ?, value
         FROM sessions CROSS JOIN json_each(?) WHERE sessions.id = ?`,
        org.types.Standing,
        JSON.stringify(some),
        session,
      )
      await expectSameWords(session)
    }
  })

  it('equal those of the rule for random texts of every script (property)', async () => {
    const scripts = [
      'Łåøßæ',
      'äöüÄÖÜ',
      'ÁéÎñç',
      'Ὀδυσσεύς',
      'Ёлїй',
      'مُحَمَّدأإةى',
      'שָׁלוֹם',
      '山田太郎',
      'やまだヤマダ',
      'ﾔﾏﾀﾞ',
      '김철수가',
      '\u1100\u1112\u1161\u1175\u11a8\u11c2',
      'สมชาย',
      'राजेश',
      'ẞſﬁ１２Ａ',
      '🎉🫠',
      '\u0301\u0308\u030a',
    ]
    const piece = fc.oneof(
      ...scripts.map((letters) => fc.constantFrom(...letters)),
      fc.constantFrom(...'abcXYZ0189'),
      fc.constantFrom(...'  --..\'’+/@|(),"_'),
    )
    const text = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''))
    const ticket = fc.record({
      ticket_number: text,
      seat_label: fc.option(text.filter((value) => value !== '')),
      holder_email: fc.option(text.filter((value) => value !== '')),
      attendee_name: fc.option(text),
      attendee_email: fc.option(text),
    })
    const session = await addSession(org)
    await fc.assert(
      fc.asyncProperty(fc.array(ticket, { minLength: 40, maxLength: 80 }), async (tickets) => {
        await query(
          'DELETE FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
          session,
        )
        await addTickets(org, tickets as TicketInput[], session)
        await expectSameWords(session)
      }),
      { numRuns: runs(10) },
    )
  })
})
