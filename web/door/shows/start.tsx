// The screens before there is a session: opening, signed out, not configured.
import { beginToSignIn, signInError } from '../app.ts'
import icon from '../icons/icon.svg'
import { texts } from '../texts.ts'

const Mark = () => <img class="mark" src={icon} alt="" />

export const Starting = () => (
  <main class="page center">
    <p class="soft">{texts.starting}</p>
  </main>
)

export const NotConfigured = () => (
  <main class="page center">
    <Mark />
    <h1>{texts.title}</h1>
    <p class="notice warn">
      <strong>{texts.notConfigured}</strong> {texts.notConfiguredHelp}
    </p>
  </main>
)

const describe = (error: string): string =>
  error === 'unreachable' ? texts.signInUnreachable : texts.signInFailed(error)

export const SignedOut = () => (
  <main class="page center">
    <Mark />
    <h1>{texts.title}</h1>
    <p class="soft">{texts.signInLead}</p>
    {signInError.value && (
      <p class="notice bad" role="alert">
        {describe(signInError.value)}
      </p>
    )}
    <button type="button" class="button primary" onClick={beginToSignIn}>
      {texts.signIn}
    </button>
  </main>
)

export const NotFound = () => (
  <main class="page center">
    <Mark />
    <h1>{texts.title}</h1>
    <p class="notice warn">{texts.sessionNotFound}</p>
    <a class="button" href="#/">
      {texts.back}
    </a>
  </main>
)
