// Takes a walk-in's name off the files of the browser: a phone that has lost all names kept it until it was
// sent.
import { checkIns } from '../runtime.ts'
import { KEEPS_NAME, overwriteDeleted } from '../storage/overwrite.ts'

/** The name leaves the database with the answer, some milliseconds after it left the memory. */
const SAVED_MS = 1_000

/** Does nothing on a phone that keeps no such name. */
export const overwriteSent = (): void => {
  if (localStorage.getItem(KEEPS_NAME) === null) return
  let isSent = false
  checkIns.subscribe((all) => {
    if (isSent || [...all.values()].some(({ guest }) => guest.name !== null)) return
    isSent = true
    setTimeout(async () => {
      await overwriteDeleted()
      localStorage.removeItem(KEEPS_NAME)
    }, SAVED_MS)
  })
}
