// What the door decides: pure rules, without clock, network or disk.
import type { Schemas } from '../../shared/schemas.ts'
import type { Status, Ticket } from '../holds/ticket.ts'

export type ServiceResult = Schemas['CheckInResult']

/** What a person at the door is told. */
export type Outcome =
  | { kind: 'CheckedIn'; at: number }
  | { kind: 'AlreadyCheckedIn'; at: number | null; device: string | null }
  | { kind: 'NotValid'; status: Status }
  | { kind: 'UnknownTicket' }
  /** Neither the service nor the disk has it, so nobody may be let in on it. */
  | { kind: 'NotSaved' }

/** The state of a ticket after what was done on this device. */
export type Mark = { status: Status; checkedInAt: number | null }

/**
 * Something that was done on this device. `at` is by the clock of the device, as all times here, in epoch milliseconds.
 */
export type Action = {
  /** The id of the check-in or undo that is sent. */
  id: string
  type: 'CheckIn' | 'Undo'
  /** The check-in that is undone. */
  checkInId: string | null
  sessionId: string
  ticketId: string
  ticketNumber: string
  name: string | null
  at: number
  after: Mark
  /** When the service's result arrived; null until then. */
  answeredAt: number | null
  /** Whether the copy of the tickets has it too. */
  isSettled: boolean
}

/** The check-ins of this device that it did not undo. */
export const standingCheckIns = (actions: readonly Action[]): Action[] => {
  const undone = new Set(actions.map(({ checkInId }) => checkInId))
  return actions.filter(({ type, id }) => type === 'CheckIn' && !undone.has(id))
}

/** The state of each ticket that differs from the copy, because of actions that the copy may not have yet. */
export const marksOf = (actions: readonly Action[]): Map<string, Mark> =>
  new Map(
    actions
      .filter(({ isSettled }) => !isSettled)
      .sort((a, b) => a.at - b.at)
      .map(({ ticketId, after }) => [ticketId, after]),
  )

/**
 * Whether the copy has what an action did: it says the same, or it got the ticket again in a request that was sent after the
 * service had the action. A response that shows neither may come from a replica that lags.
 *
 * @param changed the ids of the tickets in the responses since `askedAt`
 */
export const isInCopy = (
  { ticketId, after, answeredAt }: Action,
  ticket: Ticket | undefined,
  changed: ReadonlySet<string>,
  askedAt: number,
): boolean =>
  answeredAt !== null &&
  answeredAt < askedAt &&
  (ticket === undefined || ticket.status === after.status || changed.has(ticketId))

/** Decides without the service, by the state that the device knows. */
export const decideAlone = (mark: Mark | undefined, now: number): Outcome => {
  if (mark === undefined) return { kind: 'UnknownTicket' }
  if (mark.status === 'Valid') return { kind: 'CheckedIn', at: now }
  if (mark.status === 'CheckedIn') return { kind: 'AlreadyCheckedIn', at: mark.checkedInAt, device: null }
  return { kind: 'NotValid', status: mark.status }
}

const toTime = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null)

/** The state in which the service has the ticket; undefined if it has no such ticket. */
export const toMark = ({ ticket }: ServiceResult): Mark | undefined =>
  ticket === null ? undefined : { status: ticket.status, checkedInAt: toTime(ticket.checkedInAt) }

/** What the service decided about a check-in that it was asked about. Its times are by its clock. */
export const toOutcome = ({ outcome, ticket, earlier }: ServiceResult, now: number): Outcome => {
  if (outcome === 'CheckedIn') return { kind: 'CheckedIn', at: now }
  if (outcome === 'AlreadyCheckedIn') {
    return {
      kind: 'AlreadyCheckedIn',
      at: toTime(earlier?.at ?? ticket?.checkedInAt),
      device: earlier?.device ?? null,
    }
  }
  if (outcome === 'NotValid') return { kind: 'NotValid', status: ticket?.status ?? 'Voided' }
  return { kind: 'UnknownTicket' }
}

export type TroubleKind = 'twice' | 'notValid'

/** What went wrong if the service did not agree that somebody was let in; undefined if it agreed. */
export const troubleOf = ({ outcome }: ServiceResult): TroubleKind | undefined => {
  if (outcome === 'AlreadyCheckedIn') return 'twice'
  if (outcome === 'NotValid' || outcome === 'UnknownTicket') return 'notValid'
  return undefined
}

/**
 * The state after the undo of a check-in of this device. Somebody else's earlier check-in stays.
 *
 * @param checkedInAt of the ticket as the service gave it, by the clock of the service
 */
export const afterUndo = (ticket: Ticket | undefined, checkInAt: number): Mark =>
  ticket?.status === 'CheckedIn' && ticket.checkedInAt !== null && ticket.checkedInAt < checkInAt
    ? { status: 'CheckedIn', checkedInAt: ticket.checkedInAt }
    : { status: 'Valid', checkedInAt: null }

const URL_START = /^https?:\/\//i

/** The forms in which a scanned code can name a ticket: as it is, or the end of a URL. */
export const codesIn = (text: string): string[] => {
  const code = text.trim()
  if (!URL_START.test(code)) return [code]
  const [, end = ''] = /.*[/=#?&]([^/=#?&]+)[/#]*$/.exec(code) ?? []
  try {
    return [...new Set([end, decodeURIComponent(end)])]
  } catch {
    return [end]
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isTicketId = (code: string): boolean => UUID.test(code)

/** Whether typed text can only be a code: one word with a digit in it, or a URL. */
export const looksLikeCode = (text: string): boolean => {
  const code = text.trim()
  return URL_START.test(code) || (/^\S*\d\S*$/.test(code) && code.length >= MIN_CODE_LENGTH)
}

/** Shorter text is a seat or the end of a number rather than a code. */
const MIN_CODE_LENGTH = 6

/** The same code again within this time does nothing. */
const REPEAT_MS = 3_000

/** Filters out codes that a scanner reads again and again. */
export const makeRepeatFilter = () => {
  let last: { code: string; at: number } | undefined
  return (code: string, now: number): boolean => {
    const isRepeat = last?.code === code && now - last.at < REPEAT_MS
    // The time of the last reading counts, so that a code that stays in view is read once.
    last = { code, at: now }
    return isRepeat
  }
}
