// Erases the database when somebody signs out. Loaded with the dialogs.
import type { CheckIn } from '../core/check-in.ts'
import { closeDatabase, NAME, result, TakenOver, transact } from './database.ts'
import { overwriteDeleted } from './overwrite.ts'

/** Deletes the database. If a page blocks that, the browser does so when that page ends. */
export const deleteDatabase = async (): Promise<void> => {
  const request = indexedDB.deleteDatabase(NAME)
  const blocked = new Promise<void>((resolve) => {
    request.onblocked = () => resolve()
  })
  await Promise.race([result(request), blocked])
}

/**
 * Erases everything but the owner, so that a suspended tab still writes nothing, and what `keep` makes of the
 * stored check-ins. Stores nothing until the page is reloaded. A working database is emptied, not deleted: a
 * suspended tab would block its deletion, and this page from opening it again.
 *
 * @returns whether everything was erased: what `keep` wants to stay needs a database that works
 * @throws TakenOver if another tab is the owner
 */
export const eraseDatabase = async (
  keep: (stored: readonly CheckIn[]) => readonly CheckIn[],
): Promise<boolean> => {
  const names = ['sessions', 'tickets', 'checkIns'] as const
  try {
    await transact(names, 'readwrite', async (stores) => {
      const kept = keep(await result<CheckIn[]>(stores('checkIns').getAll()))
      for (const name of names) stores(name).clear()
      for (const checkIn of kept) stores('checkIns').put(checkIn)
    })
    await overwriteDeleted()
    return true
  } catch (error) {
    if (error instanceof TakenOver) throw error
    if (keep([]).length > 0) return false
    await deleteDatabase()
    return true
  } finally {
    closeDatabase()
  }
}
