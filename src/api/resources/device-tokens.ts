// Tokens that a phone gets when it connects or renews its sign-in.
import type { Context } from 'hono'
import * as z from 'zod'
import type { Phone } from '../../domain/sign-in/devices.ts'
import type { RefreshToken } from '../../domain/sign-in/renewal.ts'
import { exampleTokens, issueTokens, tokenFields } from '../auth/own/tokens.ts'
import { demoId } from '../demo-ids.ts'
import type { AppEnv } from '../http/context.ts'
import { exampleOrganizer } from './organizer.ts'
import { responseSchemas } from './schema-names.ts'
import { formatInstant, Instant } from './values.ts'

export const DeviceTokens = z
  .strictObject({
    ...tokenFields,
    device: z.strictObject({ id: z.uuid(), name: z.string(), expiresAt: Instant }),
    organizer: z.strictObject({ id: z.uuid(), name: z.string() }),
  })
  .register(responseSchemas, { id: 'DeviceTokens' })

export const exampleDeviceTokens: z.infer<typeof DeviceTokens> = {
  ...exampleTokens,
  device: { id: demoId('80'), name: 'Gate A', expiresAt: '2026-07-12T17:00:00.000Z' },
  organizer: { id: exampleOrganizer.id, name: exampleOrganizer.name },
}

export const issueDeviceTokens = async (
  c: Context<AppEnv>,
  { id, name, expiresAt, organizerId, organizerName }: Phone,
  token: RefreshToken,
): Promise<z.infer<typeof DeviceTokens>> => ({
  ...(await issueTokens(c, 'device', `device:${id}`, token, expiresAt)),
  device: { id, name, expiresAt: formatInstant(expiresAt) },
  organizer: { id: organizerId, name: organizerName },
})
