// What stands below the header: that the sign-in has ended or the session was cancelled, and unsent check-ins
// of others.
import { signInNeeded, subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { SignInButton, SignInNotes } from '../../shared/entrance.tsx'
import { isPhone } from '../../shared/tokens.ts'
import { screen } from '../app.ts'
import { connecting } from '../connect-link.ts'
import { list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { UnsentOfOthers } from './unsent-of-others.tsx'
import { WatchRole } from './watch-role.tsx'

/** Staff admit guests all the same: the service records what they do. They can fold the notice. */
const Cancelled = () => {
  const cancelled = list.value?.cancelled ?? null
  if (cancelled === null) return null
  return (
    <details class="notice alarm" open>
      <summary class="strong">{texts.isCancelled}</summary>
      <div role="alert">
        {cancelled.split('\n').map((line, index) => (
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </details>
  )
}

/** What the phone holds stays usable. */
const SignInAgain = () =>
  isPhone(subject.value) ? (
    <div class="notice warn">
      <p>{texts.connectAgain}</p>
      <Button text={texts.connect} onClick={() => (connecting.value = 'ask')} />
    </div>
  ) : (
    <div class="notice warn">
      <p>{texts.signInAgain}</p>
      <SignInNotes />
      <SignInButton isAgain />
    </div>
  )

export const HeadNotices = () => (
  <>
    {signInNeeded.value && <SignInAgain />}
    <Cancelled />
    <UnsentOfOthers />
    {screen.value.name === 'sessions' && <WatchRole />}
  </>
)
