import type { Context } from 'hono'
import * as z from 'zod'
import { hashOf } from '../../../domain/secrets.ts'
import { connectDevice, findDevice, noteUnsent, type Phone } from '../../../domain/sign-in/devices.ts'
import type { RefreshToken } from '../../../domain/sign-in/renewal.ts'
import { useRefreshToken } from '../../../domain/sign-in/sign-ins.ts'
import { deviceSubject } from '../../../domain/sign-in/subjects.ts'
import { AppError } from '../../../errors.ts'
import { readUnsent } from '../../auth/note-seen.ts'
import { readOwnKey } from '../../auth/own/own-key.ts'
import {
  exampleTokens,
  issueTokens,
  refreshTokenBody,
  requireRefreshToken,
  tokenFields,
} from '../../auth/own/tokens.ts'
import { type AppEnv, requestOf } from '../../http/context.ts'
import { countAs, guessErrors, limitGuesses } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { PhoneRole } from '../../resources/device.ts'
import { demoId, EXAMPLE_CODE } from '../../resources/examples.ts'
import { exampleOrganizer } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { formatInstant, Instant, linkCode, strictBody } from '../../resources/values.ts'

export const DeviceTokens = z
  .strictObject({
    ...tokenFields,
    device: z.strictObject({ id: z.uuid(), name: z.string(), role: PhoneRole, expiresAt: Instant }),
    organizer: z.strictObject({ id: z.uuid(), name: z.string() }),
  })
  .register(responseSchemas, { id: 'DeviceTokens' })

const exampleDeviceTokens: z.infer<typeof DeviceTokens> = {
  ...exampleTokens,
  device: { id: demoId('80'), name: 'Gate A', role: 'Staff', expiresAt: '2026-07-12T17:00:00.000Z' },
  organizer: { id: exampleOrganizer.id, name: exampleOrganizer.name },
}

const issueDeviceTokens = async (
  c: Context<AppEnv>,
  { id, name, role, expiresAt, signedInUntil, organizerId, organizerName }: Phone,
  token: RefreshToken,
): Promise<z.infer<typeof DeviceTokens>> => ({
  ...(await issueTokens(c, 'device', deviceSubject(id), token, signedInUntil)),
  device: { id, name, role, expiresAt: formatInstant(expiresAt) },
  organizer: { id: organizerId, name: organizerName },
})

const ATTEMPT_RULE = 'must be text of 1 to 100 characters'

export const deviceOperations = [
  operation({
    id: 'connectDevice',
    method: 'POST',
    path: '/devices/connect',
    tag: 'Sign-in',
    summary: 'Connect a phone by a link',
    description:
      'A link works once. If the response was lost, the same code can be sent again with the same `attempt` while the link is valid.',
    access: 'public',
    body: strictBody({
      code: linkCode,
      attempt: z
        .string(ATTEMPT_RULE)
        .min(1, ATTEMPT_RULE)
        .max(100, ATTEMPT_RULE)
        .exactOptional()
        .meta({ description: 'Random text chosen by the client.' }),
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
        // Fails before the link is used up.
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
      'The access token is valid for ten minutes. After `expiresAt` of the phone it is renewed only while a session that the phone may see started in the last 12 hours. A refresh token can be sent again until its successor is used; the response has the same successor.',
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
      const subject = deviceSubject(token.id)
      await countAs(c, subject)
      await readOwnKey(c.env, db)
      const now = new Date()
      const found = await findDevice(db, token.id, now.getTime())
      if (found === undefined) {
        const unsent = readUnsent(c)
        // A phone that is signed out has no other request to say it with.
        if (unsent > 0) await noteUnsent(db, token, unsent).catch(() => undefined)
        throw new AppError('invalid_grant')
      }
      const next = await useRefreshToken(db, subject, token, found.stored, now)
      return issueDeviceTokens(c, found.phone, next)
    },
  }),
]
