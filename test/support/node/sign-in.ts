// Signs people in at the local issuer as the pages do, without a browser: oauth4webapi is the client, and the
// forms of the sign-in page are sent by hand.
import * as oauth from 'oauth4webapi'
import type { SignInSettings } from '../../../src/api/web-pages/door-and-console.ts'

/** The issuer of the tests listens on loopback. */
const INSECURE = { [oauth.allowInsecureRequests]: true }

/** A browser without scripts: it keeps cookies and does not follow redirects. */
export const openBrowser = () => {
  const cookies = new Map<string, string>()
  const send = async (url: URL | string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return { send, cookies }
}

/** The address that a response redirects to. Throws if it is not a redirect. */
export const locationOf = (response: Response): URL => {
  const location = response.headers.get('Location')
  if (location === null) throw new Error(`Not a redirect: ${response.status}`)
  return new URL(location, response.url)
}

/** A client of the issuer, with the settings that a page has. */
export const openClient = async (settings: SignInSettings, redirectUri: string) => {
  const issuer = new URL(settings.issuer)
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE))
  const client: oauth.Client = { client_id: settings.clientId }
  const none = oauth.None()
  const resource: Record<string, string> = settings.resource === null ? {} : { resource: settings.resource }
  const options = { ...INSECURE, additionalParameters: resource }

  /** An authorization request. `changes` replace parameters, or remove those that are undefined. */
  const begin = async (changes: Record<string, string | undefined> = {}) => {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint as string)
    const parameters = {
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: settings.scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...resource,
      ...changes,
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return { url, verifier, state }
  }

  /** Chooses a person on the sign-in page. Returns the address that the browser then opens. */
  const choose = async (url: URL, person: string, browser = openBrowser()): Promise<URL> => {
    const page = locationOf(await browser.send(url))
    const chosen = await browser.send(page, { method: 'POST', body: new URLSearchParams({ person }) })
    return locationOf(await browser.send(locationOf(chosen)))
  }

  /** Exchanges the code in `callback` for tokens. */
  const exchange = async (callback: URL, state: string, verifier: string) =>
    oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        none,
        oauth.validateAuthResponse(server, client, callback, state),
        redirectUri,
        verifier,
        options,
      ),
    )

  return {
    server,
    begin,
    choose,
    exchange,
    signIn: async (person: string) => {
      const { url, state, verifier } = await begin()
      return exchange(await choose(url, person), state, verifier)
    },
    refresh: async (token: string | undefined) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, none, token as string, options),
      ),
    revoke: async (token: string | undefined) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, none, token as string, INSECURE),
      ),
  }
}

export type IssuerClient = Awaited<ReturnType<typeof openClient>>

/** The client that the door page of a service is. */
export const openDoorClient = async (api: string) => {
  const settings = (await (await fetch(`${api}/door/config.json`)).json()) as SignInSettings
  return openClient(settings, `${api}/door/`)
}
