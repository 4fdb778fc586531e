// Programs of an organizer: tokens by the client credentials grant (RFC 6749), and what they may not do.
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { call, expectError, sendJson } from '../../../support/api.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import { bearer, newAddress } from '../../../support/sign-in.ts'

type Program = Schemas['ProgramWithSecret']

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const path = () => `/organizers/${org.id}/programs`
const add = (body: object = {}) =>
  create<Program>(path(), org.owner, { name: 'Shop', role: 'manager', ...body })

const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call('/api/v1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...newAddress(), ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const credentials = ({ clientId, clientSecret }: Pick<Program, 'clientId' | 'clientSecret'>) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
})

const tokenOf = async (program: Program): Promise<string> =>
  (await (await ask(credentials(program))).json<{ access_token: string }>()).access_token

/** An error of RFC 6749, section 5.2, with our code and message. */
const expectTokenError = async (response: Response, status: number, error: string, code: string) => {
  const body = await response.json<{ error: string; code: string; message: string }>()
  expect({ status: response.status, error: body.error, code: body.code }).toEqual({ status, error, code })
  expect(body.message).not.toBe('')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
}

describe('a program', () => {
  it('gets a token for an hour by its id and secret, and does what its role allows', async () => {
    const program = await add()
    const response = await ask(credentials(program))
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const { access_token, ...rest } = await response.json<{ access_token: string }>()
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3_600 })
    expect(decodeJwt(access_token).sub).toBe(`program:${program.id}`)
    const created = await sendJson(
      ...(['POST', '/api/organizer/v1/events', undefined] as const),
      { organizerId: org.id, name: 'Night' },
      bearer(access_token),
    )
    expect(created.status).toBe(201)
  })

  it('may send its secret in the header', async () => {
    const { clientId, clientSecret } = await add()
    const basic = { Authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret)}`)}` }
    expect((await ask({ grant_type: 'client_credentials' }, basic)).status).toBe(200)
    await expectTokenError(
      await ask(credentials({ clientId, clientSecret }), basic),
      ...([400, 'invalid_request', 'invalid_request'] as const),
    )
  })

  it('is added, seen and ended by owners; its secret is shown once', async () => {
    const program = await add({ role: 'staff', eventId: org.event })
    expect(program).toEqual({
      ...{ id: program.id, name: 'Shop', role: 'staff', eventId: org.event },
      ...{ clientId: program.id, clientSecret: expect.stringMatching(/^[\w-]{40,}$/) },
    })
    const { clientSecret, clientId, ...seen } = program
    expect((await readBody<{ data: object[] }>(path(), org.owner)).data).toEqual([seen])
    expect(await readBody(`${path()}/${program.id}`, org.owner)).toEqual(seen)
    await expectError(
      (await send('POST', path(), org.manager, { name: 'Shop', role: 'staff' })).response,
      'forbidden',
    )
    await expectError(await remove(`${path()}/${program.id}`, org.manager), 'forbidden')
    const token = await tokenOf(program)
    expect((await remove(`${path()}/${program.id}`, org.owner)).status).toBe(204)
    await expectTokenError(await ask(credentials(program)), 401, 'invalid_client', 'invalid_grant')
    const response = await call(`/api/v1/sessions/${org.session}`, { headers: bearer(token) })
    await expectError(response, 'session_not_found')
    expect((await historyOf(org.id, org.owner, program.id)).map(({ action }) => action)).toEqual([
      'program.delete',
      'program.create',
    ])
    const rows = [...(await query('SELECT * FROM programs')), ...(await query('SELECT * FROM audit_log'))]
    expect(JSON.stringify(rows)).not.toContain(clientSecret)
    expect(clientId).toBe(program.id)
  })

  it('is one of at most 50', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 49)
       INSERT INTO programs (id, organizer_id, name, role)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, 'Shop', 'staff' FROM c`,
      org.id,
    )
    const id = crypto.randomUUID()
    await add({ id })
    const { response } = await send('POST', path(), org.owner, { name: 'Shop', role: 'manager' })
    await expectError(response, 'limit_reached', 'An organizer can have at most 50 programs.')
    // A repeat adds none.
    expect((await add({ id })).id).toBe(id)
    expect((await remove(`${path()}/${id}`, org.owner)).status).toBe(204)
    await add()
  })

  it('is no owner', async () => {
    const { response } = await send('POST', path(), org.owner, { name: 'Shop', role: 'owner' })
    await expectError(response, 'invalid_request', /role/)
  })

  it('has a new secret when its creation is repeated, and the earlier one ends', async () => {
    const id = crypto.randomUUID()
    const first = await add({ id })
    const second = await add({ id })
    await expectTokenError(await ask(credentials(first)), 401, 'invalid_client', 'invalid_grant')
    expect((await ask(credentials(second))).status).toBe(200)
  })

  it('may not touch people, invitations, phones and programs, whatever its role', async () => {
    const token = await tokenOf(await add())
    const asProgram = (method: string, target: string, body?: object) =>
      call(`/api/organizer/v1/organizers/${org.id}${target}`, {
        method,
        headers: { ...bearer(token), ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    for (const target of ['/members', '/invitations', '/devices', '/programs', '/history'])
      await expectError(await asProgram('GET', target), 'forbidden')
    await expectError(await asProgram('POST', '/invitations', { role: 'staff' }), 'forbidden')
    await expectError(await asProgram('POST', '/devices', { name: 'Gate A' }), 'forbidden')
    await expectError(await asProgram('POST', '/programs', { name: 'Shop', role: 'staff' }), 'forbidden')
    await expectError(await asProgram('DELETE', `/members/${org.staff}`), 'forbidden')
    const invited = await send<{ url: string }>('POST', `/organizers/${org.id}/invitations`, org.owner, {
      role: 'staff',
    })
    const response = await sendJson(
      ...(['POST', '/api/v1/invitations/accept', undefined] as const),
      { code: invited.body.url.split('/').at(-1) },
      bearer(token),
    )
    await expectError(response, 'forbidden')
    await expectError(await read(`${path()}/${crypto.randomUUID()}`, org.owner), 'program_not_found')
  })
})

describe('a wrong request for a token', () => {
  it.each([
    ['no grant type', {}, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no client', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [
      'an unknown client',
      { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' },
      401,
      'invalid_client',
    ],
  ] as const)('with %s is %j', async (_, fields, status, error) => {
    const response = await ask(fields)
    await expectTokenError(response, status, error, status === 400 ? 'invalid_request' : 'invalid_grant')
    if (status === 401) expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /)
  })

  it('with a malformed header is invalid_client', async () => {
    const response = await ask({ grant_type: 'client_credentials' }, { Authorization: 'Basic %%%' })
    await expectTokenError(response, 401, 'invalid_client', 'invalid_grant')
  })

  it('as JSON is 415', async () => {
    const response = await sendJson('POST', '/api/v1/token', undefined, {})
    await expectTokenError(response, 415, 'invalid_request', 'unsupported_media_type')
  })

  it('with a field twice is 400', async () => {
    const response = await call('/api/v1/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=a&client_id=b',
    })
    await expectTokenError(response, 400, 'invalid_request', 'invalid_request')
  })
})
