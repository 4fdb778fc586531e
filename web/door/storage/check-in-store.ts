// The check-ins on disk.
import { type CheckIn, isCheckIn, mergeCheckIns } from '../core/check-in.ts'
import { SAVE_LIMIT_MS } from '../core/records.ts'
import { result, timesCreated, transact } from './database.ts'
import { readDamaged, type Unreadable } from './entry.ts'

const STORES = ['checkIns'] as const

/**
 * Writes check-ins, each merged with what another tab has written, and removes others.
 *
 * @returns the check-ins as stored
 */
export const saveCheckIns = (checkIns: readonly CheckIn[], removed: readonly string[]): Promise<CheckIn[]> =>
  transact(
    STORES,
    'readwrite',
    async (stores) => {
      const store = stores('checkIns')
      const stored = await Promise.all(checkIns.map(({ id }) => result<CheckIn | undefined>(store.get(id))))
      const merged = checkIns.map((checkIn, index) => {
        const before = stored[index]
        return before === undefined || !isCheckIn(before) ? checkIn : mergeCheckIns(before, checkIn)
      })
      for (const checkIn of merged) store.put(checkIn)
      for (const id of removed) store.delete(id)
      return merged
    },
    SAVE_LIMIT_MS,
  )

/** Which database was read last, by {@link timesCreated}. */
let readFrom: number | undefined

/**
 * Reads the check-ins, and calls `take` before anything else can be written.
 *
 * @param take `unreadable`: damaged entries that may be unsent; `isNew`: the browser has replaced the
 * database since the last time
 */
export const loadCheckIns = (
  take: (checkIns: CheckIn[], unreadable: Unreadable[], isNew: boolean) => void,
): Promise<void> =>
  transact(STORES, 'readonly', async (stores) => {
    const stored = await result<CheckIn[]>(stores('checkIns').getAll())
    const isNew = readFrom !== undefined && readFrom !== timesCreated()
    readFrom = timesCreated()
    take(stored.filter(isCheckIn), readDamaged(stored), isNew)
  })
