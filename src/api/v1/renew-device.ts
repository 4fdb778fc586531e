import { findDevice } from '../../domain/sign-in/devices.ts'
import { useRefreshToken } from '../../domain/sign-in/sign-ins.ts'
import { AppError } from '../../errors.ts'
import { readOwnKey } from '../auth/own/own-key.ts'
import { refreshTokenBody, requireRefreshToken } from '../auth/own/tokens.ts'
import { countAs } from '../http/rate-limit.ts'
import { operation } from '../operation.ts'
import { DeviceTokens, exampleDeviceTokens, issueDeviceTokens } from '../resources/device-tokens.ts'
import { guessErrors } from '../resources/guess-errors.ts'
import { requestSchemas } from '../resources/schema-names.ts'

export const renewDevice = operation({
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
})
