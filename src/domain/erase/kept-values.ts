// Ends what is kept for reverts: a guest's values with the guest, and all values after a time. SQL text
// without bound values, because the command `tidy` runs it through wrangler, too.
import { PERSON_COLUMNS } from './columns.ts'
import type { Run } from './purge-words.ts'

/** How long a change of tickets can be reverted whole. */
export const KEPT_DAYS = 30
const DAY_MS = 86_400_000

export const KEPT_MS = KEPT_DAYS * DAY_MS

/** Few enough for a statement not to hold up other requests. */
const ROWS_AT_ONCE = 2_000

const paths = PERSON_COLUMNS.map((column) => `'$.${column}'`).join(', ')

/** The values without those of a guest, as SQL. */
export const ERASED_VALUES = {
  before: `json_remove(before, ${paths})`,
  after: `json_remove(after, ${paths})`,
}

/** Erases the guests in what was kept of a session, where the tickets have left it, too. */
export const eraseKeptOf = async (run: Run, sessionId: string): Promise<void> => {
  for (;;) {
    const [rows = []] = await run(
      `UPDATE kept_values SET guest = 'Erased', before = ${ERASED_VALUES.before}, after = ${ERASED_VALUES.after}
       WHERE key IN (
         SELECT key FROM audit_log INDEXED BY audit_log_by_entity
         CROSS JOIN kept_values ON key BETWEEN audit_log.id << 20 AND (audit_log.id << 20) + 1048575
         WHERE entity_id = '${sessionId}' AND guest = 'Kept' LIMIT ${ROWS_AT_ONCE}) RETURNING key`,
    )
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Reads the oldest by key, in which the record is first. Returns how many rows it deleted. */
export const deleteOldValues = async (run: Run, now: number): Promise<number> => {
  let deleted = 0
  for (;;) {
    const [rows = []] = await run(
      `DELETE FROM kept_values WHERE key IN (
         SELECT key FROM (SELECT key FROM kept_values ORDER BY key LIMIT ${ROWS_AT_ONCE})
         WHERE coalesce((SELECT at FROM audit_log WHERE id = key >> 20), 0) < ${now - KEPT_MS}) RETURNING key`,
    )
    deleted += rows.length
    if (rows.length < ROWS_AT_ONCE) return deleted
  }
}
