// What a run of a source would change.
import type { Database } from '../../db/client.ts'
import { hashedId } from '../import/preview-import.ts'
import type { RowProblem } from './list-rows.ts'
import type { SourcePlan } from './plan.ts'
import { planRows } from './plan-rows.ts'
import { isUnchanged, type ReadRows, SourceError } from './reader.ts'
import { openSource, READ_MS, type Readable, type RunDeps, read, readerDepsOf } from './run.ts'
import { readState } from './state.ts'

export type SourcePreview = {
  read: ReadRows
  plan: SourcePlan
  problems: RowProblem[]
  capacity: number
  soldAfter: number
}

/** Reads all that the source has, and writes nothing. Returns a problem if it cannot be read. */
export const previewSource = async (
  db: Database,
  source: Readable,
  deps: RunDeps,
): Promise<SourcePreview | SourceError> => {
  const deadline = deps.now() + READ_MS
  try {
    const opened = await openSource(source, deps).catch(() => {
      throw new SourceError('The address and the secret of the source cannot be opened. Write them again.')
    })
    const rows = await read(source, opened, null, readerDepsOf(deps, deadline))
    const callId = hashedId('preview', source.id, crypto.randomUUID())
    const state = await readState(db, source, { lease: null, callId })
    if (isUnchanged(rows) || state === undefined) throw new SourceError('The source could not be read.')
    const { plan, problems } = await planRows(source, rows, state, callId)
    const { capacity, sold } = state.session
    return { read: rows, plan, problems, capacity, soldAfter: sold + plan.sold }
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}
