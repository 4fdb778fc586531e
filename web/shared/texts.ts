/** What both pages say before anybody is signed in. */
export const entranceTexts = {
  title: 'Doorlist',
  starting: 'Opening…',
  signIn: 'Sign in',
  signInWithPasskey: 'Sign in with a passkey',
  signInElsewhere: (host: string) => `Passkeys of this service work at ${host}. The button leads there.`,
  createPasskey: 'Create passkey',
  passkeyRefused:
    'The service does not know this passkey. Try another one, or ask an owner for an invitation.',
  passkeyKnown: 'This device already has a passkey for this service.',
  passkeyFailed: (reason: string) => `The passkey could not be used. ${reason}`,
  serviceUnreachable: 'The service cannot be reached. Check the network and try again.',
  notConfigured: 'Sign-in is not configured.',
  notConfiguredHelp:
    'The administrator of this service must set DOORLIST_SECRET, or AUTH_ISSUER and WEB_CLIENT_ID.',
  insecure: 'This address is not secure.',
  insecureHelp:
    'Browsers keep cameras and stored lists for secure addresses. Open this page with https:// in front.',
  signInUnreachable: 'The sign-in page cannot be reached. Check the network and try again.',
  signInFailed: (reason: string) => `You are not signed in. ${reason}`,
}
