// Notices in place of content: an error, or that something is being loaded.
import { signInNeeded } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { SignInButton, SignInNotes } from '../../shared/entrance.tsx'
import type { Failed } from '../data/load.ts'
import { toDoor } from '../links.ts'
import { texts } from '../texts.ts'
import { NewVersion } from './new-version.tsx'

/** The lines of what comes, in grey. */
export const Loading = () => (
  <div role="status" class="loading stack">
    <span class="hidden">{texts.loading}</span>
    <div class="bar" />
    <div class="bar" />
    <div class="bar" />
  </div>
)

/** In place of the cards of a screen. */
export const LoadingCard = () => (
  <div class="loading card">
    <Loading />
  </div>
)

/** The way back after the sign-in has ended. */
const SignInAgain = () =>
  signInNeeded.value ? (
    <div class="notice warn stack" role="alert">
      <p>{texts.signInAgain}</p>
      <SignInNotes />
      <SignInButton isAgain />
    </div>
  ) : null

/** Whether the same request may succeed later. */
const isRetryable = (failed: Failed): boolean =>
  failed.kind === 'unreachable' ||
  (failed.kind === 'error' && (failed.status >= 500 || failed.status === 429))

/** What is said on every screen, and in every dialog, because a dialog covers the screen. */
export const PageNotices = () => (
  <>
    <SignInAgain />
    <NewVersion />
  </>
)

type Props = {
  failed: Failed
  /** Replaces the message of the failure. */
  text?: string | undefined
  onRetry?: (() => void) | undefined
}

/** An error, with the request id if the service gave one. A retry is offered where it may help. */
export const Failure = ({ failed, text, onRetry }: Props) => {
  // `SignInAgain` says so.
  if (failed.kind === 'signed-out') return null
  return (
    <div class="notice bad stack" role="alert">
      <p>
        {text ??
          (failed.kind === 'error' ? (texts.failures[failed.code] ?? failed.message) : texts.unreachable)}
      </p>
      {failed.kind === 'error' && failed.code === 'forbidden' && (
        <p>
          {texts.forbiddenHelp} <a href={toDoor()}>{texts.toDoor}</a>
        </p>
      )}
      {failed.kind === 'error' && failed.requestId !== null && (
        <p class="small">
          {texts.requestId} <code>{failed.requestId}</code>
        </p>
      )}
      {onRetry !== undefined && isRetryable(failed) && <Button text={texts.tryAgain} onClick={onRetry} />}
    </div>
  )
}
