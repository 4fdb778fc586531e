// Notes whether a check-in that was a problem has been dealt with.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { checkIns } from '../../db/schema/check-ins.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, wasRecorded } from '../audit.ts'
import { entityOf, fromManaged, isAt, selectResources } from './resource.ts'
import { SESSION } from './resources.ts'

/**
 * Changes nothing, and records nothing, if it was noted before.
 *
 * @returns when it was dealt with; null if it is open
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `check_in_not_found`
 */
export const dealWithCheckIn = async (
  db: Database,
  actor: Actor,
  { sessionId, checkInId }: { sessionId: string; checkInId: string },
  isDealtWith: boolean,
): Promise<{ dealtWithAt: Date | null }> => {
  const path = { id: sessionId }
  const here = and(
    eq(checkIns.sessionId, sessionId),
    eq(checkIns.id, checkInId),
    eq(checkIns.type, 'CheckIn'),
  ) as SQL
  const source = sql`${fromManaged(SESSION, actor.subject, path)} AND ${isFirstRun(actor)} AND EXISTS (
      SELECT 1 FROM check_ins WHERE ${here} AND (dealt_with_at IS NOT NULL) <> ${isDealtWith})`
  const [sessions, , , [checkIn]] = await db.batch([
    selectResources(db, SESSION, actor.subject, isAt(SESSION, path)),
    insertAudit(
      db,
      actor,
      {
        action: 'check-in.update',
        entity: { ...entityOf(SESSION, path), type: 'check-in', id: checkInId },
        change: { sessionId, dealtWith: isDealtWith },
        before: sql`json_object('dealtWith', json(${isDealtWith ? 'false' : 'true'}))`,
      },
      source,
    ),
    db
      .update(checkIns)
      .set({ dealtWithAt: isDealtWith ? actor.now : null })
      .where(sql`(SELECT ${wasRecorded}) AND ${here}`),
    db.select({ dealtWithAt: checkIns.dealtWithAt }).from(checkIns).where(here),
  ])
  requireAccess(sessions[0], 'session_not_found')
  if (checkIn === undefined) throw new AppError('check_in_not_found')
  return checkIn
}
