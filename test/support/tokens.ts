// Signs tokens, valid and invalid ones, with the issuer's keys.
import { env } from 'cloudflare:workers'
import { importJWK, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

const findKey = (matches: (key: JWK) => boolean, wanted: string): JWK => {
  const key = env.TEST_SIGNING_KEYS.find(matches)
  if (key === undefined) throw new Error(`The issuer has no key ${wanted}.`)
  return key
}

/** The issuer's first key for an algorithm. */
export const signingKey = (alg = 'ES256'): JWK => findKey((key) => key.alg === alg, `for ${alg}`)

/** The issuer's key with this id. */
export const signingKeyById = (kid: string): JWK => findKey((key) => key.kid === kid, kid)

/** Its public half. */
export const publicKey = (kid: string): JWK => {
  const { d, p, q, dp, dq, qi, ...key } = signingKeyById(kid)
  return key
}

/** Seconds since the epoch, as in a NumericDate claim. */
export const seconds = (fromNow = 0): number => Math.floor(Date.now() / 1000) + fromNow

/** The claims of a valid token. */
export const validClaims = (subject: string): JWTPayload => ({
  iss: env.AUTH_ISSUER,
  aud: env.AUTH_AUDIENCE,
  sub: subject,
  iat: seconds(),
  exp: seconds(300),
  client_id: 'tests',
  jti: crypto.randomUUID(),
})

/**
 * Signs any claims with any header and key. Without `header.kid`, the key's own id is used, if it has one.
 */
export const sign = async (
  claims: JWTPayload,
  header: Partial<JWTHeaderParameters> = {},
  key: JWK = signingKey(header.alg),
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'at+jwt',
      ...(key.kid !== undefined && { kid: key.kid }),
      ...header,
    })
    .sign(await importJWK(key, header.alg ?? 'ES256'))

/** A valid token for a subject. */
export const tokenFor = (subject: string): Promise<string> => sign(validClaims(subject))
