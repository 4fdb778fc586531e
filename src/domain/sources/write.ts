// The statements that carry out the plan of a run, in one transaction under its lease.
import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { sourceRows, sources } from '../../db/schema/sources.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Actor } from '../actor.ts'
import { insertAudit } from '../audit.ts'
import { withMutedFeedOf } from '../feed/mute.ts'
import { keepValues } from '../import/kept-values.ts'
import { abortIf, inValues, valueAt, writeStatements } from '../import/write-import.ts'
import { SESSION } from '../resources/definitions.ts'
import type { SourceMatch } from './list-rows.ts'
import type { Remembered } from './own-values.ts'
import type { SourcePlan } from './plan.ts'
import type { SourceState } from './state.ts'

type Run = {
  source: { id: string; sessionId: string; name: string; missing: 'keep' | 'void' }
  lease: string
  match: SourceMatch | null
}

/** Statements that remember tickets. A guest who was erased in the meantime stays so. */
const rememberStatements = (db: Database, sourceId: string, remembered: readonly Remembered[]) => {
  const rows = remembered.map(({ ticketId, hash, parts, written, coverRecord, isErased }) => [
    ...[ticketId, hash, parts === null ? null : JSON.stringify(parts), JSON.stringify(written)],
    ...[coverRecord, Number(isErased)],
  ])
  return [...inValues(rows)].map((json) =>
    db
      .insert(sourceRows)
      .select(
        sql`SELECT ${sourceId}, ${valueAt(0)}, ${valueAt(1)}, ${valueAt(2)}, ${valueAt(3)}, ${valueAt(4)}, ${valueAt(5)}
          FROM json_each(${json}) AS each WHERE true`,
      )
      .onConflictDoUpdate({
        target: [sourceRows.sourceId, sourceRows.ticketId],
        set: {
          hash: sql`excluded.hash`,
          parts: sql`excluded.parts`,
          written: sql`excluded.written`,
          coverRecord: sql`excluded.cover_record`,
          erased: sql`max(source_rows.erased, excluded.erased)`,
        },
      }),
  )
}

/** Statements that write a plan, its record, what is remembered, and where the source is then. */
export const writeRun = (
  db: Database,
  actor: Actor,
  { source, lease, match }: Run,
  { session }: SourceState,
  plan: SourcePlan,
  then: Partial<typeof sources.$inferInsert>,
): BatchItem<'sqlite'>[] => {
  const own = sql`EXISTS (SELECT 1 FROM sources WHERE id = ${source.id} AND lease = ${lease})`
  const counts = { inserted: plan.inserts.length, updated: plan.updates.length, voided: plan.voids.length }
  const isChanged = counts.inserted + counts.updated + counts.voided > 0
  const record = {
    action: 'tickets.import' as const,
    entity: { type: SESSION.type, id: source.sessionId, organizerId: sql`${session.organizerId}` },
    change: {
      ...{ sourceId: source.id, sourceName: source.name },
      ...{ ...counts, unchanged: plan.unchanged, match, missing: source.missing },
      ...(plan.newTypes.length > 0 && { newTicketTypes: plan.newTypes.map(({ name }) => name) }),
    },
  }
  const written: BatchItem<'sqlite'>[] = isChanged
    ? [
        insertAudit(db, actor, record, sql`WHERE ${own}`),
        ...writeStatements(db, actor, session, plan),
        ...keepValues(db, actor.callId, session.number, [
          ...plan.updates,
          ...plan.voids.map((present) => ({ present, change: { status: 'Voided' } })),
        ]),
      ]
    : []
  const adopted = [...inValues(plan.adopted.map(({ key, id }) => [key, id]))].map((json) =>
    db
      .update(tickets)
      .set({ sourceId: source.id })
      .where(
        and(
          sql`key IN (SELECT ${valueAt(0)} FROM json_each(${json}) AS each WHERE ${valueAt(1)} = tickets.id)`,
          sql`source_id IS NULL AND guest_list_id IS NULL`,
        ),
      ),
  )
  return [
    abortIf(db, session.number, sql`NOT ${own}`),
    ...withMutedFeedOf(db, sql`${session.organizerId}`, written),
    ...adopted,
    ...rememberStatements(db, source.id, plan.remembered),
    db
      .update(sources)
      .set({ ...then, ...(isChanged && { lastChangedAt: actor.now }) })
      .where(and(eq(sources.id, source.id), sql`lease = ${lease}`)),
  ]
}
