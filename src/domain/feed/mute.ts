// An import and its revert are one event each, instead of one for each ticket.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { feeds } from '../../db/schema/feed.ts'
import { SESSION } from '../resources/definitions.ts'
import { fromManaged, type ResourcePath } from '../resources/resource.ts'

/**
 * Puts statements between two that silence the feed of an organizer and restore it. The batch is a
 * transaction, so nobody else sees the feed silent.
 */
export const withMutedFeedOf = <const Statements extends readonly unknown[]>(
  db: Database,
  organizerId: SQL,
  statements: Statements,
) => {
  const mute = (muted: 0 | 1) => db.update(feeds).set({ muted }).where(eq(feeds.organizerId, organizerId))
  return [mute(1), ...statements, mute(0)] as const
}

/** The same for the organizer of a session that the subject manages. */
export const withMutedFeed = <const Statements extends readonly unknown[]>(
  db: Database,
  subject: string,
  path: ResourcePath,
  statements: Statements,
) =>
  withMutedFeedOf(db, sql`(SELECT ${SESSION.organizerId} ${fromManaged(SESSION, subject, path)})`, statements)
