// Requests to the API by the person or phone that is signed in.
import { accessToken } from './account.ts'
import { type Api, type Ask, type OnDate, type Reply, send, toReply } from './request.ts'
import type { Settings } from './settings.ts'
import { PhoneEnded, SignInNeeded } from './tokens.ts'

export type { Api, Ask, Reply } from './request.ts'

/** The service ended the sign-in of a phone, which denies it its lists. A person keeps theirs. */
const DENIED: Reply<never> = {
  kind: 'error',
  status: 401,
  code: 'invalid_grant',
  message: 'This phone is no longer connected.',
  requestId: null,
  retryAfter: null,
}

/** Makes the function that sends requests with the token of the sign-in. It never throws. */
export const makeApi =
  (settings: Settings, onDate?: OnDate): Api =>
  async <Body>(path: string, ask: Ask = {}): Promise<Reply<Body>> => {
    try {
      const token = await accessToken(settings)
      const response = await send(path, ask, token, onDate)
      if (response.status !== 401) return await toReply(response)
      return await toReply(await send(path, ask, await accessToken(settings, token), onDate))
    } catch (error) {
      if (error instanceof PhoneEnded) return DENIED
      return { kind: error instanceof SignInNeeded ? 'signed-out' : 'unreachable' }
    }
  }
