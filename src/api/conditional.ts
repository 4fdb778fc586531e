// Conditional requests (RFC 9110, section 13). An ETag is the version of the data and a fingerprint of the request,
// so the tag of one response never matches another.
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * The versions in `If-None-Match` for the request with this fingerprint, or `any` for `*`. Weak and strong tags
 * compare equal, as RFC 9110 requires for GET.
 */
export const readKnownVersions = (ifNoneMatch: string | undefined, fingerprint: string): string[] | 'any' => {
  if (ifNoneMatch === undefined) return []
  if (ifNoneMatch.trim() === '*') return 'any'
  return [...ifNoneMatch.matchAll(/"([\w-]*?)\.([\w-]*)"/g)]
    .filter(([, , tagFingerprint]) => tagFingerprint === fingerprint)
    .map(([, version = '']) => version)
}

/** Whether the caller holds the version, by `If-None-Match`: the response is then a 304. */
export const isKnown = (ifNoneMatch: string | undefined, version: string, fingerprint: string): boolean => {
  const known = readKnownVersions(ifNoneMatch, fingerprint)
  return known === 'any' || known.includes(version)
}

/**
 * Whether `If-Match` allows a change of what has this version. Weak tags never match (RFC 9110, section 13.1.1).
 */
export const isMatch = (ifMatch: string, version: string, fingerprint: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === `"${version}.${fingerprint}"`)

/** Sets the headers of a response that is for its caller alone. */
export const setPrivate = (c: Context<AppEnv>): void => {
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Authorization')
}

/** Sets the headers of a response that is private and must be revalidated: 200 and 304. */
export const setValidators = (c: Context<AppEnv>, version: string, fingerprint: string): void => {
  c.header('ETag', `"${version}.${fingerprint}"`)
  setPrivate(c)
}
