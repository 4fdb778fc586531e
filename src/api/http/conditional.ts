// Conditional requests (RFC 9110, section 13). An ETag is the version of the data and a fingerprint of the
// request, so it never matches the response to another request.
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'
import { fingerprint } from './fingerprint.ts'

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

/** Sets the headers of a response that only its caller may cache. */
export const setPrivate = (c: Context<AppEnv>): void => {
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Authorization')
}

/** Sets the `ETag` and the headers of a private response, for a 200 and for a 304. */
export const setValidators = (c: Context<AppEnv>, version: string, fingerprint: string): void => {
  c.header('ETag', `"${version}.${fingerprint}"`)
  setPrivate(c)
}

/** The second part of the tag of a resource that cannot be changed. The first is a hash of the response. */
const WHOLE = 'whole'

/**
 * Responds with a resource and its ETag, or with a 304 if the caller has it. `state` is what a change depends
 * on: a sale changes the counts of a session, and so the response, but keeps nobody from changing its
 * capacity.
 */
export const answerValidated = async <Body extends object>(
  c: Context<AppEnv>,
  body: Body,
  state?: string,
): Promise<Body | Response> => {
  const version = await fingerprint(body)
  const part = state === undefined ? WHOLE : await fingerprint(state)
  setValidators(c, version, part)
  const known = readKnownVersions(c.req.header('If-None-Match'), part)
  return known === 'any' || known.includes(version) ? c.body(null, 304) : body
}

/**
 * Returns a function that checks whether a resource still has the state of the tag in `If-Match`; undefined
 * without that header. Weak tags never match (RFC 9110, section 13.1.1).
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
