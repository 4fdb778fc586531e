// Ends the sign-in of this phone, or replaces it. Loaded with the dialogs.
import { replaceSignIn, signOut } from '../shared/account.ts'
import { phoneTokens } from '../shared/own.ts'
import { keepLanguage, readLanguage } from '../shared/page-language.ts'
import type { Schemas } from '../shared/schemas.ts'
import { screen, settings } from './app.ts'
import { takeRole } from './change-role.ts'
import { nameDevice } from './choices.ts'
import { forgetAttempt } from './connect.ts'
import { whatIsLeft } from './core/leave.ts'
import { KIOSK_SESSION } from './role.ts'
import { state, stopRuntime } from './runtime.ts'
import { TakenOver } from './storage/database.ts'
import { eraseDatabase } from './storage/erase.ts'
import { holdNothing } from './unsent.ts'

const ENDING_MS = 3_000

/** Signs in as a phone. It sends the check-ins of the previous person, or says that it cannot. */
export const becomePhone = async (connected: Schemas['DeviceTokens']): Promise<void> => {
  stopRuntime()
  // They are held by the new sign-in from now on.
  holdNothing()
  nameDevice(connected.device.name)
  localStorage.removeItem(KIOSK_SESSION)
  await takeRole(connected.device.role)
  const replaced = replaceSignIn(settings, phoneTokens(connected))
  forgetAttempt()
  await Promise.race([replaced, new Promise((resolve) => setTimeout(resolve, ENDING_MS))])
  // Drops the code from the address.
  location.replace(location.pathname)
}

/**
 * Removes all data of the person from this device. Check-ins that were not sent stay without their guests,
 * until somebody may send them, unless `isAll`.
 *
 * @returns false if they could not be kept, so that nothing was done
 */
export const signOutAndErase = async (isAll = false): Promise<boolean> => {
  // The tab must not reload before everything is erased.
  stopRuntime()
  if (isAll) holdNothing()
  try {
    if (!(await eraseDatabase((stored) => (isAll ? [] : whatIsLeft(state.peek(), stored))))) return false
  } catch (error) {
    // Nothing was erased: another tab has taken over, and may have more check-ins than this one warned about.
    if (error instanceof TakenOver) {
      location.reload()
      return true
    }
  }
  screen.value = { name: 'starting' }
  // On a bad network, revoking takes longer than anybody waits.
  const revoked = signOut(settings)
  // The language belongs to the phone, not to the person.
  const language = readLanguage()
  localStorage.clear()
  keepLanguage(language)
  await revoked
  location.replace(location.pathname)
  return true
}
