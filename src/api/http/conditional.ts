// Conditional requests (RFC 9110, section 13). An ETag combines the version of the data with a fingerprint of
// the request, so it never matches the response to another request.
import { sha256 } from '@noble/hashes/sha2.js'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** Up to this length, the runtime's own hash takes longer than one in JavaScript. */
const MAX_QUICK_BYTES = 1_024

/** A 72-bit hash of `parts`. It identifies values; it does not authenticate them. */
export const fingerprint = async (...parts: readonly unknown[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const hash =
    bytes.length <= MAX_QUICK_BYTES
      ? sha256(bytes)
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return hash.subarray(0, 9).toBase64({ alphabet: 'base64url' })
}

/**
 * The versions in `If-None-Match` for the request with this fingerprint, or `any` for `*`. Weak and strong
 * tags compare equal, as RFC 9110 requires for GET.
 */
export const readKnownVersions = (ifNoneMatch: string | undefined, fingerprint: string): string[] | 'any' => {
  if (ifNoneMatch === undefined) return []
  if (ifNoneMatch.trim() === '*') return 'any'
  return [...ifNoneMatch.matchAll(/"([\w-]*?)\.([\w-]*)"/g)]
    .filter(([, , tagFingerprint]) => tagFingerprint === fingerprint)
    .map(([, version = '']) => version)
}

/** Lets only the caller cache the response. */
export const setPrivate = (c: Context<AppEnv>): void => {
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Authorization')
}

/** Sets the `ETag` and the headers of a private response, for a 200 and for a 304. */
export const setValidators = (c: Context<AppEnv>, version: string, fingerprint: string): void => {
  c.header('ETag', `"${version}.${fingerprint}"`)
  setPrivate(c)
}

/** The second part of the tag of a read-only resource. The first is a hash of the response. */
const WHOLE = 'whole'

/** How long anyone may keep what everyone may see, in seconds. */
const PUBLIC_SECONDS = 60

/** Lets everyone cache the response. */
export const setPublic = (c: Context<AppEnv>): void => {
  c.header('Cache-Control', `public, max-age=${PUBLIC_SECONDS}`)
}

const answerTagged = async <Body extends object>(
  c: Context<AppEnv>,
  body: Body,
  part: string,
  setCaching: (c: Context<AppEnv>) => void,
): Promise<Body | Response> => {
  const version = await fingerprint(body)
  c.header('ETag', `"${version}.${part}"`)
  setCaching(c)
  const known = readKnownVersions(c.req.header('If-None-Match'), part)
  return known === 'any' || known.includes(version) ? c.body(null, 304) : body
}

/**
 * Responds with a resource and its ETag, or with a 304 if the caller has it.
 * @param state what a change depends on: a sale changes the counts of a session, and so the response, but
 *   must not fail a change of its capacity
 */
export const answerValidated = async <Body extends object>(
  c: Context<AppEnv>,
  body: Body,
  state?: string,
): Promise<Body | Response> =>
  answerTagged(c, body, state === undefined ? WHOLE : await fingerprint(state), setPrivate)

/** Like {@link answerValidated}, for what everyone may see. */
export const answerPublic = <Body extends object>(c: Context<AppEnv>, body: Body): Promise<Body | Response> =>
  answerTagged(c, body, WHOLE, setPublic)

/**
 * Returns a predicate that checks a resource’s state against `If-Match`; undefined without that header. Weak
 * tags never match (RFC 9110, section 13.1.1).
 */
export const isCurrent = (c: Context<AppEnv>): ((state: string) => Promise<boolean>) | undefined => {
  const ifMatch = c.req.header('If-Match')
  if (ifMatch === undefined) return undefined
  return async (state) => {
    if (ifMatch.trim() === '*') return true
    const part = await fingerprint(state)
    return ifMatch.split(',').some((tag) => /^"[\w-]*\.([\w-]*)"$/.exec(tag.trim())?.[1] === part)
  }
}
