// Who a bearer token speaks for. Rules only: the key set and the clock come in.
import { decodeProtectedHeader, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../../errors.ts'

/** Asymmetric only: a shared secret could be a public key in disguise. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** RFC 9068 says at+jwt; many issuers say JWT, or nothing. */
const TYPES = ['at+jwt', 'application/at+jwt', 'jwt', 'application/jwt']
const CLOCK_TOLERANCE_SECONDS = 30
/** Longer than any issuer's; a longer one is not worth a signature check. */
const MAX_TOKEN_CHARACTERS = 16_384
const MAX_KEY_ID_CHARACTERS = 256
const MAX_SUBJECT_CHARACTERS = 255

export type TokenRules = {
  issuer: string
  audience: string
  /** Finds the key for a token's header in the configured set; a token's own key or address never counts. */
  getKey: JWTVerifyGetKey
  now: Date
}

const invalid = (message: string, cause?: unknown) => new AppError('invalid_token', message, { cause })

/**
 * The token of an `Authorization` header (RFC 6750, section 2.1; the scheme in any case).
 * Throws `missing_token` where there is none, `invalid_token` where it is malformed.
 */
export const readBearerToken = (authorization: string | undefined): string => {
  const [, token = ''] = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '') ?? []
  if (token === '')
    throw new AppError('missing_token', 'Send an access token: Authorization: Bearer <token>.')
  if (!/^[\w.~+/-]+=*$/.test(token) || token.length > MAX_TOKEN_CHARACTERS) {
    throw invalid('The access token is malformed.')
  }
  return token
}

/** Refuses what no key could make right, before a key is looked for. */
const checkHeader = (token: string): void => {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch (cause) {
    throw invalid('The access token is malformed.', cause)
  }
  const { alg, typ, kid } = header
  if (alg === undefined || !ALGORITHMS.includes(alg)) {
    throw invalid(`The access token's algorithm must be one of ${ALGORITHMS.join(', ')}.`)
  }
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.includes(typ.toLowerCase()))) {
    throw invalid("The access token's type must be at+jwt or JWT.")
  }
  if (kid !== undefined && !(typeof kid === 'string' && kid.length <= MAX_KEY_ID_CHARACTERS)) {
    throw invalid('The access token names its key in a wrong way.')
  }
}

/** One sentence for a refusal of jose's; it names no value of the token. */
const explain = (error: errors.JOSEError): string => {
  if (error instanceof errors.JWTExpired) return 'The access token has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const claim = ['iss', 'aud', 'exp', 'nbf', 'sub'].find((name) => name === error.claim) ?? 'a'
    return `The access token's ${claim} claim is missing or not the right one.`
  }
  return 'The access token is malformed, or its signature is not by a key of the issuer.'
}

/**
 * The subject (`sub`) that a token was issued for.
 *
 * Requires `iss`, `aud`, `exp` and `sub`; honours `nbf`; allows 30 seconds between the clocks.
 * Throws `invalid_token`, and whatever `getKey` throws where the key set cannot be had.
 */
export const verifyToken = async (
  token: string,
  { issuer, audience, getKey, now }: TokenRules,
): Promise<string> => {
  checkHeader(token)
  try {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['iss', 'aud', 'exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    const { sub } = payload
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) {
      throw invalid("The access token's sub claim is missing or not the right one.")
    }
    return sub
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalid(explain(error), error)
    throw error
  }
}
