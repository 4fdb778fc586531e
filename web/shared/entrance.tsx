// The screens of both pages before anybody is signed in.
import type { ComponentChildren } from 'preact'
import { leaveToSignIn, signInError } from './enter.ts'
import icon from './icons/icon.svg'
import { entranceTexts as texts } from './texts.ts'

export const Entrance = ({ children }: { children: ComponentChildren }) => (
  <main class="entrance">
    <img class="mark" src={icon} alt="" />
    <h1>{texts.title}</h1>
    {children}
  </main>
)

export const Starting = () => (
  <main class="entrance">
    <p class="loading soft" role="status">
      {texts.starting}
    </p>
  </main>
)

export const NotConfigured = () => (
  <Entrance>
    <p class="notice warn">
      <strong>{texts.notConfigured}</strong> {texts.notConfiguredHelp}
    </p>
  </Entrance>
)

/** Without a secure context the page cannot keep or send anything. */
export const Insecure = () => (
  <Entrance>
    <p class="notice warn" role="alert">
      <strong>{texts.insecure}</strong> {texts.insecureHelp}
    </p>
    <a class="button primary" href={location.href.replace(/^http:/, 'https:')}>
      {location.host}
    </a>
  </Entrance>
)

const SignInError = () => {
  const error = signInError.value
  if (error === undefined) return null
  return (
    <p class="notice bad" role="alert">
      {error.kind === 'unreachable' ? texts.signInUnreachable : texts.signInFailed(error.reason)}
    </p>
  )
}

/** `lead` says what the page is for. */
export const SignedOut = ({ lead }: { lead: string }) => (
  <Entrance>
    <p class="soft">{lead}</p>
    <SignInError />
    <button type="button" class="button primary" onClick={() => leaveToSignIn()}>
      {texts.signIn}
    </button>
  </Entrance>
)
