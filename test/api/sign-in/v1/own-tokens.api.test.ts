// Attacks on the service's own tokens, and on what their holders may do.
import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OwnKey, readOwnKey } from '../../../../src/api/auth/own/own-key.ts'
import { readSecret } from '../../../../src/api/auth/own/secret.ts'
import { openDatabase } from '../../../../src/db/client.ts'
import { here } from '../../../support/address.ts'
import { call, callWithBindings, expectError, ticketsPath } from '../../../support/api.ts'
import { addTarget, callOperation, OPERATIONS } from '../../../support/operations.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { addDevice, bearer, connect, OWN } from '../../../support/sign-in.ts'
import { seconds, sign, signingKey, validClaims } from '../../../support/tokens.ts'

let org: Organizer
let key: OwnKey
/** The subject of a phone that exists. */
let sub: string
beforeEach(async () => {
  org = await makeOrganizer()
  key = await readOwnKey(here(), openDatabase(here(), undefined))
  sub = `device:${(await addDevice(org.id, org.owner)).id}`
})

const aud = env.AUTH_AUDIENCE
const ask = (token: string) => call(ticketsPath(org.session), { headers: bearer(token) })

describe('a token of the service', () => {
  it('is accepted, beside those of the outside issuer', async () => {
    expect((await ask(await key.sign({ sub, aud }, 600, Date.now()))).status).toBe(200)
    expect((await call(ticketsPath(org.session), { subject: org.staff })).status).toBe(200)
  })

  it.each([
    ['has expired', () => key.sign({ sub, aud }, 600, Date.now() - 700_000)],
    ['is for another audience', () => key.sign({ sub, aud: 'https://elsewhere.example' }, 600, Date.now())],
    ['speaks as a subject of the outside issuer', () => key.sign({ sub: org.owner, aud }, 600, Date.now())],
    [
      'is signed by the outside issuer',
      () => sign({ ...validClaims(sub), iss: key.issuer }, {}, signingKey('ES256')),
    ],
    [
      'is of another deployment',
      async () => {
        const { privateKey } = await generateKeyPair('ES256')
        return new SignJWT({ iss: `urn:doorlist:${crypto.randomUUID()}`, aud, sub, exp: seconds(600) })
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
          .sign(privateKey)
      },
    ],
    [
      'brings its key along',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
        return new SignJWT({ iss: key.issuer, aud, sub, exp: seconds(600) })
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: (await exportJWK(publicKey)) as JWK })
          .sign(privateKey)
      },
    ],
    [
      'is signed with the public key as a secret',
      () =>
        new SignJWT({ iss: key.issuer, aud, sub, exp: seconds(600) })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...(key.jwk.kid && { kid: key.jwk.kid }) })
          .sign(new TextEncoder().encode(JSON.stringify(key.jwk))),
    ],
    [
      'is not signed',
      async () => {
        const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
        return `${part({ alg: 'none' })}.${part({ iss: key.issuer, aud, sub, exp: seconds(600) })}.`
      },
    ],
  ])('is refused if it %s', async (_, make) => {
    await expectError(await ask(await make()), 'invalid_token')
  })
})

describe('the outside issuer', () => {
  it.each(['device', 'program', 'person'])('cannot speak as a %s', async (kind) => {
    const [known] = await query('SELECT id FROM devices WHERE organizer_id = ?', org.id)
    const token = await sign(validClaims(`${kind}:${known?.id}`))
    await expectError(await ask(token), 'invalid_token')
  })

  it('does not count where people sign in at the service itself', async () => {
    const response = await callWithBindings(OWN, ticketsPath(org.session), { subject: org.owner })
    await expectError(response, 'invalid_token')
  })
})

describe("a phone's token", () => {
  it('is that of staff on every operation', { tags: ['slow'] }, async () => {
    const target = await addTarget(org)
    const { access_token } = await connect(await addDevice(org.id, org.owner))
    for (const operation of OPERATIONS) {
      const { status } = await callOperation(operation, target, { headers: bearer(access_token) })
      const expected = ['staff', 'subject'].includes(operation.access) ? operation.success : 403
      expect({ operation: operation.name, status }).toEqual({ operation: operation.name, status: expected })
    }
  })
})

describe('a database that was restored to one with another key', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('has its tokens accepted by an isolate that knows the key before', async () => {
    const secret = await readSecret(here())
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const id = crypto.randomUUID()
    const sealed = await secret.seal(JSON.stringify(await exportJWK(privateKey)), id)
    await query('UPDATE signing_keys SET id = ?, sealed = ? WHERE secret_id = ?', id, sealed, secret.id)
    const token = await new SignJWT({ iss: `urn:doorlist:${id}`, aud, sub, exp: seconds(600) })
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'at+jwt' })
      .sign(privateKey)
    vi.useFakeTimers({ toFake: ['Date'] })
    // Unknown keys read the database once a second.
    vi.setSystemTime(Date.now() + 1_001)
    expect((await ask(token)).status).toBe(200)
    await expectError(await ask(await key.sign({ sub, aud }, 600, Date.now())), 'invalid_token')
  })
})
