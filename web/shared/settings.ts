// What the pages need to know of the issuer. The Worker serves it beside each page.

/** `audience` and `resource` are parameters that some issuers need to issue a token for the API. */
export type Settings = {
  issuer: string
  /** Empty if sign-in is not configured. */
  clientId: string
  scope: string
  audience: string | null
  resource: string | null
}

const KEY = 'doorlist.settings'
/** Somebody waits for the button "Sign in". */
const TIMEOUT_MS = 10_000

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Settings).issuer === 'string' &&
  typeof (value as Settings).clientId === 'string' &&
  typeof (value as Settings).scope === 'string'

const readStored = (): Settings | undefined => {
  const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  return isSettings(stored) ? stored : undefined
}

const fetchSettings = async (): Promise<Settings> => {
  const response = await fetch('config.json', {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const settings: unknown = await response.json()
  if (!isSettings(settings)) throw new Error('This is not the response of the service.')
  // Settings without sign-in are a mistake of a deployment for those who are signed in: they go on with the last ones.
  if (settings.clientId !== '') localStorage.setItem(KEY, JSON.stringify(settings))
  return settings
}

/**
 * The settings from `config.json` beside the page. While somebody is signed in, those of the last visit are used at once, so
 * that the page opens without a network or on a slow one; the next visit uses those that were loaded then.
 *
 * @returns undefined if there are none, and the service cannot be reached
 */
export const loadSettings = async (isSignedIn: boolean): Promise<Settings | undefined> => {
  const loading = fetchSettings().catch(() => undefined)
  const stored = readStored()
  return isSignedIn && stored !== undefined ? stored : ((await loading) ?? stored)
}
