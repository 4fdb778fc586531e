// People who sign in with passkeys, on a service without an outside issuer.
// @module-tag slow
import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostHere } from '../../../support/address.ts'
import { call, expectError, readCost, sendJson } from '../../../support/api.ts'
import { type Faults, makePasskey, withCertificate } from '../../../support/authenticator.ts'
import { countingLimiter } from '../../../support/counting-limiter.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import {
  invite as inviteTo,
  join as joinTo,
  newAddress,
  openSetup,
  options,
  ownCall,
  type Passkey,
  type PersonTokens,
  setUp,
  signIn,
  signUp,
  usePasskeys,
} from '../../../support/sign-in.ts'

let org: Organizer
beforeEach(async () => {
  await usePasskeys()
  org = await makeOrganizer()
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE = 60_000

const invite = (body: object = { role: 'manager' }) => inviteTo(org, body)
const join = (passkey: Passkey, body: object = { role: 'manager' }) => joinTo(org, passkey, body)

const renew = (refresh_token: string, bindings: Partial<Env> = {}) =>
  ownCall('/api/v1/sign-in/token', { body: { refresh_token }, bindings })

const isManager = async (token: string) =>
  (await ownCall(`/api/organizer/v1/organizers/${org.id}`, { token })).status === 200

describe('a person', () => {
  it('comes in by an invitation, with a name and a passkey', async () => {
    const tokens = await join(await makePasskey())
    expect(tokens).toMatchObject({
      ...{ token_type: 'Bearer', expires_in: 600 },
      person: { subject: expect.stringMatching(/^person:[0-9a-f-]{36}$/), name: 'Ana García' },
    })
    const { sub, iss, aud } = decodeJwt(tokens.access_token)
    expect({ sub, aud }).toEqual({ sub: tokens.person.subject, aud: iss })
    expect(await isManager(tokens.access_token)).toBe(true)
    const [member] = await query(
      'SELECT name, role, added_by FROM members WHERE subject = ?',
      tokens.person.subject,
    )
    expect(member).toEqual({ name: 'Ana García', role: 'manager', added_by: org.owner })
  })

  it('keeps the name of the invitation', async () => {
    const { person } = await join(await makePasskey(), { role: 'staff', name: 'Ana of gate A' })
    const [member] = await query('SELECT name FROM members WHERE subject = ?', person.subject)
    expect(member).toEqual({ name: 'Ana of gate A' })
  })

  it('signs in again, on several machines', async () => {
    const passkey = await makePasskey()
    const { person } = await join(passkey)
    for (let time = 0; time < 2; time += 1) {
      const response = await signIn(passkey)
      expect(response.status).toBe(200)
      const tokens = await response.json<PersonTokens>()
      expect(tokens.person).toEqual(person)
      expect(await isManager(tokens.access_token)).toBe(true)
    }
  })

  it('accepts another invitation when signed in', async () => {
    const { access_token } = await join(await makePasskey(), { role: 'staff' })
    const response = await ownCall('/api/v1/invitations/accept', {
      token: access_token,
      body: { code: await invite() },
    })
    expect(response.status).toBe(200)
    expect(await isManager(access_token)).toBe(true)
  })

  it('who is removed has no access, and is invited again', async () => {
    const { access_token, person } = await join(await makePasskey())
    await query('DELETE FROM members WHERE subject = ?', person.subject)
    expect(await isManager(access_token)).toBe(false)
    const again = await join(await makePasskey())
    expect(again.person.subject).not.toBe(person.subject)
  })

  it('renews, signs out, and is then signed out', async () => {
    const { refresh_token } = await join(await makePasskey())
    const response = await renew(refresh_token)
    expect(response.status).toBe(200)
    const next = await response.json<PersonTokens>()
    expect(next.refresh_token).not.toBe(refresh_token)
    expect(await isManager(next.access_token)).toBe(true)
    const out = await ownCall('/api/v1/sign-in/end', { body: { refresh_token: next.refresh_token } })
    expect(out.status).toBe(204)
    await expectError(await renew(next.refresh_token), 'invalid_grant')
  })

  it('signs out everywhere', async () => {
    const passkey = await makePasskey()
    const first = await join(passkey)
    const second = await (await signIn(passkey)).json<PersonTokens>()
    const other = await join(await makePasskey())
    const response = await ownCall('/api/v1/sign-in/end-all', {
      method: 'POST',
      token: second.access_token,
    })
    expect(response.status).toBe(204)
    for (const { refresh_token } of [first, second])
      await expectError(await renew(refresh_token), 'invalid_grant')
    expect((await renew(other.refresh_token)).status).toBe(200)
    expect((await signIn(passkey)).status).toBe(200)
  })

  it('who has not been here for 90 days signs in again', async () => {
    const { refresh_token } = await join(await makePasskey())
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 91 * 24 * 60 * MINUTE)
    await expectError(await renew(refresh_token), 'invalid_grant')
  })
})

describe('an owner', () => {
  it('changes and removes a person', async () => {
    const { access_token, person } = await join(await makePasskey())
    const path = `/api/organizer/v1/organizers/${org.id}/members/${encodeURIComponent(person.subject)}`
    expect((await sendJson('PUT', path, org.owner, { role: 'staff' })).status).toBe(200)
    expect(await isManager(access_token)).toBe(false)
    expect((await call(path, { method: 'DELETE', subject: org.owner })).status).toBe(204)
    await expectError(
      await ownCall(`/api/organizer/v1/organizers/${org.id}`, { token: access_token }),
      'organizer_not_found',
    )
  })
})

describe('a sign-in', () => {
  const fill = (sql: string, ...values: (string | number)[]) =>
    query(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       ${sql.replace('ID', `format('%08x-0000-4000-8000-%012x', i, random() & 0xffffffffff)`)} FROM n`,
      ...values,
    )

  it('reads no more rows with many people and many sign-ins', async () => {
    const passkey = await makePasskey()
    const { refresh_token, person } = await join(passkey)
    await fill(`INSERT INTO people SELECT ID, 'x', 1`)
    const now = Date.now() - MINUTE
    await fill('INSERT INTO sign_ins SELECT ID, ?, NULL, ?, 0, ?, NULL', person.subject, now, now)
    // The first one deletes the others but the newest.
    await signIn(passkey)
    expect(readCost(await signIn(passkey)).rows).toBeLessThan(200)
    expect(readCost(await renew(refresh_token)).rows).toBeLessThan(50)
    const [{ n } = {}] = await query('SELECT count(*) AS n FROM sign_ins WHERE subject = ?', person.subject)
    expect(n).toBe(50)
  })

  it('counts for its person, whatever the address', async () => {
    const { refresh_token } = await join(await makePasskey())
    const RATE_LIMIT = countingLimiter(2)
    for (let time = 0; time < 2; time += 1)
      expect((await renew(refresh_token, { RATE_LIMIT })).status).toBe(200)
    await expectError(await renew(refresh_token, { RATE_LIMIT }), 'rate_limited')
    expect(new Set(RATE_LIMIT.keys).size).toBe(1)
  })
})

describe('an invitation', () => {
  it('gives no token again, by the same challenge or by another passkey', async () => {
    const passkey = await makePasskey()
    const code = await invite()
    const asked = await options('/sign-up/options', { name: 'Ana' })
    const body = { code, name: 'Ana', response: await passkey.create(asked) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ownCall('/api/v1/sign-up', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    const thief = await makePasskey()
    const copy = { ...body, response: await thief.create(asked) }
    await expectError(await ownCall('/api/v1/sign-up', { body: copy }), 'invalid_grant')
  })

  it('makes one person, however often and by whomever it is used', async () => {
    const code = await invite()
    const passkeys = await Promise.all([makePasskey(), makePasskey(), makePasskey()])
    const answers = await Promise.all(passkeys.map((passkey) => signUp(passkey, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const before = await query('SELECT count(*) AS n FROM people')
    await expectError(await signUp(await makePasskey(), code), 'invitation_not_found')
    await expectError(await signUp(await makePasskey(), 'unknown'), 'invitation_not_found')
    expect(await query('SELECT count(*) AS n FROM people')).toEqual(before)
  })

  it.each(['D1_ERROR: Network connection lost.', 'D1_ERROR: internal error; reference = 0a1b2c3d'])(
    'makes one person when the database loses its answer (%s)',
    async (message) => {
      const passkey = await makePasskey()
      const response = await passkey.create(await options('/sign-up/options', { name: 'Ana' }))
      let writes = 0
      const DB = faultyDatabase((real) => async (statements) => {
        const results = await real(statements)
        // The statements that make a person.
        if (statements.length > 5) writes += 1
        if (statements.length > 5 && writes === 1) throw new Error(message)
        return results
      })
      const answer = await ownCall('/api/v1/sign-up', {
        body: { code: await invite(), name: 'Ana', response },
        bindings: { DB },
      })
      expect({ status: answer.status, writes }).toEqual({ status: 200, writes: 2 })
      const { person } = await answer.json<PersonTokens>()
      const [{ n } = {}] = await query(
        'SELECT count(*) AS n FROM passkeys WHERE person_id = ?',
        person.subject.slice('person:'.length),
      )
      expect(n).toBe(1)
    },
  )
})

const WRONG: [string, Faults][] = [
  ['another origin', { origin: `https://${hostHere()}.evil.test` }],
  ['another port', { origin: `https://${hostHere()}:8443` }],
  ['http', { origin: `http://${hostHere()}` }],
  ['another host', { host: 'evil.test' }],
  ['the wrong type', { type: 'webauthn.other' }],
  ['no user verification', { isVerified: false }],
  ['a challenge of somebody else', { challenge: btoa('nobody made this') }],
]

describe('an answer of a passkey', () => {
  it.each(WRONG)('with %s makes nobody', async (_, faults) => {
    const passkey = await makePasskey()
    const response = await passkey.create(await options('/sign-up/options', { name: 'Ana' }), faults)
    const code = await invite()
    await expectError(
      await ownCall('/api/v1/sign-up', { body: { code, name: 'Ana', response } }),
      'invalid_grant',
    )
    // The invitation is not used up.
    expect((await signUp(passkey, code)).status).toBe(200)
  })

  it.each([
    ...WRONG,
    ['a counter that goes back', { counter: 0 }],
    ['the handle of another person', { userHandle: '0190a000-0000-7000-8000-000000000001' }],
  ] as [string, Faults][])('with %s signs nobody in', async (_, faults) => {
    const passkey = await makePasskey()
    await join(passkey)
    await signIn(passkey)
    const response = await passkey.get(await options('/sign-in/options'), faults)
    await expectError(await ownCall('/api/v1/sign-in', { body: { response } }), 'invalid_grant')
  })

  it('by another key signs nobody in', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    const forged = await (await makePasskey()).get(await options('/sign-in/options'))
    const response = { ...forged, id: passkey.id, rawId: passkey.id }
    await expectError(await ownCall('/api/v1/sign-in', { body: { response } }), 'invalid_grant')
  })

  it('works once', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    const response = await passkey.get(await options('/sign-in/options'))
    expect((await ownCall('/api/v1/sign-in', { body: { response } })).status).toBe(200)
    await expectError(await ownCall('/api/v1/sign-in', { body: { response } }), 'invalid_grant')
  })

  it('with a new signature to a used challenge signs nobody in', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    const asked = await options('/sign-in/options')
    const first = await passkey.get(asked)
    const second = await passkey.get(asked)
    expect((await ownCall('/api/v1/sign-in', { body: { response: first } })).status).toBe(200)
    await expectError(await ownCall('/api/v1/sign-in', { body: { response: second } }), 'invalid_grant')
  })

  it('to the challenge of a creation signs nobody in, and the other way round', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    const response = await passkey.get(await options('/sign-up/options', { name: 'Ana' }))
    await expectError(await ownCall('/api/v1/sign-in', { body: { response } }), 'invalid_grant')
    const created = await (await makePasskey()).create(await options('/sign-in/options'))
    await expectError(
      await ownCall('/api/v1/sign-up', {
        body: { code: await invite(), name: 'Ana', response: created },
      }),
      'invalid_grant',
    )
  })

  it('after five minutes is too late', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    const response = await passkey.get(await options('/sign-in/options'))
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 5 * MINUTE + 1)
    await expectError(await ownCall('/api/v1/sign-in', { body: { response } }), 'invalid_grant')
  })

  it('of a passkey that somebody has makes no second person', async () => {
    const passkey = await makePasskey()
    await join(passkey)
    await expectError(await signUp(passkey, await invite()), 'invalid_grant')
  })

  it.each([{}, { response: {} }, { response: 'x' }])('%j is malformed', async (body) => {
    await expectError(await ownCall('/api/v1/sign-in', { body }), 'invalid_request')
  })

  it('with the certificate of an attestation is refused', async () => {
    const passkey = await makePasskey()
    const made = await passkey.create(await options('/sign-up/options', { name: 'Ana' }))
    const response = withCertificate(made)
    const body = { code: await invite(), name: 'Ana', response }
    await expectError(await ownCall('/api/v1/sign-up', { body }), 'invalid_grant')
  })

  it('of garbage is refused', async () => {
    const passkey = await makePasskey()
    const { response, ...rest } = await passkey.get(await options('/sign-in/options'))
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const broken = { ...rest, response: { ...response, [field]: '!!!!' } }
      await expectError(await ownCall('/api/v1/sign-in', { body: { response: broken } }), 'invalid_grant')
    }
  })
})

describe('passkeys', () => {
  const list = async (token: string) => {
    const { data } = await (await ownCall('/api/v1/passkeys', { token })).json<{
      data: { id: string; usedAt: string | null }[]
    }>()
    return data
  }
  const add = async (token: string, known: Passkey, by = token) => {
    const passkey = await makePasskey()
    const asked = await options('/passkeys/options', undefined, by)
    const response = await passkey.create(asked)
    const proof = await known.get(await options('/sign-in/options'))
    return { passkey, asked, answer: await ownCall('/api/v1/passkeys', { token, body: { response, proof } }) }
  }
  const drop = (token: string, id: string) => ownCall(`/api/v1/passkeys/${id}`, { method: 'DELETE', token })

  it('are added and removed; the last one stays', async () => {
    const first = await makePasskey()
    const { access_token } = await join(first)
    const { passkey, asked, answer } = await add(access_token, first)
    expect(answer.status).toBe(201)
    expect(asked.excludeCredentials.map(({ id }) => id)).toEqual([first.id])
    expect((await list(access_token)).map(({ id }) => id)).toEqual([first.id, passkey.id])
    expect((await signIn(passkey)).status).toBe(200)
    expect((await drop(access_token, first.id)).status).toBe(204)
    await expectError(await signIn(first), 'invalid_grant')
    await expectError(await drop(access_token, passkey.id), 'last_passkey')
    await expectError(await drop(access_token, first.id), 'passkey_not_found')
    expect((await signIn(passkey)).status).toBe(200)
  })

  it('are not added by a token alone: it may be stolen', async () => {
    const mine = await makePasskey()
    const { access_token } = await join(mine)
    const thief = await makePasskey()
    const theirs = await join(thief)
    const response = () =>
      options('/passkeys/options', undefined, access_token).then((asked) => thief.create(asked))
    const send = async (body: object) => ownCall('/api/v1/passkeys', { token: access_token, body })
    await expectError(await send({ response: await response() }), 'invalid_request', /proof/)
    const proof = await thief.get(await options('/sign-in/options'))
    await expectError(await send({ response: await response(), proof }), 'invalid_grant')
    expect(await list(access_token)).toHaveLength(1)
    expect(await list(theirs.access_token)).toHaveLength(1)
  })

  it('that are removed end the sign-ins that began with them', async () => {
    const stolen = await makePasskey()
    const { access_token } = await join(stolen)
    const thief = await (await signIn(stolen)).json<PersonTokens>()
    const { passkey } = await add(access_token, stolen)
    const mine = await (await signIn(passkey)).json<PersonTokens>()
    expect((await drop(mine.access_token, stolen.id)).status).toBe(204)
    await expectError(await renew(thief.refresh_token), 'invalid_grant')
    expect((await renew(mine.refresh_token)).status).toBe(200)
  })

  it('two removals at once leave one', async () => {
    const first = await makePasskey()
    const { access_token } = await join(first)
    const { passkey } = await add(access_token, first)
    await Promise.all([drop(access_token, first.id), drop(access_token, passkey.id)])
    expect(await list(access_token)).toHaveLength(1)
  })

  it('of somebody else are not seen, added or removed', async () => {
    const theirs = await makePasskey()
    const them = await join(theirs)
    const me = await join(await makePasskey())
    await add(them.access_token, theirs)
    expect(await list(me.access_token)).toHaveLength(1)
    await expectError(await drop(me.access_token, theirs.id), 'passkey_not_found')
    // The options were for me, so the passkey is mine: nobody else can add it.
    const { answer } = await add(them.access_token, theirs, me.access_token)
    await expectError(answer, 'invalid_grant')
  })

  it('are at most 20', async () => {
    const first = await makePasskey()
    const { access_token, person } = await join(first)
    const personId = person.subject.slice('person:'.length)
    for (let index = 0; index < 19; index += 1)
      await query(
        `INSERT INTO passkeys (id, person_id, public_key, counter, transports, added_at) VALUES (?, ?, '', 0, '[]', 0)`,
        `${personId}${index}`,
        personId,
      )
    await expectError((await add(access_token, first)).answer, 'invalid_grant')
  })
})

describe('the setup', () => {
  it('makes the first organizer and its owner, and is closed then', async () => {
    await openSetup()
    await query('DELETE FROM passkey_host')
    const passkey = await makePasskey()
    const answer = await setUp(passkey)
    expect(answer.status, await answer.clone().text()).toBe(200)
    const { access_token } = await answer.json<PersonTokens>()
    const organizers = await (await ownCall('/api/organizer/v1/organizers', { token: access_token })).json<{
      data: object[]
    }>()
    expect(organizers.data).toEqual([
      { id: expect.any(String), name: 'Northlight', role: 'owner', eraseAfterDays: null, feed: false },
    ])
    expect((await signIn(passkey)).status).toBe(200)
    expect(await query('SELECT host FROM passkey_host')).toEqual([{ host: hostHere() }])
    await expectError(await setUp(await makePasskey()), 'invalid_grant')
  })

  it('raced makes one organizer', async () => {
    await openSetup()
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) =>
        setUp(await makePasskey(), env.SETUP_CODE, `Race ${index}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await query(`SELECT 1 FROM organizers WHERE name GLOB 'Race *'`)).toHaveLength(1)
  })

  it.each(['', 'wrong', 'a setup code of the tests '])('needs its code, not %j', async (code) => {
    await openSetup()
    await expectError(await setUp(await makePasskey(), code), 'invalid_grant')
  })

  it.each(['', 'fifteen letters'])('stays closed with the code %j', async (SETUP_CODE) => {
    await openSetup()
    const response = await (await makePasskey()).create(await options('/sign-up/options', { name: 'Ana' }))
    const body = { code: SETUP_CODE, organizerName: 'X', name: 'Ana', response }
    const answer = await ownCall('/api/v1/setup', { body, bindings: { SETUP_CODE } })
    await expectError(answer, 'invalid_grant')
  })

  it('counts every attempt, the right one too', async () => {
    const headers = newAddress()
    const bindings = { GUESS_RATE_LIMIT: countingLimiter(20) }
    const attempt = async (response: object) => {
      const body = { code: env.SETUP_CODE, organizerName: 'X', name: 'Ana', response }
      return (await ownCall('/api/v1/setup', { body, headers, bindings })).status
    }
    const response = await (await makePasskey()).create(await options('/sign-up/options', { name: 'Ana' }))
    for (let time = 0; time < 20; time += 1) expect(await attempt(response)).not.toBe(429)
    expect(await attempt(response)).toBe(429)
    expect(await attempt({})).toBe(400)
  })
})

describe('the host', () => {
  it('elsewhere no setup code is right or wrong', async () => {
    await query(`UPDATE passkey_host SET host = 'tickets.example.com'`)
    const response = await (await makePasskey()).create({ challenge: 'x' })
    for (const code of [env.SETUP_CODE, 'wrong wrong wrong wrong']) {
      const body = { code, organizerName: 'X', name: 'Ana', response }
      await expectError(await ownCall('/api/v1/setup', { body }), 'invalid_request')
    }
  })

  it('is the one of the setup: another one says where to sign in', async () => {
    await query(`UPDATE passkey_host SET host = 'tickets.example.com'`)
    await expectError(
      await ownCall('/api/v1/sign-in/options', { method: 'POST' }),
      'invalid_request',
      /tickets\.example\.com/,
    )
    const config = await (await ownCall('/organizer/config.json')).json()
    expect(config).toMatchObject({ own: { host: 'tickets.example.com' }, phones: true, clientId: '' })
  })
})

describe('with an outside issuer', () => {
  it('nobody signs in at the service itself', async () => {
    for (const path of ['/sign-in/options', '/passkeys/options']) {
      const response = await sendJson('POST', `/api/v1${path}`, org.owner, {})
      await expectError(response, 'route_not_found')
    }
  })

  it('a person of the service itself has access all the same: the issuer of a token decides', async () => {
    const { access_token } = await join(await makePasskey())
    const response = await ownCall(`/api/organizer/v1/organizers/${org.id}`, {
      token: access_token,
      bindings: { AUTH_ISSUER: env.AUTH_ISSUER, AUTH_JWKS_URL: env.AUTH_JWKS_URL },
    })
    // `aud` of its tokens is the issuer without AUTH_AUDIENCE, as here.
    expect(response.status).toBe(200)
  })
})

describe('without a secret', () => {
  it('nobody signs in', async () => {
    const bindings = { DOORLIST_SECRET: '' }
    await expectError(
      await ownCall('/api/v1/sign-in/options', { method: 'POST', bindings }),
      'auth_unavailable',
    )
    await expectError(await renew('x', bindings), 'auth_unavailable')
  })
})
