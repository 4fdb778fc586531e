// Ends the sign-in of this phone, or replaces it. Loaded with the dialogs.
import { replaceSignIn, signOut } from '../shared/account.ts'
import { phoneTokens } from '../shared/own.ts'
import { keepLanguage, readLanguage } from '../shared/page-language.ts'
import type { Schemas } from '../shared/schemas.ts'
import { screen, settings } from './app.ts'
import { forgetAttempt } from './connect-link.ts'
import { nameDevice, stopRuntime } from './runtime.ts'
import { eraseDatabase, TakenOver } from './storage/database.ts'

const ENDING_MS = 3_000

/** Signs in as a phone. It sends the check-ins of the previous person, or says that it cannot. */
export const becomePhone = async (connected: Schemas['DeviceTokens']): Promise<void> => {
  stopRuntime()
  nameDevice(connected.device.name)
  const replaced = replaceSignIn(settings, phoneTokens(connected))
  forgetAttempt()
  await Promise.race([replaced, new Promise((resolve) => setTimeout(resolve, ENDING_MS))])
  // Drops the code from the address.
  location.replace(location.pathname)
}

/** Removes all data of the person from this device, including unsent check-ins. */
export const signOutAndErase = async (): Promise<void> => {
  // The tab must not reload before everything is erased.
  stopRuntime()
  screen.value = { name: 'starting' }
  try {
    await eraseDatabase()
  } catch (error) {
    // Nothing was erased: another tab has taken over, and may have more check-ins than this one warned about.
    if (error instanceof TakenOver) return location.reload()
  }
  // On a bad network, revoking takes longer than anybody waits.
  const revoked = signOut(settings)
  // The language belongs to the phone, not to the person.
  const language = readLanguage()
  localStorage.clear()
  keepLanguage(language)
  await revoked
  location.replace(location.pathname)
}
