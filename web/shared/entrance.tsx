// The screens of both pages before anybody is signed in.
import type { ComponentChildren } from 'preact'
import { enter, isEntering, otherHost, signInError } from './enter.ts'
import icon from './icons/icon.svg'
import { LanguageChoice } from './language-choice.tsx'
import { Notice } from './notice.tsx'
import { isConfigured, settings } from './settings.ts'
import { entranceTexts as texts } from './texts.ts'

export const Entrance = ({ children }: { children: ComponentChildren }) => (
  <main class="entrance">
    <img class="mark" src={icon} alt="" width={72} height={72} />
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

/** `isAgain`: the sign-in of the same person has ended and is repeated. */
export const SignInButton = ({ isAgain = false, look = '' }: { isAgain?: boolean; look?: string }) => (
  <button type="button" class={`button ${look}`} onClick={() => enter(isAgain)} aria-busy={isEntering.value}>
    {settings.value?.own == null ? texts.signIn : texts.signInWithPasskey}
  </button>
)

/** What stands above the button: where it leads, and what went wrong. */
export const SignInNotes = () => {
  const host = otherHost()
  return (
    <>
      {host !== undefined && <p class="notice">{texts.signInElsewhere(host)}</p>}
      {signInError.value !== undefined && <Notice text={signInError.value} />}
    </>
  )
}

/** Where only phones connect, people do not sign in. */
const isSignInOffered = (): boolean => settings.value === undefined || isConfigured(settings.value)

/** `lead` says what the page is for. `children`: another way in, which most people there use. */
export const SignedOut = ({ lead, children }: { lead: string; children?: ComponentChildren }) => (
  <Entrance>
    <p class="soft">{lead}</p>
    {children}
    {isSignInOffered() && (
      <>
        <SignInNotes />
        <SignInButton look={children ? '' : 'primary'} />
      </>
    )}
    <LanguageChoice />
  </Entrance>
)
