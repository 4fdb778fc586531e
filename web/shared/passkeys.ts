// What people do with passkeys. Loaded when somebody does.
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { personTokens } from './own.ts'
import { post, type Reply } from './request.ts'
import type { Schemas } from './schemas.ts'
import type { Tokens } from './tokens.ts'

type Failed = Exclude<Reply<never>, { kind: 'ok' }>
/** `cancelled`: the person closed the browser’s dialog. `device`: the browser or device cannot do it. */
export type Outcome<Value> =
  | { kind: 'ok'; value: Value }
  | { kind: 'cancelled' }
  | { kind: 'device'; isKnown: boolean; reason: string }
  | Failed

/** Asks the person. The browser tells nobody whether the dialog was closed or nothing happened in it. */
const ask = async <Value>(dialog: () => Promise<Value>): Promise<Outcome<Value>> => {
  try {
    return { kind: 'ok', value: await dialog() }
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' }
    return { kind: 'device', isKnown: name === 'InvalidStateError', reason: message }
  }
}

/** Makes a passkey by options of the service. */
export const makePasskey = async (
  getOptions: () => Promise<Reply<Schemas['PasskeyOptions']>>,
): Promise<Outcome<RegistrationResponseJSON>> => {
  const options = await getOptions()
  if (options.kind !== 'ok') return options
  const optionsJSON = options.body as unknown as PublicKeyCredentialCreationOptionsJSON
  return ask(() => startRegistration({ optionsJSON }))
}

const toOutcome = (reply: Reply<Schemas['PersonTokens']>): Outcome<Tokens> =>
  reply.kind === 'ok' ? { kind: 'ok', value: personTokens(reply.body) } : reply

/** Asks for the answer of a passkey that exists: one of `ids`, if there are any. */
export const answerWithPasskey = async (
  ids: readonly string[] = [],
): Promise<Outcome<AuthenticationResponseJSON>> => {
  const options = await post<Schemas['PasskeyOptions']>('/api/v1/sign-in/options')
  if (options.kind !== 'ok') return options
  const optionsJSON = {
    ...(options.body as unknown as PublicKeyCredentialRequestOptionsJSON),
    allowCredentials: ids.map((id) => ({ id, type: 'public-key' as const })),
  }
  return ask(() => startAuthentication({ optionsJSON }))
}

export const signInWithPasskey = async (): Promise<Outcome<Tokens>> => {
  const answer = await answerWithPasskey()
  if (answer.kind !== 'ok') return answer
  return toOutcome(await post('/api/v1/sign-in', { response: answer.value }))
}

export const makeFirstPasskey = (name: string): Promise<Outcome<RegistrationResponseJSON>> =>
  makePasskey(() => post('/api/v1/sign-up/options', { name }))

/** Becomes a person: of a new organizer at `/setup`, or by an invitation at `/sign-up`. */
export const signUp = async (path: '/setup' | '/sign-up', body: object): Promise<Outcome<Tokens>> =>
  toOutcome(await post(`/api/v1${path}`, body))
