// The three ways to be signed in: at an outside issuer, as a person with a passkey, and as a phone. The subjects of the last
// two can come from the service alone.
import { issuer } from './issuer.ts'
import { person, phone } from './own.ts'
import { isPhone, type Way } from './tokens.ts'

export const wayOf = ({ subject }: { subject: string }): Way => {
  if (isPhone(subject)) return phone
  return subject.startsWith('person:') ? person : issuer
}
