// The settings of the local issuer for the door page and the organizer console: a public client with PKCE.
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { AUDIENCE } from '../lib/local.ts'
import { pageHeaders, renderError, signInPath } from './sign-in.ts'

export const WEB_CLIENT_ID = 'doorlist-web'

/** How long an access token of a page is valid, in seconds: short, so that renewal is part of every longer visit. */
export const DEFAULT_TOKEN_SECONDS = 5 * 60

/** How long a sign-in lasts, however often it is renewed. */
export const SIGN_IN_SECONDS = 14 * 24 * 3600

/** The pages of the API on loopback, by address and by name: people type both. */
const redirectUris = (api: string): string[] => {
  const { port } = new URL(api)
  return ['127.0.0.1', 'localhost'].flatMap((host) =>
    ['door', 'organizer'].map((page) => `http://${host}:${port}/${page}/`),
  )
}

/** The client of the pages that the API at `api` serves. */
export const webClient = (api: string): ClientMetadata => ({
  client_id: WEB_CLIENT_ID,
  client_name: 'Doorlist',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: redirectUris(api),
  id_token_signed_response_alg: 'ES256',
})

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

/** What the provider needs to sign people in, besides the client itself. */
export const signInConfiguration = (tokenSeconds: number, isSubject: (value: string) => boolean) =>
  ({
    interactions: { url: (_, { uid }) => signInPath(uid) },
    findAccount: (_, sub) => (isSubject(sub) ? { accountId: sub, claims: async () => ({ sub }) } : undefined),
    loadExistingGrant: grantAll,
    // Without this a token would end with the issuer's session, and there is none.
    expiresWithSession: () => false,
    // Also without `offline_access`, for which OpenID Connect would require a consent screen.
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    clientBasedCORS: (_, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    renderError: (ctx, { error, error_description }) => {
      ctx.set(pageHeaders())
      ctx.body = renderError([error, error_description].filter(Boolean).join(': '))
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
  }) satisfies Configuration
