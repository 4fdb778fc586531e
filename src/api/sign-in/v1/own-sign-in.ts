// What the operations of the service's own sign-in share.
import { AppError } from '../../../errors.ts'
import { isOwnSignIn } from '../../auth/settings.ts'
import { EXAMPLE_IDS } from '../../demo-ids.ts'
import { type Example, operation } from '../../operation.ts'

export const TAG = 'Sign-in'

/** An operation that exists only where people sign in at the service itself. Elsewhere it is a 404. */
export const ownSignInOperation: typeof operation = ({ handle, description = '', ...definition }) =>
  operation({
    ...definition,
    description:
      `${description} Only where \`AUTH_ISSUER\` is empty; elsewhere 404 \`route_not_found\`.`.trim(),
    handle: async (c, input) => {
      if (!isOwnSignIn(c.env)) throw new AppError('route_not_found')
      return handle(c, input)
    },
  })

/** An example of a passkey's answer, too short to be one. */
export const answerExample = (fields: object): Record<string, Example<never>> => ({
  answer: { summary: 'The answer of a browser', value: fields as never },
})

const part = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const exampleRegistration = {
  ...{ id: EXAMPLE_IDS.passkeyId, rawId: EXAMPLE_IDS.passkeyId, type: 'public-key' },
  clientExtensionResults: {},
  response: { clientDataJSON: part, attestationObject: part },
}

export const exampleAuthentication = {
  ...exampleRegistration,
  response: { clientDataJSON: part, authenticatorData: part, signature: part },
}
