// WebAuthn, by @simplewebauthn/server: makes the options that a browser needs, and verifies its answers.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from 'hono'
import * as z from 'zod'
import { base64url, fromBase64url, utf8 } from '../../../domain/secrets.ts'
import {
  type Challenge,
  makeChallenge,
  type Purpose,
  readChallenge,
} from '../../../domain/sign-in/challenges.ts'
import { type Credential, findPasskey } from '../../../domain/sign-in/passkeys.ts'
import { readSetup } from '../../../domain/sign-in/people.ts'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { readSecret } from './secret.ts'

/**
 * Evaluated when somebody first signs in: at the start of the isolate it would take a third of the whole
 * start.
 */
const loadWebAuthn = () => import('@simplewebauthn/server')

const RP_NAME = 'Doorlist'

const text = z.string().max(20_000)

const fields = {
  id: z.string().min(1).max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.string().max(40).optional(),
}

/** What a browser makes of `navigator.credentials.create()`, by `toJSON()`. */
export const registrationResponse = z
  .object({
    ...fields,
    response: z.looseObject({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  })
  .meta({ description: 'A `PublicKeyCredential` as JSON (`RegistrationResponseJSON` of WebAuthn).' })
  .register(requestSchemas, { id: 'RegistrationResponse' })

/** What a browser makes of `navigator.credentials.get()`, by `toJSON()`. */
export const authenticationResponse = z
  .object({
    ...fields,
    response: z.looseObject({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: z.string().max(200).optional(),
    }),
  })
  .meta({ description: 'A `PublicKeyCredential` as JSON (`AuthenticationResponseJSON` of WebAuthn).' })
  .register(requestSchemas, { id: 'AuthenticationResponse' })

/** An address of numbers can have no passkey. */
const isNumeric = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname)

/** The host to which passkeys belong: where the setup ran, or before the setup the request's. */
export const hostFor = (c: Context<AppEnv>, ofSetup: string | null): string => {
  const { hostname } = new URL(c.req.url)
  return ofSetup ?? (isNumeric(hostname) ? 'localhost' : hostname)
}

/** Where passkeys work. */
export type Site = { host: string; origin: string }

/** @throws AppError `invalid_request` on a host to which passkeys do not belong */
export const requireSite = async (c: Context<AppEnv>): Promise<Site> => {
  const { hostname, origin } = new URL(c.req.url)
  const host = hostFor(c, (await readSetup(c.get('db'))).host)
  if (hostname !== host) throw new AppError('invalid_request', `People sign in at the host ${host}.`)
  return { host, origin }
}

export const optionsToSignIn = async (c: Context<AppEnv>) => {
  const { host } = await requireSite(c)
  const challenge = await makeChallenge(await readSecret(c.env), 'sign-in', '', Date.now())
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: utf8(challenge),
    userVerification: 'required',
  })
}

/** `known`: the passkeys that the person has. */
export const optionsToCreate = async (
  c: Context<AppEnv>,
  purpose: 'first' | 'more',
  personId: string,
  name: string,
  known: readonly string[] = [],
) => {
  const { host } = await requireSite(c)
  const challenge = await makeChallenge(await readSecret(c.env), purpose, personId, Date.now())
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: host,
    userID: utf8(personId),
    userName: name,
    userDisplayName: name,
    challenge: utf8(challenge),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const refused = (cause?: unknown): AppError => new AppError('invalid_grant', { cause })

/** What `verify` throws is wrong with the answer. */
const orRefused = async <Result>(verify: () => Promise<Result>): Promise<Result> => {
  try {
    return await verify()
  } catch (cause) {
    throw refused(cause)
  }
}

/** The challenge of an answer, and as the browser wrote it. */
const challengeOf = async (
  c: Context<AppEnv>,
  purpose: Purpose,
  clientDataJSON: string,
): Promise<{ challenge: Challenge; expectedChallenge: string }> => {
  const secret = await readSecret(c.env)
  const decode = (encoded: string): string => new TextDecoder().decode(fromBase64url(encoded))
  const expectedChallenge = await orRefused(async () => String(JSON.parse(decode(clientDataJSON)).challenge))
  const challenge = await orRefused(async () =>
    readChallenge(secret, purpose, decode(expectedChallenge), Date.now()),
  )
  if (challenge === undefined) throw refused()
  return { challenge, expectedChallenge }
}

/**
 * Verifies a new passkey.
 *
 * @throws AppError `invalid_grant` whatever is wrong with it
 */
export const verifyNewPasskey = async (
  c: Context<AppEnv>,
  { host, origin }: Site,
  purpose: 'first' | 'more',
  response: z.output<typeof registrationResponse>,
): Promise<{ passkey: Credential; challenge: Challenge }> => {
  const { challenge, expectedChallenge } = await challengeOf(c, purpose, response.response.clientDataJSON)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }),
  )
  if (registrationInfo === undefined) throw refused()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { passkey: { id, publicKey: base64url(publicKey), counter, transports }, challenge }
}

/**
 * Verifies the answer of a passkey.
 *
 * @throws AppError `invalid_grant` whatever is wrong with it
 */
export const verifyPasskey = async (
  c: Context<AppEnv>,
  { host, origin }: Site,
  response: z.output<typeof authenticationResponse>,
) => {
  const { challenge, expectedChallenge } = await challengeOf(c, 'sign-in', response.response.clientDataJSON)
  const passkey = await findPasskey(c.get('db'), response.id)
  if (passkey === undefined) throw refused()
  const { id, publicKey, counter, personId, name } = passkey
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== base64url(utf8(personId))) throw refused()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id, publicKey: fromBase64url(publicKey), counter },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw refused()
  return { passkey: { id, personId, name, counter: authenticationInfo.newCounter }, challenge }
}
