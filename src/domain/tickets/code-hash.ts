// What a device holds of a ticket's code. The service and the door page compute it alike.
import { sha256 } from '@noble/hashes/sha2.js'

const HASH_BYTES = 6

/**
 * The first 48 bits of SHA-256 over the session's id and the code, as 8 characters of base64url. It
 * recognizes a code and does not reveal it, unless the code is short enough to be guessed. Synchronous,
 * because `crypto.subtle` takes three times as long for texts as short as these.
 */
export const hashCode = (sessionId: string, code: string): string => {
  const bytes = sha256(new TextEncoder().encode(`${sessionId}:${code}`)).subarray(0, HASH_BYTES)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
