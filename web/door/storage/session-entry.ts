// The sessions that this device holds, or loads.
import type { Schemas } from '../../shared/schemas.ts'
import { findByCode } from '../core/codes.ts'
import { result, transact } from './database.ts'
import { generationRange, readGeneration } from './generation.ts'

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

/** Erases the tickets of a session. Check-ins that are not sent stay. */
export const eraseSession = (id: string): Promise<void> =>
  transact(['sessions', 'tickets'], 'readwrite', async (stores) => {
    stores('tickets').delete(generationRange(id, 0, Number.MAX_SAFE_INTEGER))
    await result(stores('sessions').delete(id))
  })

/** Tickets are kept this long after the session started or was last opened. */
const KEPT_MS = 24 * 3_600_000

const readEntries = (): Promise<SessionEntry[]> =>
  transact(['sessions'], 'readonly', (stores) => result<SessionEntry[]>(stores('sessions').getAll()))

/** The sessions that the device holds; none if the database fails. */
export const listHeld = (): Promise<SessionEntry[]> => readEntries().catch(() => [])

/** The session that a code is for, if the phone holds it for this person; `except` is the one that is open. */
export const findSessionOf = async (
  code: string,
  except: string,
  subject: string,
): Promise<Session | undefined> => {
  for (const { id, session, generation, confirmedBy } of await listHeld()) {
    if (id === except || generation === null || confirmedBy !== subject) continue
    const { generation: copy } = await transact(['tickets'], 'readonly', (stores) =>
      readGeneration(stores, id, generation),
    )
    if (findByCode(copy.tickets, id, code) !== undefined) return session
  }
  return undefined
}

/** Erases the tickets of sessions that are over. `now` is the time of the service: a phone's clock may be wrong by days. */
export const eraseOver = async (now: number): Promise<SessionEntry[]> => {
  const entries = await readEntries()
  const isOver = ({ session, openedAt }: SessionEntry) =>
    now > Math.max(Date.parse(session.startsAt), openedAt) + KEPT_MS
  for (const entry of entries.filter(isOver)) await eraseSession(entry.id)
  return entries.filter((entry) => !isOver(entry))
}
