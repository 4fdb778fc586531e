/** A 72-bit hash of `parts`. It identifies values; it does not authenticate them. */
export const fingerprint = async (...parts: readonly unknown[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return hash.subarray(0, 9).toBase64({ alphabet: 'base64url' })
}
