import { env } from 'cloudflare:workers'
import { base64url, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, ticketsPath } from './support/api.ts'
import { addTarget, callOperation, OPERATIONS, requestOf, type Target } from './support/operations.ts'
import { makeWorld, type World } from './support/rows.ts'
import { goodClaims, seconds, sign, signingKey, tokenFor } from './support/tokens.ts'

let world: World
let target: Target
beforeAll(async () => {
  world = await makeWorld()
  target = await addTarget(world)
})

describe.each(OPERATIONS)('$name', (operation) => {
  const send = (authorization: string | undefined) =>
    callOperation(operation, target, {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    })

  const expectInvalid = async (token: string, naming?: RegExp) => {
    const response = await send(`Bearer ${token}`)
    await expectError(response, 'invalid_token', naming)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="doorlist", error="invalid_token"')
  }

  describe('a request without a token', () => {
    it.each([undefined, '', 'Bearer', 'Bearer ', 'bearer', 'Basic YTpi', 'Token abc', 'BearerX abc'])(
      '(%s) is asked for one',
      async (authorization) => {
        const response = await send(authorization)
        await expectError(response, 'missing_token')
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="doorlist"')
      },
    )

    it('is asked for one when the token is in the query string', async () => {
      const path = `${operation.path(target)}?access_token=${await tokenFor(world.owner)}`
      await expectError(await call(path, requestOf(operation)), 'missing_token')
    })
  })

  describe('a good token', () => {
    it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('signed by %s is accepted', async (alg) => {
      const token = await sign(goodClaims(world.owner), { alg })
      expect((await send(`Bearer ${token}`)).status).toBe(operation.success)
    })

    it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is accepted after %s', async (scheme) => {
      expect((await send(`${scheme} ${await tokenFor(world.owner)}`)).status).toBe(operation.success)
    })

    it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', 'jwt', undefined])(
      'of type %s is accepted',
      async (typ) => {
        const key = signingKey()
        const header = { alg: 'ES256', kid: key.kid as string, ...(typ !== undefined && { typ }) }
        const token = await sign(goodClaims(world.owner), { ...header, typ: typ as string })
        expect((await send(`Bearer ${token}`)).status).toBe(operation.success)
      },
    )

    it.each([
      ['aud is a list that has us', { aud: ['https://other.example', env.AUTH_AUDIENCE] }],
      ['exp is 20 seconds ago', { exp: seconds(-20) }],
      ['nbf is in 20 seconds', { nbf: seconds(20) }],
    ])('is accepted when %s', async (_, claims) => {
      expect((await send(`Bearer ${await sign({ ...goodClaims(world.owner), ...claims })}`)).status).toBe(
        operation.success,
      )
    })
  })

  describe('a wrong token', () => {
    it.each<[string, Record<string, unknown>, RegExp]>([
      ['expired', { exp: seconds(-40) }, /expired/],
      ['not yet valid', { nbf: seconds(60) }, /nbf/],
      ['of another issuer', { iss: 'https://other.example' }, /iss/],
      ['for another audience', { aud: 'https://other.example' }, /aud/],
      ['that is an ID token', { aud: 'dashboard', nonce: 'n', auth_time: seconds() }, /aud/],
      ['without exp', { exp: undefined }, /exp/],
      ['without iss', { iss: undefined }, /iss/],
      ['without aud', { aud: undefined }, /aud/],
      ['without sub', { sub: undefined }, /sub/],
      ['with an empty sub', { sub: '' }, /sub/],
      ['with a number for sub', { sub: 7 }, /sub/],
      ['with a list for sub', { sub: ['a'] }, /sub/],
      ['with a text for exp', { exp: 'tomorrow' }, /exp/],
    ])('%s is refused', async (_, claims, naming) => {
      await expectInvalid(await sign({ ...goodClaims(world.owner), ...claims }), naming)
    })

    it.each(['dpop+jwt', 'at+jwt2', 'secevent+jwt', 'logout+jwt', ''])(
      'of type %s is refused',
      async (typ) => {
        await expectInvalid(await sign(goodClaims(world.owner), { typ }), /type/)
      },
    )

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
    ])('that is no token (%.20s) is refused', async (token) => expectInvalid(token))

    it('with a changed claim or signature is refused', async () => {
      const token = await tokenFor(world.owner)
      const [header, , signature] = token.split('.') as [string, string, string]
      const claims = base64url.encode(JSON.stringify(goodClaims(world.manager)))
      await expectInvalid(`${header}.${claims}.${signature}`)
      await expectInvalid(`${token.slice(0, -6)}AAAAAA`)
    })

    it('without a signature, or signed with a shared secret, is refused', async () => {
      const claims = base64url.encode(JSON.stringify(goodClaims(world.owner)))
      for (const alg of ['none', 'None', 'NONE']) {
        await expectInvalid(
          `${base64url.encode(JSON.stringify({ alg, typ: 'at+jwt' }))}.${claims}.`,
          /algorithm/,
        )
      }
      // The public key, which everybody has, for the secret of an HMAC.
      const { kid, x } = signingKey()
      const secret = new TextEncoder().encode(`${x}${x}`)
      const header = { alg: 'HS256', typ: 'at+jwt', kid: kid as string }
      await expectInvalid(
        await new SignJWT(goodClaims(world.owner)).setProtectedHeader(header).sign(secret),
        /algorithm/,
      )
    })

    it.each(['ES384', 'RS512', 'PS384'])('signed by %s is refused', async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true })
      await expectInvalid(
        await sign(goodClaims(world.owner), { alg, kid: 'x' }, await exportJWK(privateKey)),
        /algorithm/,
      )
    })

    it('that brings its own key, or an address of one, is refused', async () => {
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
        await expectInvalid(await sign(goodClaims(world.owner), header, key))
      }
    })

    it.each(['../../etc/passwd', "' OR 1=1 --", 'unknown', '\u0000', 'x'.repeat(300)])(
      'with the key id %.20s is refused',
      async (kid) => {
        await expectInvalid(await sign(goodClaims(world.owner), { kid }))
      },
    )

    it('sent twice is refused', async () => {
      const token = await tokenFor(world.owner)
      await expectError(await send(`Bearer ${token}, Bearer ${token}`), 'invalid_token')
    })

    it('is told from no token in what is said, and never repeated', async () => {
      const token = await sign({ ...goodClaims('somebody-unknown'), exp: seconds(-99) })
      const body = await (await send(`Bearer ${token}`)).text()
      expect(body).not.toContain(token.slice(0, 20))
      expect(body).not.toContain('somebody-unknown')
    })
  })
})

describe('the rate limit', () => {
  it('lets 600 requests a minute of one subject through, and others all the while', async () => {
    const subject = `busy-${crypto.randomUUID()}`
    const token = await tokenFor(subject)
    const statuses = new Map<number, number>()
    // The window is a minute of the clock: one that begins meanwhile allows 600 more.
    for (let batch = 0; batch < 26; batch++) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () =>
          call('/api/v1/sessions/x/tickets', { headers: { Authorization: `Bearer ${token}` } }),
        ),
      )
      for (const response of responses) {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status !== 429) continue
        const { message } = await expectError(response, 'rate_limited')
        expect(message).toContain('600')
        const wait = Number(response.headers.get('Retry-After'))
        expect(wait >= 1 && wait <= 60).toBe(true)
      }
      if (statuses.has(429)) break
    }
    // 400 is what these requests are without a limit: the check comes before their parameters.
    expect([...statuses.keys()].sort()).toEqual([400, 429])
    expect(statuses.get(400)).toBeGreaterThanOrEqual(600)
    expect((await call(ticketsPath(world.session), { subject: world.staff })).status).toBe(200)
  }, 30_000)
})
