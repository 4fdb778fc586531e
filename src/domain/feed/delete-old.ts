// Deletes events that are older than the feed keeps. SQL text without bound values, because the command
// `tidy` runs it through wrangler, too.
import type { Run } from '../erase/purge-words.ts'

export const FEED_DAYS = 30
const DAY_MS = 86_400_000

/** Few enough for a statement not to hold up other requests. */
const EVENTS_AT_ONCE = 2_000

/** Reads the oldest events by number, whose times rise with it. Returns how many it deleted. */
export const deleteOldEvents = async (run: Run, now: number): Promise<number> => {
  let deleted = 0
  for (;;) {
    const [rows = []] = await run(
      `DELETE FROM feed_events WHERE number IN (
         SELECT number FROM (SELECT number, at FROM feed_events ORDER BY number LIMIT ${EVENTS_AT_ONCE})
         WHERE at < ${now - FEED_DAYS * DAY_MS}) RETURNING number`,
    )
    deleted += rows.length
    if (rows.length < EVENTS_AT_ONCE) return deleted
  }
}
