// What others need to verify the service’s own tokens.
import * as z from 'zod'
import { readOwnKey } from '../auth/own/own-key.ts'
import { operation, routeGroup } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'

const Jwks = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.uuid(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
      }),
    ),
  })
  .register(responseSchemas, { id: 'Jwks' })

const getJwks = operation({
  id: 'getJwks',
  method: 'GET',
  path: '/jwks.json',
  tag: 'Sign-in',
  summary: 'Read the public key of the service’s own tokens',
  description: 'It verifies the tokens of phones, programs and people with passkeys.',
  access: 'public',
  response: {
    description: 'A JWK set (RFC 7517).',
    body: Jwks,
    examples: {
      key: {
        summary: 'One key',
        value: {
          keys: [
            {
              kty: 'EC',
              crv: 'P-256',
              kid: '0190a000-0000-7000-8000-000000000088',
              x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
              y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
              alg: 'ES256',
              use: 'sig',
            },
          ],
        },
      },
    },
  },
  errors: { auth_unavailable: true },
  handle: async (c) => {
    const { jwk } = await readOwnKey(c.env, c.get('db'))
    c.header('Cache-Control', 'public, max-age=300')
    return { keys: [jwk as z.infer<typeof Jwks>['keys'][0]] }
  },
})

export const wellKnown = routeGroup('/.well-known', [], [getJwks])
