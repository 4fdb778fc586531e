// What the pages need to know of the sign-in. The Worker serves it beside each page.
import { signal } from '@preact/signals'

/** `audience` and `resource` are parameters that some issuers need to issue a token for the API. */
export type Settings = {
  issuer: string
  /** Empty if people do not sign in at an outside issuer. */
  clientId: string
  scope: string
  audience: string | null
  resource: string | null
  /** People sign in at the service itself, on this host; null if they do not. */
  own: { host: string | null; isSetupOpen: boolean } | null
  /** Whether phones can connect by a link. */
  phones: boolean
  /** Whether listings have a public page. */
  listings: boolean
}

/** The newest settings that are known, for what the page offers. */
export const settings = signal<Settings | undefined>(undefined)

/** Whether people can sign in. */
export const isConfigured = ({ clientId, own }: Settings): boolean => clientId !== '' || own !== null

const KEY = 'doorlist.settings'
/** Somebody waits for the button "Sign in". */
const TIMEOUT_MS = 10_000

const toSettings = (value: unknown): Settings | undefined => {
  const given = value as Settings | null
  const texts = [given?.issuer, given?.clientId, given?.scope]
  if (!given || !texts.every((text) => typeof text === 'string')) return undefined
  // An earlier version of the page has stored none of these.
  return {
    ...given,
    own: given.own ?? null,
    phones: given.phones ?? false,
    listings: given.listings ?? false,
  }
}

const readStored = (): Settings | undefined => toSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'))

const fetchSettings = async (): Promise<Settings> => {
  const response = await fetch('config.json', {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const fetched = toSettings(await response.json())
  if (fetched === undefined) throw new Error('This is not the response of the service.')
  // Settings without a sign-in are a deployment mistake: a person who is signed in keeps the last ones.
  if (isConfigured(fetched) || fetched.phones) localStorage.setItem(KEY, JSON.stringify(fetched))
  settings.value = fetched
  return fetched
}

/**
 * The settings from `config.json` beside the page; undefined if there are none and the service cannot be
 * reached. While somebody is signed in, the settings of the last visit are used at once, so that the page
 * opens without a network. The next visit uses the new ones.
 */
export const loadSettings = async (isSignedIn: boolean): Promise<Settings | undefined> => {
  const loading = fetchSettings().catch(() => undefined)
  const stored = readStored()
  settings.value ??= stored
  return isSignedIn && stored !== undefined ? stored : ((await loading) ?? stored)
}
