// The local token issuer: an OpenID provider (oidc-provider, certified) that issues JWT access tokens to the demo people
// by the client credentials grant. For development and tests only; it is not part of the Worker.
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Configuration } from 'oidc-provider'
import { AUDIENCE } from './local.ts'
import { CLIENT_SECRET, PEOPLE } from './people.ts'

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

/** Starts the issuer. Its key is kept in `keyFile`. */
export const startIssuer = async (port: number, keyFile: string): Promise<Issuer> => {
  const key = await readOrMakeKey(keyFile)
  const server = createServer()
  const url = `http://127.0.0.1:${await listen(server, port)}`

  const resource = {
    scope: '',
    audience: AUDIENCE,
    accessTokenFormat: 'jwt',
    accessTokenTTL: TOKEN_LIFETIME_SECONDS,
    jwt: { sign: { alg: 'ES256' } },
  } as const
  const configuration = {
    clients: PEOPLE.map((person) => ({
      client_id: person,
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
    })),
    jwks: { keys: [key] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => resource,
      },
    },
    ttl: { ClientCredentials: TOKEN_LIFETIME_SECONDS },
  } satisfies Configuration
  const provider = await withoutWarnings(async () => {
    const { Provider } = await import('oidc-provider')
    return new Provider(url, configuration)
  })
  server.on('request', provider.callback())

  return {
    url,
    jwksUrl: `${url}/jwks`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
