// Imports rows of tickets into a session, in one transaction.
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit } from '../audit.ts'
import { withMutedFeed } from '../feed/mute.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged } from '../resources/resource.ts'
import type { ImportOptions, Problem } from './file/table/rows.ts'
import { keepValues } from './kept-values.ts'
import {
  callIdOf,
  compare,
  type ImportCounts,
  type ImportedRows,
  type RowSource,
  readSession,
} from './preview-import.ts'
import { isSameState, type PreviewedState } from './previewed.ts'
import { writeStatements } from './write-import.ts'

export const IMPORT_DEADLINE_MS = 30_000

/** If a ticket that the import writes is sold between reading and writing, it starts over. */
export const MAX_ATTEMPTS = 5

/** `recordId` is the id of the history record; null if nothing changed. */
export type ImportResult = ImportCounts & { recordId: string | null }

/** Whether a constraint failed, by which a transaction detects another writer. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && (/constraint/i.test(error.message) || isConflict(error.cause))

const describeProblem = ({ row, field, message }: Problem, count: number): string =>
  `Row ${row}${field === null ? '' : `, ${field}`}: ${message}.${count > 1 ? ` ${count - 1} more ${count === 2 ? 'problem' : 'problems'}.` : ''} Nothing was changed.`

/**
 * Imports all rows or none, if the tickets that they would change or void are in the previewed state, and the
 * preview has all types that they add.
 *
 * @returns what it did; a repeated call returns its first result
 * @throws AppError as {@link previewImport}; `invalid_request` or the error of the first problem;
 *   `preview_outdated`
 */
export const importTickets = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  source: RowSource,
  options: ImportOptions,
  { importId, previewed }: { importId: string; previewed: PreviewedState | undefined },
): Promise<ImportResult> => {
  const path = { id: sessionId }
  const call = { ...actor, callId: callIdOf(actor.subject, sessionId, importId) }
  db.moveToPrimary()
  let rows: ImportedRows | undefined
  for (let attempt = 1; ; attempt += 1) {
    const read = await readSession(db, call, sessionId, source.ids)
    if (read.record !== undefined) {
      const { inserted, updated, unchanged, voided } = read.record
      return { inserted, updated, unchanged, voided, recordId: call.callId }
    }
    rows ??= await source.read(db)
    const { plan, state, problems, problemCount } = await compare(read, rows, options, call.callId)
    if (problems[0] !== undefined) {
      throw new AppError(problems[0].error ?? 'invalid_request', describeProblem(problems[0], problemCount))
    }
    if (!isSameState(state, previewed)) throw new AppError('preview_outdated')
    const counts: ImportCounts = {
      inserted: plan.inserts.length,
      updated: plan.updates.length,
      unchanged: plan.unchanged,
      voided: plan.voids.length,
    }
    if (counts.inserted + counts.updated + counts.voided === 0) return { ...counts, recordId: null }
    const givenIds = new Set(source.ids)
    const ids = plan.inserts.map(({ id }) => id).filter((id) => givenIds.has(id))
    const { doubles, ...others } = options
    const change = {
      ...counts,
      ...others,
      ...(doubles !== 'add' && { doubles }),
      ...(source.from !== undefined && { fromSessionId: source.from }),
      ...(plan.newTypes.length > 0 && { newTicketTypes: plan.newTypes.map(({ name }) => name) }),
    }
    const entry = {
      action: 'tickets.import' as const,
      entity: entityOf(SESSION, path),
      change,
      // The other new ids follow from the id of the record.
      ...(ids.length > 0 && { needed: { ids } }),
    }
    try {
      await db.batch(
        withMutedFeed(db, actor.subject, path, [
          insertAudit(db, call, entry, fromManaged(SESSION, actor.subject, path)),
          ...writeStatements(db, call, read.session, plan),
          ...keepValues(db, call.callId, read.session.number, [
            ...plan.updates,
            ...plan.voids.map((present) => ({ present, change: { status: 'Voided' } })),
          ]),
        ]),
      )
      return { ...counts, recordId: call.callId }
    } catch (error) {
      if (!isConflict(error)) throw error
      // A repeated batch whose first response was lost ends here too; then the record exists.
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
}
