// Notices in place of content: an error, or that something is being loaded.
import { SignInButton } from '../../shared/entrance.tsx'
import type { Failed } from '../data/load.ts'
import { toDoor } from '../links.ts'
import { texts } from '../texts.ts'

export const Loading = () => (
  <p role="status" class="loading soft">
    {texts.loading}
  </p>
)

const describe = (failed: Failed): string => {
  switch (failed.kind) {
    case 'error':
      return failed.message
    case 'signed-out':
      return texts.signInAgain
    case 'unreachable':
      return texts.unreachable
  }
}

/** Whether the same request may succeed later. */
const isRetryable = (failed: Failed): boolean =>
  failed.kind === 'unreachable' ||
  (failed.kind === 'error' && (failed.status >= 500 || failed.status === 429))

type Props = {
  failed: Failed
  /** Replaces the message of the failure. */
  text?: string | undefined
  id?: string
  onRetry?: (() => void) | undefined
}

/** An error, with the request id if the service gave one. A retry is offered where it may help. */
export const Failure = ({ failed, text, id, onRetry }: Props) => (
  <div class="notice bad stack" role="alert" id={id}>
    <p>{text ?? describe(failed)}</p>
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
    {failed.kind === 'signed-out' && <SignInButton />}
    {onRetry !== undefined && isRetryable(failed) && (
      <button type="button" class="button" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    )}
  </div>
)
