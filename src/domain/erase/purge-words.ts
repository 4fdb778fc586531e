// Removes the words of changed and deleted tickets from the search index. They find nothing, but FTS5 stores
// them until it merges the parts of the index that have them.
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/client.ts'
import type { Actor } from '../actor.ts'
import { isRecorded } from '../audit.ts'

/** Runs statements as one transaction. Returns the rows of each. */
export type Run = (...statements: string[]) => Promise<Record<string, unknown>[][]>

/** Pages that one step writes. Other requests wait for a step. */
const PAGES_AT_ONCE = 500

const MERGE = `INSERT INTO ticket_search (ticket_search, rank) VALUES ('merge', -${PAGES_AT_ONCE})`

/** FTS5 takes commands as rows. */
const searchCommands = sqliteTable('ticket_search', { command: text('ticket_search'), rank: integer() })

/** A request writes so many pages itself: the whole index of about 60,000 tickets. */
const PAGES_OF_REQUEST = 4_000

/**
 * Statement that removes the words, if the call is recorded. In a larger index, the daily run removes the
 * rest.
 */
export const mergeWords = (db: Database, actor: Actor) =>
  db
    .insert(searchCommands)
    .select(sql`SELECT 'merge', ${sql.raw(`-${PAGES_OF_REQUEST}`)} WHERE ${isRecorded(actor)}`)

/**
 * Finds deleted entries: FTS5 lists those of a part under the number of the part plus 2^16, shifted by 37
 * bits.
 */
const FIND_DELETED = `SELECT 1 FROM ticket_search_data WHERE id >= ${2 ** 53} LIMIT 1`

const MAX_STEPS = 4_000

/** @returns whether nothing is left */
export const purgeWords = async (run: Run, steps = MAX_STEPS): Promise<boolean> => {
  let [found = []] = await run(FIND_DELETED)
  for (let step = 0; found.length > 0 && step < steps; step += 1)
    [, found = []] = await run(MERGE, FIND_DELETED)
  return found.length === 0
}
