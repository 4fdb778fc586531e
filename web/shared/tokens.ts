// What a page keeps of a sign-in, and what each way to sign in can do with it.
import type { Settings } from './settings.ts'

export type Tokens = {
  /** The subject: who signed in. */
  subject: string
  /** What to call the subject; absent if only the subject is known. */
  name?: string
  accessToken: string
  /** When the access token expires, in epoch milliseconds by the clock of the device. */
  expiresAt: number
  refreshToken: string | null
  /** When this phone is signed out; absent for people. */
  endsAt?: number
}

/** The refresh token was refused: only a new sign-in helps. */
export class SignInNeeded extends Error {}

/** The service has signed this phone out. */
export class PhoneEnded extends SignInNeeded {}

export type Way = {
  /**
   * Gets a new access token. Store the result before using it: it may have a new refresh token.
   *
   * @throws SignInNeeded if the refresh token is refused; any other error may pass
   */
  renew: (settings: Settings, tokens: Tokens) => Promise<Tokens>
  /** Ends the sign-in. */
  end: (settings: Settings, tokens: Tokens) => Promise<void>
}

/** Whether a subject is a phone that was connected by a link. Only the service itself can say so. */
export const isPhone = (subject: string | undefined): boolean => subject?.startsWith('device:') === true
