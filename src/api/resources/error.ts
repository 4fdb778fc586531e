// The two forms of an error response.
import * as z from 'zod'
import { PHONE_ROLES } from '../../domain/sign-in/devices.ts'
import { type ErrorCode as Code, ERRORS } from '../../errors.ts'
import type * as http from '../http/on-error.ts'
import { responseSchemas } from './schema-names.ts'

const ErrorCode = z
  .enum(Object.keys(ERRORS) as Code[])
  .meta({
    description: 'For programs. A code never changes its meaning. `/api/docs/errors` describes each one.',
  })
  .register(responseSchemas, { id: 'ErrorCode' })

const members = {
  code: ErrorCode,
  message: z.string().meta({ description: 'One English sentence for people.' }),
}

// These are in the OpenAPI document by their names alone.

z.strictObject(members).register(responseSchemas, { id: 'Error' }) satisfies z.ZodType<http.ErrorBody>

// An error of a device that must read the list again.
z
  .strictObject({
    ...members,
    role: z
      .enum(PHONE_ROLES)
      .optional()
      .meta({ description: 'If the role of the phone has changed: the new one.' }),
  })
  .register(responseSchemas, { id: 'ChangesGoneError' }) satisfies z.ZodType<http.ErrorBody>

// An error of the token endpoint, with the member of RFC 6749, section 5.2.
z.strictObject({
  error: z
    .enum(['invalid_request', 'invalid_client', 'unsupported_grant_type'])
    .meta({ description: 'As in RFC 6749.' }),
  ...members,
}).register(responseSchemas, { id: 'TokenError' })

// A problem document (RFC 9457), with the members of the other form.
z
  .strictObject({
    type: z.string().meta({
      format: 'uri-reference',
      description: 'Path-absolute link to the description of the code.',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'The same sentence as `message`.' }),
    instance: z.string().meta({ format: 'uri-reference', description: 'The path of the request.' }),
    ...members,
  })
  .register(responseSchemas, { id: 'Problem' }) satisfies z.ZodType<http.ProblemBody>
