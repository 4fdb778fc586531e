// Whether the service can be reached, and the sending of what waits.
import { computed, signal } from '@preact/signals'
import { signInNeeded } from '../../shared/account.ts'
import type { Api } from '../../shared/api.ts'
import { outbox } from './outbox.ts'
import { backOff } from './schedule.ts'
import { type SendResult, sendOutbox } from './send.ts'

/** When the service could no longer be reached, in epoch milliseconds; undefined while it can. */
export const offlineSince = signal<number | undefined>(undefined)

export const noteReached = (isReached: boolean): void => {
  if (isReached) offlineSince.value = undefined
  else offlineSince.value ??= Date.now()
}

export const waiting = computed(() => outbox.value.filter(({ state }) => state === 'waiting').length)

/** Whether asking the service before a check-in makes sense. */
export const mayAsk = (): boolean => offlineSince.value === undefined && !signInNeeded.value

/** Whether there is something to send, or a question that may have to be taken back. */
const hasWork = (): boolean => outbox.value.some(({ state }) => state !== 'aside')

const MIN_RETRY_MS = 5_000

let api: Api | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isRunning = false
let isWantedAgain = false
let failures = 0

const plan = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(send, ms)
}

/** The ids of entries that the person who is signed in may not send. */
export const denied = signal<readonly string[]>([])

const note = ({ kind, retryAfter, isReached, ...result }: SendResult): void => {
  denied.value = result.denied
  if (isReached !== undefined) noteReached(isReached)
  failures = kind === 'done' ? 0 : failures + 1
  // Also after a run that skipped entries: they are tried again.
  if (hasWork()) {
    plan(Math.max(MIN_RETRY_MS, backOff(failures, Math.random()), (retryAfter ?? 0) * 1_000))
  }
}

/** Sends what waits, now. */
export const send = async (): Promise<void> => {
  if (api === undefined || !hasWork()) return
  if (isRunning) {
    isWantedAgain = true
    return
  }
  isRunning = true
  isWantedAgain = false
  try {
    note(await sendOutbox(api))
  } finally {
    isRunning = false
  }
  if (isWantedAgain) plan(0)
}

const sendIfVisible = (): void => {
  if (document.visibilityState === 'visible') send()
}

/** Starts sending. What other tabs or an earlier visit left is sent too. */
export const startSending = (current: Api): void => {
  if (api === undefined) {
    addEventListener('online', sendIfVisible)
    addEventListener('offline', () => noteReached(false))
    document.addEventListener('visibilitychange', sendIfVisible)
  }
  api = current
  send()
}

export const stopSending = (): void => {
  api = undefined
  clearTimeout(timer)
}
