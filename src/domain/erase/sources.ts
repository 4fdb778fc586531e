// Erases what the sources of a session remember, with its guests. SQL text without bound values, because the
// command `tidy` runs it through wrangler, too.
import type { Run } from './purge-words.ts'

/** Few enough for a statement not to hold up other requests. */
const ROWS_AT_ONCE = 2_000

/** A source whose guests were erased has no address any more, so that it cannot bring them back. */
const STOP = `status = 'Stopped', problem = 'The guests of the session were erased.', problems = '[]', url = NULL,
  secret = NULL, cursor = NULL, next_at = NULL, lease = ''`

export const eraseSourcesOf = async (run: Run, sessionId: string): Promise<void> => {
  const own = `SELECT id FROM sources WHERE session_id = '${sessionId}'`
  const [sources = []] = await run(
    `UPDATE sources SET ${STOP} WHERE session_id = '${sessionId}' RETURNING id`,
  )
  if (sources.length === 0) return
  for (;;) {
    const [rows = []] = await run(
      `DELETE FROM source_rows WHERE rowid IN (
         SELECT rowid FROM source_rows WHERE source_id IN (${own}) LIMIT ${ROWS_AT_ONCE}) RETURNING ticket_id`,
    )
    if (rows.length < ROWS_AT_ONCE) return
  }
}
