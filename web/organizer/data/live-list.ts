// The tickets of a session as they change, held by `ticket-changes` as a phone holds them: docs/sync.md.
import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { isRight, ListCopy, readRow } from '../../shared/list-copy.ts'
import type { Changes, LiveTicket } from './live-tickets.ts'
import { type Failed, isQuiet, type Load, type Ok, useReloadAfterSignIn } from './load.ts'
import type { Inside } from './presence.ts'
import { API } from './reads.ts'
import { request } from './service.ts'
import type { SessionDetails } from './types.ts'

const POLL_MS = 5_000
const RETRY_MS = 15_000
const PAGE_SIZE = 2_000

const pollMsOf = ({ pollSeconds = 0 }: { pollSeconds?: number | undefined }): number =>
  Math.max(POLL_MS, pollSeconds * 1_000 || 0)

/** All tickets. `loadedAt` is when they were last known to be right. */
export type LiveList = Load<readonly LiveTicket[]> & {
  /** The people in the venue and in each area; empty until it is known. */
  inside: Signal<Inside>
  /** Of the ticket types and areas. */
  typesVersion: Signal<string | undefined>
  /** How many tickets have arrived, while not all have. */
  arrived: Signal<number>
}

/** Waits so long or until `waker` says so, and as long as nobody looks at the page. */
const pause = (ms: number, waker: EventTarget, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      if (document.visibilityState === 'hidden' && !ended.aborted) return
      clearInterval(timer)
      document.removeEventListener('visibilitychange', done)
      waker.removeEventListener('wake', done)
      ended.removeEventListener('abort', done)
      resolve()
    }
    const timer = setInterval(done, ms)
    document.addEventListener('visibilitychange', done)
    waker.addEventListener('wake', done)
    ended.addEventListener('abort', done)
  })

type Held = Omit<LiveList, 'reload'> & {
  sessionId: string
  waker: EventTarget
  /** Goes on until the result is called. */
  watch: () => () => void
  stop: () => void
}

/** Holds the tickets of a session. As long as somebody watches, it keeps the service’s pace. */
const hold = (sessionId: string): Held => {
  const ok = signal<Ok<readonly LiveTicket[]> | undefined>(undefined)
  const failed = signal<Failed | undefined>(undefined)
  const loadedAt = signal(Date.now())
  const inside = signal<Inside>([])
  const typesVersion = signal<string | undefined>(undefined)
  const arrived = signal(0)
  const waker = new EventTarget()
  const controller = new AbortController()
  let watchers = 0
  let isRunning = false
  let copy = new ListCopy<LiveTicket>((ticket) => ticket)
  let etag: string | null = null
  /** Whether what is held differs from what is shown. */
  let isChanged = true
  const forget = (): void => {
    copy = new ListCopy((ticket) => ticket)
    etag = null
    isChanged = true
  }
  /** Asks once. Returns how long to wait before the next time. */
  const ask = async (): Promise<number> => {
    const { since } = copy
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(since !== null && { since }) })
    const headers = etag === null ? {} : { 'If-None-Match': etag }
    const reply = await request<Changes>(`${API}/sessions/${sessionId}/ticket-changes?${query}`, {
      signal: controller.signal,
      headers,
    })
    if (controller.signal.aborted) return 0
    if (reply.kind === 'unchanged') {
      failed.value = undefined
      loadedAt.value = Date.now()
      return pollMsOf(reply)
    }
    if (reply.kind !== 'ok') {
      if (reply.kind === 'error' && (reply.status === 410 || reply.status === 400)) forget()
      if (!isQuiet(reply, loadedAt.value)) failed.value = reply
      const retryAfter = reply.kind === 'error' ? (reply.retryAfter ?? 0) : 0
      return Math.max(RETRY_MS, retryAfter * 1_000)
    }
    failed.value = undefined
    const { fields, rows, removed, more, next } = reply.body
    copy.apply({ rows: rows.map((row) => readRow<LiveTicket>(fields, row)), removed, next })
    arrived.value = copy.tickets.size
    if (rows.length + removed.length > 0) isChanged = true
    inside.value = reply.body.inside
    // The address of the next request is another one, unless nothing has changed.
    etag = next === since ? reply.etag : null
    if (more) return 0
    if (!isRight(copy, reply.body)) {
      forget()
      return RETRY_MS
    }
    if (isChanged) ok.value = { kind: 'ok', body: [...copy.tickets.values()], etag: null }
    isChanged = false
    typesVersion.value = reply.body.typesVersion
    loadedAt.value = Date.now()
    return pollMsOf(reply)
  }
  /** Until somebody watches. */
  const watched = (): Promise<void> =>
    new Promise((resolve) => {
      if (watchers > 0 || controller.signal.aborted) return resolve()
      waker.addEventListener('watched', () => resolve(), { once: true })
      controller.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  const run = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      const ms = await ask()
      if (ms > 0 && !controller.signal.aborted) await pause(ms, waker, controller.signal)
      await watched()
    }
  }
  return {
    ...{ sessionId, ok, failed, loadedAt, inside, typesVersion, arrived, waker },
    watch: () => {
      watchers += 1
      waker.dispatchEvent(new Event('watched'))
      if (failed.value !== undefined) waker.dispatchEvent(new Event('wake'))
      if (!isRunning) void run()
      isRunning = true
      return () => {
        watchers -= 1
      }
    },
    stop: () => controller.abort(),
  }
}

/** That of the session that was opened last: its screens share it. */
let held: Held | undefined

const heldFor = (sessionId: string): Held => {
  if (held?.sessionId !== sessionId) {
    held?.stop()
    held = hold(sessionId)
  }
  return held
}

// Somebody else may not see what this person may.
subject.subscribe(() => {
  held?.stop()
  held = undefined
})

/** The tickets of a session, as they change while a component shows them. */
export const useLiveList = (sessionId: string): LiveList => {
  const { watch, waker, ...list } = useMemo(() => heldFor(sessionId), [sessionId])
  useEffect(watch, [sessionId])
  const reload = async (): Promise<void> => {
    waker.dispatchEvent(new Event('wake'))
  }
  useReloadAfterSignIn({ failed: list.failed, reload })
  return { ...list, reload }
}

/** Reads the session again when its ticket types or areas have changed. */
export const useCurrentTypes = (list: LiveList, session: Load<SessionDetails>): void => {
  const { value: version } = list.typesVersion
  const shown = session.ok.value?.body.typesVersion
  useEffect(() => {
    if (version !== undefined && shown !== undefined && version !== shown) session.reload()
  }, [version])
}
