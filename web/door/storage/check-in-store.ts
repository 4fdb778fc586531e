// The check-ins on disk.
import { type CheckIn, isCheckIn } from '../core/check-in.ts'
import { SAVE_LIMIT_MS } from '../core/records.ts'
import { result, transact } from './database.ts'
import { readDamaged, type Unreadable } from './entry.ts'

/** Writes check-ins, and removes others. */
export const saveCheckIns = (checkIns: readonly CheckIn[], removed: readonly string[]): Promise<void> =>
  transact(
    ['checkIns'],
    'readwrite',
    async (stores) => {
      const store = stores('checkIns')
      for (const checkIn of checkIns) store.put(checkIn)
      for (const id of removed) store.delete(id)
    },
    SAVE_LIMIT_MS,
  )

/** Reads the check-ins. `unreadable`: damaged entries that may be unsent. */
export const loadCheckIns = (): Promise<{ checkIns: CheckIn[]; unreadable: Unreadable[] }> =>
  transact(['checkIns'], 'readonly', async (stores) => {
    const stored = await result<CheckIn[]>(stores('checkIns').getAll())
    return { checkIns: stored.filter(isCheckIn), unreadable: readDamaged(stored) }
  })
