import * as z from 'zod'
import { PHONE_ROLES } from '../../domain/sign-in/devices.ts'
import { responseSchemas } from './schema-names.ts'

/** What a phone may hold and do. */
export const PhoneRole = z
  .enum(PHONE_ROLES, `must be one of ${PHONE_ROLES.join(', ')}`)
  .register(responseSchemas, { id: 'PhoneRole' })
