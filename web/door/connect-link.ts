// Connects this phone by a link, instead of a sign-in.
import { signal } from '@preact/signals'
import { post, type Reply } from '../shared/request.ts'
import type { Schemas } from '../shared/schemas.ts'

type Link = Schemas['Link']
type Connected = Schemas['DeviceTokens']

/** The code of the link to use; `ask` while the dialog asks for one; undefined without a dialog. */
export const connecting = signal<string | 'ask' | undefined>(undefined)

/** The code at the end of a link; undefined for other text. */
export const codeIn = (text: string): string | undefined =>
  /#connect\/([\w-]{22,200})$/.exec(text.trim())?.[1]

/**
 * An attempt without a response so far. A link works once, but again for the same attempt: after a lost
 * response, or in another tab.
 */
const KEY = 'doorlist.connect'
export type Attempt = Pick<Link, 'organizerName' | 'name'> & { code: string; attempt: string }

export const readAttempt = (): Attempt | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Attempt | null
    return typeof stored?.attempt === 'string' ? stored : undefined
  } catch {
    return undefined
  }
}

export const forgetAttempt = (): void => localStorage.removeItem(KEY)

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
  localStorage.setItem(KEY, JSON.stringify(sent))
  const { attempt } = sent
  const reply = await post<Connected>('/api/v1/devices/connect', { code, attempt })
  if (reply.kind === 'error' && reply.code === 'invalid_grant') forgetAttempt()
  return reply
}
