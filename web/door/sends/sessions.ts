// The sessions that the service lists.
import type { Api, Reply } from '../../shared/api.ts'
import type { Schemas } from '../../shared/schemas.ts'
import type { Session } from '../holds/session-entry.ts'

type Page = Schemas['SessionPage']

const PAGE_SIZE = 100
/** More sessions are not listed: nobody looks for a session among so many. */
const MAX_PAGES = 5

export const EARLIER_DAYS = 60
const DAY_MS = 86_400_000

export type Listed = { kind: 'ok'; sessions: Session[] } | Exclude<Reply<Page>, { kind: 'ok' | 'unchanged' }>

const list = async (api: Api, query: Record<string, string>): Promise<Listed> => {
  const sessions: Session[] = []
  let path: string | null =
    `/api/v1/sessions?${new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) })}`
  for (let page = 0; path !== null && page < MAX_PAGES; page += 1) {
    const reply: Reply<Page> = await api<Page>(path)
    if (reply.kind === 'unchanged') return { kind: 'unreachable' }
    if (reply.kind !== 'ok') return reply
    if (!Array.isArray(reply.body.data)) return { kind: 'unreachable' }
    sessions.push(...reply.body.data)
    path = reply.body.links.next
  }
  return { kind: 'ok', sessions }
}

const startOfToday = (now: number): number => new Date(now).setHours(0, 0, 0, 0)

/** The sessions from today on, in order of their start. Until midday, those of the last evening too. */
export const listSessions = (api: Api): Promise<Listed> => list(api, {})

/** The sessions of the last weeks before today, the latest first. */
export const listEarlier = async (api: Api, now: number): Promise<Listed> => {
  const to = startOfToday(now)
  const from = to - EARLIER_DAYS * DAY_MS
  const listed = await list(api, { from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return listed.kind === 'ok' ? { kind: 'ok', sessions: listed.sessions.reverse() } : listed
}

/** Looks for a session in both lists; undefined if it is in neither, or the service cannot be reached. */
export const findSession = async (api: Api, id: string): Promise<Session | undefined> => {
  for (const load of [listSessions, (api: Api) => listEarlier(api, Date.now())]) {
    const listed = await load(api)
    const found = listed.kind === 'ok' ? listed.sessions.find((session) => session.id === id) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
