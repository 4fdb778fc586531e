// What one address has issued is unknown at another, and a database that fails is nobody else's fault.
// @module-tag slow
// @module-tag full
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import worker from '../../src/index.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { BINDING, bookmarkHere, elsewhere, ORIGIN, withBindings } from '../support/address.ts'
import { call, callWithBindings, expectError, getBody, okBody, sendJson } from '../support/api.ts'
import { makePasskey } from '../support/authenticator.ts'
import {
  failingDatabase,
  faultyDatabase,
  measuringDatabase,
  silentBatch,
} from '../support/faulty-database.ts'
import { feedPath, switchOn } from '../support/feed.ts'
import { addVisible } from '../support/listings.ts'
import { addTarget, callOperation, nothing, OPERATIONS, type Target } from '../support/operations.ts'
import { addTicket, insert, makeOrganizer, type Organizer, query } from '../support/rows.ts'
import { API, create } from '../support/setup.ts'
import * as people from '../support/sign-in.ts'
import { changesPath } from '../support/sync.ts'
import { addWebhook, webhookRow } from '../support/webhooks.ts'

let org: Organizer
let target: Target
beforeAll(async () => {
  org = await makeOrganizer()
  target = await addTarget(org)
  await people.usePasskeys()
  await elsewhere(people.usePasskeys)
})
afterEach(() => vi.restoreAllMocks())

const visible = async (response: Response) => ({
  status: response.status,
  body: (await response.text()).replace(/"instance":"[^"]*"/, ''),
})

/** An operation finds nothing by the ids of another address. */
const ON_ONE_THING = OPERATIONS.filter((operation) => operation.notFound !== undefined)

describe('an id', () => {
  it.each(ON_ONE_THING)('of another address is unknown to $name', async (operation) => {
    await elsewhere(async () => {
      const unknown = await visible(await callOperation(operation, nothing(), { subject: org.owner }))
      expect(unknown.status).toBe(404)
      expect(await visible(await callOperation(operation, target, { subject: org.owner }))).toEqual(unknown)
    })
  })
})

const addGuest = async (): Promise<Schemas['ManagedTicket']> => {
  const guest = { ticketNumber: crypto.randomUUID(), ticketTypeName: 'Standing' }
  const { data } = await create<{ data: Schemas['ManagedTicket'][] }>(
    `/sessions/${org.session}/tickets`,
    org.owner,
    { tickets: [guest] },
  )
  return data[0] as Schemas['ManagedTicket']
}

/** A code or token that works here, and an attempt to use it. Each is made anew. */
const SECRETS: Record<string, () => Promise<() => Promise<Response>>> = {
  'the link of a phone': async () => {
    const device = await people.addDevice(org.id, org.owner)
    return () => people.post('/devices/connect', { code: people.codeOf(device.connect.url) })
  },
  'the link of a phone, looked at': async () => {
    const device = await people.addDevice(org.id, org.owner)
    return () => people.post('/links/inspect', { code: people.codeOf(device.connect.url) })
  },
  'the refresh token of a phone': async () => {
    const { refresh_token } = await people.connect(await people.addDevice(org.id, org.owner))
    return () => people.renew(refresh_token)
  },
  'the access token of a phone': async () => {
    const { access_token } = await people.connect(await people.addDevice(org.id, org.owner))
    return () => call('/api/v1/sessions', { headers: people.bearer(access_token) })
  },
  'the secret of a program': async () => {
    const path = `/organizers/${org.id}/programs`
    const program = await create<Schemas['ProgramWithSecret']>(path, org.owner, {
      name: 'Shop',
      role: 'manager',
    })
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: program.clientId,
      client_secret: program.clientSecret,
    }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...people.newAddress() }
    return () => call('/api/v1/token', { method: 'POST', headers, body })
  },
  'an invitation': async () => {
    const code = await people.invite(org)
    const passkey = await makePasskey()
    return () => people.signUp(passkey, code)
  },
  'an invitation of somebody who has an account': async () => {
    const code = await people.invite(org)
    return () => sendJson('POST', '/api/v1/invitations/accept', org.stranger, { code })
  },
  'a passkey': async () => {
    const passkey = await makePasskey()
    await people.join(org, passkey)
    return () => people.signIn(passkey)
  },
  'a challenge': async () => {
    const passkey = await makePasskey()
    await people.join(org, passkey)
    const response = await passkey.get(await people.options('/sign-in/options'))
    return () => people.ownCall('/api/v1/sign-in', { body: { response } })
  },
  'the access token of a person': async () => {
    const { access_token } = await people.join(org, await makePasskey())
    return () => people.ownCall('/api/v1/sessions', { token: access_token })
  },
  'the refresh token of a person': async () => {
    const { refresh_token } = await people.join(org, await makePasskey())
    return () => people.ownCall('/api/v1/sign-in/token', { body: { refresh_token } })
  },
  'the page of a guest': async () => {
    const { code } = await addGuest()
    return () =>
      worker.fetch(
        new Request(`${ORIGIN}/t/${code}`),
        withBindings(),
        createExecutionContext(),
      ) as Promise<Response>
  },
  'the link of a guest list': async () => {
    const path = `/sessions/${org.session}/guest-lists`
    const { link } = await create<Schemas['GuestList']>(path, org.owner, { name: 'DJ Tom', quota: 5 })
    return () => people.post('/lists/inspect', { code: people.codeOf(link?.replace('#', '/') ?? '') })
  },
  'a listing': async () => {
    const { slug } = await addVisible(org)
    return () => call(`/api/public/v1/listings/${slug}`)
  },
}

describe.each(Object.entries(SECRETS))('%s', (_, make) => {
  it('is of use at its address, and at no other', async () => {
    const attempt = await make()
    const refused = await elsewhere(attempt)
    expect([400, 401, 404]).toContain(refused.status)
    expect((await attempt()).status).toBeLessThan(300)
  })
})

describe('the same organizer at two addresses', () => {
  /** An organizer that was copied, with its members, events and venues. */
  const copy = async () => {
    const copied = await makeOrganizer()
    await create('/events', copied.owner, { organizerId: copied.id, name: 'Another' })
    const read = (table: string, column = 'organizer_id') =>
      query(`SELECT * FROM ${table} WHERE ${column} = ?`, copied.id)
    const [organizers, events, members] = [
      await read('organizers', 'id'),
      (await read('events')).map(({ types_version: _, areas: __, ...row }) => row),
      await read('members'),
    ]
    await elsewhere(async () => {
      await insert('organizers', ...organizers)
      await insert('events', ...events)
      await insert('members', ...members)
    })
    return copied
  }

  it('has cursors of its own at each', async () => {
    const copied = await copy()
    const path = '/api/organizer/v1/events?pageSize=1'
    const { links } = await getBody<{ links: { next: string } }>(copied.owner, path)
    expect((await call(links.next, { subject: copied.owner })).status).toBe(200)
    await elsewhere(async () => {
      await expectError(await call(links.next, { subject: copied.owner }), 'invalid_cursor')
      expect((await call(path, { subject: copied.owner })).status).toBe(200)
    })
  })

  it('has positions of its own in the feed', async () => {
    const copied = await copy()
    await switchOn(copied.id)
    const { next } = await getBody<{ next: string }>(copied.owner, API + feedPath(copied.id))
    await elsewhere(async () => {
      await switchOn(copied.id)
      expect((await call(API + feedPath(copied.id), { subject: copied.owner })).status).toBe(200)
      const response = await call(API + feedPath(copied.id, { after: next }), { subject: copied.owner })
      expect([400, 410]).toContain(response.status)
    })
  })

  it('has the tokens of an outside issuer count by what each database says', async () => {
    const copied = await copy()
    await elsewhere(() => query('DELETE FROM members WHERE subject = ?', copied.manager))
    const path = `/api/organizer/v1/organizers/${copied.id}/members`
    expect((await call(path, { subject: copied.manager })).status).toBe(200)
    await elsewhere(async () => {
      await expectError(await call(path, { subject: copied.manager }), 'organizer_not_found')
      expect((await call(path, { subject: copied.owner })).status).toBe(200)
    })
  })
})

it('a position of ticket changes is of no use elsewhere', async () => {
  const { next } = await getBody<{ next: string }>(org.staff, changesPath(org.session))
  await elsewhere(async () => {
    const response = await call(changesPath(org.session, { since: next }), { subject: org.staff })
    expect([400, 404]).toContain(response.status)
  })
})

it('a bookmark of another address is as no bookmark', async () => {
  const future = 'ffffffff-ffffffff-ffffffff-ffffffffffffffffffffffffffffffff'
  const other = await elsewhere(async () => bookmarkHere(future))
  const constraints: string[] = []
  const DB = faultyDatabase((real, constraint) => {
    constraints.push(constraint)
    return real
  })
  const ask = (bookmark: string) =>
    callWithBindings({ DB }, `/api/v1/sessions/${org.session}`, {
      subject: org.staff,
      headers: { 'X-D1-Bookmark': bookmark },
    })
  const answered = (await ask(other)).headers.get('X-D1-Bookmark')
  expect(constraints).not.toContain(future)
  expect(answered).not.toContain(future)
  await ask(bookmarkHere(future))
  expect(constraints).toContain(future)
})

it('the key that signs tokens is another one at each address', async () => {
  const read = async () =>
    (await okBody<{ keys: { kid: string }[] }>(await call('/.well-known/jwks.json'))).keys[0]?.kid
  expect(await read()).not.toBe(await elsewhere(read))
})

it('links have the address of the request', async () => {
  const { pageUrl } = await addGuest()
  expect(pageUrl).toMatch(new RegExp(`^${ORIGIN}/t/`))
  const device = await people.addDevice(org.id, org.owner)
  expect(device.connect.url).toMatch(new RegExp(`^${ORIGIN}/door/#connect/`))
})

describe('a host in another spelling', () => {
  const host = () => new URL(ORIGIN).hostname
  it.each([
    ['upper case', () => host().toUpperCase()],
    ['a port', () => `${host()}:8443`],
    ['a dot at its end', () => `${host()}.`],
  ])('with %s has the same database', async (_, spell) => {
    const url = `https://${spell()}/api/health`
    const context = createExecutionContext()
    const response = await worker.fetch(
      new Request(url),
      withBindings({ DB: failingDatabase('D1_ERROR: overloaded') }),
      context,
    )
    expect(response.status).toBe(503)
  })

  it('that is made up has `DB`', async () => {
    const broken = { DB: failingDatabase('D1_ERROR: overloaded'), DB_1: env.REPLICA }
    const bindings = { ...withBindings(), ...broken }
    const ask = async (url: string) =>
      (await worker.fetch(new Request(url), bindings, createExecutionContext())).status
    await vi.waitFor(async () => expect(await ask('https://made-up.example/api/health')).toBe(503), {
      timeout: 5_000,
    })
  })
})

describe.each(['a.example=DB_9', 'a.example=DB_1,a.example=DB_1', 'nonsense'])(
  'with SHARD_HOSTS %j',
  (SHARD_HOSTS) => {
    it('every request is a 503, and the log says why', async () => {
      const lines: string[] = []
      vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
      const bindings = { SHARD_HOSTS, DB: failingDatabase('must not be read') }
      for (const path of ['/api/health', '/api/v1/sessions']) {
        const response = await callWithBindings(bindings, path, { subject: org.staff })
        await expectError(response, 'database_unavailable')
        expect(response.headers.get('Retry-After')).toBe('60')
      }
      for (const path of ['/', '/nowhere', '/door/', '/organizer/config.json', '/t/AAAAAAAAAAAAAAAAAAAA']) {
        const request = new Request(`${ORIGIN}${path}`)
        const response = await worker.fetch(request, withBindings(bindings), createExecutionContext())
        expect(response.status).toBe(503)
      }
      expect(lines).toHaveLength(7)
      for (const line of lines) {
        expect(JSON.parse(line)).toMatchObject({
          cause: expect.stringMatching(/^Error: SHARD_HOSTS: (a\.example|nonsense) /),
          roundTrips: 0,
        })
      }
    })
  },
)

describe.each([
  ['throws', () => failingDatabase('D1_ERROR: Network connection lost.')],
  ['hangs', () => faultyDatabase(() => silentBatch)],
  ['is full', () => failingDatabase('D1_ERROR: Exceeded maximum DB size: SQLITE_FULL')],
])('another database that %s', (_, make) => {
  const broken = (): Partial<Env> => ({ [BINDING === 'DB' ? 'DB_1' : 'DB_2']: make() }) as Partial<Env>

  it('leaves the answers of this one as they are', async () => {
    const ask = (path: string) => callWithBindings(broken(), path, { subject: org.staff })
    expect((await ask(`/api/v1/sessions/${org.session}`)).status).toBe(200)
    // A result of the probe is reused for a second.
    await vi.waitFor(async () => expect((await ask('/api/health')).status).toBe(200), 5_000)
  })

  it('leaves its runs as they are', async () => {
    const { id } = await addWebhook(org)
    await query('UPDATE webhooks SET paused_at = 0 WHERE id <> ?', id)
    await query('UPDATE organizers SET feed = 1 WHERE id = ?', org.id)
    await addTicket(org)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const context = createExecutionContext()
    const controller = { cron: '* * * * *', scheduledTime: Date.now(), noRetry: () => undefined } as never
    const run = Promise.resolve(worker.scheduled?.(controller, withBindings(broken()), context)).catch(
      () => undefined,
    )
    await vi.waitFor(async () => expect(Number((await webhookRow(id)).attempts)).toBeGreaterThanOrEqual(1), {
      timeout: 20_000,
    })
    await run
    await waitOnExecutionContext(context)
  })
})

it('with 16 databases no request costs a row or a round trip more', async () => {
  const costs: object[] = []
  const numbers = Array.from({ length: 15 }, (_, index) => index + 1)
  const many = {
    ...Object.fromEntries(numbers.map((number) => [`DB_${number}`, env.REPLICA])),
    SHARD_HOSTS: numbers.map((number) => `db-${number}.doorlist.example=DB_${number}`).join(','),
  } as Partial<Env>
  for (const bindings of [{}, many]) {
    for (const path of ['', '/tickets', '/ticket-changes']) {
      const { DB, cost } = measuringDatabase()
      const url = `/api/v1/sessions/${org.session}${path}`
      const response = await callWithBindings({ ...bindings, DB }, url, { subject: org.staff })
      expect(response.status).toBe(200)
      costs.push({ path, ...cost })
    }
  }
  expect(costs.slice(3)).toEqual(costs.slice(0, 3))
})
