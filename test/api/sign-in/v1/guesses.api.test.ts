// An address from which wrong codes come: whoever has a right one is served all the same, and the setup is
// not.
// @module-tag slow
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../../../src/api/http/rate-limit.ts'
import { makeCode } from '../../../../src/domain/tickets/code.ts'
import worker from '../../../../src/index.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { ORIGIN, withBindings } from '../../../support/address.ts'
import { callWithBindings, expectError } from '../../../support/api.ts'
import { makePasskey } from '../../../support/authenticator.ts'
import { countingLimiter } from '../../../support/counting-limiter.ts'
import { addTicket, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create } from '../../../support/setup.ts'
import {
  addDevice,
  codeOf,
  connect,
  invite,
  join,
  newAddress,
  OWN,
  options,
  ownCall,
  type Passkey,
  usePasskeys,
} from '../../../support/sign-in.ts'

let org: Organizer
beforeEach(async () => {
  await usePasskeys()
  org = await makeOrganizer()
})

const addLink = async () => codeOf((await addDevice(org.id, org.owner)).connect.url)

type From = { headers: Record<string, string>; bindings: Partial<Env> }

const send = (from: From, path: string, body: object, token?: string) =>
  ownCall(`/api/v1${path}`, { body, ...from, ...(token !== undefined && { token }) })

const askForToken = ({ headers, bindings }: From, client_id: string, client_secret: string) =>
  callWithBindings({ ...OWN, ...bindings }, '/api/v1/token', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  })

/** Not by `call`: the page is no operation. */
const openTicket = async ({ headers, bindings }: From, code: string) => {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}/t/${code}`, { headers })
  const response = await worker.fetch(request, withBindings(bindings), context)
  await waitOnExecutionContext(context)
  return response
}

/** The sign-up and the setup take the answer of a new passkey. */
const signUpFrom = async (from: From, path: '/sign-up' | '/setup', body: object) => {
  const response = await (await makePasskey()).create(await options('/sign-up/options', { name: 'Ana' }))
  return send(from, path, { ...body, name: 'Ana', response })
}

const signInFrom = async (from: From, passkey: Passkey) =>
  send(from, '/sign-in', { response: await passkey.get(await options('/sign-in/options')) })

/** Each operation that takes a code, with a right one and with a wrong one. */
const CODES: [string, (from: From) => Promise<Response>, (from: From) => Promise<Response>][] = [
  [
    'the secret of a program',
    async (from) => {
      const body = { name: 'Shop', role: 'staff' }
      const path = `/organizers/${org.id}/programs`
      const { id, clientSecret } = await create<Schemas['ProgramWithSecret']>(path, org.owner, body)
      return askForToken(from, id, clientSecret)
    },
    (from) => askForToken(from, crypto.randomUUID(), 'wrong'),
  ],
  [
    'a passkey',
    async (from) => {
      const passkey = await makePasskey()
      await join(org, passkey)
      return signInFrom(from, passkey)
    },
    async (from) => signInFrom(from, await makePasskey()),
  ],
  [
    'an invitation of a new person',
    async (from) => signUpFrom(from, '/sign-up', { code: await invite(org) }),
    (from) => signUpFrom(from, '/sign-up', { code: 'wrong' }),
  ],
  [
    'an invitation of a person',
    async (from) => {
      const { access_token } = await join(org, await makePasskey())
      return send(from, '/invitations/accept', { code: await invite(org) }, access_token)
    },
    async (from) =>
      send(
        from,
        '/invitations/accept',
        { code: 'wrong' },
        (await join(org, await makePasskey())).access_token,
      ),
  ],
  [
    'a link that is looked at',
    async (from) => send(from, '/links/inspect', { code: await addLink() }),
    (from) => send(from, '/links/inspect', { code: 'wrong' }),
  ],
  [
    'the link of a phone',
    async (from) => send(from, '/devices/connect', { code: await addLink() }),
    (from) => send(from, '/devices/connect', { code: 'wrong' }),
  ],
  [
    'the refresh token of a phone',
    async (from) => {
      const { refresh_token } = await connect(await addDevice(org.id, org.owner))
      return send(from, '/devices/token', { refresh_token })
    },
    (from) => send(from, '/devices/token', { refresh_token: 'wrong' }),
  ],
  [
    'the refresh token of a person',
    async (from) =>
      send(from, '/sign-in/token', { refresh_token: (await join(org, await makePasskey())).refresh_token }),
    (from) => send(from, '/sign-in/token', { refresh_token: 'wrong' }),
  ],
  [
    'the code of a ticket',
    async (from) => {
      const ticket = await addTicket(org, { ticket_number: 'A-1' })
      const [row] = await query<{ code: string }>('SELECT code FROM tickets WHERE id = ?', ticket)
      return openTicket(from, row?.code as string)
    },
    (from) => openTicket(from, makeCode()),
  ],
]

describe('behind an address that has failed 25 times', () => {
  /** Guests and phones are counted apart. */
  const guess = async (): Promise<From> => {
    const from = { headers: newAddress(), bindings: { GUESS_RATE_LIMIT: countingLimiter(20) } }
    const bindings = { GUESS_RATE_LIMIT: countingLimiter(20) }
    for (let count = 1; count <= 25; count += 1) {
      const expected = count <= 20 ? 404 : 429
      expect((await send(from, '/links/inspect', { code: 'wrong' })).status).toBe(expected)
      expect((await openTicket({ ...from, bindings }, makeCode())).status).toBe(expected)
    }
    return from
  }

  it.each(CODES)('%s is accepted, and a wrong one is a 429', async (_, right, wrong) => {
    const from = await guess()
    expect((await wrong(from)).status).toBe(429)
    expect((await right(from)).status).toBe(200)
  })

  it('the setup code is a 429, the right one too', async () => {
    const from = await guess()
    await query(`UPDATE members SET role = 'manager' WHERE role = 'owner'`)
    const setUp = () => signUpFrom(from, '/setup', { code: env.SETUP_CODE, organizerName: 'X' })
    await expectError(await setUp(), 'rate_limited', RATE_LIMITS.guesses.message)
    expect(await query(`SELECT 1 FROM members WHERE role = 'owner'`)).toEqual([])
  })
})

describe('requests without a token', () => {
  const { message } = RATE_LIMITS.requests

  it.each(['/sign-in/options', '/sign-up/options'])('to %s count for their address', async (path) => {
    const RATE_LIMIT = countingLimiter(2)
    const ask = () =>
      ownCall(`/api/v1${path}`, {
        body: path.startsWith('/sign-up') ? { name: 'Ana' } : undefined,
        ...{ method: 'POST', headers: { 'CF-Connecting-IP': '2001:db8:1:2::7' }, bindings: { RATE_LIMIT } },
      })
    for (const expected of [200, 200, 429]) expect((await ask()).status).toBe(expected)
    await expectError(await ask(), 'rate_limited', message)
    expect(new Set(RATE_LIMIT.keys)).toEqual(new Set(['address 2001:db8:1:2']))
  })

  it('that connect a phone count for its link: wrong codes use up nothing of a right one', async () => {
    const from = {
      headers: newAddress(),
      bindings: { RATE_LIMIT: countingLimiter(), GUESS_RATE_LIMIT: countingLimiter() },
    }
    const code = await addLink()
    const ask = (code: string) => send(from, '/devices/connect', { code, attempt: 'x' })
    for (const one of [code, code, 'wrong']) await ask(one)
    const [first, again, wrong] = from.bindings.RATE_LIMIT.keys
    expect(first).toBe(again)
    expect(wrong).not.toBe(first)
    from.bindings.RATE_LIMIT = countingLimiter(0)
    await expectError(await ask(code), 'rate_limited', message)
  })

  it('that sign out count for their sign-in', async () => {
    const { refresh_token } = await join(org, await makePasskey())
    const from = { headers: newAddress(), bindings: { RATE_LIMIT: countingLimiter(0) } }
    await expectError(await send(from, '/sign-in/end', { refresh_token }), 'rate_limited', message)
    expect((await send(from, '/sign-in/end', { refresh_token: 'wrong' })).status).toBe(204)
    expect(from.bindings.RATE_LIMIT.keys).toEqual([expect.stringMatching(/^sign-in [0-9a-f-]{36}$/)])
  })
})
