/** Short text that differs where `parts` differ (SHA-256, 72 bits): it tells apart, it keeps nothing secret. */
export const fingerprint = async (...parts: readonly unknown[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return hash.subarray(0, 9).toBase64({ alphabet: 'base64url' })
}
