// The responses that hold tokens of the service itself (RFC 6749, section 5.1).
import type { Context } from 'hono'
import * as z from 'zod'
import type { RefreshToken } from '../../../domain/sign-in/renewal.ts'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { limitGuesses } from '../../http/rate-limit.ts'
import { strictBody } from '../../resources/values.ts'
import { ownAudience, readOwnKey } from './own-key.ts'
import { type Holder, readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import { readSecret } from './secret.ts'

/** How long an access token works after its sign-in has ended. */
const ACCESS_SECONDS = 600

const TOKEN_RULE = 'must be a refresh token'

export const refreshTokenBody = strictBody({
  refresh_token: z.string(TOKEN_RULE).min(1, TOKEN_RULE).max(500, TOKEN_RULE),
})

export const accessTokenFields = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'In seconds.' }),
}

export const tokenFields = {
  ...accessTokenFields,
  refresh_token: z.string().meta({
    description:
      'Replaces the one before, which works until this one is used, and 60 seconds beyond. An older one ends the sign-in.',
  }),
}

export const exampleTokens = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZXZpY2U6MDE5MCJ9.c2lnbmF0dXJl',
  token_type: 'Bearer' as const,
  expires_in: ACCESS_SECONDS,
  refresh_token: '0190a000-0000-7000-8000-000000000080.1781265600000.2.MRr4tDqQ',
}

/** Signs an access token. */
export const signAccessToken = async (c: Context<AppEnv>, subject: string, seconds: number) => {
  const key = await readOwnKey(c.env, c.get('db'))
  const claims = { sub: subject, aud: ownAudience(c.env, key) }
  c.header('Cache-Control', 'no-store')
  return {
    access_token: await key.sign(claims, seconds, Date.now()),
    token_type: 'Bearer' as const,
    expires_in: seconds,
  }
}

/**
 * Signs an access token that ends at `until` (epoch milliseconds) at the latest, and writes a refresh token.
 */
export const issueTokens = async (
  c: Context<AppEnv>,
  holder: Holder,
  subject: string,
  token: RefreshToken,
  until = Number.POSITIVE_INFINITY,
) => {
  const secondsLeft = Math.floor((until - Date.now()) / 1_000)
  return {
    ...(await signAccessToken(c, subject, Math.min(ACCESS_SECONDS, secondsLeft))),
    refresh_token: await writeRefreshToken(await readSecret(c.env), holder, token),
  }
}

/**
 * Reads a refresh token. Only a text that the service has not made counts as a guess.
 *
 * @throws AppError `invalid_grant` for one that was not made for this kind of holder; `rate_limited`
 */
export const requireRefreshToken = (
  c: Context<AppEnv>,
  holder: Holder,
  text: string,
): Promise<RefreshToken> =>
  limitGuesses(c, async () => {
    const token = await readRefreshToken(await readSecret(c.env), holder, text)
    if (token === undefined) throw new AppError('invalid_grant')
    return token
  })
