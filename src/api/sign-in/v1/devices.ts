import * as z from 'zod'
import { hashOf } from '../../../domain/secrets.ts'
import { connectDevice, findDevice } from '../../../domain/sign-in/devices.ts'
import { useRefreshToken } from '../../../domain/sign-in/sign-ins.ts'
import { AppError } from '../../../errors.ts'
import { readOwnKey } from '../../auth/own/own-key.ts'
import { refreshTokenBody, requireRefreshToken } from '../../auth/own/tokens.ts'
import { EXAMPLE_CODE } from '../../demo-ids.ts'
import { requestOf } from '../../http/actor.ts'
import { countAs, limitGuesses } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { DeviceTokens, exampleDeviceTokens, issueDeviceTokens } from '../../resources/device-tokens.ts'
import { guessErrors } from '../../resources/guess-errors.ts'
import { linkCode } from '../../resources/link.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'

const ATTEMPT_RULE = 'must be text of 1 to 100 characters'

export const deviceOperations = [
  operation({
    id: 'connectDevice',
    method: 'POST',
    path: '/devices/connect',
    tag: 'Sign-in',
    summary: 'Connect a phone by a link',
    description:
      'A link works once. The same code with the same `attempt` has a response again while the link is valid, because the first one may have been lost.',
    access: 'public',
    body: strictBody({
      code: linkCode,
      attempt: z
        .string(ATTEMPT_RULE)
        .min(1, ATTEMPT_RULE)
        .max(100, ATTEMPT_RULE)
        .exactOptional()
        .meta({ description: 'Random text of the client.' }),
    }).register(requestSchemas, { id: 'DeviceConnection' }),
    bodyExamples: {
      code: {
        summary: 'The code of a link',
        value: { code: EXAMPLE_CODE, attempt: '4d0a7c5e-52c5-4a8f-9a0d-3f1c2b7e6d90' },
      },
    },
    response: {
      description: 'The phone, with its tokens.',
      body: DeviceTokens,
      examples: { tokens: { summary: 'A phone', value: exampleDeviceTokens } },
    },
    errors: guessErrors,
    handle: (c, { body: { code, attempt } }) =>
      limitGuesses(c, async () => {
        await countAs(c, `link ${await hashOf(code)}`)
        // Without a key the link would be used up for nothing.
        await readOwnKey(c.env, c.get('db'))
        const { phone, token } = await connectDevice(c.get('db'), requestOf(c), code, attempt)
        return issueDeviceTokens(c, phone, token)
      }),
  }),
  operation({
    id: 'renewDevice',
    method: 'POST',
    path: '/devices/token',
    tag: 'Sign-in',
    summary: 'Renew the sign-in of a phone',
    description:
      'The access token works for ten minutes. A refresh token can be sent again until its successor is used: the response has the same successor.',
    access: 'public',
    body: refreshTokenBody.register(requestSchemas, { id: 'RefreshToken' }),
    bodyExamples: {
      token: { summary: 'A refresh token', value: { refresh_token: exampleDeviceTokens.refresh_token } },
    },
    response: {
      description: 'The phone, with its tokens.',
      body: DeviceTokens,
      examples: { tokens: { summary: 'A phone', value: exampleDeviceTokens } },
    },
    errors: guessErrors,
    handle: async (c, { body: { refresh_token } }) => {
      const db = c.get('db')
      const token = await requireRefreshToken(c, 'device', refresh_token)
      const subject = `device:${token.id}`
      await countAs(c, subject)
      await readOwnKey(c.env, db)
      const now = new Date()
      const found = await findDevice(db, token.id, now.getTime())
      if (found === undefined) throw new AppError('invalid_grant')
      const next = await useRefreshToken(db, subject, token, found.stored, now)
      return issueDeviceTokens(c, found.phone, next)
    },
  }),
]
