// Verifies a bearer token and returns its subject. Rules only: the JWKS and the clock are passed in.
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
  type RemoteJWKSet,
} from 'jose'
import { isOwnSubject } from '../../domain/sign-in/subjects.ts'
import { AppError } from '../../errors.ts'

/** Asymmetric algorithms only: with a symmetric one, a public key could pass for the secret. */
const ALGORITHMS: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
/** RFC 9068 requires at+jwt; many issuers send JWT or nothing. */
const TYPES: readonly string[] = ['at+jwt', 'application/at+jwt', 'jwt', 'application/jwt']
/** How far the issuer's clock and ours may differ. */
const CLOCK_TOLERANCE_SECONDS = 30
/** Real tokens are far shorter. Longer ones are rejected before the signature check. */
const MAX_TOKEN_CHARACTERS = 16_384
const MAX_KEY_ID_CHARACTERS = 256
const MAX_SUBJECT_CHARACTERS = 255

/** A JWKS; one that can be fetched again says whether it was a moment ago. */
type Jwks = JWTVerifyGetKey & Partial<Pick<RemoteJWKSet, 'reload' | 'coolingDown'>>

/** Payloads by issuer, audience and token. */
export type VerifiedTokens = Map<string, JWTPayload>

/** Verified tokens that are kept for a JWKS: more than the phones of an isolate. */
const MAX_VERIFIED = 1_000

export type TokenRules = {
  issuer: string
  audience: string
  /** The JWKS, and the tokens that its keys have verified: a signature is checked once. */
  findJwks: () => Promise<{ jwks: Jwks; verified?: VerifiedTokens | undefined }>
  /** Whether the issuer may say the subject. */
  isSubject: (sub: string) => boolean
  now: Date
}

const invalid = (message: string, cause?: unknown) => new AppError('invalid_token', { message, cause })

/**
 * The token of an `Authorization` header (RFC 6750, section 2.1). The scheme is case-insensitive.
 *
 * @throws AppError `missing_token` if there is none; `invalid_token` if it is malformed
 */
export const readBearerToken = (authorization: string | undefined): string => {
  const [, token = ''] = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '') ?? []
  if (token === '') throw new AppError('missing_token')
  if (!/^[\w.~+/-]+=*$/.test(token) || token.length > MAX_TOKEN_CHARACTERS) {
    throw invalid('The access token is malformed.')
  }
  return token
}

/**
 * Validates the header before a key is looked up, and returns its `kid`. A key or URL in the header is
 * ignored.
 */
const readKeyId = (token: string): string | undefined => {
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
    throw invalid('The access token has an invalid kid.')
  }
  return kid
}

/** Verifies a token with the JWKS. If several keys match the header, each of them is tried. */
const verifyWithJwks = async (
  token: string,
  jwks: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, jwks, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

const remember = (verified: VerifiedTokens | undefined, key: string, payload: JWTPayload): void => {
  if (verified !== undefined && verified.size >= MAX_VERIFIED) verified.clear()
  verified?.set(key, payload)
}

/** Whether the time is between `nbf` and `exp`, by jose’s rules. */
const isTimely = ({ exp = 0, nbf = 0 }: JWTPayload, now: Date): boolean => {
  const seconds = Math.floor(now.getTime() / 1_000)
  return exp > seconds - CLOCK_TOLERANCE_SECONDS && nbf <= seconds + CLOCK_TOLERANCE_SECONDS
}

const isUnknownKey = (error: unknown): boolean =>
  error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey

/** One sentence for an error of jose. It contains no value of the token. */
const explain = (error: errors.JOSEError): string => {
  if (error instanceof errors.JWTExpired) return 'The access token has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && error.reason === 'check_failed') {
      return 'The access token is not valid yet (nbf).'
    }
    return `The access token's ${error.claim} claim is missing or invalid.`
  }
  if (isUnknownKey(error)) return "The access token is not signed with one of the issuer's keys."
  return 'The access token is malformed.'
}

/** Whether an outside issuer may say it: not one of the service's own. A path could not name `.` and `..`. */
export const isOutsideSubject = (sub: string): boolean =>
  sub !== '' &&
  sub.length <= MAX_SUBJECT_CHARACTERS &&
  sub.isWellFormed() &&
  !isOwnSubject(sub) &&
  !/^\.{1,2}$|\p{Cc}/u.test(sub)

/** The token's `iss`, which nothing has verified yet; undefined for a malformed token. */
export const readIssuer = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/**
 * The subject (`sub`) that a token was issued for.
 *
 * Requires `iss`, `aud`, `exp` and `sub`, honours `nbf`, and allows 30 seconds of clock difference. There is
 * no maximum lifetime: that is the issuer's choice, and deleting a member ends access before the token
 * expires. A token without `kid` is tried with every key of its algorithm, and then with the keys of a newer
 * JWKS.
 *
 * @throws AppError `invalid_token`, or that of `findJwks` or the JWKS if it is unavailable
 */
export const verifyToken = async (
  token: string,
  { issuer, audience, findJwks, isSubject, now }: TokenRules,
): Promise<string> => {
  const keyId = readKeyId(token)
  const options = {
    algorithms: [...ALGORITHMS],
    issuer,
    audience,
    requiredClaims: ['iss', 'aud', 'exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
  }
  const { jwks, verified } = await findJwks()
  const key = JSON.stringify([issuer, audience, token])
  const verify = () => verifyWithJwks(token, jwks, options)
  try {
    const known = verified?.get(key)
    const payload =
      known !== undefined && isTimely(known, now)
        ? known
        : await verify().catch(async (error) => {
            // jose fetches again for an unknown `kid`, and cannot know that a key is unknown without one.
            const isSignature = error instanceof errors.JWSSignatureVerificationFailed
            if (keyId !== undefined || !isSignature || jwks.coolingDown !== false) throw error
            await jwks.reload?.()
            return verify()
          })
    if (payload !== known) remember(verified, key, payload)
    const { sub } = payload
    if (typeof sub === 'string' && isSubject(sub)) return sub
    throw invalid("The access token's sub claim is missing or invalid.")
  } catch (error) {
    throw error instanceof errors.JOSEError ? invalid(explain(error), error) : error
  }
}
