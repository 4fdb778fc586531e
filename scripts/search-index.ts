// npm run search-index -- rebuild: builds the search index and the counts again from the tickets.
import { TICKET_KEY_BITS } from '../src/db/schema/tickets.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run search-index -- rebuild [--remote --yes [--env NAME]] [--shard BINDING] [--persist-to DIR]

Builds the search index and the counts of all sessions again from the tickets, in one transaction.
  --remote          the deployed database instead of the local one
  --yes             required with --remote, because D1 serves no queries until it is done
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

const REMOTE_WARNING = `D1 runs this as an import: the deployed database serves no queries until it is done, and
every request to the API fails with 503. Expect about a minute for a million tickets (an estimate from
local runs). Do this when no door is open. To go ahead, add --yes.`

/**
 * Keys that one statement covers. D1 gives each statement 30 seconds; indexing 100,000 tickets takes
 * about 3 seconds locally.
 */
const KEYS_PER_STATEMENT = 2 ** (TICKET_KEY_BITS - 3)

/** The last key of a session is null when it has no tickets. */
export type SessionKeys = { number: number; lastKey: number | null }

export const SESSIONS_QUERY = `SELECT number, (SELECT max(key) FROM tickets
  WHERE key BETWEEN number << ${TICKET_KEY_BITS} AND (number + 1 << ${TICKET_KEY_BITS}) - 1) AS lastKey
  FROM sessions ORDER BY number`

const firstKeyOf = (session: number): number => session * 2 ** TICKET_KEY_BITS

/**
 * Where to cut the keys of all tickets so that no part has more than about `KEYS_PER_STATEMENT` of them:
 * small sessions share a part, a large session has several.
 */
export const cutKeys = (sessions: readonly SessionKeys[]): number[] => {
  const cuts: number[] = []
  let used = 0
  for (const { number, lastKey } of sessions) {
    const first = firstKeyOf(number)
    const size = (lastKey ?? first) - first + 1
    if (used > 0 && used + size > KEYS_PER_STATEMENT) {
      cuts.push(first)
      used = 0
    }
    for (let key = first + KEYS_PER_STATEMENT; key < first + size; key += KEYS_PER_STATEMENT) cuts.push(key)
    used += size
  }
  return cuts
}

/** Conditions on a column that together cover every value, whatever was added since the cuts were chosen. */
const rangesOf = (column: string, cuts: readonly number[]): string[] =>
  [...cuts, null].map((end, index) => {
    const start = cuts[index - 1] ?? null
    return (
      [
        ...(start === null ? [] : [`${column} >= ${start}`]),
        ...(end === null ? [] : [`${column} < ${end}`]),
      ].join(' AND ') || 'TRUE'
    )
  })

/**
 * Builds the index and the counts from all tickets that are there when the statements run. The sessions were
 * read before; they only decide how the work is cut into statements.
 */
export const rebuildStatements = (sessions: readonly SessionKeys[]): string[] => {
  const cuts = cutKeys(sessions)
  const sessionCuts = cuts.map((key) => key / firstKeyOf(1)).filter(Number.isInteger)
  return [
    `INSERT INTO ticket_search (ticket_search) VALUES ('delete-all')`,
    `INSERT INTO ticket_search (rowid, text) SELECT number << ${TICKET_KEY_BITS}, '|' FROM sessions`,
    ...rangesOf('key', cuts).map(
      (range) =>
        `INSERT INTO ticket_search (rowid, text) SELECT key, text FROM ticket_search_text WHERE ${range}`,
    ),
    // Every ticket has an entry with a check, and no other entry has one.
    ...rangesOf('session_number', sessionCuts).map(
      (range) => `UPDATE ticket_changes SET "check" = 0 WHERE ${range} AND "check" <> 0 AND NOT EXISTS (
        SELECT 1 FROM tickets WHERE id = ticket_id AND +tickets.session_number = ticket_changes.session_number)`,
    ),
    ...rangesOf('key', cuts).map(
      (range) => `INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
        SELECT tickets.session_number, id, 0, 1 + (random() & 0x3FFFF) FROM tickets
        LEFT JOIN ticket_changes AS entry ON entry.session_number = tickets.session_number AND ticket_id = id
        WHERE ${range} AND coalesce("check", 0) = 0
        ON CONFLICT (session_number, ticket_id) DO UPDATE SET "check" = excluded."check"`,
    ),
    // A replaced row takes a new random version and epoch, so that no client keeps a list with wrong counts.
    ...rangesOf('number', sessionCuts).map(
      (
        range,
      ) => `INSERT OR REPLACE INTO ticket_counts (session_number, walk_ins, valid, checked_in, refunded, voided)
        SELECT number, coalesce((SELECT walk_ins FROM ticket_counts WHERE session_number = number), 0),
          count(*) FILTER (WHERE status = 'Valid'), count(*) FILTER (WHERE status = 'CheckedIn'),
          count(*) FILTER (WHERE status = 'Refunded'), count(*) FILTER (WHERE status = 'Voided')
        FROM sessions LEFT JOIN tickets ON session_number = number WHERE ${range} GROUP BY number`,
    ),
  ]
}

export const rebuild = async (database: Database): Promise<void> => {
  const [sessions = []] = (await database.read(SESSIONS_QUERY)) as [SessionKeys[]?]
  await database.write(rebuildStatements(sessions))
}

export const searchIndexCommand = defineCommand(
  USAGE,
  { ...DATABASE_OPTIONS, yes: { type: 'boolean', default: false } },
  async ({ values, positionals }) => {
    if (positionals.join(' ') !== 'rebuild') throw new UsageError('The one thing to do is "rebuild".')
    if (values.remote && !values.yes) throw new Error(REMOTE_WARNING)
    await withDatabaseOf(values, rebuild)
    console.log('The search index and the counts are rebuilt.')
  },
)

if (import.meta.main) await runCommand(searchIndexCommand)
