// Really signed tokens, right ones and wrong ones.
import { env } from 'cloudflare:workers'
import { importJWK, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

export const signingKey = (alg = 'ES256'): JWK => {
  const key = env.TEST_SIGNING_KEYS.find((candidate) => candidate.alg === alg)
  if (key === undefined) throw new Error(`The issuer has no key for ${alg}.`)
  return key
}

export const seconds = (fromNow = 0): number => Math.floor(Date.now() / 1000) + fromNow

/** Claims as the issuer makes them. */
export const goodClaims = (subject: string): JWTPayload => ({
  iss: env.AUTH_ISSUER,
  aud: env.AUTH_AUDIENCE,
  sub: subject,
  iat: seconds(),
  exp: seconds(300),
  client_id: 'tests',
  jti: crypto.randomUUID(),
})

/** Signs any claims, with any header, by any key. */
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

/** A good token for a subject. */
export const tokenFor = (subject: string): Promise<string> => sign(goodClaims(subject))
