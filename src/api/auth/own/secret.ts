// The keys that are made from the service's secret, for each database: what one of them has signed or
// sealed is nothing at another.
import { bindingOf, type DatabaseEnv, keyAt, perDatabase } from '../../../db/databases.ts'
import { base64url, fromBase64url, utf8 } from '../../../domain/secrets.ts'
import { misconfigured } from '../../http/misconfigured.ts'

const MIN_CHARACTERS = 32
const NONCE_BYTES = 12

export type Secret = {
  /** Tells secrets apart without revealing them. */
  id: string
  /** A text's message authentication code, in base64url. */
  sign: (text: string) => Promise<string>
  verify: (text: string, code: string) => Promise<boolean>
  /** Encrypts a text for this secret. `context` must be the same to open it. */
  seal: (text: string, context: string) => Promise<string>
  open: (sealed: string, context: string) => Promise<string>
}

const derive = async (text: string, binding: string): Promise<Secret> => {
  const { subtle } = crypto
  const base = await subtle.importKey('raw', utf8(text), 'HKDF', false, ['deriveKey', 'deriveBits'])
  const hkdf = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8(`doorlist ${keyAt(binding, use)}`),
  })
  const [id, mac, cipher] = await Promise.all([
    subtle.deriveBits(hkdf('secret id'), base, 128),
    subtle.deriveKey(hkdf('mac'), base, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
      'sign',
      'verify',
    ]),
    subtle.deriveKey(hkdf('seal'), base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  const gcm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: utf8(context),
  })
  return {
    id: base64url(new Uint8Array(id)),
    sign: async (value) => base64url(new Uint8Array(await subtle.sign('HMAC', mac, utf8(value)))),
    verify: async (value, code) => {
      try {
        const bytes = fromBase64url(code)
        // The last character has bits that belong to no byte.
        return base64url(bytes) === code && (await subtle.verify('HMAC', mac, bytes, utf8(value)))
      } catch {
        return false
      }
    },
    seal: async (value, context) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const sealed = new Uint8Array(await subtle.encrypt(gcm(nonce, context), cipher, utf8(value)))
      return base64url(new Uint8Array([...nonce, ...sealed]))
    },
    open: async (value, context) => {
      const bytes = fromBase64url(value)
      const parameters = gcm(bytes.slice(0, NONCE_BYTES), context)
      return new TextDecoder().decode(await subtle.decrypt(parameters, cipher, bytes.slice(NONCE_BYTES)))
    },
  }
}

/** By the text. Values and no promises: a request cannot await another one's. */
const derivedAt = perDatabase(() => new Map<string, Secret>())

type SecretEnv = { DOORLIST_SECRET?: string }

export const hasSecret = ({ DOORLIST_SECRET: text = '' }: SecretEnv): boolean => text.length >= MIN_CHARACTERS

/** @throws AppError `auth_unavailable` if there is no secret of 32 characters or more */
export const readSecret = async (env: DatabaseEnv): Promise<Secret> => {
  const { DOORLIST_SECRET: text = '' }: SecretEnv = env
  if (!hasSecret(env)) {
    throw misconfigured(`DOORLIST_SECRET must have ${MIN_CHARACTERS} characters or more.`)
  }
  const binding = bindingOf(env)
  const derived = derivedAt(binding)
  const secret = derived.get(text) ?? (await derive(text, binding))
  derived.set(text, secret)
  return secret
}
