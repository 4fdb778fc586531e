// Sign-in at the service itself: phones that were connected by a link, and people with a passkey.
import { post } from './request.ts'
import type { Schemas } from './schemas.ts'
import { PhoneEnded, SignInNeeded, type Tokens, type Way } from './tokens.ts'

type Issued = { access_token: string; expires_in: number; refresh_token: string }

const toTokens = (
  { access_token, expires_in, refresh_token }: Issued,
  subject: string,
  name: string,
): Tokens => ({
  subject,
  name,
  accessToken: access_token,
  expiresAt: Date.now() + expires_in * 1_000,
  refreshToken: refresh_token,
})

export const personTokens = (issued: Schemas['PersonTokens']): Tokens =>
  toTokens(issued, issued.person.subject, issued.person.name)

export const phoneTokens = ({ device, organizer, ...issued }: Schemas['DeviceTokens']): Tokens => ({
  ...toTokens(issued, `device:${device.id}`, `${device.name}, ${organizer.name}`),
  endsAt: Date.parse(device.expiresAt),
})

const makeWay = <Answer extends Issued>(
  path: string,
  read: (issued: Answer) => Tokens,
  Ended: typeof SignInNeeded,
): Way => ({
  // The refresh token can be sent again until its successor is used, so a lost response does no harm.
  renew: async (_, { refreshToken }) => {
    const reply = await post<Answer>(path, { refresh_token: refreshToken })
    if (reply.kind === 'ok' && typeof reply.body.refresh_token === 'string') return read(reply.body)
    if (reply.kind === 'error' && reply.status === 401 && reply.code === 'invalid_grant')
      throw new Ended('Ended.')
    throw new Error('Not renewed.')
  },
  end: async (_, { refreshToken }) => {
    await post('/api/v1/sign-in/end', { refresh_token: refreshToken })
  },
})

export const person = makeWay('/api/v1/sign-in/token', personTokens, SignInNeeded)
export const phone = makeWay('/api/v1/devices/token', phoneTokens, PhoneEnded)
