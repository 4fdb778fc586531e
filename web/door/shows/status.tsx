// How things stand: the connection, what waits, and whether the list is on the phone.
import { signInNeeded } from '../../shared/account.ts'
import { leaveToSignIn } from '../../shared/enter.ts'
import { isWorkerActive } from '../installed.ts'
import type { OpenSession } from '../open-session.ts'
import { offlineSince, waiting } from '../sends/connection.ts'
import { outbox } from '../sends/outbox.ts'
import { formatTime, texts } from '../texts.ts'

const describeConnection = (): { text: string; look: string } => {
  if (offlineSince.value !== undefined)
    return { text: texts.offlineSince(formatTime(offlineSince.value)), look: 'warn' }
  if (signInNeeded.value) return { text: texts.offline, look: 'warn' }
  return waiting.value > 0 ? { text: texts.sending, look: 'busy' } : { text: texts.upToDate, look: 'good' }
}

/** Of what waits: how much, and since when. */
const describeWaiting = (): string => {
  const oldest = outbox.value.find(({ state }) => state === 'waiting')
  if (oldest === undefined) return ''
  return ` · ${texts.toSend(waiting.value)}, ${texts.oldest(formatTime(oldest.at))}`
}

/** `isLoading`: the list is not complete yet, so the page does not claim to be up to date. */
export const Connection = ({ isLoading }: { isLoading: boolean }) => {
  const { text, look } = describeConnection()
  if (isLoading && text === texts.upToDate) return null
  return (
    <p role="status" aria-label={texts.connection} class={`state ${look}`}>
      {text}
      {describeWaiting()}
    </p>
  )
}

export const Ready = ({ open }: { open: OpenSession }) => {
  const isReady = open.isOnDisk.value && isWorkerActive.value
  const text = isReady ? texts.readyOffline : open.isStored ? '' : texts.notOnDisk
  return (
    <p role="status" class={`small ${isReady ? 'soft' : ''}`}>
      {text}
    </p>
  )
}

export const SignInAgain = () => (
  <div class="notice warn">
    <p>{texts.signInAgain}</p>
    <button type="button" class="button" onClick={() => leaveToSignIn(true)}>
      {texts.signIn}
    </button>
  </div>
)
