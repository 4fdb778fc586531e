// English.
import type { Words } from '../language.ts'

export const makeEntranceTexts = (_: Words) => ({
  title: 'Doorlist',
  starting: 'Opening…',
  language: 'Language',
  sameAsDevice: 'Same as device',
  languageFailed: 'The language could not be loaded. Try again when you are online.',
  signIn: 'Sign in',
  signInWithPasskey: 'Sign in with a passkey',
  signInElsewhere: (host: string) => `Passkeys for this service work at ${host}. The button takes you there.`,
  passkeyRefused:
    'The service does not know this passkey. Try another one, or ask an owner for an invitation.',
  passkeyKnown: 'This device already has a passkey for this service.',
  passkeyFailed: (reason: string) => `The passkey could not be used. ${reason}`,
  serviceUnreachable: 'The service cannot be reached. Check the network and try again.',
  /** The service's messages are in English. Other languages name the code. */
  refused: (message: string, _code: string): string => message,
  notConfigured: 'Sign-in is not configured.',
  notConfiguredHelp:
    'The administrator of this service must set DOORLIST_SECRET, or AUTH_ISSUER and WEB_CLIENT_ID.',
  insecure: 'This address is not secure.',
  insecureHelp:
    'Browsers allow the camera and stored lists only at secure addresses. Open this page with https:// in front.',
  signInUnreachable: 'The sign-in page cannot be reached. Check the network and try again.',
  signInFailed: (reason: string) => `You are not signed in. ${reason}`,
})

export type EntranceTexts = ReturnType<typeof makeEntranceTexts>
