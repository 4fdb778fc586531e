// Every challenge, code and token at every operation that takes one: each is worth nothing but for its own
// purpose.
// @module-tag slow
import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { ORIGIN } from '../../../support/address.ts'
import { callWithBindings, expectError, okBody } from '../../../support/api.ts'
import { makePasskey } from '../../../support/authenticator.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create } from '../../../support/setup.ts'
import {
  addDevice,
  codeOf,
  type DeviceTokens,
  invite,
  join,
  newAddress,
  OWN,
  openSetup,
  options,
  ownCall,
  type Passkey,
  type PersonTokens,
  usePasskeys,
} from '../../../support/sign-in.ts'

let org: Organizer
/** Whose account is attacked, with the passkey. */
let victim: PersonTokens
let known: Passkey
/** Of the attacker. */
let thief: Passkey
/** An open invitation that the attacker has. */
let invitation: string

beforeEach(async () => {
  // None expires during a test.
  await query('DELETE FROM used_challenges')
  await usePasskeys()
  org = await makeOrganizer()
  known = await makePasskey()
  thief = await makePasskey()
  victim = await join(org, known, { role: 'manager' })
  invitation = await invite(org)
})

const TABLES = [
  ...['organizers', 'members', 'invitations', 'devices', 'programs', 'people', 'passkeys', 'sign_ins'],
  ...['used_challenges', 'passkey_host', 'setup_code', 'audit_log', 'tickets'],
]

/** Everything that accounts, links and tokens are made of. */
const readState = () => Promise.all(TABLES.map((table) => query(`SELECT * FROM ${table}`)))

/** Asserts that an attempt is refused, changes nothing, and uses no challenge up. */
const expectRefused = async (attempt: () => Promise<Response>) => {
  const before = await readState()
  await expectError(await attempt(), 'invalid_grant')
  expect(await readState()).toEqual(before)
}

const CHALLENGES = {
  first: () => options('/sign-up/options', { name: 'Thief' }),
  more: (token = victim.access_token) => options('/passkeys/options', undefined, token),
  'sign-in': () => options('/sign-in/options'),
}

type Purpose = keyof typeof CHALLENGES
type Asked = Awaited<ReturnType<(typeof CHALLENGES)[Purpose]>>

const PURPOSES = Object.keys(CHALLENGES) as Purpose[]

const trySignUp = async (asked: Asked, code = invitation) =>
  ownCall('/api/v1/sign-up', { body: { code, name: 'Thief', response: await thief.create(asked) } })

const trySetUp = async (asked: Asked, code = env.SETUP_CODE) => {
  const body = { code, organizerName: 'Thieves', name: 'Thief', response: await thief.create(asked) }
  return ownCall('/api/v1/setup', { body })
}

const tryAdding = async (asked: Asked, askedForProof: Asked) =>
  ownCall('/api/v1/passkeys', {
    token: victim.access_token,
    body: { response: await thief.create(asked), proof: await known.get(askedForProof) },
  })

/** What takes the answer to a challenge, and the challenge's purpose. */
const ANSWERS: [string, Purpose, (asked: Asked) => Promise<Response>][] = [
  ['a sign-up', 'first', trySignUp],
  ['the setup', 'first', trySetUp],
  [
    'a sign-in',
    'sign-in',
    async (asked) => ownCall('/api/v1/sign-in', { body: { response: await known.get(asked) } }),
  ],
  ['a further passkey', 'more', async (asked) => tryAdding(asked, await CHALLENGES['sign-in']())],
  ['the proof for one', 'sign-in', async (asked) => tryAdding(await CHALLENGES.more(), asked)],
]

describe.each(ANSWERS)('%s', (_, own, answer) => {
  beforeEach(openSetup)

  it(`takes the answer to a challenge for ${own}`, async () => {
    expect((await answer(await CHALLENGES[own]())).ok).toBe(true)
  })

  it.each(PURPOSES.filter((purpose) => purpose !== own))(
    'refuses the answer to a challenge for %s',
    async (purpose) => {
      const asked = await CHALLENGES[purpose]()
      await expectRefused(() => answer(asked))
    },
  )
})

describe.each(['owner', 'manager', 'staff'])('a stolen access token of a person who is %s', (role) => {
  it.each(['sign-up', 'setup'])('and an open invitation add no passkey by the %s', async (way) => {
    const { access_token } = await join(org, await makePasskey(), { role })
    if (way === 'setup') await openSetup()
    const asked = await CHALLENGES.more(access_token)
    const attempt = way === 'setup' ? trySetUp : trySignUp
    await expectRefused(() => attempt(asked))
  })
})

describe('a challenge for a first passkey', () => {
  it('makes one person: a second passkey and a second invitation make no other', async () => {
    const asked = await CHALLENGES.first()
    expect((await trySignUp(asked)).status).toBe(200)
    thief = await makePasskey()
    invitation = await invite(org)
    await expectRefused(() => trySignUp(asked))
    await openSetup()
    await expectRefused(() => trySetUp(asked))
    // The invitation is not used up.
    expect((await trySignUp(await CHALLENGES.first())).status).toBe(200)
  })

  it('makes no person who exists, even if nothing says that it was answered', async () => {
    const asked = await CHALLENGES.first()
    expect((await trySignUp(asked)).status).toBe(200)
    await query('DELETE FROM used_challenges')
    thief = await makePasskey()
    invitation = await invite(org)
    await expectRefused(() => trySignUp(asked))
    await openSetup()
    await expectRefused(() => trySetUp(asked))
  })
})

const form = (fields: Record<string, string>) =>
  callWithBindings(OWN, '/api/v1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...newAddress() },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
  })

const post = (path: string, body: object) => ownCall(`/api/v1${path}`, { body })

const addLink = async () => codeOf((await addDevice(org.id, org.owner)).connect.url)

/** A code, secret or token of each kind. */
const makeCodes = async () => {
  const phone = await okBody<DeviceTokens>(await post('/devices/connect', { code: await addLink() }))
  const program = await create<Schemas['ProgramWithSecret']>(`/organizers/${org.id}/programs`, org.owner, {
    ...{ name: 'Shop', role: 'staff' },
  })
  const ofProgram = await form({ client_id: program.id, client_secret: program.clientSecret })
  const path = `/sessions/${org.session}/tickets`
  const tickets = [{ ticketTypeName: 'Regular' }]
  const { data } = await create<{ data: { code: string }[] }>(path, org.owner, { tickets })
  return {
    program: program.id,
    codes: {
      invitation,
      'link of a phone': await addLink(),
      'setup code': env.SETUP_CODE,
      'secret of a program': program.clientSecret,
      'code of a ticket': data[0]?.code as string,
      'refresh token of a phone': phone.refresh_token,
      'refresh token of a person': victim.refresh_token,
      'access token of a phone': phone.access_token,
      'access token of a program': (await okBody<{ access_token: string }>(ofProgram)).access_token,
      'access token of a person': victim.access_token,
      challenge: (await CHALLENGES.first()).challenge,
    },
  }
}

type Made = Awaited<ReturnType<typeof makeCodes>>
type CodeKind = keyof Made['codes']

/**
 * What takes a code, the kinds that it takes, the status for every other, and for those that are too long.
 */
const TAKERS: [string, CodeKind[], number, number, (code: string, made: Made) => Promise<Response>][] = [
  [
    'the acceptance of an invitation',
    ['invitation'],
    ...([404, 400] as const),
    (code) => ownCall('/api/v1/invitations/accept', { token: victim.access_token, body: { code } }),
  ],
  ['a sign-up', ['invitation'], 404, 400, async (code) => trySignUp(await CHALLENGES.first(), code)],
  ['the setup', ['setup code'], 401, 400, async (code) => trySetUp(await CHALLENGES.first(), code)],
  [
    'a look at a link',
    ['invitation', 'link of a phone'],
    ...([404, 400] as const),
    (code) => post('/links/inspect', { code }),
  ],
  [
    'the connection of a phone',
    ['link of a phone'],
    ...([401, 400] as const),
    (code) => post('/devices/connect', { code }),
  ],
  [
    'the renewal of a phone',
    ['refresh token of a phone'],
    ...([401, 400] as const),
    (code) => post('/devices/token', { refresh_token: code }),
  ],
  [
    'the renewal of a person',
    ['refresh token of a person'],
    ...([401, 400] as const),
    (code) => post('/sign-in/token', { refresh_token: code }),
  ],
  [
    // It is no error for a token that is not valid any more.
    'the sign-out',
    ['refresh token of a phone', 'refresh token of a person'],
    ...([204, 400] as const),
    (code) => post('/sign-in/end', { refresh_token: code }),
  ],
  [
    'the token of a program',
    ['secret of a program'],
    ...([401, 400] as const),
    (code, { program }) => form({ client_id: program, client_secret: code }),
  ],
  [
    'the page of a guest',
    ['code of a ticket'],
    ...([404, 404] as const),
    (code) => exports.default.fetch(`${ORIGIN}/t/${code}`, { headers: newAddress() }),
  ],
  [
    'an operation with a token',
    ['access token of a phone', 'access token of a program', 'access token of a person'],
    ...([401, 401] as const),
    (token) => ownCall('/api/v1/sessions', { token }),
  ],
]

/** Longer than every code and secret. */
const LONG = 200

describe.each(TAKERS)('%s', (_, own, refused, tooLong, take) => {
  it(`takes ${new Intl.ListFormat('en', { type: 'disjunction' }).format(own)}, and nothing else`, async () => {
    const made = await makeCodes()
    await openSetup()
    const before = await readState()
    for (const [kind, code] of Object.entries(made.codes)) {
      if (own.includes(kind as CodeKind)) continue
      const { status } = await take(code, made)
      expect({ kind, status }).toEqual({ kind, status: code.length > LONG ? tooLong : refused })
    }
    expect(await readState()).toEqual(before)
    for (const kind of own) expect((await take(made.codes[kind], made)).ok, kind).toBe(true)
  })
})
