// The local token issuer: a certified OpenID provider (oidc-provider) that issues JWT access tokens for the demo people:
// to `npm run token` by the client credentials grant, and to the pages by the authorization code grant. It is for
// development and tests only, and not part of the Worker.
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Configuration } from 'oidc-provider'
import { handleSignIn } from './issuer/sign-in.ts'
import { openStore } from './issuer/store.ts'
import { DEFAULT_TOKEN_SECONDS, signInConfiguration, WEB_CLIENT_ID, webClient } from './issuer/web-client.ts'
import { AUDIENCE } from './lib/local.ts'
import { CLIENT_SECRET, isPerson, PEOPLE } from './lib/people.ts'

const TOKEN_LIFETIME_SECONDS = 8 * 3600

const makeKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
}

/** Reads the signing key from `file`, or generates it on first use. Tokens stay valid across restarts. */
const readOrMakeKey = async (file: string): Promise<JWK> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    const key = await makeKey(`local-${Date.now().toString(36)}`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(key), { mode: 0o600 })
    return key
  }
}

export type Issuer = { url: string; jwksUrl: string; stop: () => Promise<void> }

/** Listens on `port` of loopback, or on any free port if that one is in use. Returns the port. */
const listen = async (server: Server, port: number): Promise<number> => {
  for (const candidate of [port, 0]) {
    try {
      server.listen(candidate, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error('No port is free on loopback.')
}

/** Hides oidc-provider's warnings that this is not a production setup. */
const withoutWarnings = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

/** The pages that sign people in. */
export type Pages = {
  /** The address of the API, which serves them. */
  api: string
  /** The file that keeps the sign-ins. */
  file: string
  /** How long their access tokens are valid. */
  tokenSeconds?: number | undefined
  /** Whether a subject can sign in: the people of the demo by default. Tests let in subjects of their own. */
  isSubject?: ((value: string) => boolean) | undefined
}

const RESOURCE = {
  scope: '',
  audience: AUDIENCE,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'ES256' } },
} as const

const personClients = PEOPLE.map((person) => ({
  client_id: person,
  client_secret: CLIENT_SECRET,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  id_token_signed_response_alg: 'ES256' as const,
}))

const configure = (key: JWK, pages: Pages | undefined): Configuration => {
  const signIn = signInConfiguration(
    pages?.tokenSeconds ?? DEFAULT_TOKEN_SECONDS,
    pages?.isSubject ?? isPerson,
  )
  return {
    ...signIn,
    clients: [...personClients, ...(pages === undefined ? [] : [webClient(pages.api)])],
    jwks: { keys: [key] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => RESOURCE,
      },
    },
    ttl: { ...signIn.ttl, ClientCredentials: TOKEN_LIFETIME_SECONDS },
  }
}

/** Starts the issuer. Its key is kept in `keyFile`. Without `pages` it has no sign-in. */
export const startIssuer = async (port: number, keyFile: string, pages?: Pages): Promise<Issuer> => {
  const key = await readOrMakeKey(keyFile)
  const store = pages && openStore(pages.file)
  const server = createServer()
  const url = `http://127.0.0.1:${await listen(server, port)}`

  const provider = await withoutWarnings(async () => {
    const { Provider } = await import('oidc-provider')
    return new Provider(url, { ...configure(key, pages), ...(store && { adapter: store.adapter }) })
  })
  // A session that counts as destroyed is neither stored nor set as a cookie. So nobody stays signed in at the issuer:
  // the next person who signs in on the same device sees the sign-in page again.
  provider.on('authorization.success', ({ oidc }) => Object.assign(oidc.session ?? {}, { destroyed: true }))
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    if (!(await handleSignIn(provider, request, response, pages?.isSubject ?? isPerson)))
      callback(request, response)
  })

  return {
    url,
    jwksUrl: `${url}/jwks`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      store?.close()
    },
  }
}

/** The Worker's settings for the local issuer, whatever .dev.vars contains. */
export const workerSettings = (issuer: Omit<Issuer, 'stop'>): Record<string, string> => ({
  AUTH_ISSUER: issuer.url,
  AUTH_AUDIENCE: AUDIENCE,
  AUTH_JWKS_URL: issuer.jwksUrl,
  WEB_CLIENT_ID,
  WEB_SCOPE: 'openid offline_access',
  WEB_AUDIENCE: '',
  WEB_RESOURCE: AUDIENCE,
  WEB_CONNECT_SRC: '',
  SERVER_TIMING: 'rows',
})

/** The Worker's settings without an issuer: people sign in at the service itself. */
export const OWN_SIGN_IN: Record<string, string> = {
  AUTH_ISSUER: '',
  AUTH_AUDIENCE: '',
  AUTH_JWKS_URL: '',
  WEB_CLIENT_ID: '',
  WEB_AUDIENCE: '',
  WEB_RESOURCE: '',
  WEB_CONNECT_SRC: '',
  SERVER_TIMING: 'rows',
}
