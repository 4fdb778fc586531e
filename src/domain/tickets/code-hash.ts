// The hash by which a device recognizes a ticket's code. The door page computes it, too.
import { _SHA256 } from '@noble/hashes/sha2.js'

const HASH_BYTES = 6

/**
 * The first 48 bits of SHA-256 over the session's id and the code, as 8 characters of base64url. It does not
 * reveal the code, unless that is short enough to guess. Synchronous, because `crypto.subtle` takes three
 * times as long for texts this short.
 */
export const hashCode = (sessionId: string, code: string): string => {
  const text = new TextEncoder().encode(`${sessionId}:${code}`)
  // The class is smaller for the page than the function `sha256`, which can do more.
  const bytes = new _SHA256().update(text).digest().subarray(0, HASH_BYTES)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
