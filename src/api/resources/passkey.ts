// A passkey as its owner sees it, and what a browser needs to create or use one.
import * as z from 'zod'
import { EXAMPLE_IDS } from '../demo-ids.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, serializer } from './values.ts'

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
