// The state of the connection, of unsent check-ins and of the stored list, and whether the venue is too full.
import { signInNeeded, subject } from '../../shared/account.ts'
import { isPhone } from '../../shared/tokens.ts'
import { pendingItems } from '../core/records.ts'
import { list, state, unreadable, waiting } from '../runtime.ts'
import { formatTime, texts } from '../texts.ts'
import { isCounted, overCapacity } from './figures.ts'
import { isWorkerActive } from './installed.ts'
import { isScanning } from './mode.ts'
import { isSearching } from './search-view.ts'

/** Undefined for an incomplete or hidden list, which is not up to date. */
const describeConnection = (): { text: string; look: string } | undefined => {
  const { offlineSince } = state.value
  if (signInNeeded.value)
    return { text: isPhone(subject.value) ? texts.offlineConnect : texts.offlineSignIn, look: 'warn' }
  if (offlineSince !== null) return { text: texts.offlineSince(formatTime(offlineSince)), look: 'warn' }
  if (waiting.value > 0) return { text: texts.sending, look: 'good' }
  // A button names the damaged check-ins.
  const isCurrent =
    unreadable.value.length === 0 && list.value?.isComplete === true && list.value.deniedAt === null
  return isCurrent ? { text: texts.upToDate, look: 'good' } : undefined
}

/** How many items are unsent. Beside a time since when nothing is sent, a second one would say the same. */
const describeWaiting = (isSending: boolean): string => {
  const [oldest] = pendingItems(state.value)
  if (oldest === undefined) return ''
  return ` · ${texts.toSend(waiting.value, isSending ? formatTime(oldest.checkIn.at) : '')}`
}

export const Connection = () => {
  const connection = describeConnection()
  if (connection === undefined) return null
  const { text, look } = connection
  return (
    <p role="status" aria-label={texts.connection} class={`state ${look}`}>
      {text}
      {describeWaiting(look === 'good')}
    </p>
  )
}

export const Over = () => {
  const over = isCounted() ? overCapacity(0) : 0
  return over > 0 ? <strong class="warn">{texts.overCapacity(over)}</strong> : null
}

/** Whether the session works without a network. */
export const isReadyOffline = (): boolean => {
  const shown = list.value
  return (
    shown?.isComplete === true &&
    shown.isStored &&
    shown.typesVersion !== null &&
    shown.deniedAt === null &&
    !shown.isErased &&
    isWorkerActive.value
  )
}

export const Ready = () => {
  const isReady = isReadyOffline()
  const text = isReady ? texts.readyOffline : list.value?.isStored === false ? texts.notOnDisk : ''
  // Where the header is one line, only what is wrong is seen.
  const look = isReady ? (isScanning.value || isSearching.value ? 'hidden' : 'soft') : text && 'warn unstored'
  return (
    <p role="status" class={look}>
      {text}
    </p>
  )
}
