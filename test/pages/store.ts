// A page with the store of a session's tickets and nothing else. A test drives it through `harness`.
import { deleteDatabase, transact } from '../../web/door/holds/database.ts'
import type { Session } from '../../web/door/holds/session-entry.ts'
import { type Changes, SessionStore } from '../../web/door/holds/session-store.ts'
import type { HeldTickets } from '../../web/door/holds/tickets.ts'

let store: SessionStore | undefined

const opened = (): SessionStore => {
  if (store === undefined) throw new Error('The session is not on the disk.')
  return store
}

const rowsOf = (tickets: HeldTickets | undefined) =>
  tickets && [...tickets.all()].map(({ row }) => row).sort((a, b) => (a[0] < b[0] ? -1 : 1))

const harness = {
  /** Opens the session as a page does when it starts. Returns whether there is anything to show. */
  open: async (id: string, session?: Session): Promise<boolean> => {
    store = await SessionStore.open(id, Date.now(), session)
    return store !== undefined
  },
  state: () => ({
    rows: rowsOf(opened().tickets) ?? null,
    counts: opened().tickets?.counts ?? null,
    loaded: opened().loaded ?? null,
    since: opened().since,
    isStored: opened().isStored,
    deniedAt: opened().entry.deniedAt,
  }),
  apply: (changes: Changes): Promise<void> => opened().apply(changes, 'door'),
  startAgain: (): Promise<void> => opened().startAgain(),
  refresh: (): Promise<void> => opened().refresh(),
  deny: (): Promise<void> => opened().deny(1),
  confirm: (): Promise<void> => opened().confirm('door'),
  erase: (): Promise<void> => opened().erase(),
  search: (q: string): number =>
    opened().tickets?.search({ q, status: undefined, overlay: new Map(), limit: 1 }).count ?? 0,
  /** How many entries with tickets the disk has. */
  entries: (): Promise<number> =>
    transact(
      ['tickets'],
      'readonly',
      (stores) =>
        new Promise((resolve) => {
          const request = stores('tickets').count()
          request.onsuccess = () => resolve(request.result)
        }),
    ),
  /** Replaces the values of an entry with tickets, by its place on the disk; `undefined` removes the entry. */
  damage: (place: number, values: Record<string, unknown> | undefined): Promise<void> =>
    transact(
      ['tickets'],
      'readwrite',
      (stores) =>
        new Promise((resolve) => {
          const request = stores('tickets').getAll()
          request.onsuccess = () => {
            const entry = request.result[place] as Record<'sessionId' | 'generation' | 'number', string>
            if (values === undefined)
              stores('tickets').delete([entry.sessionId, entry.generation, entry.number])
            else stores('tickets').put({ ...entry, ...values })
            resolve()
          }
        }),
    ),
  deleteDatabase,
  /** From now until the page is loaded again, the database does not work. */
  breakDisk: (): void => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The database failed.', 'UnknownError')
    }
  },
  /** From now until the page is loaded again, the disk takes nothing. */
  fillDisk: (): void => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  },
}

Object.assign(globalThis, { harness })
