// What a source remembers after one of its runs was reverted.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { sourceRows, sources } from '../../db/schema/sources.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import { type Written, writtenDigest } from '../import/source-rows.ts'
import { inValues, valueAt } from '../import/write-import.ts'
import type { RevertPlan } from './plan-revert.ts'

/** What is remembered of a ticket to which old values have come back. */
const afterRevert = (plan: RevertPlan): (string | null)[][] => {
  const found = new Map<string, { written: Written; cover: string | null; isCover: boolean }>()
  const of = (id: string) => {
    const known = found.get(id) ?? { written: {}, cover: null, isCover: false }
    found.set(id, known)
    return known
  }
  for (const { present, change } of plan.updates) {
    for (const column of Object.keys(change) as (keyof TicketRow)[]) {
      of(present.id).written[column] = writtenDigest(present.id, column, change[column])
    }
  }
  for (const { present, ...status } of plan.statuses) {
    Object.assign(of(present.id), { isCover: true, cover: 'record' in status ? status.record : null })
  }
  return [...found].map(([id, { written, cover, isCover }]) => [
    id,
    JSON.stringify(written),
    isCover ? '1' : null,
    cover,
  ])
}

/**
 * Statements for the revert of a run of a source, which is nobody's word: the source stops, forgets the
 * tickets that are deleted, except of guests who were erased, and may write again what was reverted. Other
 * records have no source.
 */
export const sourceStatements = (db: Database, recordId: string, plan: RevertPlan) => {
  const source = sql`(SELECT change ->> 'sourceId' FROM audit_log WHERE call_id = ${recordId})`
  const reverted = {
    ...{ status: 'Stopped' as const, problem: 'One of its changes was reverted.', cursor: null },
    ...{ nextAt: null, lease: '', leaseUntil: 0 },
  }
  return [
    db.update(sources).set(reverted).where(sql`id = ${source}`),
    ...[...inValues(plan.deletes.map(({ id }) => [id]))].map((json) =>
      db.delete(sourceRows).where(
        sql`source_id = ${source} AND erased = 0
            AND ticket_id IN (SELECT ${valueAt(0)} FROM json_each(${json}) AS each)`,
      ),
    ),
    ...[...inValues(afterRevert(plan))].map((json) =>
      db
        .update(sourceRows)
        .set({
          written: sql`json_patch(written, ${valueAt(1)})`,
          coverRecord: sql`iif(${valueAt(2)} IS NULL, cover_record, ${valueAt(3)})`,
        })
        .from(sql`json_each(${json}) AS each`)
        .where(sql`source_id = ${source} AND ticket_id = ${valueAt(0)}`),
    ),
  ]
}

/**
 * Makes the sources of the tickets read their lists again from the start: the lists may have changed before
 * the revert.
 */
export const readAgain = (db: Database, { updates, statuses, moves }: RevertPlan) => {
  const ids = new Set([
    ...[...updates, ...statuses].map(({ present }) => present.source_id),
    ...moves.map(({ owners }) => owners.source_id),
  ])
  ids.delete(null)
  if (ids.size === 0) return []
  const each = sql`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`
  return [db.update(sources).set({ cursor: null }).where(sql`id IN ${each}`)]
}
