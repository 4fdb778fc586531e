// Removes the words of changed and deleted tickets from the search index. They find nothing, but FTS5 stores
// them until it merges the parts of the index that have them.
import type { Run } from './sessions.ts'

/** Pages that one step writes. Other requests wait for a step. */
const PAGES_AT_ONCE = 500

const MERGE = `INSERT INTO ticket_search (ticket_search, rank) VALUES ('merge', -${PAGES_AT_ONCE})`

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
