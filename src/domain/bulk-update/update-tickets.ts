// Changes many tickets of a session, in one transaction.
import { sha256 } from '@noble/hashes/sha2.js'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isAbout } from '../audit.ts'
import { withMutedFeed } from '../feed/mute.ts'
import { isConflict, MAX_ATTEMPTS } from '../import/import-tickets.ts'
import { keepValues } from '../import/kept-values.ts'
import { hashedId } from '../import/preview-import.ts'
import { writeStatements } from '../import/write-import.ts'
import { SESSION } from '../resources/definitions.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { entityOf, fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { type Changes, type LeftOut, type Plan, planUpdate } from './plan.ts'
import { readFiltered, type SelectedTicket, type Selection, selectByIds } from './select-tickets.ts'

export type UpdateRequest = { sessionId: string; selection: Selection; changes: Changes }

/** Tickets that a reason names. */
export const MAX_NAMED = 20

export type UpdatePreview = {
  plan: Plan
  matched: number
  leftOut: LeftOut[]
  capacity: number
  soldAfter: number
  /** Identifies the tickets that it would change, and their state. */
  state: string
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

const readRequest = async (
  db: Database,
  { subject, callId }: Pick<Actor, 'subject' | 'callId'>,
  { sessionId, selection }: UpdateRequest,
) => {
  // NULL if the caller may not manage the session; then nothing else is read.
  const managed = (column: SQL) => sql`(SELECT ${column} ${fromManaged(SESSION, subject, { id: sessionId })})`
  const ids = 'ticketIds' in selection ? [...new Set(selection.ticketIds)] : []
  const [rows, types, [record], byId] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId }), {
      more: {
        number: sql<number>`sessions.number`,
        lastChange: sql<number>`(SELECT coalesce(max(change), 0) FROM ticket_changes
          WHERE ticket_changes.session_number = sessions.number)`,
        organizerId: sql<string>`events.organizer_id`,
      },
    }),
    db
      .select({ id: ticketTypes.id, name: ticketTypes.name })
      .from(ticketTypes)
      .where(eq(ticketTypes.eventId, managed(sql`sessions.event_id`)))
      .orderBy(ticketTypes.id)
      // SQL may have added more than the API allows.
      .limit(2 * MAX_IN_EVENT.ticket_types),
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
    selectByIds(db, managed(sql`sessions.number`), ids),
  ])
  const session = { ...requireAccess(rows[0], 'session_not_found'), types }
  return {
    session,
    record: record && (JSON.parse(record.change) as Omit<UpdateResult, 'recordId'>),
    tickets: async () =>
      'ticketIds' in selection
        ? (byId as unknown as SelectedTicket[])
        : readFiltered(db, session, selection.filter),
    ids,
  }
}

type Read = Awaited<ReturnType<typeof readRequest>>

const leftOutFor = (reason: LeftOut['reason'], ids: readonly string[]): LeftOut[] =>
  ids.length === 0 ? [] : [{ reason, count: ids.length, ticketIds: ids.slice(0, MAX_NAMED) }]

const compare = async (read: Read, changes: Changes): Promise<UpdatePreview> => {
  const { session, ids } = read
  const tickets = await read.tickets()
  const found = new Set(tickets.map(({ id }) => id))
  const leftOut = leftOutFor(
    'Gone',
    ids.filter((id) => !found.has(id)),
  )
  const plan = planUpdate(tickets, session.types, changes)
  const state = sha256.create()
  const add = (value: unknown) => state.update(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  for (const { present } of plan.updates) add(Object.values(present))
  add(leftOut)
  return {
    ...{ plan, leftOut },
    matched: tickets.length,
    capacity: session.capacity,
    soldAfter: session.Valid + session.CheckedIn + plan.sold,
    state: state.digest().toBase64(),
  }
}

/**
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff; `invalid_request` for a
 *   filter that matches too many, and as {@link planUpdate}
 */
export const previewUpdate = async (
  db: Database,
  { subject, updateId }: { subject: string; updateId: string },
  request: UpdateRequest,
): Promise<UpdatePreview> => {
  const callId = callIdOf(subject, request.sessionId, updateId)
  return compare(await readRequest(db, { subject, callId }, request), request.changes)
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
 * Changes all selected tickets, if they are in the previewed state.
 *
 * @returns what it did; a repeated call returns its first result
 * @throws AppError as {@link previewUpdate}; `preview_outdated`
 */
export const updateTickets = async (
  db: Database,
  actor: Actor,
  request: UpdateRequest,
  { updateId, isAsPreviewed }: { updateId: string; isAsPreviewed: (state: string) => boolean },
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
    const { plan, leftOut, state } = await compare(read, changes)
    if (!isAsPreviewed(state)) throw new AppError('preview_outdated')
    const result = { changed: plan.updates.length, unchanged: plan.unchanged, leftOut }
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
          ...writeStatements(
            db,
            call,
            read.session,
            {
              ...{ newTypes: plan.newTypes, updates: plan.updates },
              ...{ inserts: [], voids: [], newCodes: [], findsGuests: false, lastKey: 0 },
            },
            { isExact: true },
          ),
          ...keepValues(db, call.callId, read.session.number, plan.updates),
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
