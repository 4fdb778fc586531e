// Shared by the operations of the service's own sign-in.

import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../../domain/sign-in/people.ts'
import { AppError } from '../../../errors.ts'
import { exampleTokens, issueTokens, tokenFields } from '../../auth/own/tokens.ts'
import { isOwnSignIn } from '../../auth/settings.ts'
import type { AppEnv } from '../../http/context.ts'
import { operation } from '../../operation.ts'
import type { Example } from '../../resources/examples.ts'
import { demoId, EXAMPLE_IDS } from '../../resources/examples.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { Instant, serializer } from '../../resources/values.ts'

export const TAG = 'Sign-in'

/** An operation that exists only where the service is its own issuer. Elsewhere it is a 404. */
export const ownSignInOperation: typeof operation = ({ handle, description = '', ...definition }) =>
  operation({
    ...definition,
    description:
      `${description} Only where \`AUTH_ISSUER\` is empty; elsewhere 404 \`route_not_found\`.`.trim(),
    handle: async (c, ...input) => {
      if (!isOwnSignIn(c.env)) throw new AppError('route_not_found')
      return handle(c, ...input)
    },
  })

/** An abridged example of a passkey's response. */
export const answerExample = (fields: object): Record<string, Example<never>> => ({
  answer: { summary: 'The response of a browser', value: fields as never },
})

const part = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const exampleRegistration = {
  id: EXAMPLE_IDS.passkeyId,
  rawId: EXAMPLE_IDS.passkeyId,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: part, attestationObject: part },
}

export const exampleAuthentication = {
  ...exampleRegistration,
  response: { clientDataJSON: part, authenticatorData: part, signature: part },
}

export const PersonTokens = z
  .strictObject({
    ...tokenFields,
    person: z.strictObject({
      subject: z.string().meta({ description: 'The `sub` of the tokens.' }),
      name: z.string(),
    }),
  })
  .register(responseSchemas, { id: 'PersonTokens' })

export const examplePersonTokens: z.infer<typeof PersonTokens> = {
  ...exampleTokens,
  person: { subject: `person:${demoId('86')}`, name: 'Ana García' },
}

export const personExamples = { tokens: { summary: 'A person', value: examplePersonTokens } }

export const issuePersonTokens = async (
  c: Context<AppEnv>,
  { person, token }: SignedIn,
): Promise<z.infer<typeof PersonTokens>> => ({
  ...(await issueTokens(c, 'person', person.subject, token)),
  person,
})

export const Passkey = z
  .strictObject({
    id: z.string(),
    addedAt: Instant,
    usedAt: Instant.nullable().meta({ description: 'When it was last used to sign in.' }),
  })
  .register(responseSchemas, { id: 'Passkey' })

export const serializePasskey = serializer(Passkey)

export const examplePasskey: z.infer<typeof Passkey> = {
  id: EXAMPLE_IDS.passkeyId,
  addedAt: '2026-06-01T10:00:00.000Z',
  usedAt: null,
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()`. */
export const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'WebAuthn options as JSON, valid for five minutes.' })
  .register(responseSchemas, { id: 'PasskeyOptions' })

export const exampleOptions = {
  options: {
    summary: 'Options',
    value: {
      challenge: 'MDE5MGEwMDAtMDAwMC03MDAw',
      rpId: 'tickets.example.com',
      userVerification: 'required',
    },
  },
}
