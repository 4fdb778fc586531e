// The local token issuer: a certified OpenID provider (oidc-provider) at which the pages sign people in. It
// is for development and tests only, and not part of the Worker.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { AUDIENCE } from './local.ts'
import { ABOUT, PEOPLE } from './people.ts'

export const WEB_CLIENT_ID = 'doorlist-web'

/**
 * How long an access token of a page is valid, in seconds: short, so that renewal is part of every longer
 * visit.
 */
export const DEFAULT_TOKEN_SECONDS = 5 * 60

/** How long a sign-in lasts, however often it is renewed. */
export const SIGN_IN_SECONDS = 14 * 24 * 3600

/**
 * How long a refresh token that was used can be used again. If the response with the new token is lost, the
 * client repeats its request; a real issuer calls this a reuse interval or a grace period.
 */
export const GRACE_SECONDS = 30

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** What outlives a restart: the signing key, and the sign-ins by kind and id. */
type State = { key: JWK; entries: [string, AdapterPayload][] }

/** The file of a state folder that has it. */
export const issuerFile = (state: string): string => join(state, 'doorlist-issuer.json')

const readState = async (file: string): Promise<State> => JSON.parse(await readFile(file, 'utf8'))

const makeState = async (): Promise<State> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  return { key, entries: [] }
}

/** Only the user can read it: it has refresh tokens. */
const writeState = async (file: string, state: State): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(state), { mode: 0o600 })
}

const adapterOf =
  (entries: Map<string, AdapterPayload>) =>
  (kind: string): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`
    return {
      upsert: async (id, payload) => {
        entries.set(keyOf(id), payload)
      },
      find: async (id) => {
        const entry = entries.get(keyOf(id))
        const isInGrace = kind === 'RefreshToken' && nowInSeconds() - Number(entry?.consumed) < GRACE_SECONDS
        return isInGrace ? { ...entry, consumed: undefined } : entry
      },
      consume: async (id) => {
        Object.assign(entries.get(keyOf(id)) ?? {}, { consumed: nowInSeconds() })
      },
      destroy: async (id) => {
        entries.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, entry] of entries) if (entry.grantId === grantId) entries.delete(key)
      },
      // For sessions and devices: there are none.
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    }
  }

/** Grants what the page asks for without a second screen. */
const grantAll = async ({ oidc }: KoaContextWithOIDC) => {
  const { accountId } = oidc.session ?? {}
  if (accountId === undefined || oidc.client === undefined) return undefined
  const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId })
  grant.addOIDCScope(String(oidc.params?.scope ?? ''))
  grant.addResourceScope(AUDIENCE, '')
  await grant.save()
  return grant
}

/** The pages of the API on loopback, by address and by name: people type both. */
const redirectUris = (api: string, hosts: readonly string[]): string[] =>
  ['127.0.0.1', 'localhost', ...hosts].flatMap((host) =>
    ['door', 'organizer'].map((page) => `http://${host}:${new URL(api).port}/${page}/`),
  )

const configure = (key: JWK, api: string, tokenSeconds: number, hosts: readonly string[]): Configuration => ({
  clients: [
    {
      client_id: WEB_CLIENT_ID,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: redirectUris(api, hosts),
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: [randomUUID()] },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: '',
        audience: AUDIENCE,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
  findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  loadExistingGrant: grantAll,
  // Without this a token would end with the issuer's session, and there is none.
  expiresWithSession: () => false,
  // Also without `offline_access`, for which OpenID Connect would require a consent screen.
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  clientBasedCORS: (_, origin, client) =>
    (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
  renderError: (ctx, { error, error_description }) => {
    ctx.type = 'text'
    ctx.body = `Sign-in failed: ${error}: ${error_description}`
  },
  ttl: {
    AccessToken: tokenSeconds,
    AuthorizationCode: 60,
    Grant: SIGN_IN_SECONDS,
    IdToken: tokenSeconds,
    Interaction: 3600,
    RefreshToken: SIGN_IN_SECONDS,
    Session: 3600,
  },
})

const SIGN_IN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sign in to Doorlist</title>
<h1>Sign in to Doorlist</h1>
<p>The issuer of local development asks for no password. Choose a person of the demo.</p>
<form method="post">
${PEOPLE.map((person) => `<p><button name="person" value="${person}">${person}</button> ${ABOUT[person]}</p>`).join('\n')}
</form>
<form method="post">
<p><label>Somebody else: <input name="person" required></label> <button>Sign in</button></p>
</form>
</html>
`

/** Shows the sign-in page, and signs in the person that was chosen there. */
const handleSignIn = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(SIGN_IN_PAGE)
      return
    }
    const person = new URLSearchParams(await text(request)).get('person')
    if (!person) throw new Error('Nobody was chosen.')
    // Choosing a person is consent too: the page asks for nothing but to act as that person.
    await provider.interactionFinished(request, response, { login: { accountId: person }, consent: {} })
  } catch (error) {
    response.writeHead(400).end(`Sign-in failed: ${(error as Error).message}. Go back and sign in again.`)
  }
}

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

export type Issuer = { url: string; jwksUrl: string; stop: () => Promise<void> }

/**
 * Starts the issuer for the pages of `api` and of other hosts at its port. `file` keeps its key and its
 * sign-ins.
 */
export const startIssuer = async (
  port: number,
  file: string,
  api: string,
  tokenSeconds = DEFAULT_TOKEN_SECONDS,
  hosts: readonly string[] = [],
): Promise<Issuer> => {
  const { key, entries: stored } = await readState(file).catch(makeState)
  const isCurrent = ([, { exp }]: State['entries'][number]) => exp === undefined || exp > nowInSeconds()
  const entries = new Map(stored.filter(isCurrent))
  const save = () => writeState(file, { key, entries: [...entries] })
  await save()
  const server = createServer()
  const url = `http://127.0.0.1:${await listen(server, port)}`
  // The module warns of each version of Node without long-term support.
  const { warn } = console
  console.warn = () => undefined
  const { Provider } = await import('oidc-provider')
  console.warn = warn
  const provider = new Provider(url, {
    ...configure(key, api, tokenSeconds, hosts),
    adapter: adapterOf(entries),
  })
  // A session that counts as destroyed is neither stored nor set as a cookie. So nobody stays signed in at
  // the issuer: the next person who signs in on the same device sees the sign-in page again.
  provider.on('authorization.success', ({ oidc }) => Object.assign(oidc.session ?? {}, { destroyed: true }))
  const callback = provider.callback()
  server.on('request', (request, response) =>
    request.url?.match(/^\/interaction\/[\w-]+$/)
      ? handleSignIn(provider, request, response)
      : callback(request, response),
  )
  return {
    url,
    jwksUrl: `${url}/jwks`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await save()
    },
  }
}

/** Signs a token for a subject as the issuer whose key is in `file` does, for commands and tests. */
export const signToken = async (file: string, issuer: string, subject: string): Promise<string> => {
  const { key } = await readState(file)
  return new SignJWT({ sub: subject, client_id: 'local', jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid as string })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('8h')
    .sign(await importJWK(key, 'ES256'))
}

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
  PUBLIC_LISTINGS: 'on',
  LOOPBACK_URLS: 'on',
}

/** The Worker's settings for the local issuer, whatever .dev.vars contains. */
export const workerSettings = (issuer: Omit<Issuer, 'stop'>): Record<string, string> => ({
  ...OWN_SIGN_IN,
  AUTH_ISSUER: issuer.url,
  AUTH_AUDIENCE: AUDIENCE,
  AUTH_JWKS_URL: issuer.jwksUrl,
  WEB_CLIENT_ID,
  WEB_SCOPE: 'openid offline_access',
  WEB_RESOURCE: AUDIENCE,
})
