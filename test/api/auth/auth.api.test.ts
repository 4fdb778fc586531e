// Authentication: every kind of valid, invalid and forged token, against an operation of each route group;
// `npm run check` tries them against every operation.
// @module-tag more
import { env } from 'cloudflare:workers'
import { base64url, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError } from '../../support/api.ts'
import { oneOfEachGroup } from '../../support/one-of-each-group.ts'
import {
  addTarget,
  callOperation,
  OPERATIONS,
  prepare,
  requestOf,
  type Target,
} from '../../support/operations.ts'
import { makeOrganizer, type Organizer } from '../../support/rows.ts'
import { seconds, sign, signingKey, signingKeyById, tokenFor, validClaims } from '../../support/tokens.ts'

let org: Organizer
let target: Target
beforeAll(async () => {
  org = await makeOrganizer()
  target = await addTarget(org)
})

/**
 * Claims that depend on the time are made when they are signed: the suite takes longer than the clock
 * tolerance.
 */
type Claims = Record<string, unknown> | (() => Record<string, unknown>)

const claimsNow = (claims: Claims): Record<string, unknown> =>
  typeof claims === 'function' ? claims() : claims

describe.each(OPERATIONS)('$name', (operation) => {
  it('needs a valid token', async () => {
    const ready = await prepare(operation, target)
    const statusWith = async (token: string) =>
      (await callOperation(operation, ready, { headers: { Authorization: token } })).status
    const token = await tokenFor(org.owner)
    expect(await statusWith('')).toBe(401)
    expect(await statusWith(`Bearer ${token.slice(0, -6)}AAAAAA`)).toBe(401)
    expect(await statusWith(`Bearer ${token}`)).toBe(operation.success)
  })
})

/** One person may preview twenty imports and reverts of imports a minute. */
const LIMITED = ['previewImport', 'previewRevertOfImport']

describe.each(oneOfEachGroup().filter(({ name }) => !LIMITED.includes(name)))('$name', (operation) => {
  // Its own subjects: together the operations send more requests than one may.
  beforeAll(async () => {
    org = await makeOrganizer()
    target = await addTarget(org)
  })

  const send = async (authorization: string | undefined) =>
    callOperation(operation, await prepare(operation, target), {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    })

  const expectAccepted = async (token: string) =>
    expect((await send(`Bearer ${token}`)).status).toBe(operation.success)

  const expectInvalid = async (token: string, naming?: RegExp) => {
    const response = await send(`Bearer ${token}`)
    await expectError(response, 'invalid_token', naming)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="doorlist", error="invalid_token"')
  }

  describe('missing_token', () => {
    it.each([undefined, '', 'Bearer', 'Bearer ', 'bearer', 'Basic YTpi', 'Token abc', 'BearerX abc'])(
      'for the Authorization header %s',
      async (authorization) => {
        const response = await send(authorization)
        await expectError(response, 'missing_token')
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="doorlist"')
      },
    )

    it('for a token in the query string', async () => {
      const path = `${operation.path(target)}?access_token=${await tokenFor(org.owner)}`
      await expectError(await call(path, requestOf(operation, target)), 'missing_token')
    })
  })

  describe('accepts a token', () => {
    it.each(['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'])('signed with %s', async (alg) => {
      await expectAccepted(await sign(validClaims(org.owner), { alg }))
    })

    it.each([
      ['EdDSA', 'key-Ed25519'],
      ['Ed25519', 'key-EdDSA'],
    ])('signed with %s and the key %s', async (alg, kid) => {
      const { alg: _, ...key } = signingKeyById(kid)
      await expectAccepted(await sign(validClaims(org.owner), { alg, kid }, key))
    })

    it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('after the scheme %s', async (scheme) => {
      expect((await send(`${scheme} ${await tokenFor(org.owner)}`)).status).toBe(operation.success)
    })

    it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', 'jwt', undefined])(
      'of type %s',
      async (typ) => {
        const key = signingKey()
        const header = { alg: 'ES256', kid: key.kid as string, ...(typ !== undefined && { typ }) }
        await expectAccepted(await sign(validClaims(org.owner), { ...header, typ: typ as string }))
      },
    )

    it.each<[string, Claims]>([
      ['several audiences, ours included', { aud: ['https://other.example', env.AUTH_AUDIENCE] }],
      ['exp 20 seconds ago', () => ({ exp: seconds(-20) })],
      ['nbf in 20 seconds', () => ({ nbf: seconds(20) })],
      ['a lifetime of ten years', () => ({ exp: seconds(315_360_000) })],
    ])('with %s', async (_, claims) => {
      await expectAccepted(await sign({ ...validClaims(org.owner), ...claimsNow(claims) }))
    })
  })

  describe('invalid_token', () => {
    it.each<[string, Claims, RegExp]>([
      ['an expired token', () => ({ exp: seconds(-40) }), /expired/],
      ['a token that is not valid yet', () => ({ nbf: seconds(60) }), /not valid yet \(nbf\)/],
      ['another issuer', { iss: 'https://other.example' }, /iss/],
      ['another audience', { aud: 'https://other.example' }, /aud/],
      ['an ID token', { aud: 'dashboard', nonce: 'n', auth_time: seconds() }, /aud/],
      ['a token without exp', { exp: undefined }, /exp/],
      ['a token without iss', { iss: undefined }, /iss/],
      ['a token without aud', { aud: undefined }, /aud/],
      ['a token without sub', { sub: undefined }, /sub/],
      ['an empty sub', { sub: '' }, /sub/],
      ['a number as sub', { sub: 7 }, /sub/],
      ['an array as sub', { sub: ['a'] }, /sub/],
      ['a sub of 256 characters', { sub: 'x'.repeat(256) }, /sub/],
      ['a string as exp', { exp: 'tomorrow' }, /exp/],
      ['a string as iat', { iat: 'today' }, /iat/],
    ])('for %s', async (_, claims, naming) => {
      await expectInvalid(await sign({ ...validClaims(org.owner), ...claimsNow(claims) }), naming)
    })

    it.each(['dpop+jwt', 'at+jwt2', 'secevent+jwt', 'logout+jwt', ''])('for the type %s', async (typ) => {
      await expectInvalid(await sign(validClaims(org.owner), { typ }), /type/)
    })

    it.each([
      'garbage',
      'a.b.c',
      '..',
      'e30.e30.e30',
      'a b',
      'a,b',
      'é',
      '{}',
      '"',
      '=',
      'a'.repeat(100_000),
    ])('for the malformed token %.20s', async (token) => expectInvalid(token))

    it('for changed claims and for a changed signature', async () => {
      const token = await tokenFor(org.owner)
      const [header, , signature] = token.split('.') as [string, string, string]
      const claims = base64url.encode(JSON.stringify(validClaims(org.manager)))
      await expectInvalid(`${header}.${claims}.${signature}`, /not signed with/)
      await expectInvalid(`${token.slice(0, -6)}AAAAAA`)
    })

    it('for an unsigned token and for one signed with a shared secret', async () => {
      const claims = base64url.encode(JSON.stringify(validClaims(org.owner)))
      for (const alg of ['none', 'None', 'NONE']) {
        await expectInvalid(
          `${base64url.encode(JSON.stringify({ alg, typ: 'at+jwt' }))}.${claims}.`,
          /algorithm/,
        )
      }
      // The public key as an HMAC secret.
      const { kid, x } = signingKey()
      const secret = new TextEncoder().encode(`${x}${x}`)
      const header = { alg: 'HS256', typ: 'at+jwt', kid: kid as string }
      await expectInvalid(
        await new SignJWT(validClaims(org.owner)).setProtectedHeader(header).sign(secret),
        /algorithm/,
      )
    })

    it.each(['ES384', 'RS512', 'PS384'])('for the algorithm %s', async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true })
      await expectInvalid(
        await sign(validClaims(org.owner), { alg, kid: 'x' }, await exportJWK(privateKey)),
        /algorithm/,
      )
    })

    it("for a token that brings its own key, or a key's URL", async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
      const own = await exportJWK(publicKey)
      const key: JWK = await exportJWK(privateKey)
      const kid = signingKey().kid as string
      for (const header of [
        { jwk: own },
        { jku: 'https://evil.example/jwks' },
        { x5u: 'https://evil.example' },
        { kid },
      ]) {
        await expectInvalid(await sign(validClaims(org.owner), header, key))
      }
    })

    it.each(['../../etc/passwd', "' OR 1=1 --", 'unknown', '\u0000', 'x'.repeat(300)])(
      'for the key id %.20s',
      async (kid) => {
        await expectInvalid(await sign(validClaims(org.owner), { kid }))
      },
    )

    it('for two tokens in one header', async () => {
      const token = await tokenFor(org.owner)
      await expectError(await send(`Bearer ${token}, Bearer ${token}`), 'invalid_token')
    })

    it('does not repeat the token or its claims', async () => {
      const token = await sign({ ...validClaims('somebody-unknown'), exp: seconds(-99) })
      const body = await (await send(`Bearer ${token}`)).text()
      expect(body).not.toContain(token.slice(0, 20))
      expect(body).not.toContain('somebody-unknown')
    })
  })
})
