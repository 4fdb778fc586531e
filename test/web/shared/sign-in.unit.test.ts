// The ways to be signed in that need no outside issuer, and the links that connect phones.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeIn } from '../../../web/door/connect-link.ts'
import { person, phone } from '../../../web/shared/own.ts'
import type { Settings } from '../../../web/shared/settings.ts'
import { PhoneEnded, SignInNeeded } from '../../../web/shared/tokens.ts'

const NO_SETTINGS = {} as Settings
const REQUEST_ID = { 'X-Request-Id': 'x' }

describe('a sign-in of the service itself', () => {
  const answer = vi.fn<typeof fetch>()
  beforeEach(() => {
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  })
  afterEach(() => vi.unstubAllGlobals())

  const renew = (subject: string) => {
    const tokens = { subject, accessToken: 'a', expiresAt: 0, refreshToken: 'r1' }
    return (subject === 'device:1' ? phone : person).renew(NO_SETTINGS, tokens)
  }
  const reply = (status: number, body: object, headers: Record<string, string> = REQUEST_ID) =>
    answer.mockImplementation(async () => Response.json(body, { status, headers }))

  it.each([
    ['device:1', '/api/v1/devices/token', 'Gate A, Northlight'],
    ['person:1', '/api/v1/sign-in/token', 'Ana'],
  ])('%s is renewed with what replaces its refresh token', async (subject, path, name) => {
    reply(200, {
      ...{ access_token: 'b', expires_in: 600, refresh_token: 'r2' },
      ...{ device: { id: '1', name: 'Gate A' }, organizer: { name: 'Northlight' } },
      person: { subject, name: 'Ana' },
    })
    expect(await renew(subject)).toMatchObject({ subject, name, accessToken: 'b', refreshToken: 'r2' })
    const [url, options] = answer.mock.lastCall ?? []
    expect([url, options?.body]).toEqual([path, JSON.stringify({ refresh_token: 'r1' })])
  })

  it('has ended only when the service itself says so', async () => {
    const refused = { code: 'invalid_grant', message: '' }
    reply(401, refused)
    await expect(renew('device:1')).rejects.toThrow(PhoneEnded)
    await expect(renew('person:1')).rejects.toThrow(SignInNeeded)
    await expect(renew('person:1')).rejects.not.toThrow(PhoneEnded)
    for (const [status, body, headers] of [
      [401, refused, {}],
      [403, refused, REQUEST_ID],
      [401, { code: 'unauthenticated', message: '' }, REQUEST_ID],
      [429, { code: 'rate_limited', message: '' }, REQUEST_ID],
      [503, { code: 'auth_unavailable', message: '' }, REQUEST_ID],
      [200, {}, REQUEST_ID],
    ] as const) {
      reply(status, body, headers)
      await expect(renew('device:1')).rejects.not.toThrow(SignInNeeded)
    }
    answer.mockRejectedValue(new TypeError('no network'))
    await expect(renew('device:1')).rejects.not.toThrow(SignInNeeded)
  })
})

it('finds the code in a link, and in nothing else', () => {
  const code = 'bA0ePzqvQb6mDf2xJwK9_-'
  expect(codeIn(`https://tickets.example.com/door/#connect/${code}`)).toBe(code)
  expect(codeIn(`  #connect/${code}\n`)).toBe(code)
  for (const text of [code, '#connect/short', `#join/${code}`, `#connect/${code}/more`, ''])
    expect(codeIn(text)).toBeUndefined()
})
