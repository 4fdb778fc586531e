// The codes of links, and secrets. Only their hashes are stored.

/** 22 characters of base64url. */
const CODE_BYTES = 16

export const base64url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.fromBase64(text, { alphabet: 'base64url' })

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

/** A random code of 128 bits. */
export const newCode = (): string => base64url(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))

/** SHA-256 in base64url. */
export const hashOf = async (code: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(code))))
