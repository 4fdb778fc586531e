// The three ways to be signed in: at an outside issuer, as a person with a passkey, and as a phone. Only
// the service itself issues subjects of the last two.
import { loadPart } from './load-part.ts'
import { person, phone } from './own.ts'
import { isPhone, type Way } from './tokens.ts'

/** OpenID Connect is a tenth of the page, and many never need it. */
export const loadIssuer = () => loadPart(() => import('./issuer.ts'))

const isPerson = (subject: string): boolean => subject.startsWith('person:')

export const wayOf = async ({ subject }: { subject: string }): Promise<Way> => {
  if (isPhone(subject)) return phone
  return isPerson(subject) ? person : (await loadIssuer()).issuer
}

/** Loads what a renewal needs: a new version of the page may remove it from the server. */
export const prepareRenewal = (subject: string | undefined): void => {
  if (subject !== undefined) wayOf({ subject }).catch(() => undefined)
}
