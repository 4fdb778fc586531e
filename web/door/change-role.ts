// Gives the phone another role. Loaded when that happens.
import { whatIsLeft } from './core/leave.ts'
import { KIOSK_SESSION, ROLE } from './role.ts'
import { state, stopRuntime } from './runtime.ts'
import { TakenOver } from './storage/database.ts'
import { dropNames } from './storage/drop-names.ts'
import { eraseDatabase } from './storage/erase.ts'
import { KEEPS_NAME } from './storage/overwrite.ts'

/** Drops what the role does not allow, and remembers the role. */
export const takeRole = async (next: string): Promise<void> => {
  stopRuntime()
  if (next === 'Staff') {
    for (const key of [ROLE, KEEPS_NAME]) localStorage.removeItem(key)
    return
  }
  try {
    await dropNames([...state.peek().checkIns.values()])
  } catch (error) {
    if (error instanceof TakenOver) throw error
    await eraseDatabase((stored) => whatIsLeft(state.peek(), stored))
  }
  localStorage.setItem(ROLE, next)
}

/** Starts the page again, so that memory has none of it either. */
export const changeRole = async (next: string): Promise<void> => {
  await takeRole(next).catch(() => undefined)
  localStorage.removeItem(KIOSK_SESSION)
  location.reload()
}
