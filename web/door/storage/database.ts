// The browser's database. Phones close it while the page is in the background, so a transaction that fails to
// start opens it again and is tried once more.

const NAME = 'doorlist-door'

/** The stores and how their entries are keyed. */
const STORES = {
  /** Sessions on this phone, or being loaded. */
  sessions: { keyPath: 'id' },
  /** Tickets, about 2,000 in each entry. */
  tickets: { keyPath: ['sessionId', 'generation', 'number'] },
  /** Unsent check-ins, and the latest sent ones. */
  checkIns: { keyPath: 'id' },
} as const satisfies Record<string, { keyPath: string | readonly string[] }>

export type StoreName = keyof typeof STORES

const STORE_NAMES = Object.keys(STORES) as StoreName[]

/** The result of a request. */
export const result = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const createMissing = (db: IDBDatabase): void => {
  for (const name of STORE_NAMES) {
    if (!db.objectStoreNames.contains(name))
      db.createObjectStore(name, { keyPath: STORES[name].keyPath as string | string[] })
  }
}

let creations = 0

/** How often this page created the database. More than once means that the browser dropped it. */
export const timesCreated = (): number => creations

const openVersion = async (version?: number): Promise<IDBDatabase> => {
  const request = indexedDB.open(NAME, version)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion === 0) creations += 1
    createMissing(request.result)
  }
  return result(request)
}

/** Opens the database, and adds missing stores. */
const open = async (): Promise<IDBDatabase> => {
  const db = await openVersion()
  if (STORE_NAMES.every((name) => db.objectStoreNames.contains(name))) return db
  const next = db.version + 1
  db.close()
  return openVersion(next)
}

let connection: Promise<IDBDatabase> | undefined
/** Set for good after erasing, so that work under way is not stored. */
let isErased = false

const connect = (): Promise<IDBDatabase> => {
  if (isErased) return Promise.reject(new Error('The database was erased.'))
  connection ??= open().then((db) => {
    const forget = () => {
      connection = undefined
    }
    db.onclose = forget
    // Another tab upgrades or deletes the database.
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

export type Stores = (name: StoreName) => IDBObjectStore

/** On some phones a database stops responding without an error. This is how long to wait. */
const LIMIT_MS = 20_000

const runOnce = async <Result>(
  names: readonly StoreName[],
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
  done.catch(() => undefined)
  const all = work((name) => transaction.objectStore(name)).then(async (value) => {
    await done
    return value
  })
  try {
    return await Promise.race([all, isLate])
  } catch (error) {
    all.catch(() => undefined)
    // What is reported as failed must not be stored later.
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
    throw error
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/**
 * Runs `work` in one transaction. It may only await requests of that transaction, and may run twice, because
 * a phone may have closed the connection. Both attempts together take at most `limitMs`.
 *
 * @throws the error of the database if the transaction fails
 */
export const transact = async <Result>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isOver = true
      reject(new Error('The database does not respond.'))
    }, limitMs)
  })
  isLate.catch(() => undefined)
  try {
    return await runOnce(names, mode, work, isLate)
  } catch (error) {
    const broken = connection
    connection = undefined
    broken?.then((db) => db.close()).catch(() => undefined)
    if (isFull(error) || isOver) throw error
    return await runOnce(names, mode, work, isLate)
  } finally {
    clearTimeout(timer)
  }
}

/** Deletes the database. If another tab blocks that, the browser does so when that tab ends. */
export const deleteDatabase = async (): Promise<void> => {
  const request = indexedDB.deleteDatabase(NAME)
  const blocked = new Promise<void>((resolve) => {
    request.onblocked = () => resolve()
  })
  await Promise.race([result(request), blocked])
}

/**
 * Erases everything, and stores nothing until the page is reloaded. A working database is emptied, not
 * deleted: a suspended tab would block its deletion, and this page from opening it again.
 */
export const eraseDatabase = async (): Promise<void> => {
  const erased = transact(STORE_NAMES, 'readwrite', async (stores) => {
    for (const name of STORE_NAMES) stores(name).clear()
  })
  await erased.catch(deleteDatabase).finally(() => {
    isErased = true
  })
}
