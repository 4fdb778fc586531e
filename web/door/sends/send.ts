// Sends what waits: oldest first, one batch in flight over all tabs. An item that the service does not accept is put
// aside and blocks nothing.

import { alone } from '../../shared/alone.ts'
import { type Api, isAccessDenied, type Reply } from '../../shared/api.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { toServerTime } from './clock.ts'
import { commit, type Entry, loadOutbox, outbox, settle, takeBackAbandoned } from './outbox.ts'
import { listOpenPages } from './pages.ts'

type Results = Schemas['CheckInResults']

const LOCK = 'doorlist.send'
/** Items that the service takes in one batch. */
export const MAX_ITEMS = 100

export type SendResult = {
  kind: 'done' | 'failed' | 'signed-out'
  /** Seconds that the service asked to wait. */
  retryAfter: number | null
  /** Whether the service was reached; undefined if nothing was sent. */
  isReached: boolean | undefined
  /** The ids of entries that the person who is signed in may not send. */
  denied: readonly string[]
}

/** The first entry and those after it that can be in one batch with it. */
const firstBatch = (entries: readonly Entry[]): Entry[] => {
  const [first] = entries
  const end = entries.findIndex(
    ({ sessionId, device }) => sessionId !== first?.sessionId || device !== first.device,
  )
  return entries.slice(0, Math.min(MAX_ITEMS, end === -1 ? entries.length : end))
}

const toItem = (entry: Entry) => {
  const at = new Date(Math.max(0, toServerTime(entry.at))).toISOString()
  return entry.type === 'CheckIn'
    ? { type: entry.type, id: entry.id, ticketId: entry.ticketId, at, admitted: entry.admitted }
    : { type: entry.type, id: entry.id, checkInId: entry.checkInId, at }
}

/** Sends items in one request. A response that does not have a result for each counts as none. */
export const postItems = async (
  api: Api,
  entries: readonly Entry[],
  ask: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Reply<Results>> => {
  const [first] = entries as [Entry, ...Entry[]]
  const reply = await api<Results>(`/api/v1/sessions/${first.sessionId}/check-ins`, {
    method: 'POST',
    body: { device: first.device, items: entries.map(toItem) },
    ...ask,
  })
  if (reply.kind !== 'ok') return reply
  const { results } = reply.body
  const isComplete =
    Array.isArray(results) &&
    results.length === entries.length &&
    results.every((one, index) => one?.id === entries[index]?.id && one?.ticket !== undefined)
  return isComplete ? reply : { kind: 'unreachable' }
}

/** Sends everything that waits. Must run alone. */
const sendAll = async (api: Api): Promise<SendResult> => {
  const skipped = new Set<string>()
  const denied = new Set<string>()
  const single = new Set<string>()
  let isReached: boolean | undefined
  for (;;) {
    const waiting = outbox.value.filter(
      ({ id, state }) => state === 'waiting' && !skipped.has(id) && !denied.has(id),
    )
    const [first] = waiting
    if (first === undefined) return { kind: 'done', retryAfter: null, isReached, denied: [...denied] }
    const batch = single.has(first.id) ? [first] : firstBatch(waiting.filter(({ id }) => !single.has(id)))
    const reply = await postItems(api, batch)
    isReached = reply.kind === 'ok' || reply.kind === 'error'
    if (reply.kind === 'ok') {
      await settle(batch, reply.body.results, Date.now())
    } else if (reply.kind === 'error' && (reply.status === 400 || reply.code === 'internal_error')) {
      // One item may be at fault, so they are sent one by one.
      if (batch.length > 1) for (const { id } of batch) single.add(id)
      else if (reply.status === 400) {
        await commit({ entries: [{ ...first, state: 'aside', error: reply.message }] })
      } else skipped.add(first.id)
    } else if (reply.kind === 'error' && isAccessDenied(reply.code)) {
      for (const { id, sessionId } of waiting) if (sessionId === first.sessionId) denied.add(id)
    } else {
      return {
        kind: reply.kind === 'signed-out' ? 'signed-out' : 'failed',
        retryAfter: reply.kind === 'error' ? reply.retryAfter : null,
        isReached,
        denied: [...denied],
      }
    }
  }
}

/** Sends everything that waits, unless another tab does. */
export const sendOutbox = (api: Api): Promise<SendResult> =>
  alone(LOCK, async () => {
    // Asked before the disk is read, which then has everything from the pages that are no longer open.
    const open = await listOpenPages()
    // The other tab may have sent what this one still has in memory.
    await loadOutbox().catch(() => undefined)
    await takeBackAbandoned(open)
    return sendAll(api)
  })
