// Ticket changes: a device that holds a session's tickets gets what it lacks, in one round trip.
//
// A device first gets the whole list in the order of the tickets' keys, and then what has changed since it
// began, in the order of the change numbers. A ticket that changed, moved or was deleted while the list was
// on its way has a number above the one at which the list began, so it comes again with the changes, or is
// named as removed.
import type { Database } from '../../db/client.ts'
import { MAX_TICKET_BYTES } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import { fitting } from '../pages.ts'
import { splitCounts, type TicketCounts } from '../sessions/ticket-counts.ts'
import {
  type ChangedTicket,
  type ChangesSessionRow,
  type CheckedTicket,
  changesAfterListStatement,
  changesSessionStatement,
  changesStatement,
  ticketsInOrderStatement,
} from './changes-statements.ts'
import { sessionValues } from './known-versions.ts'
import { leaveOutUnreadable } from './readable.ts'

/** Tickets in a response. A larger value is reduced to this. */
export const MAX_CHANGES_PAGE_SIZE = 2_000

/**
 * The size at which a page ends early, in characters of the tickets' texts: half of what the largest page
 * could have. So at least half of the tickets that are read for a page of the list are on it.
 */
const MAX_PAGE_CHARACTERS = (MAX_CHANGES_PAGE_SIZE * MAX_TICKET_BYTES) / 2

/** How far a device has got. */
export type ChangesPosition = {
  /** Numbers of another epoch mean nothing: the database was restored or rebuilt. */
  epoch: string
  /** The device has every change up to this number, once it has the whole list. */
  change: number
  /**
   * The largest number that the session had in any response so far. What is read for the next response must
   * not be older: a ticket's number could then be above `change` in the one state and below it in the other,
   * and would be in neither.
   */
  seen: number
  /**
   * The key of the last ticket that the device was given of the whole list; null when it has the whole list.
   */
  afterKey: number | null
}

export type ChangesQuery = {
  subject: string
  sessionId: string
  /** Undefined for a device that holds nothing. */
  since: ChangesPosition | undefined
  pageSize: number
  /** Versions of the response that the caller holds. If one is current, no ticket is read. */
  knownVersions: readonly string[] | 'any'
}

export type ChangesPage = {
  tickets: CheckedTicket[]
  /** Ids of tickets that the session no longer has. */
  removed: string[]
  counts: TicketCounts
  /** The sum of `check` over all tickets of the session. */
  digest: number
  /** Changes with every change of a ticket type of the event. */
  typesVersion: string
  /** Whether the device lacks more than this. */
  more: boolean
  next: ChangesPosition
}

export type TicketChanges = {
  /** Changes with every change of a ticket of the session, or of a ticket type of its event. */
  version: string
  /** Undefined if the caller holds this version. */
  page: ChangesPage | undefined
}

type Part = Pick<ChangesPage, 'tickets' | 'removed'> & Pick<ChangesPosition, 'change' | 'afterKey'>

/** The first rows, as many as fit a page. */
const fitPage = <Row extends object>(rows: readonly Row[], pageSize: number): Row[] =>
  rows.slice(0, fitting(rows, pageSize, MAX_PAGE_CHARACTERS))

/** A part of the whole list. */
const partOfList = (rows: readonly CheckedTicket[], pageSize: number, change: number): Part => {
  const tickets = fitPage(rows, pageSize)
  const isComplete = tickets.length === rows.length
  return { tickets, removed: [], change, afterKey: isComplete ? null : (tickets.at(-1)?.key ?? null) }
}

/** A part of the changes up to number `last`. */
const partOfChanges = (rows: readonly ChangedTicket[], pageSize: number, last: number): Part => {
  const changed = fitPage(rows, pageSize)
  const isComplete = changed.length === rows.length
  return {
    tickets: changed.filter((row) => row.key !== null),
    removed: changed.filter((row) => row.key === null).map(({ changedId }) => changedId),
    change: isComplete ? last : (changed.at(-1)?.change ?? last),
    afterKey: null,
  }
}

/**
 * Lists tickets of a session that a device lacks, for a member of the session's organizer.
 *
 * @throws AppError `session_not_found`, also for anyone who is not a member; `forbidden` for staff of another
 *   event; `changes_gone` if `since` is of another epoch or ahead of the database that was read
 */
export const listTicketChanges = async (
  db: Database,
  { subject, sessionId, since, pageSize, knownVersions }: ChangesQuery,
): Promise<TicketChanges> => {
  const values = {
    ...sessionValues(subject, sessionId, knownVersions === 'any' ? [] : knownVersions),
    // One more than the page holds shows whether there are more.
    limit: pageSize + 1,
    afterKey: since?.afterKey ?? 0,
    change: since?.change ?? 0,
  }
  const read = async (): Promise<[ChangesSessionRow[], CheckedTicket[], ChangedTicket[]]> => {
    if (knownVersions === 'any')
      return [...(await db.batchPrepared([changesSessionStatement], values)), [], []]
    if (since === undefined) {
      return [...(await db.batchPrepared([changesSessionStatement, ticketsInOrderStatement], values)), []]
    }
    if (since.afterKey === null) {
      const [session, changes] = await db.batchPrepared([changesSessionStatement, changesStatement], values)
      return [session, [], changes]
    }
    return db.batchPrepared(
      [changesSessionStatement, ticketsInOrderStatement, changesAfterListStatement],
      values,
    )
  }

  const [[row], tickets, changes] = await read()
  const session = requireAccess(row, 'session_not_found')
  const { version, epoch, lastChange } = session
  if (since !== undefined && (since.epoch !== epoch || since.seen > lastChange)) {
    throw new AppError('changes_gone')
  }
  if (knownVersions === 'any' || knownVersions.includes(version)) return { version, page: undefined }

  const part =
    since === undefined || tickets.length > 0
      ? partOfList(tickets, pageSize, since?.change ?? lastChange)
      : partOfChanges(changes, pageSize, lastChange)
  const { change, afterKey } = part
  return {
    version,
    page: {
      tickets: leaveOutUnreadable(part.tickets),
      removed: part.removed,
      counts: splitCounts(session).counts,
      digest: session.digest,
      typesVersion: session.typesVersion,
      more: afterKey !== null || change < lastChange,
      next: { epoch, change, seen: lastChange, afterKey },
    },
  }
}
