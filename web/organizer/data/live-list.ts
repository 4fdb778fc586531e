// The tickets of a session as they change, held by `ticket-changes` as a phone holds them: docs/sync.md.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Changes, isRight, type LiveTicket, toTicket } from './live-tickets.ts'
import type { Failed } from './load.ts'
import { API } from './reads.ts'
import { request } from './service.ts'

const POLL_MS = 5_000
const RETRY_MS = 15_000
const PAGE_SIZE = 2_000

export type LiveList = {
  /** All tickets; undefined until they are there. */
  tickets: Signal<readonly LiveTicket[] | undefined>
  /** Why the last request failed; undefined if it succeeded. */
  failed: Signal<Failed | undefined>
  /** When the list was last known to be right, in epoch milliseconds. */
  asOf: Signal<number>
}

/** Waits, or until the page is looked at again if it is not. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return
      clearInterval(timer)
      document.removeEventListener('visibilitychange', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setInterval(done, ms)
    document.addEventListener('visibilitychange', done)
    signal.addEventListener('abort', done)
  })

/** Holds the tickets while the component is shown: five seconds old at most while the page is visible. */
export const useLiveList = (sessionId: string): LiveList => {
  const tickets = useSignal<readonly LiveTicket[] | undefined>(undefined)
  const failed = useSignal<Failed | undefined>(undefined)
  const asOf = useSignal(Date.now())
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const held = new Map<string, LiveTicket>()
    let since = ''
    let etag: string | null = null
    const forget = (): void => {
      held.clear()
      since = ''
      etag = null
    }
    /** Asks once. Returns how long to wait before the next time. */
    const ask = async (): Promise<number> => {
      const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(since !== '' && { since }) })
      const headers = etag === null ? {} : { 'If-None-Match': etag }
      const reply = await request<Changes>(`${API}/sessions/${sessionId}/ticket-changes?${query}`, {
        signal,
        headers,
      })
      if (signal.aborted) return 0
      if (reply.kind === 'unchanged') asOf.value = Date.now()
      if (reply.kind === 'unchanged' || reply.kind === 'ok') failed.value = undefined
      if (reply.kind === 'unchanged') return POLL_MS
      if (reply.kind !== 'ok') {
        if (reply.kind === 'error' && (reply.status === 410 || reply.status === 400)) forget()
        failed.value = reply
        return RETRY_MS
      }
      const { fields, rows, removed, more, next } = reply.body
      for (const row of rows) {
        const ticket = toTicket(fields, row)
        held.set(ticket.id, ticket)
      }
      for (const id of removed) held.delete(id)
      // The address of the next request is another one, unless nothing has changed.
      etag = next === since ? reply.etag : null
      since = next
      if (more) return 0
      if (!isRight(held, reply.body)) {
        forget()
        return RETRY_MS
      }
      if (tickets.value === undefined || rows.length + removed.length > 0) tickets.value = [...held.values()]
      asOf.value = Date.now()
      return POLL_MS
    }
    const run = async (): Promise<void> => {
      while (!signal.aborted) {
        const ms = await ask()
        if (ms > 0 && !signal.aborted) await pause(ms, signal)
      }
    }
    run()
    return () => controller.abort()
  }, [sessionId])
  return { tickets, failed, asOf }
}
