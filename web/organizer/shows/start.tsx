// The screens before anybody is signed in.
import { beginToSignIn, signInError } from '../app.ts'
import icon from '../icons/icon.svg'
import { texts } from '../texts.ts'

const Mark = () => <img class="mark" src={icon} alt="" />

export const Starting = () => (
  <main class="center">
    <p class="loading soft" role="status">
      {texts.starting}
    </p>
  </main>
)

export const NotConfigured = () => (
  <main class="center">
    <Mark />
    <h1>{texts.title}</h1>
    <p class="notice warn">
      <strong>{texts.notConfigured}</strong> {texts.notConfiguredHelp}
    </p>
  </main>
)

export const SignedOut = () => (
  <main class="center">
    <Mark />
    <h1>{texts.title}</h1>
    <p class="soft">{texts.signInLead}</p>
    {signInError.value && (
      <p class="notice bad" role="alert">
        {signInError.value === 'unreachable'
          ? texts.signInUnreachable
          : texts.signInFailed(signInError.value)}
      </p>
    )}
    <button type="button" class="button primary" onClick={beginToSignIn}>
      {texts.signIn}
    </button>
  </main>
)
