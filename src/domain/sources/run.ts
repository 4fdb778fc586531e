// Runs a source: reads its list, and carries out what has changed.
//
// A run takes a lease, reads, and writes what has changed and where the next run continues in one transaction
// under its lease. Killed in between, the next run reads the same again. A run whose lease was taken over
// writes nothing.
import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { integer, prepare, value } from '../../db/prepared.ts'
import type { sources } from '../../db/schema/sources.ts'
import type { Actor } from '../actor.ts'
import { isConflict, MAX_ATTEMPTS } from '../import/import-tickets.ts'
import { hashedId } from '../import/preview-import.ts'
import type { RowProblem } from './list-rows.ts'
import type { SourcePlan } from './plan.ts'
import { planRows } from './plan-rows.ts'
import {
  isUnchanged,
  type Reader,
  type ReaderDeps,
  type ReadRows,
  SourceError,
  type SourceFetch,
} from './reader.ts'
import { READERS } from './readers.ts'
import { CAN_BE_ASKED, type Due, IS_DUE, IS_FREE, LEASE_MS, MAX_WAIT_MS, MINUTE_MS } from './schedule.ts'
import type { SourceRecord } from './source.ts'
import { readState } from './state.ts'
import { writeRun } from './write.ts'

/** For all that a run asks of the other side. */
export const READ_MS = 10_000

/** The waits after failures. */
const RETRY_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

/** The problems of rows that are kept. */
const MAX_PROBLEMS = 100

export type RunDeps = {
  /** How many requests may still be sent. All runs of an event of the Worker share it. */
  requests: { left: number }
  /** A fetch that ends at the deadline. */
  fetchUntil: (deadline: number) => SourceFetch
  /** Opens a sealed address or secret. Throws if it was sealed by another secret of the service. */
  open: (sealed: string, sourceId: string) => Promise<string>
  now: () => number
  /** Tells the log of a defect. */
  report: (error: unknown, sourceId: string) => void
}

/** A source whose lease the run has. */
export type Claimed = Pick<
  SourceRecord,
  | 'id'
  | 'sessionId'
  | 'name'
  | 'kind'
  | 'url'
  | 'secret'
  | 'settings'
  | 'missing'
  | 'everyMinutes'
  | 'ticketTypeName'
  | 'columns'
  | 'match'
  | 'adopts'
  | 'rows'
  | 'problems'
> & {
  /** Of its row, which is then one to read. */
  key: number
  cursor: string | null
  attempts: number
}

/** A source as it is read, without where it is. */
export type Readable = Omit<
  Claimed,
  'key' | 'name' | 'everyMinutes' | 'cursor' | 'rows' | 'problems' | 'attempts'
>

/** Takes the lease of a source that is due, or that somebody wants to run. A repeat has it already. */
const claimStatement = prepare<Claimed>(sql`
  UPDATE sources SET lease = ${value('lease')}, lease_until = ${value('now')} + ${sql.raw(String(LEASE_MS))}
  WHERE rowid = coalesce(${integer('key')}, (SELECT rowid FROM sources WHERE id = ${value('id')})) AND id = ${value('id')}
    AND (status <> 'Stopped' OR (${value('take')} AND instr(problem, ${value('shrunk')}) > 0)) AND (${IS_FREE} OR lease = ${value('lease')})
    AND (${value('forced')} OR ${IS_DUE} OR (${value('asked')} AND ${CAN_BE_ASKED}))
  RETURNING rowid AS "key", id, session_id AS "sessionId", name, kind, url, secret, settings, missing, every_minutes AS "everyMinutes",
    ticket_type_name AS "ticketTypeName", columns, "match", adopts, cursor, rows, problems, attempts`)

/** Notes that nothing has changed. What was wrong with rows still is. */
const unchangedStatement = prepare<never>(sql`
  UPDATE sources SET lease = '', lease_until = 0, last_run_at = ${value('startedAt')}, next_at = ${value('nextAt')}, attempts = 0,
    problem = iif(problems = '[]', NULL, iif(attempts = 0, problem, json_array_length(problems) || ' rows have problems.')),
    status = iif(problems = '[]', 'Ok', 'Problem'), cursor = coalesce(${value('cursor')}, cursor)
  WHERE rowid = ${integer('key')} AND id = ${value('id')} AND lease = ${value('lease')}`)

const failStatement = prepare<never>(sql`
  UPDATE sources SET lease = '', lease_until = 0, last_run_at = ${value('startedAt')}, next_at = ${value('nextAt')},
    attempts = ${value('attempts')}, status = ${value('status')}, problem = ${value('problem')}
  WHERE rowid = ${integer('key')} AND id = ${value('id')} AND lease = ${value('lease')}`)

/** Ends the lease between two parts. The next run follows at once. */
const releaseStatement = prepare<never>(
  sql`UPDATE sources SET lease = '', lease_until = 0 WHERE rowid = ${integer('key')} AND id = ${value('id')} AND lease = ${value('lease')}`,
)

const NEW_SECRET = 'Write the address and the secret of the source again: they cannot be opened any more.'

const FAILED = 'The source could not be read.'

const count = (value: number, one: string, several: string): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : several}`

/** Below half, and by more than these, nobody takes a list unasked. */
const MAX_LOST_ROWS = 10

const SHRUNK = ' guests were read before, now '

/** Whether a source has stopped because its list has shrunk, and waits for somebody to take it. */
export const hasShrunk = ({ status, problem }: Pick<SourceRecord, 'status' | 'problem'>): boolean =>
  status === 'Stopped' && (problem ?? '').includes(SHRUNK)

/** Why a list that has shrunk is not taken; undefined if it has not. */
const shrunk = (before: number | null, now: number): string | undefined => {
  if (before === null || now * 2 >= before || before - now <= MAX_LOST_ROWS) return undefined
  return `${before.toLocaleString('en')}${SHRUNK}${now.toLocaleString('en')}. Nothing was changed.`
}

type Opened = { url: string | null; secret: string | null }

export const openSource = async (
  { id, url, secret }: Pick<Claimed, 'id' | 'url' | 'secret'>,
  { open }: Pick<RunDeps, 'open'>,
): Promise<Opened> => ({
  url: url === null ? null : await open(url, id),
  secret: secret === null ? null : await open(secret, id),
})

const readerOf = ({ kind }: Readable): Reader => READERS[kind]

/** Reads the whole list of a source, or with a cursor only what has changed since. */
export const read = (source: Readable, opened: Opened, cursor: string | null, deps: ReaderDeps) =>
  readerOf(source)(deps, {
    ...opened,
    sessionId: source.sessionId,
    settings: JSON.parse(source.settings),
    columns: JSON.parse(source.columns),
    ticketTypeName: source.ticketTypeName,
    cursor,
  })

/** For a run until an instant, which ends early where no request may be sent any more. */
export const readerDepsOf = ({ fetchUntil, now, requests }: RunDeps, deadline: number): ReaderDeps => ({
  fetch: fetchUntil(deadline),
  now,
  get deadline() {
    return requests.left > 0 ? deadline : 0
  },
})

const describeProblems = (
  problems: readonly RowProblem[],
  { isBlocked }: SourcePlan,
  voids: boolean,
): string | null => {
  if (problems.length === 0) return null
  const rows = count(new Set(problems.map(({ row }) => row)).size, 'row has a problem', 'rows have problems')
  return isBlocked && voids ? `${rows}. One of them cannot be told apart, so nobody was voided.` : `${rows}.`
}

export type RunOptions = {
  /** Also if it is not due yet, or stopped for its list has shrunk. */
  forced?: boolean
  take?: boolean
  /** Because of an unknown code at the door. */
  asked?: boolean
}

type Run = { source: Claimed; lease: string; startedAt: number }

const waitAfter = (attempts: number, retryMs = 0): number =>
  Math.min(Math.max(RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] as number, retryMs), MAX_WAIT_MS)

/** Writes what was read, all or nothing. Starts over if somebody has changed a ticket in between. */
const carryOut = async (
  db: Database,
  { source, lease, startedAt }: Run,
  rows: ReadRows,
  part: number,
  deps: RunDeps,
): Promise<void> => {
  const callId = hashedId('source', source.id, lease, String(part))
  for (let attempt = 1; ; attempt += 1) {
    const state = await readState(db, source, { lease, callId })
    // Somebody has taken the lease, or the answer to the last attempt was lost.
    if (state === undefined || state.isDone) return
    const { plan, match, problems } = await planRows(source, rows, state, callId)
    const now = deps.now()
    const actor: Actor = { subject: `source:${source.id}`, requestId: '', callId, now: new Date(now) }
    const isEnd = rows.isComplete
    const statements: BatchItem<'sqlite'>[] = writeRun(db, actor, { source, lease, match }, state, plan, {
      ...(isEnd ? { lease: '', leaseUntil: 0 } : { leaseUntil: now + LEASE_MS }),
      cursor: rows.cursor,
      match,
      adopts: isEnd && match !== null ? 0 : source.adopts,
      lastRunAt: new Date(startedAt),
      rows: rows.isWhole
        ? rows.rows.length
        : state.remembered.length + plan.inserts.length + plan.adopted.length,
      attempts: 0,
      nextAt: isEnd ? now + source.everyMinutes * MINUTE_MS : now,
      status: problems.length > 0 ? 'Problem' : 'Ok',
      problem: describeProblems(problems, plan, source.missing === 'void' && rows.isWhole),
      problems: JSON.stringify(problems.slice(0, MAX_PROBLEMS)),
    } satisfies Partial<typeof sources.$inferInsert>)
    try {
      await db.batch(statements as never)
      source.match = match
      if (isEnd) source.adopts = 0
      return
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
}

/** A list is read whole each time. A shop says what has changed; all of it once more is many pages. */
const readsWhole = ({ kind }: Claimed): boolean => kind === 'Link'

/**
 * Runs a source, if nobody else runs it. Its result is in its row.
 *
 * @returns whether it ran
 */
export const runSource = async (
  db: Database,
  { id, key }: Due,
  deps: RunDeps,
  { forced = false, take = false, asked = false }: RunOptions = {},
): Promise<boolean> => {
  const lease = crypto.randomUUID() as string
  const startedAt = deps.now()
  db.moveToPrimary()
  const [[source]] = await db.batchPrepared([claimStatement], {
    ...{
      key: key ?? null,
      id,
      lease,
      now: startedAt,
      forced: Number(forced),
      take: Number(take),
      shrunk: SHRUNK,
      asked: Number(asked),
    },
  })
  if (source === undefined) return false
  const run: Run = { source, lease, startedAt }
  const held = { key: source.key, id, lease }
  const end = (status: 'Problem' | 'Stopped', problem: string, retryMs?: number) =>
    db.batchPrepared([failStatement], {
      ...{ ...held, startedAt, status, problem, attempts: source.attempts + 1 },
      nextAt: status === 'Stopped' ? null : deps.now() + waitAfter(source.attempts, retryMs),
    })
  let opened: Opened
  try {
    opened = await openSource(source, deps)
  } catch {
    await end('Stopped', NEW_SECRET)
    return true
  }
  const deadline = startedAt + READ_MS
  const readerDeps = readerDepsOf(deps, deadline)
  // Whatever stood in the way of a row may be gone when somebody asks for a run.
  let cursor = take || (forced && source.problems !== '[]' && readsWhole(source)) ? null : source.cursor
  try {
    for (let part = 0; ; part += 1) {
      const rows = await read(source, opened, cursor, readerDeps)
      if (isUnchanged(rows)) {
        const nextAt = deps.now() + source.everyMinutes * MINUTE_MS
        const next = rows === 'unchanged' ? null : rows.cursor
        await db.batchPrepared([unchangedStatement], { ...held, startedAt, nextAt, cursor: next })
        return true
      }
      const problem = rows.isWhole && !take ? shrunk(source.rows, rows.rows.length) : undefined
      if (problem !== undefined) {
        await end('Stopped', problem)
        return true
      }
      const isLast = rows.isComplete || deps.now() >= readerDeps.deadline
      await carryOut(db, run, rows, part, deps)
      if (isLast) {
        if (!rows.isComplete) await db.batchPrepared([releaseStatement], held)
        return true
      }
      cursor = rows.cursor
    }
  } catch (error) {
    if (error instanceof SourceError) {
      await end('Problem', error.message, error.retryMs)
      return true
    }
    deps.report(error, id)
    await end('Problem', FAILED)
    return true
  }
}
