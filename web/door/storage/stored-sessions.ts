// The sessions that are stored on this phone.
import { findByCode } from '../core/codes.ts'
import { result, type Stores, transact } from './database.ts'
import { isEntry, type Session, type SessionEntry } from './entry.ts'
import { generationRange, readGeneration } from './generation.ts'

/** Erases a session within a transaction. */
const eraseIn = async (stores: Stores, id: string): Promise<void> => {
  stores('tickets').delete(generationRange(id, 0, Number.MAX_SAFE_INTEGER))
  await result(stores('sessions').delete(id))
}

/** Erases the tickets of a session. Unsent check-ins stay. */
export const eraseSession = (id: string): Promise<void> =>
  transact(['sessions', 'tickets'], 'readwrite', (stores) => eraseIn(stores, id))

/** Reads the entry of a session. A damaged one is erased with its tickets. */
export const readEntry = async (stores: Stores, id: string): Promise<SessionEntry | undefined> => {
  const stored = await result<SessionEntry | undefined>(stores('sessions').get(id))
  if (stored === undefined || isEntry(stored)) return stored
  await eraseIn(stores, id)
  return undefined
}

/** How long tickets are kept after the session started or was last opened. */
const KEPT_MS = 24 * 3_600_000

const readEntries = (): Promise<SessionEntry[]> =>
  transact(['sessions'], 'readonly', (stores) => result<SessionEntry[]>(stores('sessions').getAll()))

/** The stored sessions; none if the database fails. */
export const listStoredSessions = (): Promise<SessionEntry[]> =>
  readEntries().then(
    (entries) => entries.filter(isEntry),
    () => [],
  )

/** Finds the session of a code among those stored for this person, except the open one. */
export const findSessionByCode = async (
  code: string,
  except: string,
  subject: string,
): Promise<Session | undefined> => {
  for (const { id, session, generation, next, confirmedBy } of await listStoredSessions()) {
    if (id === except || generation === null || confirmedBy !== subject) continue
    const { generation: copy } = await transact(['tickets'], 'readonly', (stores) =>
      readGeneration(stores, id, generation, next),
    )
    if (findByCode(copy.copy, id, code) !== undefined) return session
  }
  return undefined
}

/** Erases expired sessions and damaged entries. `now` is the service's time, not that of the phone. */
export const eraseExpired = async (now: number): Promise<SessionEntry[]> => {
  const entries = await readEntries()
  const isKept = (entry: SessionEntry) =>
    isEntry(entry) && now <= Math.max(Date.parse(entry.session.startsAt), entry.openedAt) + KEPT_MS
  for (const { id } of entries.filter((entry) => !isKept(entry))) await eraseSession(id)
  return entries.filter(isKept)
}
