import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { checkIns } from '../../db/schema/check-ins.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, wasRecorded } from '../audit.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged, isAt, selectResources } from '../resources/resource.ts'

/**
 * Marks a problem at the door as resolved or open. A call that changes nothing is not recorded.
 *
 * @returns when it was resolved; null if it is open
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `check_in_not_found`
 */
export const resolveCheckIn = async (
  db: Database,
  actor: Actor,
  { sessionId, checkInId }: { sessionId: string; checkInId: string },
  isResolved: boolean,
): Promise<{ resolvedAt: Date | null }> => {
  const path = { id: sessionId }
  const here = and(
    eq(checkIns.sessionId, sessionId),
    eq(checkIns.id, checkInId),
    inArray(checkIns.type, ['CheckIn', 'Exit']),
  ) as SQL
  const source = sql`${fromManaged(SESSION, actor.subject, path)} AND ${isFirstRun(actor)} AND EXISTS (
      SELECT 1 FROM check_ins WHERE ${here} AND (resolved_at IS NOT NULL) <> ${isResolved})`
  const [sessions, , , [checkIn]] = await db.batch([
    selectResources(db, SESSION, actor.subject, isAt(SESSION, path)),
    insertAudit(
      db,
      actor,
      {
        action: 'check-in.update',
        entity: { ...entityOf(SESSION, path), type: 'check-in', id: checkInId },
        change: { sessionId, resolved: isResolved },
        before: sql`json_object('resolved', json(${isResolved ? 'false' : 'true'}))`,
      },
      source,
    ),
    db
      .update(checkIns)
      .set({ resolvedAt: isResolved ? actor.now : null })
      .where(sql`(SELECT ${wasRecorded}) AND ${here}`),
    db.select({ resolvedAt: checkIns.resolvedAt }).from(checkIns).where(here),
  ])
  requireAccess(sessions[0], 'session_not_found')
  if (checkIn === undefined) throw new AppError('check_in_not_found')
  return checkIn
}
