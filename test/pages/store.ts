// A page with the store of a session's tickets and nothing else. A test drives it through `harness`.
import type { Changes } from '../../web/door/core/ticket.ts'
import type { TicketList } from '../../web/door/core/ticket-list.ts'
import { transact } from '../../web/door/storage/database.ts'
import type { Session } from '../../web/door/storage/entry.ts'
import { deleteDatabase } from '../../web/door/storage/erase.ts'
import { ListStore } from '../../web/door/storage/list-store.ts'

type Entry = { sessionId: string; generation: number; number: number; rows: { row: unknown[] }[] }

let store: ListStore | undefined

const opened = (): ListStore => {
  if (store === undefined) throw new Error('The session is not on the disk.')
  return store
}

const rowsOf = (tickets: TicketList) =>
  [...tickets.tickets.values()].map(({ row }) => row).sort((a, b) => (a[0] < b[0] ? -1 : 1))

/** Changes the entries with tickets on the disk. */
const changeEntries = (change: (store: IDBObjectStore, entries: Entry[]) => void): Promise<void> =>
  transact(
    ['tickets'],
    'readwrite',
    (stores) =>
      new Promise((resolve) => {
        const request = stores('tickets').getAll()
        request.onsuccess = () => {
          change(stores('tickets'), request.result)
          resolve()
        }
      }),
  )

const harness = {
  /** Opens the session as a page does when it starts. Returns whether there is anything to show. */
  open: async (id: string, session?: Session): Promise<boolean> => {
    store = await ListStore.open(id, Date.now(), session)
    return store !== undefined
  },
  state: () => {
    const { view, since } = opened()
    const copy = view.copy as TicketList
    return {
      rows: view.isComplete ? rowsOf(copy) : null,
      counts: view.isComplete ? copy.counts : null,
      loaded: view.loaded,
      since,
      isStored: view.isStored,
      deniedAt: view.deniedAt,
    }
  },
  apply: (changes: Changes): Promise<void> => opened().apply(changes, 'door'),
  describe: (session: Session): Promise<void> => opened().describe(session),
  eventName: (): string => opened().session.eventName,
  startAgain: (): Promise<void> => opened().startAgain(),
  deny: (): Promise<void> => opened().deny(1),
  confirm: (): Promise<void> => opened().confirm('door'),
  erase: (): Promise<void> => opened().erase(),
  search: (q: string): number =>
    (opened().view.copy as TicketList).search({ q, status: undefined, overlay: new Map(), limit: 1 }).count,
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
  /**
   * Replaces the values of an entry with tickets, by its place on the disk; `undefined` removes the entry.
   */
  damage: (place: number, values: Record<string, unknown> | undefined): Promise<void> =>
    changeEntries((stored, entries) => {
      const entry = entries[place] as Entry
      if (values === undefined) stored.delete([entry.sessionId, entry.generation, entry.number])
      else stored.put({ ...entry, ...values })
    }),
  /** Cuts each row after its first values, as an earlier version of the page stored it. */
  shorten: (values: number): Promise<void> =>
    changeEntries((stored, entries) => {
      for (const { rows, ...entry } of entries)
        stored.put({ ...entry, rows: rows.map((one) => ({ ...one, row: one.row.slice(0, values) })) })
    }),
  deleteDatabase,
  /** Keeps the store of tickets for itself: a transaction that always has one more request. */
  occupy: (): Promise<void> =>
    new Promise((resolve) => {
      transact(['tickets'], 'readwrite', async (stores) => {
        const ask = (): void => {
          stores('tickets').count().onsuccess = () => {
            resolve()
            ask()
          }
        }
        ask()
      }).catch(() => undefined)
    }),
  /** How long a transaction is waited for that cannot begin. */
  waitFor: async (limitMs: number): Promise<number> => {
    const begunAt = performance.now()
    await transact(['tickets'], 'readwrite', async () => undefined, limitMs).catch(() => undefined)
    return performance.now() - begunAt
  },
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
