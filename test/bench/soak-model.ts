// The expected results of the soak's searches, from the rows of the tickets and a second implementation of
// the rule.
import type { LocalDatabase } from '../../scripts/lib/local-database.ts'

/** Texts that staff type letter by letter. */
export const TYPED = [
  'anna smith',
  'garcia',
  'muller ol',
  'b003-01',
  'zoe ki',
  'smith peter',
  'tanaka',
  'xyz',
]

type Row = { ticketNumber: string; seatLabel: string | null; holderEmail: string | null; name: string }

const NUMBER_ENDINGS = [4, 5, 6, 7, 8]

const cutWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** The part of the rule that these texts need: each word typed begins some word of the ticket. */
const isFound = (row: Row, typed: string): boolean => {
  const endings = NUMBER_ENDINGS.map((length) => row.ticketNumber.slice(-length))
  const words = cutWords([row.ticketNumber, ...endings, row.seatLabel, row.holderEmail, row.name].join(' '))
  return cutWords(typed).every((word) => words.some((other) => other.startsWith(word)))
}

/** The ticket numbers that each beginning of the typed texts finds, in the list's order. */
export const expectSearches = async (db: LocalDatabase, session: number): Promise<Map<string, string[]>> => {
  const { results } = await db
    .prepare(
      `SELECT ticket_number AS ticketNumber, seat_label AS seatLabel, holder_email AS holderEmail,
         attendee_name AS name FROM tickets WHERE session_number = ? ORDER BY ticket_number`,
    )
    .bind(session)
    .all<Row>()
  const beginnings = TYPED.flatMap((typed) => Array.from(typed, (_, index) => typed.slice(0, index + 1)))
  return new Map(
    beginnings.map((q) => [
      q,
      results.filter((row) => isFound(row, q)).map(({ ticketNumber }) => ticketNumber),
    ]),
  )
}
