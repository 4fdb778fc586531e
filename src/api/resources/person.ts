// Tokens that a person gets by signing in with a passkey.
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../domain/sign-in/people.ts'
import { exampleTokens, issueTokens, tokenFields } from '../auth/own/tokens.ts'
import { demoId } from '../demo-ids.ts'
import type { AppEnv } from '../http/context.ts'
import { responseSchemas } from './schema-names.ts'

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
