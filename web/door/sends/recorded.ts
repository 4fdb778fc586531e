// What the service has recorded.
import type { Api } from '../../shared/api.ts'
import type { Schemas } from '../../shared/schemas.ts'

const PAGE_SIZE = 100
/** Somebody waits in front of the device. */
const TIMEOUT_MS = 3_000

/** The check-ins of a ticket that count, with their times by the clock of the service; undefined without a response. */
export const liveCheckIns = async (
  api: Api,
  sessionId: string,
  ticketId: string,
): Promise<{ id: string; at: number }[] | undefined> => {
  const query = new URLSearchParams({ ticketId, pageSize: String(PAGE_SIZE) })
  const reply = await api<Schemas['CheckInPage']>(`/api/v1/sessions/${sessionId}/check-ins?${query}`, {
    timeoutMs: TIMEOUT_MS,
  })
  if (reply.kind !== 'ok') return undefined
  return reply.body.data
    .filter(({ undoneAt }) => undoneAt === null)
    .filter(
      ({ outcome, admitted }) => outcome === 'CheckedIn' || (outcome === 'AlreadyCheckedIn' && admitted),
    )
    .map(({ id, at }) => ({ id, at: Date.parse(at) }))
}
