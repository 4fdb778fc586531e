/** What both pages say before anybody is signed in. */
export const entranceTexts = {
  title: 'Doorlist',
  starting: 'Opening…',
  signIn: 'Sign in',
  notConfigured: 'Sign-in is not configured.',
  notConfiguredHelp: 'The administrator of this service must set WEB_CLIENT_ID.',
  insecure: 'This address is not secure.',
  insecureHelp:
    'Browsers keep cameras and stored lists for secure addresses. Open this page with https:// in front.',
  signInUnreachable: 'The sign-in page cannot be reached. Check the network and try again.',
  signInFailed: (reason: string) => `You are not signed in. ${reason}`,
}
