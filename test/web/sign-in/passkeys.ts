// Browsers with a passkey device that needs no hand.
import type { BrowserContextOptions, CDPSession } from 'playwright-core'
import { openProfile } from '../../support/node/page.ts'

/** A passkey device of the platform, such as a phone's, whose person is always there. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

const addAuthenticator = async (client: CDPSession): Promise<string> => {
  await client.send('WebAuthn.enable')
  const options = AUTHENTICATOR
  return (await client.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
}

const readCredentials = async (client: CDPSession, authenticatorId: string) =>
  (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials

type Credential = Awaited<ReturnType<typeof readCredentials>>[number]

type Options = BrowserContextOptions & {
  /** Passkeys that the device has at first: copies of another's. */
  passkeys?: readonly Credential[]
}

/** Opens a page of a new browser profile on a device with passkeys. */
export const openWithPasskeys = async (address: string, { passkeys = [], ...options }: Options = {}) => {
  const { context, page, problems } = await openProfile({ locale: 'en-GB', ...options })
  const client = await context.newCDPSession(page)
  const authenticatorId = await addAuthenticator(client)
  for (const credential of passkeys)
    await client.send('WebAuthn.addCredential', { authenticatorId, credential })
  await page.goto(address)
  return {
    context,
    page,
    problems,
    /** Another device of the same person, without the passkeys of the one before. */
    changeDevice: async (): Promise<void> => {
      await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await addAuthenticator(client)
    },
    /** The passkeys on the device, with their keys. */
    exportPasskeys: () => readCredentials(client, authenticatorId),
    /** Whether the person says yes. Otherwise the browser's dialog ends without a passkey. */
    setWilling: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
