// Ticket changes, by which a device keeps a copy of a session's tickets up to date.
//
// A device first gets the full list by ticket key, then the changes since it began, by change number. A
// ticket that changes, moves or is deleted since gets a higher number than the list began at, so it is
// among the changes again, or in `removed`.
import type { Database } from '../../db/client.ts'
import { MAX_TICKET_BYTES } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import { fitting } from '../pages.ts'
import { type Inside, splitInside } from '../sessions/inside.ts'
import { splitCounts, type TicketCounts } from '../ticket-counts.ts'
import {
  type ChangedTicket,
  type ChangesSessionRow,
  type CheckedTicket,
  changesSessionStatement,
  WITH_GUESTS,
  WITHOUT_GUESTS,
} from './changes-statements.ts'
import { sessionValues } from './known-versions.ts'
import { omitUnreadable } from './ticket.ts'

/** Tickets in a response. Larger values are reduced to this. */
export const MAX_CHANGES_PAGE_SIZE = 2_000

/**
 * The size at which a page ends early, in characters of text: half of the largest possible page, so at least
 * half of the tickets that are read for a page are on it.
 */
const MAX_PAGE_CHARACTERS = (MAX_CHANGES_PAGE_SIZE * MAX_TICKET_BYTES) / 2

/** The sync position of a device. */
export type ChangesPosition = {
  /** Numbers of another epoch are invalid: the database was restored or rebuilt. */
  epoch: string
  /** Once the device has the full list, it has every change up to this number. */
  change: number
  /**
   * The largest change number in any response so far. An older replica must not serve the next response: a
   * ticket could be above `change` in one state and below it in the other, and be in neither response.
   */
  seen: number
  /** The last key that the device got of the full list; null when it has the full list. */
  afterKey: number | null
  /** The role of the phone, if it got no names. Under another role, it must start again. */
  role?: 'Steward' | 'Kiosk' | undefined
}

export type ChangesQuery = {
  subject: string
  sessionId: string
  /** Undefined for a device without tickets. */
  since: ChangesPosition | undefined
  pageSize: number
  /** Versions that the caller has. If one is current, no ticket is read. */
  knownVersions: readonly string[] | 'any'
}

type ChangesPage = {
  tickets: CheckedTicket[]
  /** Ids of tickets that the session no longer has. */
  removed: string[]
  counts: TicketCounts
  /** Who is inside, the venue first. */
  inside: Inside[]
  /** The sum of `check` over all tickets of the session. */
  digest: number
  /** Changes with every change of a ticket type or area of the event. */
  typesVersion: string
  /** Whether there is more to read now. */
  more: boolean
  next: ChangesPosition
}

export type TicketChanges = {
  /** Changes with every change of a ticket of the session, or of a ticket type of its event. */
  version: string
  /** Of a phone that gets no names; null for all others. */
  phoneRole: 'Steward' | 'Kiosk' | null
  /** Undefined if the caller has this version. */
  page: ChangesPage | undefined
}

type Part = Pick<ChangesPage, 'tickets' | 'removed'> & Pick<ChangesPosition, 'change' | 'afterKey'>

const fitPage = <Row extends object>(rows: readonly Row[], pageSize: number): Row[] =>
  rows.slice(0, fitting(rows, pageSize, MAX_PAGE_CHARACTERS))

const partOfList = (rows: readonly CheckedTicket[], pageSize: number, change: number): Part => {
  const tickets = fitPage(rows, pageSize)
  const isComplete = tickets.length === rows.length
  return { tickets, removed: [], change, afterKey: isComplete ? null : (tickets.at(-1)?.key ?? null) }
}

/** A part of the changes, which end at number `last`. */
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
 * @throws AppError `session_not_found`, also for non-members; `forbidden` for staff of another event;
 *   `changes_gone` if `since` is of another epoch or role, or ahead of the database
 */
export const listTicketChanges = async (
  db: Database,
  { subject, sessionId, since, pageSize, knownVersions }: ChangesQuery,
): Promise<TicketChanges> => {
  const values = {
    ...sessionValues(subject, sessionId, knownVersions === 'any' ? [] : knownVersions),
    // One more shows whether there are more.
    limit: pageSize + 1,
    afterKey: since?.afterKey ?? 0,
    change: since?.change ?? 0,
  }
  const read = async (
    role = since?.role,
  ): Promise<[ChangesSessionRow[], CheckedTicket[], ChangedTicket[]]> => {
    const { ticketsInOrder, changes, changesAfterList } = role === undefined ? WITH_GUESTS : WITHOUT_GUESTS
    if (knownVersions === 'any')
      return [...(await db.batchPrepared([changesSessionStatement], values)), [], []]
    if (since === undefined) {
      return [...(await db.batchPrepared([changesSessionStatement, ticketsInOrder], values)), []]
    }
    if (since.afterKey === null) {
      const [session, changed] = await db.batchPrepared([changesSessionStatement, changes], values)
      return [session, [], changed]
    }
    return db.batchPrepared([changesSessionStatement, ticketsInOrder, changesAfterList], values)
  }

  let [[row], tickets, changes] = await read()
  // A phone that begins does not say which role it has.
  if (since === undefined && row !== undefined && row.phoneRole !== null) {
    ;[[row], tickets, changes] = await read(row.phoneRole)
  }
  const session = requireAccess(row, 'session_not_found')
  const { version, epoch, lastChange, phoneRole } = session
  if (since !== undefined && (since.role ?? null) !== phoneRole) {
    throw new AppError('changes_gone', {
      message: `The role of this phone is ${phoneRole ?? 'Staff'} now. Reload the full list without since.`,
      role: phoneRole ?? 'Staff',
    })
  }
  if (since !== undefined && (since.epoch !== epoch || since.seen > lastChange)) {
    throw new AppError('changes_gone')
  }
  if (knownVersions === 'any' || knownVersions.includes(version))
    return { version, phoneRole, page: undefined }

  const part =
    since === undefined || tickets.length > 0
      ? partOfList(tickets, pageSize, since?.change ?? lastChange)
      : partOfChanges(changes, pageSize, lastChange)
  const { change, afterKey } = part
  return {
    version,
    phoneRole,
    page: {
      tickets: omitUnreadable(part.tickets),
      removed: part.removed,
      counts: splitCounts(session).counts,
      inside: splitInside(session).inside,
      digest: session.digest,
      typesVersion: session.typesVersion,
      more: afterKey !== null || change < lastChange,
      next: { epoch, change, seen: lastChange, afterKey, ...(phoneRole !== null && { role: phoneRole }) },
    },
  }
}
