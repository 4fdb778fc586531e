// The service as an issuer: signs tokens for phones, programs and people with passkeys, and has the keys that
// verify them.
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'
import type { Database } from '../../../db/client.ts'
import { type DatabaseEnv, perDatabase } from '../../../db/databases.ts'
import { findOrStoreKey, type SealedKey } from '../../../domain/sign-in/signing-key.ts'
import { readSecret, type Secret } from './secret.ts'

const ALGORITHM = 'ES256'
export const OWN_ISSUER = 'urn:doorlist:'

/** The database can be restored to one with another key, so an isolate reads it again after this long. */
const REUSE_MS = 600_000
/** A token of an unknown key reads the database again, at most this often. */
const UNKNOWN_KEY_MS = 1_000

export type OwnKey = {
  /** `iss` of its tokens. */
  issuer: string
  /** The public half. */
  jwk: JWK
  getKey: JWTVerifyGetKey
  /** Payloads of tokens that it has verified. */
  verified: Map<string, JWTPayload>
  sign: (claims: { sub: string; aud: string }, lifetimeSeconds: number, now: number) => Promise<string>
}

const makeKey = async ({ seal }: Secret): Promise<SealedKey> => {
  const id = crypto.randomUUID()
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { id, sealed: await seal(JSON.stringify(await exportJWK(privateKey)), id) }
}

const openKey = async ({ id, sealed }: SealedKey, { open }: Secret): Promise<OwnKey> => {
  const secretJwk = JSON.parse(await open(sealed, id)) as JWK
  const { d: _, ...publicHalf } = secretJwk
  const jwk = { ...publicHalf, kid: id, alg: ALGORITHM, use: 'sig' }
  const privateKey = await importJWK(secretJwk, ALGORITHM)
  const issuer = `${OWN_ISSUER}${id}`
  return {
    issuer,
    jwk,
    getKey: createLocalJWKSet({ keys: [jwk] }),
    verified: new Map(),
    sign: ({ sub, aud }, lifetimeSeconds, now) => {
      const seconds = Math.floor(now / 1_000)
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(aud)
        .setSubject(sub)
        .setJti(crypto.randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(privateKey)
    },
  }
}

/** The isolate's key by the id of its secret. A deployment has one secret; tests have more. */
const keysAt = perDatabase(() => new Map<string, { key: OwnKey; readAt: number }>())

/**
 * The service's key. The first call ever makes it.
 *
 * @param issuer of a token, if one is verified
 * @throws AppError `auth_unavailable` if the service has no secret; `database_unavailable`
 */
export const readOwnKey = async (env: DatabaseEnv, db: Database, issuer?: string): Promise<OwnKey> => {
  const secret = await readSecret(env)
  const keys = keysAt(db.binding)
  const known = keys.get(secret.id)
  if (known !== undefined) {
    const age = Date.now() - known.readAt
    const isWanted = issuer === undefined || issuer === known.key.issuer
    // A clock that was set back makes it negative.
    if (age >= 0 && age < (isWanted ? REUSE_MS : UNKNOWN_KEY_MS)) return known.key
  }
  const sealed = await findOrStoreKey(db, secret.id, () => makeKey(secret))
  const key = known?.key.issuer === OWN_ISSUER + sealed.id ? known.key : await openKey(sealed, secret)
  keys.set(secret.id, { key, readAt: Date.now() })
  return key
}

/** `aud` of the service's tokens. */
export const ownAudience = ({ AUTH_AUDIENCE = '' }: { AUTH_AUDIENCE?: string }, { issuer }: OwnKey): string =>
  AUTH_AUDIENCE || issuer
