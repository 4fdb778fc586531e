// Signatures of webhooks, as Standard Webhooks 1.0 specifies them.
import { utf8 } from '../secrets.ts'

const PREFIX = 'whsec_'
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32

export const newWebhookSecret = (): string =>
  PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64()

const signatureOf = async (secret: string, content: string): Promise<string> => {
  const bytes = Uint8Array.fromBase64(secret.slice(PREFIX.length))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return `v1,${new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(content))).toBase64()}`
}

/**
 * The headers of a message, with a signature by each secret. A receiver accepts it if it knows one of them.
 *
 * @param id the same in every repeat of the message
 */
export const signedHeaders = async (
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Promise<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1_000))
  const signatures = await Promise.all(
    secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)),
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
