// npm run derived -- drop | rebuild [--remote]: what the database derives from its tickets, taken away (so that
// `wrangler d1 export` works, which refuses virtual tables) and made again. It loses nothing: all of it comes
// from the tickets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TICKET_KEY_BITS } from '../src/db/schema/tickets.ts'
import { executeSql, executeStatements, fail, ROOT, sqlTarget } from './local.ts'

/** How many keys one statement indexes; D1 gives each 30 seconds, and 100,000 tickets take about two. */
const KEYS_A_STATEMENT = 2 ** (TICKET_KEY_BITS - 3)

/** The statements of the latest migration that makes the search index and its triggers: their one source. */
const searchStatements = (): string[] =>
  readFileSync(join(ROOT, 'drizzle', '0002_search.sql'), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*\n/gm, '').trim())
    .filter((statement) => /^CREATE .*\bticket_search\b/s.test(statement))

const nameOf = (statement: string): string =>
  /^CREATE (?:TRIGGER|VIRTUAL TABLE) (\w+)/.exec(statement)?.[1] as string

/** Takes the search index away; writes and lists go on, searches fail until it is there again. */
export const dropStatements = (): string[] =>
  searchStatements()
    .map(
      (statement) =>
        `DROP ${statement.includes('TRIGGER') ? 'TRIGGER' : 'TABLE'} IF EXISTS ${nameOf(statement)}`,
    )
    .reverse()

const indexTickets = (condition: string): string =>
  `INSERT INTO ticket_search (rowid, text) SELECT key, replace(search_text, '|', ' ') FROM tickets WHERE ${condition}`

/**
 * Makes the index and the counts anew, from all tickets that are there when it runs: `sessions` are those of a moment
 * before, and only say in how many parts each is best read.
 */
export const rebuildStatements = (
  sessions: readonly { number: number; lastKey: number | null }[],
): string[] => [
  ...dropStatements(),
  ...searchStatements(),
  `INSERT OR REPLACE INTO ticket_search (rowid, text) SELECT number << ${TICKET_KEY_BITS}, '|' FROM sessions`,
  ...sessions.flatMap(({ number, lastKey }) => {
    const first = number * 2 ** TICKET_KEY_BITS
    const end = first + 2 ** TICKET_KEY_BITS
    const parts = Math.ceil(((lastKey ?? first) - first + 1) / KEYS_A_STATEMENT)
    return Array.from({ length: parts }, (_, part) => {
      const from = first + part * KEYS_A_STATEMENT
      return indexTickets(`key >= ${from} AND key < ${part === parts - 1 ? end : from + KEYS_A_STATEMENT}`)
    })
  }),
  // Sessions that have come since have higher numbers.
  indexTickets(`key >= ${(Math.max(0, ...sessions.map(({ number }) => number)) + 1) * 2 ** TICKET_KEY_BITS}`),
  `INSERT OR IGNORE INTO ticket_counts (session_number) SELECT number FROM sessions`,
  `UPDATE ticket_counts SET (list_version, valid, checked_in, refunded, voided) = (
     SELECT lower(hex(randomblob(8))), ${['Valid', 'CheckedIn', 'Refunded', 'Voided']
       .map((status) => `count(*) FILTER (WHERE status = '${status}')`)
       .join(', ')}
     FROM tickets WHERE tickets.session_number = ticket_counts.session_number)`,
]

/** The sessions, with the last key of each: what `rebuildStatements` needs to know. */
export const SESSIONS_QUERY = `SELECT number, (SELECT max(key) FROM tickets
  WHERE key BETWEEN number << ${TICKET_KEY_BITS} AND (number + 1 << ${TICKET_KEY_BITS}) - 1) AS lastKey FROM sessions`

const run = (): void => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false }, 'persist-to': { type: 'string' } },
  })
  const [verb] = positionals
  if ((verb !== 'drop' && verb !== 'rebuild') || positionals.length > 1) {
    throw new Error('Usage: npm run derived -- drop | rebuild [--remote]')
  }
  const target = sqlTarget(values.remote, values['persist-to'])
  const statements =
    verb === 'drop'
      ? dropStatements()
      : rebuildStatements(JSON.parse(executeSql(target, '--json', '--command', SESSIONS_QUERY))[0].results)
  executeStatements(target, statements)
  console.log(
    verb === 'drop'
      ? `The search index is gone. Export now, then: npm run derived -- rebuild${values.remote ? ' --remote' : ''}`
      : 'Search index and counts are as new.',
  )
}

if (import.meta.main) {
  try {
    run()
  } catch (error) {
    fail(error)
  }
}
