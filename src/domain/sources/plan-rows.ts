// Compares what was read from a source with its session.
import type { ImportRow } from '../import/file/import-rows.ts'
import { chooseMatch, type RowProblem, type SourceMatch, toListRows } from './list-rows.ts'
import { hashOfRow, planSource, type SourcePlan } from './plan.ts'
import type { ReadRows } from './reader.ts'
import type { SourceRecord } from './source.ts'
import type { SourceState } from './state.ts'

/** What was read, without tickets for another date that were never here. */
const ofHere = (id: string, read: ReadRows, { remembered }: Pick<SourceState, 'remembered'>): ReadRows => {
  if (read.elsewhere === undefined || read.elsewhere.length === 0) return read
  const known = new Set(remembered.map(({ hash }) => hash))
  const hashOf = ({ ticketNumber }: ImportRow['fields']) =>
    hashOfRow({ id, match: 'number' }, { ticketNumber: String(ticketNumber) })
  const unknown = new Set(
    read.rows
      .filter(({ line, fields }) => read.elsewhere?.includes(line) && !known.has(hashOf(fields)))
      .map(({ line }) => line),
  )
  const isHere = ({ line }: { line: number }) => !unknown.has(line)
  return { ...read, rows: read.rows.filter(isHere), problems: read.problems.filter(isHere) }
}

/** Tells which tickets their orders have no more. */
const lostFrom = (id: string, orders: NonNullable<ReadRows['orders']>) => {
  const hashes = new Map(
    orders.map(({ reference, numbers }) => [
      reference,
      new Set(numbers.map((ticketNumber) => hashOfRow({ id, match: 'number' }, { ticketNumber }))),
    ]),
  )
  return (reference: string | null, hash: string): boolean => hashes.get(reference ?? '')?.has(hash) === false
}

/** Compares what was read with the session as it is. */
export const planRows = async (
  source: Pick<SourceRecord, 'id' | 'sessionId' | 'ticketTypeName' | 'missing' | 'match' | 'adopts'>,
  given: ReadRows,
  state: SourceState,
  callId: string,
): Promise<{ plan: SourcePlan; match: SourceMatch | null; problems: RowProblem[] }> => {
  const rows = ofHere(source.id, given, state)
  const match = source.match ?? (rows.rows.length === 0 ? null : chooseMatch(rows.rows))
  const { sessionId, ticketTypeName } = source
  const list = toListRows(rows, { sessionId, match: match ?? 'guest', ticketTypeName })
  const plan = await planSource(
    {
      source: {
        id: source.id,
        match: match ?? 'guest',
        adopts: source.adopts === 1,
        voids: source.missing === 'void' && rows.isWhole,
        ...(rows.orders !== undefined && match === 'number' && { isLost: lostFrom(source.id, rows.orders) }),
      },
      ...state,
      callId,
    },
    list.rows,
    state.remembered,
    state.pages,
  )
  const inPlan = plan.problems.map((problem) => ({ ...problem, row: list.lineOf(problem.row) }))
  return { plan, match, problems: [...list.problems, ...inPlan].toSorted((a, b) => a.row - b.row) }
}
