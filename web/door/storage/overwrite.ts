// Takes deleted guests off the files of the browser. Loaded with what deletes them.
import { result, transact } from './database.ts'

/** Set while the phone keeps the name of a walk-in that it may no longer hold once that is sent. */
export const KEEPS_NAME = 'doorlist.keeps-name'

const SPARE = 'doorlist-spare'
const STORE = 'spare'

/** Chromium merges its files once it has written several of this size, and drops what was deleted then. */
const PART_BYTES = 4 * 1024 * 1024
const PARTS = 10
/** Larger values would have files of their own. */
const VALUE_BYTES = 32 * 1024
/** A phone that cannot write so much in this time goes on without. */
const LIMIT_MS = 15_000

/** Writes a part into another database, whose records lie around those of the page’s own, and deletes it. */
const writePart = async (): Promise<void> => {
  const request = indexedDB.open(SPARE)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  const db = await result(request)
  const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  // Random, so that the browser cannot pack it.
  for (let key = 0; key < PART_BYTES / VALUE_BYTES; key += 1)
    transaction.objectStore(STORE).put(crypto.getRandomValues(new Uint8Array(VALUE_BYTES)), key)
  await done.finally(() => db.close())
  await result(indexedDB.deleteDatabase(SPARE))
}

/** No session has this id. */
const FILLER = 'filler'
/** More than the list of a large session has. */
const FILLER_BYTES = 12 * 1024 * 1024

/** Writes into the page’s own database, where the deleted records lay, and deletes that. */
const fill = async (): Promise<void> => {
  await transact(['tickets'], 'readwrite', async (store) => {
    for (let number = 0; number < FILLER_BYTES / VALUE_BYTES; number += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(VALUE_BYTES))
      store('tickets').put({ sessionId: FILLER, generation: 0, number, rows: [], removed: [], bytes })
    }
  })
  await transact(['tickets'], 'readwrite', async (store) => {
    store('tickets').delete(IDBKeyRange.bound([FILLER], [FILLER, []]))
  })
}

/** Ends once `LIMIT_MS` are over, whatever the work does. */
const withinLimit = async (work: (limit: AbortSignal) => Promise<void>): Promise<void> => {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const isLate = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve()))
  await Promise.race([work(limit), isLate]).catch(() => undefined)
}

/**
 * Overwrites what is free in the file of the page's own database. What is stored next lies there, and what it
 * does not fill has no guests.
 */
export const overwriteFree = (): Promise<void> => withinLimit(fill)

/** Makes the browser drop from its files what was deleted, as far as a page can. */
export const overwriteDeleted = (): Promise<void> =>
  withinLimit(async (limit) => {
    await fill()
    for (let part = 0; part < PARTS && !limit.aborted; part += 1) await writePart()
  })
