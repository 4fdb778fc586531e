import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, wasRecorded } from '../audit.ts'
import { withMutedFeed } from '../feed/mute.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { TICKET } from '../tickets/create-tickets.ts'
import { PREFIX_CHARACTERS } from './preview-import.ts'

/**
 * Deletes the tickets that an import created, if none of them was ever checked in.
 *
 * @returns how many were deleted; a repeated call returns its first result
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `record_not_found`;
 *   `in_use`
 */
export const revertImport = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  importId: string,
): Promise<{ deleted: number }> => {
  const path = { id: sessionId }
  const entity = entityOf(SESSION, path)
  const prefix = importId.slice(0, PREFIX_CHARACTERS)
  const record = sql`audit_log AS record WHERE record.call_id = ${importId} AND record.entity_id = ${sessionId}
    AND record.action = 'tickets.import'`
  const created = sql`tickets.id IN (
      SELECT id FROM tickets WHERE id BETWEEN ${`${prefix}000000000000`} AND ${`${prefix}ffffffffffff`}
      UNION ALL SELECT ids.value FROM audit_log AS record, json_each(record.change, '$.ids') AS ids
        WHERE record.call_id = ${importId})
    AND tickets.session_number = (SELECT number FROM sessions WHERE id = ${sessionId})
    AND NOT EXISTS (SELECT 1 FROM audit_log AS gone INDEXED BY audit_log_by_entity
      WHERE gone.entity_id = tickets.id AND gone.action = 'ticket.delete')
    AND NOT EXISTS (SELECT 1 FROM audit_log AS made INDEXED BY audit_log_creations
      WHERE made.entity_id = tickets.id AND substr(made.action, -7) = '.create' AND made.entity_type = 'ticket')`
  const [[, , uses]] = TICKET.uses as [readonly [string, string, SQL]]
  const used = sql<number>`(SELECT count(*) FROM tickets CROSS JOIN sessions ON sessions.number = tickets.session_number
    WHERE ${created} AND EXISTS (SELECT 1 ${uses}))`
  const exists = sql<number>`EXISTS (SELECT 1 FROM ${record})`
  /** The record of an earlier revert. An import can be reverted once. */
  const done = sql`audit_log AS done INDEXED BY audit_log_by_entity WHERE done.entity_id = ${sessionId}
    AND done.action = 'tickets.revert' AND done.change ->> 'recordId' = ${importId}`
  const [, [row], , , [result]] = await db.batch(
    withMutedFeed(db, actor.subject, path, [
      selectResources(db, SESSION, actor.subject, isAt(SESSION, path), { more: { exists, used } }),
      insertAudit(
        db,
        actor,
        {
          action: 'tickets.revert',
          entity,
          change: sql`json_object('recordId', ${importId}, 'deleted', (SELECT count(*) FROM tickets WHERE ${created}))`,
        },
        sql`${fromManaged(SESSION, actor.subject, path)} AND NOT EXISTS (SELECT 1 FROM ${done}) AND ${exists} AND ${used} = 0`,
      ),
      db.delete(tickets).where(sql`(SELECT ${wasRecorded}) AND ${created}`),
      db.select({ change: sql<string>`change`.as('change') }).from(sql`${done}`),
    ]),
  )
  const session = requireAccess(row, 'session_not_found')
  if (session.exists === 0) throw new AppError('record_not_found')
  if (result === undefined) {
    throw new AppError(
      'in_use',
      `${session.used.toLocaleString('en')} of the tickets were checked in. Nothing was deleted.`,
    )
  }
  return { deleted: (JSON.parse(result.change) as { deleted: number }).deleted }
}
