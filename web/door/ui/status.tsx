// The state of the connection, of unsent check-ins and of the stored list.
import { signInNeeded, subject } from '../../shared/account.ts'
import { isPhone } from '../../shared/tokens.ts'
import { pendingItems } from '../core/records.ts'
import { list, state, unreadable, waiting } from '../runtime.ts'
import { formatTime, texts } from '../texts.ts'
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

/** How many items are unsent, and since when. */
const describeWaiting = (): string => {
  const [oldest] = pendingItems(state.value)
  if (oldest === undefined) return ''
  return ` · ${texts.toSend(waiting.value, formatTime(oldest.checkIn.at))}`
}

export const Connection = () => {
  const connection = describeConnection()
  if (connection === undefined) return null
  return (
    <p role="status" aria-label={texts.connection} class={`state ${connection.look}`}>
      {connection.text}
      {describeWaiting()}
    </p>
  )
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
  return (
    // Where the header is one line, only what is wrong is seen.
    <p role="status" class={isReady && (isScanning.value || isSearching.value) ? 'hidden' : 'small soft'}>
      {text}
    </p>
  )
}
