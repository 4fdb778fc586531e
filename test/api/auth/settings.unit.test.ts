import { describe, expect, it } from 'vitest'
import { readAuthSettings } from '../../../src/api/auth/settings.ts'

const VALID = {
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'https://api.doorlist.example',
  AUTH_JWKS_URL: 'https://issuer.example/jwks',
}

describe('readAuthSettings', () => {
  it('returns the settings exactly as they are written: iss is compared as text', () => {
    expect(readAuthSettings(VALID)).toEqual({
      issuer: VALID.AUTH_ISSUER,
      audience: VALID.AUTH_AUDIENCE,
      jwksUrl: VALID.AUTH_JWKS_URL,
    })
  })

  it.each(['http://localhost:8788', 'http://127.0.0.1:8788', 'http://127.9.9.9', 'http://[::1]:8788/jwks'])(
    'accepts http on the loopback host of %s',
    (url) => {
      expect(readAuthSettings({ ...VALID, AUTH_ISSUER: url, AUTH_JWKS_URL: url }).jwksUrl).toBe(url)
    },
  )

  it.each([
    'http://issuer.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://127.0.0.1@issuer.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'ftp://localhost',
    'file:///jwks',
    'issuer.example',
    '',
    undefined,
  ])('rejects the URL %s', (url) => {
    for (const name of ['AUTH_ISSUER', 'AUTH_JWKS_URL'] as const) {
      const { [name]: _, ...others } = VALID
      const settings = url === undefined ? others : { ...VALID, [name]: url }
      expect(() => readAuthSettings(settings)).toThrow(
        expect.objectContaining({
          code: 'auth_unavailable',
          retryAfter: 60,
          cause: new Error(`${name} must be an https URL.`),
        }),
      )
    }
  })
})
