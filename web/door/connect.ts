// Connects this phone by a link. Loaded with the dialogs.
import { post, type Reply } from '../shared/request.ts'
import type { Schemas } from '../shared/schemas.ts'
import { ATTEMPT, readAttempt } from './connect-link.ts'

type Link = Schemas['Link']
type Connected = Schemas['DeviceTokens']

export const forgetAttempt = (): void => localStorage.removeItem(ATTEMPT)

/** Asks whom the link is for. The service no longer tells once the link was sent. */
export const inspectLink = async (code: string): Promise<Reply<Omit<Link, 'expiresAt' | 'role'>>> => {
  const earlier = readAttempt()
  return earlier?.code === code
    ? { kind: 'ok', body: { kind: 'device', ...earlier }, etag: null }
    : post<Link>('/api/v1/links/inspect', { code })
}

export const connect = async (
  code: string,
  { organizerName, name }: Pick<Link, 'organizerName' | 'name'>,
): Promise<Reply<Connected>> => {
  const earlier = readAttempt()
  const sent = earlier?.code === code ? earlier : { code, attempt: crypto.randomUUID(), organizerName, name }
  localStorage.setItem(ATTEMPT, JSON.stringify(sent))
  const { attempt } = sent
  const reply = await post<Connected>('/api/v1/devices/connect', { code, attempt })
  if (reply.kind === 'error' && reply.code === 'invalid_grant') forgetAttempt()
  return reply
}
