// Reverts what a record did to the tickets of a session: those that it created are deleted, and those that it
// changed get their old values back, as far as they are kept.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit } from '../audit.ts'
import { withMutedFeed } from '../feed/mute.ts'
import { isConflict, MAX_ATTEMPTS } from '../import/import-tickets.ts'
import { hashedId } from '../import/preview-import.ts'
import { abortIf, abortUnlessFound, inValues, valueAt, writeStatements } from '../import/write-import.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged } from '../resources/resource.ts'
import { layCover, takeCover } from '../tickets/cover.ts'
import { abortIfChanged, insertMoved, moveStatements } from './move-tickets.ts'
import type { Created, StatusChange } from './plan-revert.ts'
import {
  compare,
  isRevertedSince,
  type RecordPath,
  type RevertPreview,
  type RevertResult,
  readRecord,
  USES,
} from './read-record.ts'
import { readAgain, sourceStatements } from './source-statements.ts'

/** @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `record_not_found` */
export const previewRevertOf = async (
  db: Database,
  caller: Pick<Actor, 'subject' | 'now'>,
  path: RecordPath,
): Promise<RevertPreview> => compare(db, await readRecord(db, caller, path), path.recordId)

/** Statements that delete tickets. One fails if a ticket was checked in or taken over since, or is gone. */
const deleteStatements = (db: Database, number: number, deletes: readonly Created[]) =>
  [...inValues(deletes.map(({ key, id, sourceId }) => [key, id, sourceId]))].flatMap((json) => [
    abortIf(
      db,
      number,
      sql`EXISTS (SELECT 1 FROM json_each(${json}) AS each WHERE NOT EXISTS (
        SELECT 1 FROM tickets CROSS JOIN sessions ON sessions.number = tickets.session_number
        WHERE tickets.key = ${valueAt(0)} AND tickets.id = ${valueAt(1)}
          AND tickets.source_id IS ${valueAt(2)} AND NOT EXISTS (SELECT 1 ${USES})))`,
    ),
    db.delete(tickets).where(sql`key IN (SELECT ${valueAt(0)} FROM json_each(${json}) AS each)`),
  ])

/** Statements that bring statuses back. One fails if the cover or the status has changed since. */
const statusStatements = (
  db: Database,
  { now, subject }: Actor,
  number: number,
  statuses: readonly StatusChange[],
) => {
  const setBy = {
    uncover: takeCover,
    cover: layCover(valueAt(4), valueAt(5)),
    write: { status: valueAt(4), cover: sql`NULL`, coverRecord: sql`NULL` },
  }
  const unchanged = sql`tickets.status IS ${valueAt(2)} AND tickets.cover_record IS ${valueAt(3)}`
  // Text in an integer column violates a CHECK, which aborts the batch.
  const updatedAt = sql`iif(${unchanged}, ${now.getTime()}, 'changed')`
  return Object.entries(setBy).flatMap(([how, values]) => {
    const rows = statuses
      .filter((one) => one.how === how)
      .map(({ present, ...one }) => [
        ...[present.key, present.id, present.status, present.cover_record],
        ...('status' in one ? [one.status] : []),
        ...('record' in one ? [one.record] : []),
      ])
    return [...inValues(rows)].flatMap((json) => [
      abortUnlessFound(db, number, json),
      db
        .update(tickets)
        .set({ ...values, updatedAt, updatedBy: subject })
        .from(sql`json_each(${json}) AS each`)
        .where(sql`tickets.key = ${valueAt(0)}`),
    ])
  })
}

/**
 * Reverts a record, all or nothing. A ticket that was created and checked in since is left if `keeps`, and
 * else prevents it.
 *
 * @returns what it did; a repeated call returns the first result
 * @throws AppError as {@link previewRevertOf}; `in_use`; `preview_outdated`
 */
export const revertRecord = async (
  db: Database,
  actor: Actor,
  path: RecordPath,
  { keeps, isAsPreviewed }: { keeps: boolean; isAsPreviewed: (state: string) => boolean },
): Promise<RevertResult> => {
  const { sessionId, recordId } = path
  // One for everybody, so that of two calls at once one fails.
  const call = { ...actor, callId: hashedId('revert', sessionId, recordId) }
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const read = await readRecord(db, actor, path)
    if (read.done !== undefined) return read.done
    const { plan, leftOut, state } = await compare(db, read, recordId)
    if (plan.used > 0 && !keeps) {
      const message = `${plan.used.toLocaleString('en')} of the tickets were checked in. Nothing was deleted.`
      throw new AppError('in_use', message)
    }
    if (!isAsPreviewed(state)) throw new AppError('preview_outdated')
    const counts = {
      deleted: plan.deletes.length,
      restored: plan.changed - plan.uncovered,
      uncovered: plan.uncovered,
    }
    const entry = {
      action: 'tickets.revert' as const,
      entity: entityOf(SESSION, { id: sessionId }),
      change: { recordId, ...counts },
      ...(leftOut.length > 0 && { needed: { leftOut } }),
    }
    try {
      await db.batch(
        withMutedFeed(db, actor.subject, { id: sessionId }, [
          abortIf(db, read.session.number, isRevertedSince(read.session)),
          insertAudit(db, call, entry, fromManaged(SESSION, actor.subject, { id: sessionId })),
          ...(read.target === undefined || plan.moves.length === 0
            ? []
            : [
                insertMoved(db, call, 'tickets.revert', read.target.id, {
                  ...{ recordId, fromSessionId: sessionId, restored: plan.moves.length },
                }),
                ...abortIfChanged(db, read.target, plan.moves),
              ]),
          ...deleteStatements(db, read.session.number, plan.deletes),
          ...writeStatements(db, call, read.session, {
            ...plan,
            ...{ inserts: [], voids: [], findsGuests: false, lastKey: 0 },
          }),
          ...statusStatements(db, call, read.session.number, plan.statuses),
          ...moveStatements(db, call, read.session, plan.moves),
          ...sourceStatements(db, recordId, plan),
          ...readAgain(db, plan),
        ]),
      )
      return { ...counts, leftOut }
    } catch (error) {
      if (!isConflict(error)) throw error
      // A repeated batch whose first response was lost, or another manager's, ends here too.
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
}
