// Clients of the service's own sign-in: phones, programs, and people with passkeys.
import { env } from 'cloudflare:workers'
import { hashOf } from '../../src/domain/secrets.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { hostHere } from './address.ts'
import { callWithBindings, jsonRequest, okBody } from './api.ts'
import type { makePasskey } from './authenticator.ts'
import { type Organizer, query } from './rows.ts'
import { create } from './setup.ts'

export type DeviceTokens = Schemas['DeviceTokens']
export type PersonTokens = Schemas['PersonTokens']
export type DeviceWithLink = Schemas['DeviceWithLink']

/** An address of its own, so that no test is refused for the wrong codes of another. */
export const newAddress = () => ({
  'CF-Connecting-IP': `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`,
})

/** Sends a body without a token. */
export const post = (
  path: string,
  body: unknown,
  {
    headers = newAddress(),
    bindings = {},
  }: { headers?: Record<string, string>; bindings?: Partial<Env> } = {},
): Promise<Response> =>
  callWithBindings(bindings, `/api/v1${path}`, jsonRequest('POST', undefined, body, headers))

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** The code at the end of a link. */
export const codeOf = (url: string): string => /\/([\w-]{22,})$/.exec(url)?.[1] as string

export const addDevice = (organizer: string, subject: string, body: object = {}) =>
  create<DeviceWithLink>(`/organizers/${organizer}/devices`, subject, { name: 'Gate A', ...body })

/** Connects a phone by a new link. */
export const connect = async ({ connect }: DeviceWithLink, attempt?: string): Promise<DeviceTokens> => {
  const body = { code: codeOf(connect.url), ...(attempt && { attempt }) }
  return okBody(await post('/devices/connect', body))
}

export const renew = (refresh_token: string) => post('/devices/token', { refresh_token })

/** The bindings of a service without an outside issuer. */
export const OWN = { AUTH_ISSUER: '', AUTH_AUDIENCE: '', AUTH_JWKS_URL: '', WEB_CLIENT_ID: '' }

/** Sends a request to a service where people sign in with passkeys. */
export const ownCall = (
  path: string,
  {
    token,
    body,
    method = body === undefined ? 'GET' : 'POST',
    bindings = {},
    headers = {},
  }: {
    token?: string
    body?: unknown
    method?: string
    bindings?: Partial<Env>
    headers?: Record<string, string>
  } = {},
): Promise<Response> =>
  callWithBindings({ ...OWN, ...bindings }, path, {
    method,
    headers: {
      ...(token !== undefined && bearer(token)),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...newAddress(),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

export const options = async (path: string, body: unknown = undefined, token?: string) => {
  const response = await ownCall(`/api/v1${path}`, { method: 'POST', body, ...(token && { token }) })
  return okBody<{ challenge: string; user: { id: string }; excludeCredentials: { id: string }[] }>(response)
}

export type Passkey = Awaited<ReturnType<typeof makePasskey>>

/** Makes passkeys belong to the host of the tests. */
export const usePasskeys = () =>
  query(`INSERT OR REPLACE INTO passkey_host (id, host) VALUES (1, ?)`, hostHere())

/**
 * The code of a new invitation, by somebody of the outside issuer: where the code comes from does not matter.
 */
export const invite = async ({ id, owner }: Organizer, body: object = { role: 'staff' }) =>
  codeOf((await create<{ url: string }>(`/organizers/${id}/invitations`, owner, body)).url)

/** Makes a person of an organizer. */
export const join = async (organizer: Organizer, passkey: Passkey, body?: object) =>
  okBody<PersonTokens>(await signUp(passkey, await invite(organizer, body)))

/** Makes a person by the code of an invitation. */
export const signUp = async (passkey: Passkey, code: string, name = 'Ana García') => {
  const response = await passkey.create(await options('/sign-up/options', { name }))
  return ownCall('/api/v1/sign-up', { body: { code, name, response } })
}

export const signIn = async (passkey: Passkey) =>
  ownCall('/api/v1/sign-in', { body: { response: await passkey.get(await options('/sign-in/options')) } })

/** Makes that nobody owns an organizer. A database other than `DB` has a code of its own. */
export const openSetup = async (): Promise<void> => {
  await query(`UPDATE members SET role = 'manager' WHERE role = 'owner'`)
  await query(
    'INSERT OR REPLACE INTO setup_code (id, code_hash, host) VALUES (1, ?, ?)',
    await hashOf(env.SETUP_CODE),
    hostHere(),
  )
}

export const setUp = async (passkey: Passkey, code = env.SETUP_CODE, organizerName = 'Northlight') => {
  const response = await passkey.create(await options('/sign-up/options', { name: 'Ana' }))
  return ownCall('/api/v1/setup', { body: { code, organizerName, name: 'Ana', response } })
}
