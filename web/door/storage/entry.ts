// The entries of the database, and what is usable of damaged ones.
import type { Schemas } from '../../shared/schemas.ts'
import { type CheckIn, isCheckIn } from '../core/check-in.ts'
import type { ListView } from '../core/state.ts'
import type { Inside } from '../core/ticket.ts'

/** The list of sessions lacks the details. */
export type Session = Schemas['SessionItem'] & Partial<Schemas['SessionDetails']>

export type SessionEntry = Pick<ListView, 'deniedAt' | 'confirmedBy'> & {
  id: string
  session: Session
  /** The generation of the complete copy; null until there is one. */
  generation: number | null
  /** The sync position up to which the copy is complete. */
  next: string | null
  /** A list that is being loaded, as the first copy or to replace it. */
  loading: { generation: number; next: string | null } | null
  /** When the page last opened the session, in the service's time. */
  openedAt: number
  /** How many people were inside with the last response. */
  inside?: readonly Inside[]
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isNull = (value: unknown): boolean => value === null
const isPosition = (value: unknown): boolean => isNull(value) || isText(value)

/** Whether a stored entry can be used. Otherwise it is deleted, and its session loaded again. */
export const isEntry = (entry: SessionEntry): boolean => {
  const { id, session, generation, next, loading, openedAt, deniedAt, confirmedBy } = entry ?? {}
  return (
    session?.id === id &&
    isText(id) &&
    isText(session.eventName) &&
    isNumber(Date.parse(session.startsAt)) &&
    [session.counts?.Valid, session.counts?.CheckedIn].every(isNumber) &&
    (isNull(generation) || isNumber(generation)) &&
    isPosition(next) &&
    (isNull(loading) || (isNumber(loading?.generation) && isPosition(loading?.next))) &&
    (!isNull(generation) || !isNull(loading)) &&
    isNumber(openedAt) &&
    (isNull(deniedAt) || isNumber(deniedAt)) &&
    isPosition(confirmedBy)
  )
}

export const FIRST_GENERATION = 1

/** A session whose tickets are not loaded yet. */
export const newEntry = (session: Session): SessionEntry => ({
  id: session.id,
  session,
  generation: null,
  next: null,
  loading: { generation: FIRST_GENERATION, next: null },
  openedAt: 0,
  deniedAt: null,
  confirmedBy: null,
})

/** What is readable of a damaged check-in. The rest is empty. */
export type Unreadable = Pick<CheckIn, 'id' | 'sessionId' | 'subject'> & {
  guest: Pick<CheckIn['guest'], 'name' | 'number'>
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const toUnreadable = ({ id, sessionId, subject, guest }: CheckIn): Unreadable => ({
  id,
  sessionId: textOf(sessionId),
  subject: textOf(subject),
  guest: { name: textOf(guest?.name) || null, number: textOf(guest?.number) },
})

/** Whether the service has all of it, whatever else is damaged. */
const isSent = ({ status, undo }: CheckIn): boolean =>
  (status === 'recorded' || status === 'refused') && (undo === null || undo?.status === 'recorded')

/** The damaged entries that may not have been sent. */
export const readDamaged = (stored: readonly CheckIn[]): Unreadable[] =>
  stored.filter((entry) => !isCheckIn(entry) && !isSent(entry)).map(toUnreadable)
