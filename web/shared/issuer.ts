// Sign-in at an outside issuer: OpenID Connect, Authorization Code with PKCE (RFC 6749, RFC 7636).
import * as oauth from 'oauth4webapi'
import type { Settings } from './settings.ts'
import { SignInNeeded, type Tokens, type Way } from './tokens.ts'

const PENDING = 'doorlist.sign-in'
/** Used if the issuer does not say how long an access token lives. */
const DEFAULT_LIFETIME_SECONDS = 300
const TIMEOUT_MS = 10_000

/** What must survive the way to the issuer and back. */
type Pending = { verifier: string; state: string; nonce: string; returnTo: string }

/** Requests over http are allowed only to an issuer on this machine. */
const optionsFor = ({ issuer }: Settings) => ({
  [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  signal: () => AbortSignal.timeout(TIMEOUT_MS),
})

/**
 * Phone clocks are wrong by hours or days, so the times in an ID token are not checked against them. The
 * token is new in any case: it comes from the token endpoint in response to this request.
 */
const clientOf = ({ clientId }: Settings): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER,
})

const servers = new Map<string, Promise<oauth.AuthorizationServer>>()

const discover = (settings: Settings): Promise<oauth.AuthorizationServer> => {
  const known = servers.get(settings.issuer)
  if (known !== undefined) return known
  const url = new URL(settings.issuer)
  const server = oauth
    .discoveryRequest(url, { algorithm: 'oidc', ...optionsFor(settings) })
    .then((response) => oauth.processDiscoveryResponse(url, response))
  server.catch(() => servers.delete(settings.issuer))
  servers.set(settings.issuer, server)
  return server
}

/** Without its query and fragment: exactly what is registered at the issuer. */
const redirectUri = (): string => new URL('.', location.href).href.replace(/[?#].*$/, '')

const forResource = ({ resource, audience }: Settings): Record<string, string> => ({
  ...(resource === null ? {} : { resource }),
  ...(audience === null ? {} : { audience }),
})

/**
 * Staff share phones, and the issuer may remember the previous person. So unless this person is signed in,
 * the issuer must ask who it is. `offline_access` needs consent (OpenID Connect Core 1.0, section 11).
 */
const promptFor = ({ scope }: Settings, isSignedIn: boolean): Record<string, string> => {
  const prompts = [
    ...(isSignedIn ? [] : ['login']),
    ...(scope.split(' ').includes('offline_access') ? ['consent'] : []),
  ]
  return prompts.length === 0 ? {} : { prompt: prompts.join(' ') }
}

/** Leaves for the issuer’s page. `isSignedIn`: the same person signs in again. */
export const beginSignIn = async (settings: Settings, isSignedIn = false): Promise<void> => {
  const server = await discover(settings)
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    returnTo: location.hash,
  }
  sessionStorage.setItem(PENDING, JSON.stringify(pending))
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: settings.clientId,
    response_type: 'code',
    redirect_uri: redirectUri(),
    scope: settings.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...promptFor(settings, isSignedIn),
    ...forResource(settings),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  location.assign(url)
}

const toTokens = (response: oauth.TokenEndpointResponse, before?: Tokens): Tokens => ({
  subject: oauth.getValidatedIdTokenClaims(response)?.sub ?? before?.subject ?? '',
  accessToken: response.access_token,
  expiresAt: Date.now() + (response.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1_000,
  refreshToken: response.refresh_token ?? before?.refreshToken ?? null,
})

/**
 * Completes the sign-in with the response in the address of the page, and restores the address.
 *
 * @throws if the sign-in did not begin in this tab, was refused, or the issuer cannot be reached
 */
export const completeSignIn = async (settings: Settings): Promise<Tokens> => {
  const query = new URLSearchParams(location.search)
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as Pending | null
  sessionStorage.removeItem(PENDING)
  history.replaceState(null, '', `${location.pathname}${pending?.returnTo ?? ''}`)
  if (pending === null) throw new Error('The sign-in did not begin in this tab.')

  const server = await discover(settings)
  const client = clientOf(settings)
  const parameters = oauth.validateAuthResponse(server, client, query, pending.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    pending.verifier,
    { ...optionsFor(settings), additionalParameters: forResource(settings) },
  )
  return toTokens(
    await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    }),
  )
}

const renew = async (settings: Settings, tokens: Tokens): Promise<Tokens> => {
  if (tokens.refreshToken === null) throw new SignInNeeded('The issuer gave no refresh token.')
  const server = await discover(settings)
  const client = clientOf(settings)
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refreshToken, {
    ...optionsFor(settings),
    additionalParameters: forResource(settings),
  })
  try {
    return toTokens(await oauth.processRefreshTokenResponse(server, client, response), tokens)
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
      throw new SignInNeeded('The sign-in has ended.', { cause: error })
    }
    throw error
  }
}

/** Revokes the refresh token (RFC 7009). Issuers without a revocation endpoint let it expire. */
const revoke = async (settings: Settings, tokens: Tokens): Promise<void> => {
  const server = await discover(settings)
  if (server.revocation_endpoint === undefined) return
  const client = clientOf(settings)
  await oauth.revocationRequest(
    server,
    client,
    oauth.None(),
    tokens.refreshToken ?? tokens.accessToken,
    optionsFor(settings),
  )
}

export const issuer: Way = { renew, end: revoke }
