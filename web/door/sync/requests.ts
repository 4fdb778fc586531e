// The requests of a door device, and which responses it accepts.
import type { Api, Reply } from '../../shared/request.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { type Item, type Result, toWire } from '../core/check-in.ts'
import type { ListReply, PostReply } from '../core/state.ts'
import { readChanges } from '../core/ticket.ts'
import type { Session } from '../storage/entry.ts'

/** A page of the list is large. */
const LIST_MS = 20_000
/** Of sessions and of check-ins. */
const PAGE_SIZE = 100

/** Sends items of one session. A request names one device, and the phone may have been renamed in between. */
export const postItems = async (
  api: Api,
  items: readonly Item[],
  signal?: AbortSignal,
): Promise<PostReply> => {
  const device = items[0]?.checkIn.device
  const other = items.findIndex(({ checkIn }) => checkIn.device !== device)
  if (other === -1) return postOfOneDevice(api, items, signal)
  const first = await postOfOneDevice(api, items.slice(0, other), signal)
  const rest = first.kind === 'ok' ? await postItems(api, items.slice(other), signal) : first
  if (first.kind !== 'ok' || rest.kind !== 'ok') return rest
  return { kind: 'ok', results: [...first.results, ...rest.results] }
}

/** A response without a result for each item counts as none. */
const postOfOneDevice = async (
  api: Api,
  items: readonly Item[],
  signal: AbortSignal | undefined,
): Promise<PostReply> => {
  const { sessionId, device } = (items[0] as Item).checkIn
  const reply = await api<{ results: Result[] }>(`/api/v1/sessions/${sessionId}/check-ins`, {
    method: 'POST',
    body: { device, items: items.map(toWire) },
    ...(signal === undefined ? {} : { signal }),
  })
  if (reply.kind === 'unchanged') return { kind: 'unreachable' }
  if (reply.kind !== 'ok') return reply
  const results = reply.body?.results
  const isComplete =
    Array.isArray(results) &&
    results.length === items.length &&
    results.every((one, index) => one?.id === items[index]?.id && one?.ticket !== undefined)
  return isComplete ? { kind: 'ok', results } : { kind: 'unreachable' }
}

/** Requests the list, or its changes after `since`. `tag` is that of a response without changes. */
export const fetchChanges = async (
  api: Api,
  sessionId: string,
  { since, pageSize, tag }: { since: string | null; pageSize: number; tag: string | undefined },
): Promise<ListReply> => {
  const query = new URLSearchParams({ pageSize: String(pageSize) })
  if (since !== null) query.set('since', since)
  const reply = await api<unknown>(`/api/v1/sessions/${sessionId}/ticket-changes?${query}`, {
    timeoutMs: LIST_MS,
    ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }),
  })
  if (reply.kind !== 'ok') return reply
  const changes = readChanges(reply.body)
  return changes === undefined
    ? { kind: 'unreachable' }
    : { kind: 'changes', changes, tag: reply.etag, pollSeconds: reply.pollSeconds }
}

/**
 * The session nearest to now that has a ticket with this code, and whether a shop is asked about it instead;
 * neither without a response.
 */
export const findCode = async (
  api: Api,
  code: string,
  sessionId: string,
): Promise<{ session: Schemas['FoundSessions']['data'][number] | undefined; isShop: boolean }> => {
  const reply = await api<Schemas['FoundSessions']>('/api/v1/codes/find', {
    method: 'POST',
    body: { code, sessionId },
  })
  const { data, asking } = (reply.kind === 'ok' && reply.body) || {}
  return { session: data?.[0], isShop: asking === true }
}

export const sessionsPath = (query: Record<string, string>): string =>
  `/api/v1/sessions?${new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) })}`

/** `next`: the path of the next page. */
export type Listed =
  | { kind: 'ok'; sessions: Session[]; next: string | null }
  | Exclude<Reply<unknown>, { kind: 'ok' }>

/** Today's sessions and later ones by start, from `path` on. Until noon, those of last night too. */
export const listSessions = async (api: Api, path = sessionsPath({})): Promise<Listed> => {
  const reply = await api<{ data: Session[]; links: { next: string | null } }>(path)
  if (reply.kind !== 'ok') return reply
  if (!Array.isArray(reply.body?.data)) return { kind: 'unreachable' }
  return { kind: 'ok', sessions: reply.body.data, next: reply.body.links?.next ?? null }
}

/** One session; undefined if the person may not see it or there is no response. */
export const findSession = async (api: Api, id: string): Promise<Session | undefined> => {
  const reply = await api<Session>(`/api/v1/sessions/${id}`)
  return reply.kind === 'ok' && reply.body?.id === id ? reply.body : undefined
}
