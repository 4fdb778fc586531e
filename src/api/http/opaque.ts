// Opaque texts that clients send back, such as cursors: values with a checksum that binds them to an owner.
// They are not secret, and the checksum does not authenticate: every request checks access.
import type * as z from 'zod'
import { fingerprint } from './conditional.ts'

/** Encodes `content`, bound to `owner`, such as the list that a cursor belongs to. */
export const encodeOpaque = async (
  owner: readonly unknown[],
  content: readonly unknown[],
): Promise<string> => {
  const checksum = await fingerprint(...owner, content)
  const text = JSON.stringify([checksum, ...content])
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The content of an opaque text; undefined if it is damaged, malformed or belongs to another owner. */
export const decodeOpaque = async <Content extends readonly unknown[]>(
  shape: z.ZodType<Content>,
  owner: readonly unknown[],
  opaque: string,
): Promise<Content | undefined> => {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(opaque, { alphabet: 'base64url' }))
    const [, ...content] = JSON.parse(text) as unknown[]
    const decoded = shape.parse(content)
    // Re-encoding must give the same text, checksum included.
    return opaque === (await encodeOpaque(owner, decoded)) ? decoded : undefined
  } catch {
    // Not base64url, not JSON, or not of the shape.
    return undefined
  }
}
