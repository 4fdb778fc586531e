// The settings of token verification. If one is missing or unsafe, no token is accepted.
import { misconfigured } from '../http/misconfigured.ts'

/** Traffic to these hosts does not cross a network, so http is safe. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether people sign in at the service itself: without an outside issuer. */
export const isOwnSignIn = ({ AUTH_ISSUER = '' }: Partial<Pick<Env, 'AUTH_ISSUER'>>): boolean =>
  AUTH_ISSUER === ''

export type AuthSettings = { issuer: string; audience: string; jwksUrl: string }

/** Whether a URL is https, or http on a loopback host. */
const isSecureUrl = (value: string): boolean => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname))
}

/** The settings of each `env`. A deployment has one. */
const known = new WeakMap<object, AuthSettings>()

/**
 * Reads the settings from the Worker's variables. A plain http issuer or JWKS URL would let anyone on the
 * network path choose the keys, and jose skips the check of a claim whose expected value is undefined.
 *
 * @throws AppError `auth_unavailable` that names the wrong variable in its cause
 */
export const readAuthSettings = (
  env: Partial<Pick<Env, 'AUTH_ISSUER' | 'AUTH_AUDIENCE' | 'AUTH_JWKS_URL'>>,
): AuthSettings => {
  const settings = known.get(env)
  if (settings !== undefined) return settings
  const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience = '', AUTH_JWKS_URL: jwksUrl = '' } = env
  if (!isSecureUrl(issuer)) throw misconfigured('AUTH_ISSUER must be an https URL.')
  if (audience === '') throw misconfigured('AUTH_AUDIENCE must not be empty.')
  if (!isSecureUrl(jwksUrl)) throw misconfigured('AUTH_JWKS_URL must be an https URL.')
  const read = { issuer, audience, jwksUrl }
  known.set(env, read)
  return read
}
