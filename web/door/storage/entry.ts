// The entries of the database, and what of them can be used if they are damaged.
import type { Schemas } from '../../shared/schemas.ts'
import { type CheckIn, isCheckIn } from '../core/check-in.ts'

/** The list of sessions has no details. */
export type Session = Schemas['SessionItem'] & Partial<Schemas['SessionDetails']>

export type SessionEntry = {
  id: string
  session: Session
  /** The generation of the complete copy; null until there is one. */
  generation: number | null
  /** The position behind the complete copy. */
  next: string | null
  /** A list that is being loaded, as the first or instead of the complete copy. */
  loading: { generation: number; next: string | null } | null
  /** Increases with each write, so that another tab notices it. */
  writes: number
  /** When the page last opened the session, in the time of the service. */
  openedAt: number
  /** When the service first denied access, in its time; null while it allows it. */
  deniedAt: number | null
  /** The subject for whom the service last gave these tickets. */
  confirmedBy: string | null
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isNull = (value: unknown): boolean => value === null
const isPosition = (value: unknown): boolean => isNull(value) || isText(value)

/** Whether an entry of the disk can be used. One that cannot is deleted, and its session is loaded again. */
export const isEntry = (entry: SessionEntry): boolean => {
  const { id, session, generation, next, loading, writes, openedAt, deniedAt, confirmedBy } = entry ?? {}
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
    isNumber(writes) &&
    isNumber(openedAt) &&
    (isNull(deniedAt) || isNumber(deniedAt)) &&
    isPosition(confirmedBy)
  )
}

export const FIRST_GENERATION = 1

/** A session without tickets on the device yet. */
export const newEntry = (session: Session): SessionEntry => ({
  id: session.id,
  session,
  generation: null,
  next: null,
  loading: { generation: FIRST_GENERATION, next: null },
  writes: 0,
  openedAt: 0,
  deniedAt: null,
  confirmedBy: null,
})

/** An entry that cannot be read as a check-in, as far as it can. What cannot be read is empty. */
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

/** What is damaged of these, and may not have been sent. */
export const readDamaged = (stored: readonly CheckIn[]): Unreadable[] =>
  stored.filter((entry) => !isCheckIn(entry) && !isSent(entry)).map(toUnreadable)
