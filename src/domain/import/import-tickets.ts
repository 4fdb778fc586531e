// Imports rows of tickets into a session, in one transaction.
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit } from '../history/audit.ts'
import { SESSION } from '../resources/definitions.ts'
import { entityOf, fromManaged } from '../resources/resource.ts'
import type { ImportOptions, Problem, RowTicket } from './file/rows.ts'
import { callIdOf, compare, type ImportCounts, idsIn, readSession } from './preview-import.ts'
import { writeStatements } from './write-import.ts'

/** How long an import may take, in milliseconds. */
export const IMPORT_DEADLINE_MS = 30_000

/** A sale of a ticket that the import writes, between reading and writing, makes it read again. */
const MAX_ATTEMPTS = 5

/** `recordId` is that of the record in the history, null if nothing was changed. */
export type ImportResult = ImportCounts & { recordId: string | null }

/** Whether a constraint has failed, which is how a transaction finds that another writer was there. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && (/constraint/i.test(error.message) || isConflict(error.cause))

const describeProblem = ({ row, field, message }: Problem, count: number): string =>
  `Row ${row}${field === null ? '' : `, ${field}`}: ${message}.${count > 1 ? ` ${count - 1} more problems.` : ''} Nothing was changed.`

/**
 * Imports rows, all or none, if what they would change or void is in the previewed state. `problems` are
 * those that were found before.
 *
 * @returns what it did; a call that is repeated returns its first result
 * @throws AppError as {@link previewImport}; `invalid_request` or the error of the first problem;
 *   `preview_outdated`
 */
export const importTickets = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  {
    tickets: rows,
    problems: known,
    problemCount,
  }: {
    tickets: readonly RowTicket[]
    problems: readonly Problem[]
    problemCount: number
  },
  options: ImportOptions,
  { importId, isAsPreviewed }: { importId: string; isAsPreviewed: (state: string) => boolean },
): Promise<ImportResult> => {
  const path = { id: sessionId }
  const call = { ...actor, callId: callIdOf(actor.subject, sessionId, importId) }
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const read = await readSession(db, call, sessionId, idsIn(rows))
    if (read.record !== undefined) {
      const { inserted, updated, unchanged, voided } = read.record
      return { inserted, updated, unchanged, voided, recordId: call.callId }
    }
    const { plan, state, ...found } = await compare(read, rows, options, call.callId)
    const problems = [...known, ...found.problems]
    if (problems[0] !== undefined) {
      throw new AppError(
        problems[0].error ?? 'invalid_request',
        describeProblem(problems[0], problemCount + found.problems.length),
      )
    }
    if (!isAsPreviewed(state)) throw new AppError('preview_outdated')
    const counts: ImportCounts = {
      inserted: plan.inserts.length,
      updated: plan.updates.length,
      unchanged: plan.unchanged,
      voided: plan.voids.length,
    }
    // What changes nothing is not recorded.
    if (counts.inserted + counts.updated + counts.voided === 0) return { ...counts, recordId: null }
    const givenIds = new Set(idsIn(rows))
    const ids = plan.inserts.map(({ id }) => id).filter((id) => givenIds.has(id))
    const change = {
      ...counts,
      ...options,
      ...(plan.newTypes.length > 0 && { newTicketTypes: plan.newTypes.map(({ name }) => name) }),
    }
    const entry = {
      action: 'tickets.import' as const,
      entity: entityOf(SESSION, path),
      change,
      // The ids of the other new tickets follow from that of the record.
      ...(ids.length > 0 && { needed: { ids } }),
    }
    try {
      await db.batch([
        insertAudit(db, call, entry, fromManaged(SESSION, actor.subject, path)),
        ...writeStatements(db, call, read.session, plan, options),
      ])
      return { ...counts, recordId: call.callId }
    } catch (error) {
      if (!isConflict(error)) throw error
      // Also a batch that was sent again after its response was lost: then there is a record now.
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
}
