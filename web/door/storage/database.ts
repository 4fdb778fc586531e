// The browser's database. Phones close it while the page is in the background, so a transaction that fails to
// start opens it again and is tried once more.
import { isActive, OWNER } from '../active-tab.ts'

export const NAME = 'doorlist-door'

/** The stores and how their entries are keyed. */
const STORES = {
  /** Sessions on this phone, or being loaded. */
  sessions: { keyPath: 'id' },
  /** Tickets, about 2,000 in each entry. */
  tickets: { keyPath: ['sessionId', 'generation', 'number'] },
  /** Unsent check-ins, and the latest sent ones. */
  checkIns: { keyPath: 'id' },
  /** Who may write: the tab that started last. Two stores, so that a check-in does not wait for a list. */
  listOwner: {},
  checkInOwner: {},
} as const

type Name = keyof typeof STORES
export type StoreName = Exclude<Name, OwnerStore>
type OwnerStore = 'listOwner' | 'checkInOwner'

const NAMES = Object.keys(STORES) as Name[]
const OWNER_STORES: readonly OwnerStore[] = ['listOwner', 'checkInOwner']
const OWNER_KEY = 'owner'

/** The result of a request. */
export const result = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const missingIn = (db: IDBDatabase): Name[] => NAMES.filter((name) => !db.objectStoreNames.contains(name))

/** Opens the database, and adds missing stores. */
const open = async (version?: number): Promise<IDBDatabase> => {
  const request = indexedDB.open(NAME, version)
  request.onupgradeneeded = () => {
    for (const name of missingIn(request.result))
      request.result.createObjectStore(name, STORES[name] as IDBObjectStoreParameters)
  }
  const db = await result(request)
  if (missingIn(db).length === 0) return db
  const next = db.version + 1
  db.close()
  return open(next)
}

let connection: Promise<IDBDatabase> | undefined
/** Set for good after erasing and once another tab has taken over, so that work under way is not stored. */
let isClosed = false

export const closeDatabase = (): void => {
  isClosed = true
  connection?.then((db) => db.close()).catch(() => undefined)
}

const connect = (): Promise<IDBDatabase> => {
  if (isClosed) return Promise.reject(new Error('The database is closed.'))
  connection ??= open().then((db) => {
    const forget = () => {
      connection = undefined
    }
    db.onclose = forget
    // The database is being upgraded or deleted.
    db.onversionchange = () => {
      forget()
      db.close()
    }
    return db
  })
  connection.catch(() => {
    connection = undefined
  })
  return connection
}

export type Stores = (name: Name) => IDBObjectStore

/** What may become of the database while the page is open. */
export const watcher = {
  /** Another tab has made itself the owner. */
  onTakenOver: (): void => undefined,
  /** The browser has dropped the database. What is in memory must be written again. */
  onDropped: (): void => undefined,
}

/** This tab is not the owner of the database any more. */
export class TakenOver extends Error {}

/** On some phones a database stops responding without an error. This is how long to wait. */
const LIMIT_MS = 20_000

const run = async <Result>(
  names: readonly Name[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
  isLate: Promise<never>,
): Promise<Result> => {
  const db = await Promise.race([connect(), isLate])
  // Strict: when the transaction completes, the data is on disk and survives an empty battery.
  const transaction = db.transaction(names, mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'))
  })
  const all = Promise.all([work((name) => transaction.objectStore(name)), done])
  try {
    const [value] = await Promise.race([all, isLate])
    return value
  } catch (error) {
    // What is reported as failed must not be stored later.
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
    throw error
  }
}

/** Set once this tab has made itself the owner. */
let owning: Promise<void> | undefined

/** Makes this tab the owner, unless another one has taken over while the database did not work. */
const own = async (isLate: Promise<never>): Promise<void> => {
  if (!(await isActive())) throw new TakenOver()
  const claim = async (stores: Stores): Promise<void> => {
    for (const name of OWNER_STORES) stores(name).put(OWNER, OWNER_KEY)
  }
  await run(OWNER_STORES, 'readwrite', claim, isLate)
}

/** Runs `work` in a transaction of the owner. The first one of a start makes this tab the owner. */
const runAsOwner = async <Result>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
  isLate: Promise<never>,
): Promise<Result> => {
  owning ??= own(isLate).catch((error) => {
    owning = undefined
    throw error
  })
  await owning
  const ownerStore = names.includes('checkIns') ? 'checkInOwner' : 'listOwner'
  return run(
    [...names, ownerStore],
    mode,
    async (stores) => {
      const owner = await result<string | undefined>(stores(ownerStore).get(OWNER_KEY))
      if (owner === OWNER) return work(stores)
      if (owner !== undefined) throw new TakenOver()
      owning = undefined
      watcher.onDropped()
      throw new Error('The browser has dropped the database.')
    },
    isLate,
  )
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/**
 * Runs `work` in one transaction. It may only await requests of that transaction, and may run twice, because
 * a phone may have closed the connection. Both attempts together take at most `limitMs`.
 *
 * @throws TakenOver if another tab is the owner; the error of the database if the transaction fails
 */
export const transact = async <Result>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> => {
  const limit = AbortSignal.timeout(limitMs)
  const isLate = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('The database does not respond.')))
  })
  isLate.catch(() => undefined)
  try {
    return await runAsOwner(names, mode, work, isLate)
  } catch (error) {
    if (error instanceof TakenOver) {
      watcher.onTakenOver()
      throw error
    }
    const broken = connection
    connection = undefined
    broken?.then((db) => db.close()).catch(() => undefined)
    if (isFull(error) || limit.aborted) throw error
    return await runAsOwner(names, mode, work, isLate)
  }
}
