import type { Context } from 'hono'
import * as z from 'zod'
import { requireProgram } from '../../../domain/sign-in/programs.ts'
import { AppError } from '../../../errors.ts'
import { readOwnKey } from '../../auth/own/own-key.ts'
import { accessTokenFields, exampleTokens, signAccessToken } from '../../auth/own/tokens.ts'
import type { AppEnv } from '../../http/context.ts'
import { countAs, guessErrors, limitGuesses } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { demoId } from '../../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'

const LIFETIME_SECONDS = 3_600

const GRANT = 'client_credentials'

const ONCE = 'must be given once'

const Credentials = z
  .object({
    grant_type: z.string('must be client_credentials').meta({ enum: [GRANT] }),
    client_id: z.string(ONCE).max(100).optional(),
    client_secret: z.string(ONCE).max(200).optional(),
  })
  .register(requestSchemas, { id: 'ClientCredentials' })

type Client = { id: string; secret: string }

/** Both parts are form-encoded (RFC 6749, section 2.3.1). */
const readBasic = (authorization: string): Client | undefined => {
  try {
    const [, encoded = ''] = /^basic +([\w+/=]+)$/i.exec(authorization.trim()) ?? []
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    const [id = '', ...secret] = new TextDecoder().decode(Uint8Array.fromBase64(encoded)).split(':')
    return { id: decode(id), secret: decode(secret.join(':')) }
  } catch {
    return undefined
  }
}

/**
 * @throws AppError `invalid_request` for two methods at once (RFC 6749, section 2.3); `invalid_grant` for
 *   none
 */
const readClient = (
  c: Context<AppEnv>,
  { client_id: id, client_secret: secret }: z.output<typeof Credentials>,
): Client => {
  // Other schemes do not authenticate a client.
  const authorization = /^basic\b/i.test(c.req.header('Authorization')?.trim() ?? '')
    ? c.req.header('Authorization')
    : undefined
  if (authorization !== undefined && secret !== undefined)
    throw new AppError('invalid_request', 'Send the secret in the header or in the body, not in both.')
  const client =
    authorization === undefined ? { id: id ?? '', secret: secret ?? '' } : readBasic(authorization)
  if (client === undefined || client.id === '' || client.secret === '') throw new AppError('invalid_grant')
  return client
}

export const programOperations = [
  operation({
    id: 'getProgramToken',
    method: 'POST',
    path: '/token',
    tag: 'Sign-in',
    summary: 'Get a token for a program',
    description:
      'The client credentials grant (RFC 6749, section 4.4), with the id and secret in the `Authorization` header (Basic) or in the body. The token is valid for an hour. Errors have the `error` of the RFC besides `code` and `message`.',
    access: 'public',
    isForm: true,
    body: Credentials,
    bodyExamples: {
      shop: {
        summary: 'A shop',
        value: { grant_type: GRANT, client_id: demoId('85'), client_secret: 'bA0ePzqvQb6mDf2xJwK9sA' },
      },
    },
    response: {
      description: 'A token.',
      body: z.strictObject(accessTokenFields).register(responseSchemas, { id: 'ProgramToken' }),
      examples: {
        token: {
          summary: 'A token for an hour',
          value: {
            access_token: exampleTokens.access_token,
            token_type: 'Bearer',
            expires_in: LIFETIME_SECONDS,
          },
        },
      },
    },
    errors: guessErrors,
    handle: (c, { body }) =>
      limitGuesses(c, async () => {
        if (body.grant_type !== GRANT) {
          throw new AppError('invalid_request', {
            message: `grant_type: must be ${GRANT}.`,
            oauthError: 'unsupported_grant_type',
          })
        }
        const { id, secret } = readClient(c, body)
        await readOwnKey(c.env, c.get('db'))
        await requireProgram(c.get('db'), id, secret)
        await countAs(c, `program:${id}`)
        return signAccessToken(c, `program:${id}`, LIFETIME_SECONDS)
      }),
  }),
]
