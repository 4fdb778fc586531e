// Conditional requests (RFC 9110, section 13): an answer's tag is the version of what it shows and the
// fingerprint of how it was asked for, so that a tag held for one answer never passes for another.
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * The versions that the caller holds of the answer with this fingerprint, or `any` for `*`.
 *
 * @param header `If-None-Match`, compared weakly as the RFC has it for GET
 */
export const readKnownVersions = (header: string | undefined, fingerprint: string): string[] | 'any' => {
  if (header === undefined) return []
  if (header.trim() === '*') return 'any'
  return [...header.matchAll(/"([\w-]*?)\.([\w-]*)"/g)]
    .filter(([, , asked]) => asked === fingerprint)
    .map(([, version = '']) => version)
}

/** Sets what every 200 and 304 of a private, revalidated answer carries. */
export const setValidators = (c: Context<AppEnv>, version: string, fingerprint: string): void => {
  c.header('ETag', `"${version}.${fingerprint}"`)
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Authorization')
}
