// The check-ins of a ticket by all phones, to undo them. Loaded with the dialogs.
import { isLive } from '../../shared/live-check-ins.ts'
import type { Api, Reply } from '../../shared/request.ts'
import type { Schemas } from '../../shared/schemas.ts'

/** Somebody is waiting at the door. */
const LIVE_MS = 3_000
const PAGE_SIZE = 100

/** The check-ins of a ticket that count, by anybody; none for a phone that may not see them, null offline. */
export const fetchLiveCheckIns = async (
  api: Api,
  sessionId: string,
  ticketId: string,
): Promise<{ id: string; at: number }[] | null> => {
  const query = new URLSearchParams({ ticketId, pageSize: String(PAGE_SIZE) })
  const live: { id: string; at: number }[] = []
  for (let path: string | null = `/api/v1/sessions/${sessionId}/check-ins?${query}`; path !== null; ) {
    const reply: Reply<Schemas['CheckInPage']> = await api(path, { timeoutMs: LIVE_MS })
    if (reply.kind === 'error' && reply.code === 'role_forbids') return []
    if (reply.kind !== 'ok' || !Array.isArray(reply.body?.data)) return null
    live.push(...reply.body.data.filter(isLive).map(({ id, at }) => ({ id, at: Date.parse(at) })))
    path = reply.body.links.next
  }
  return live
}
