// Changes many tickets of a session, in one transaction.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { MAX_TICKETS_BY_API, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isAbout } from '../audit.ts'
import { withMutedFeed } from '../feed/mute.ts'
import { isConflict, MAX_ATTEMPTS } from '../import/import-tickets.ts'
import { keepValues } from '../import/kept-values.ts'
import { hashedId, unpackTicket } from '../import/preview-import.ts'
import { isSameState, type PreviewedState, stateOf } from '../import/previewed.ts'
import { writeStatements } from '../import/write-import.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { entityOf, fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { abortIfChanged, findPlaces, insertMoved, moveStatements } from '../revert/move-tickets.ts'
import { type Changes, type LeftOut, type Plan, planUpdate } from './plan.ts'
import { readFiltered, type SelectedTicket, type Selection, selectByIds } from './select-tickets.ts'

export type UpdateRequest = {
  sessionId: string
  selection: Selection
  changes: Changes
  /** Whether tickets may move to a session beyond its capacity. */
  isOverCapacity: boolean
}

/** Tickets that a reason names. */
export const MAX_NAMED = 20

export type UpdatePreview = {
  plan: Plan
  matched: number
  /** How many selected tickets have their guest inside. */
  inside: number
  leftOut: LeftOut[]
  /** Of the session where the tickets are in the end. */
  capacity: number
  soldAfter: number
  /** Identifies the tickets that it would change, their state, and its new types. */
  state: PreviewedState
}

/** `recordId` is the id of the history record; null if nothing changed. */
export type UpdateResult = {
  changed: number
  unchanged: number
  leftOut: LeftOut[]
  recordId: string | null
}

/** The id of an update's call, hashed because the id in a version is chosen by the client. */
const callIdOf = (subject: string, sessionId: string, updateId: string): string =>
  hashedId('bulk-update', subject, sessionId, updateId)

/** The types of an event. SQL may have added more than the API allows. */
const selectTypes = (db: Database, eventId: SQL) =>
  db
    .select({ id: ticketTypes.id, name: ticketTypes.name })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, eventId))
    .orderBy(ticketTypes.id)
    .limit(2 * MAX_IN_EVENT.ticket_types)

const SESSION_VALUES = {
  number: sql<number>`sessions.number`,
  lastChange: sql<number>`(SELECT coalesce(max(change), 0) FROM ticket_changes
    WHERE ticket_changes.session_number = sessions.number)`,
  organizerId: sql<string>`events.organizer_id`,
}

/** NULL if the caller may not manage the session; then nothing else is read. */
const managed = (subject: string, sessionId: string, column: SQL): SQL =>
  sql`(SELECT ${column} ${fromManaged(SESSION, subject, { id: sessionId })})`

/** Reads a session, with the statements that follow. */
const selectSession = (db: Database, subject: string, sessionId: string) =>
  [
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), { more: SESSION_VALUES }),
    selectTypes(db, managed(subject, sessionId, sql`sessions.event_id`)),
  ] as const

const readTarget = async (
  db: Database,
  subject: string,
  sessionId: string | undefined,
  from: { id: string; organizerId: string },
) => {
  if (sessionId === undefined) return undefined
  const [rows, types] = await db.batch(selectSession(db, subject, sessionId))
  const session = requireAccess(rows[0], 'session_not_found')
  if (session.organizerId !== from.organizerId) throw new AppError('session_not_found')
  if (session.id === from.id) {
    throw new AppError('invalid_request', 'changes.sessionId: the tickets are in this session already.')
  }
  return { ...session, types }
}

const readRequest = async (
  db: Database,
  { subject, callId }: Pick<Actor, 'subject' | 'callId'>,
  { sessionId, selection, changes }: UpdateRequest,
) => {
  const reading = { db, movesFrom: changes.sessionId === undefined ? undefined : sessionId }
  const ids = 'ticketIds' in selection ? [...new Set(selection.ticketIds)] : []
  const [rows, types, [record], byId] = await db.batch([
    ...selectSession(db, subject, sessionId),
    db
      .select({ change: sql<string>`${auditLog.change}`.as('change') })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.callId, callId),
          eq(auditLog.action, 'tickets.bulk-update'),
          isAbout('session', sessionId),
        ),
      ),
    selectByIds(reading, managed(subject, sessionId, sql`sessions.number`), ids),
  ])
  const session = { ...requireAccess(rows[0], 'session_not_found'), types }
  return {
    session,
    target: await readTarget(db, subject, changes.sessionId, session),
    record: record && (JSON.parse(record.change) as Omit<UpdateResult, 'recordId'>),
    tickets: async () =>
      'ticketIds' in selection
        ? byId.map((row) => unpackTicket<SelectedTicket>(row))
        : readFiltered(reading, session, selection.filter),
    ids,
  }
}

type Read = Awaited<ReturnType<typeof readRequest>>

const leftOutFor = (reason: LeftOut['reason'], ids: readonly string[]): LeftOut[] =>
  ids.length === 0 ? [] : [{ reason, count: ids.length, ticketIds: ids.slice(0, MAX_NAMED) }]

const idsOf = (tickets: readonly SelectedTicket[]): string[] => tickets.map(({ id }) => id)

/** @throws AppError `limit_reached` */
const requireRoom = (count: number, added: number): void => {
  if (count + added <= MAX_TICKETS_BY_API) return
  const max = MAX_TICKETS_BY_API.toLocaleString('en')
  throw new AppError('limit_reached', `A session can have at most ${max} tickets. Nothing was changed.`)
}

const compare = async (db: Database, read: Read, changes: Changes): Promise<UpdatePreview> => {
  const { session, target, ids } = read
  const tickets = await read.tickets()
  const found = new Set(idsOf(tickets))
  const withFacts = tickets.filter((one) => one.hasFacts === 1)
  const without = tickets.filter((one) => one.hasFacts === 0)
  const places =
    target &&
    (await findPlaces(
      db,
      target,
      without.map(({ id, ticket_number, code }) => ({ id, ticketNumber: ticket_number, code })),
    ))
  const isTaken = ({ id }: SelectedTicket) => places?.codeTaken.has(id) === true
  const leftOut = [
    ...leftOutFor('CheckedIn', idsOf(withFacts)),
    ...leftOutFor('CodeTaken', idsOf(without.filter(isTaken))),
    ...leftOutFor(
      'Gone',
      ids.filter((id) => !found.has(id)),
    ),
  ]
  const plan = planUpdate(
    without.filter((one) => !isTaken(one)),
    session.types,
    changes,
    target &&
      places && {
        ...{ number: target.number, types: target.types, numbers: places.numbers },
        isSameEvent: target.eventId === session.eventId,
      },
  )
  const { Valid, CheckedIn, Refunded, Voided, capacity } = target ?? session
  if (target !== undefined) requireRoom(Valid + CheckedIn + Refunded + Voided, plan.moves.length)
  const state = sha256.create()
  const add = (value: unknown) => state.update(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  for (const { present } of plan.changes) add(Object.values(present))
  for (const { present, ticketNumber } of plan.moves) add(ticketNumber === present.ticket_number)
  add(leftOut)
  return {
    ...{ plan, leftOut, capacity },
    matched: tickets.length,
    inside: tickets.reduce((sum, one) => sum + one.inside, 0),
    soldAfter: Valid + CheckedIn + plan.sold,
    state: stateOf(state.digest().toBase64(), plan.newTypes),
  }
}

/**
 * @throws AppError `session_not_found`, also for non-members, and for a session of another organizer to move
 *   to; `forbidden` for staff; `invalid_request` for a filter that matches too many, and as
 *   {@link planUpdate}; `limit_reached`
 */
export const previewUpdate = async (
  db: Database,
  { subject, updateId }: { subject: string; updateId: string },
  request: UpdateRequest,
): Promise<UpdatePreview> => {
  const callId = callIdOf(subject, request.sessionId, updateId)
  return compare(db, await readRequest(db, { subject, callId }, request), request.changes)
}

/** A record has no personal data: of those fields the names only. */
const recorded = ({ selection, changes }: UpdateRequest): object => {
  const { note: _, reference: __, ...others } = changes
  const { q: ___, ...filter } = 'filter' in selection ? selection.filter : {}
  return {
    fields: Object.keys(changes),
    ...others,
    ...('filter' in selection ? { filter } : { tickets: selection.ticketIds.length }),
  }
}

/**
 * Changes all selected tickets, if they are in the previewed state, and the preview has all types that are
 * added.
 *
 * @returns what it did; a repeated call returns its first result
 * @throws AppError as {@link previewUpdate}; `preview_outdated`; `capacity_exceeded` where they move to,
 *   unless `isOverCapacity`
 */
export const updateTickets = async (
  db: Database,
  actor: Actor,
  request: UpdateRequest,
  { updateId, previewed }: { updateId: string; previewed: PreviewedState | undefined },
): Promise<UpdateResult> => {
  const { sessionId, changes } = request
  const path = { id: sessionId }
  const call = { ...actor, callId: callIdOf(actor.subject, sessionId, updateId) }
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const read = await readRequest(db, call, request)
    if (read.record !== undefined) {
      const { changed, unchanged, leftOut } = read.record
      return { changed, unchanged, leftOut, recordId: call.callId }
    }
    const { plan, leftOut, state, capacity, soldAfter } = await compare(db, read, changes)
    if (!isSameState(state, previewed)) throw new AppError('preview_outdated')
    const { session, target } = read
    const isBounded = target !== undefined && !request.isOverCapacity && plan.sold > 0
    if (isBounded && soldAfter > capacity) {
      throw new AppError(
        'capacity_exceeded',
        `The session would have ${soldAfter.toLocaleString('en')} tickets, more than its capacity. Nothing was changed.`,
      )
    }
    const result = { changed: plan.changes.length, unchanged: plan.unchanged, leftOut }
    if (result.changed === 0) return { ...result, recordId: null }
    const entry = {
      action: 'tickets.bulk-update' as const,
      entity: entityOf(SESSION, path),
      change: recorded(request),
      needed: result,
    }
    try {
      await db.batch(
        withMutedFeed(db, actor.subject, path, [
          insertAudit(db, call, entry, fromManaged(SESSION, actor.subject, path)),
          ...(target === undefined
            ? []
            : [
                insertMoved(db, call, 'tickets.bulk-update', target.id, {
                  ...{ recordId: call.callId, fromSessionId: sessionId, changed: result.changed },
                }),
              ]),
          ...abortIfChanged(db, session, plan.moves),
          ...writeStatements(
            db,
            call,
            session,
            {
              newTypes: target === undefined ? plan.newTypes : [],
              updates: plan.updates,
              ...{ inserts: [], voids: [], newCodes: [], findsGuests: false, lastKey: 0 },
            },
            { isExact: plan.moves.length === 0 },
          ),
          ...keepValues(db, call.callId, session.number, plan.changes),
          ...(target === undefined
            ? []
            : moveStatements(db, call, target, plan.moves, plan.newTypes, {
                capacity: isBounded ? capacity : undefined,
              })),
        ]),
      )
      return { ...result, recordId: call.callId }
    } catch (error) {
      if (!isConflict(error)) throw error
      // A repeated batch whose first response was lost ends here too; then the record exists.
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable(error)
    }
  }
}
