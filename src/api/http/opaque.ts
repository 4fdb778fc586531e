// Opaque texts that clients send back, such as cursors: values with a checksum that binds them to an owner
// and to the database of the request. They are not secret, and the checksum does not authenticate: every
// request checks access.
import type * as z from 'zod'
import type { Database } from '../../db/client.ts'
import { FIRST_DATABASE } from '../../db/databases.ts'
import { fingerprint } from './conditional.ts'

/** The database of the request. */
export type Asked = Pick<Database, 'binding'>

/** Encodes `content`, bound to `owner`, such as the list that a cursor belongs to. */
export const encodeOpaque = async (
  { binding }: Asked,
  owner: readonly unknown[],
  content: readonly unknown[],
): Promise<string> => {
  const checksum = await fingerprint(...(binding === FIRST_DATABASE ? [] : [binding]), ...owner, content)
  const text = JSON.stringify([checksum, ...content])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The content of an opaque text; undefined if it is damaged, malformed or belongs to another owner. */
export const decodeOpaque = async <Content extends readonly unknown[]>(
  db: Asked,
  shape: z.ZodType<Content>,
  owner: readonly unknown[],
  opaque: string,
): Promise<Content | undefined> => {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(opaque, { alphabet: 'base64url' }))
    const [, ...content] = JSON.parse(text) as unknown[]
    const decoded = shape.parse(content)
    // Re-encoding must give the same text, checksum included.
    return opaque === (await encodeOpaque(db, owner, decoded)) ? decoded : undefined
  } catch {
    // Not base64url, not JSON, or not of the shape.
    return undefined
  }
}
