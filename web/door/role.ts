// What the phone is for, by its role. A Steward and a Kiosk hold no names. A new role loads the page again.
import { subject } from '../shared/account.ts'

export const ROLE = 'doorlist.role'
/** The session that a kiosk stays in until it is connected again. */
export const KIOSK_SESSION = 'doorlist.kiosk'

/** Null for the staff. A person who signs in on the phone has none. */
export const role = /^device:/.test(subject.peek() ?? '') ? localStorage.getItem(ROLE) : null
export const isKiosk = role === 'Kiosk'
