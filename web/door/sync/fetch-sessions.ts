// The sessions that the service lists.
import type { Api, Reply } from '../../shared/api.ts'
import type { Session } from '../storage/entry.ts'

type Page = { data: Session[]; links: { next: string | null } }

const PAGE_SIZE = 100

export const sessionsPath = (query: Record<string, string>): string =>
  `/api/v1/sessions?${new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) })}`

/** `next`: the path of the next page. */
export type Listed =
  | { kind: 'ok'; sessions: Session[]; next: string | null }
  | Exclude<Reply<Page>, { kind: 'ok' | 'unchanged' }>

/** Today's sessions and later ones by start, from `path` on. Until noon, those of last night too. */
export const listSessions = async (api: Api, path = sessionsPath({})): Promise<Listed> => {
  const reply: Reply<Page> = await api<Page>(path)
  if (reply.kind === 'unchanged') return { kind: 'unreachable' }
  if (reply.kind !== 'ok') return reply
  if (!Array.isArray(reply.body?.data)) return { kind: 'unreachable' }
  return { kind: 'ok', sessions: reply.body.data, next: reply.body.links?.next ?? null }
}

/** One session; undefined if the person may not see it or there is no response. */
export const findSession = async (api: Api, id: string): Promise<Session | undefined> => {
  const reply = await api<Session>(`/api/v1/sessions/${id}`)
  return reply.kind === 'ok' && reply.body?.id === id ? reply.body : undefined
}
