// The door page and the console: static files with security headers, and their sign-in settings.
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { perDatabase } from '../../db/databases.ts'
import { readSetup, type Setup } from '../../domain/sign-in/people.ts'
import { AppError } from '../../errors.ts'
import { hostFor } from '../auth/own/passkeys.ts'
import { hasSecret } from '../auth/own/secret.ts'
import { isOwnSignIn } from '../auth/settings.ts'
import type { AppEnv } from '../http/context.ts'

/** Browsers check for a new version before each use. */
const REVALIDATE = 'no-cache'
/** File names in `assets/` contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const DEFAULT_SCOPE = 'openid offline_access'

/** Features that neither page uses. Camera and wake lock depend on the page. */
const UNUSED_FEATURES = ['display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

type Settings = Partial<
  Pick<
    Env,
    'AUTH_ISSUER' | 'WEB_CLIENT_ID' | 'WEB_SCOPE' | 'WEB_AUDIENCE' | 'WEB_RESOURCE' | 'WEB_CONNECT_SRC'
  >
>

type OwnSignIn = {
  /** The host that passkeys belong to. */
  host: string
  /** Whether no organizer has an owner yet. */
  isSetupOpen: boolean
}

/** An empty `clientId` means that no outside issuer is configured. */
export type SignInSettings = {
  issuer: string
  clientId: string
  scope: string
  /** The parameter `audience` of authorization requests, for issuers that need it. */
  audience: string | null
  /** The parameter `resource` (RFC 8707). */
  resource: string | null
  /** Null with an outside issuer. */
  own: OwnSignIn | null
  /** Whether phones can connect by a link. */
  phones: boolean
  /** Whether listings have a public page. */
  listings: boolean
}

/** How long an isolate reuses the settings from the database. */
const REUSE_MS = 1_000
/** How long a page waits for the database. */
const ASK_MS = 1_000

const setupAt = perDatabase(() => ({
  known: { host: null, isSetupOpen: false } as Setup,
  askAgainAt: 0,
}))

const readOwnSignIn = async (c: Context<AppEnv>): Promise<OwnSignIn | null> => {
  if (!isOwnSignIn(c.env) || !hasSecret(c.env)) return null
  const db = c.get('db')
  const setup = setupAt(db.binding)
  if (Date.now() >= setup.askAgainAt) {
    setup.askAgainAt = Date.now() + REUSE_MS
    db.allow(ASK_MS)
    // Signed-in people need neither value, so the page must open without the database.
    setup.known = await readSetup(db).catch(() => setup.known)
  }
  return { host: hostFor(c, setup.known.host), isSetupOpen: setup.known.isSetupOpen }
}

const readSignInSettings = async (c: Context<AppEnv>): Promise<SignInSettings> => ({
  ...readIssuerSettings(c.env),
  own: await readOwnSignIn(c),
  phones: hasSecret(c.env),
  listings: c.env.PUBLIC_LISTINGS === 'on',
})

const readIssuerSettings = (env: Settings) => ({
  issuer: env.AUTH_ISSUER ?? '',
  clientId: env.WEB_CLIENT_ID ?? '',
  scope: env.WEB_SCOPE || DEFAULT_SCOPE,
  audience: env.WEB_AUDIENCE || null,
  resource: env.WEB_RESOURCE || null,
})

/** The origins of the issuer's endpoints, ignoring entries that are not URLs. */
const issuerOrigins = ({ AUTH_ISSUER = '', WEB_CONNECT_SRC = '' }: Settings): string[] =>
  [AUTH_ISSUER, ...WEB_CONNECT_SRC.split(' ')]
    .filter((url) => /^https?:/.test(url) && URL.canParse(url))
    .map((url) => new URL(url).origin)

/**
 * Scripts and workers obey the policy of their own response, so every file of a page has it. `scripts` is
 * what they may run besides their own files.
 */
const contentSecurityPolicy = (env: Settings, scripts: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${[...new Set(["'self'", ...issuerOrigins(env)])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A `Permissions-Policy` that allows the page only `features`. */
const allowOnly = (features: readonly string[]): string =>
  [
    ...['camera', 'screen-wake-lock'].map((name) => `${name}=${features.includes(name) ? '(self)' : '()'}`),
    ...UNUSED_FEATURES.map((name) => `${name}=()`),
  ].join(', ')

/** Serves `/NAME/`. Only its own files exist; other paths below it are 404. */
const servePage = (name: string, features: readonly string[]) => {
  const path = `/${name}`
  const permissionsPolicy = allowOnly(features)

  const serveFile =
    (cacheControl: string, scripts = '') =>
    async (c: Context<AppEnv>): Promise<Response> => {
      const url = new URL(c.req.url)
      // Because of `drop-trailing-slash` in wrangler.toml, the asset is at /NAME, and /NAME/ would redirect.
      if (url.pathname === `${path}/`) url.pathname = path
      const file = await c.env.ASSETS.fetch(new Request(url, c.req.raw))
      if (!file.ok && file.status !== 304) throw new AppError('route_not_found')
      const headers = new Headers(file.headers)
      headers.set('Cache-Control', cacheControl)
      headers.set('Content-Security-Policy', contentSecurityPolicy(c.env, scripts))
      headers.set('Cross-Origin-Opener-Policy', 'same-origin')
      headers.set('Permissions-Policy', permissionsPolicy)
      // After sign-in, the URL contains the authorization code.
      headers.set('Referrer-Policy', 'no-referrer')
      return c.newResponse(file.body, { status: file.status as StatusCode, headers })
    }

  return (
    new Hono<AppEnv>()
      .get(path, (c) => c.redirect(`${path}/`, 307))
      .get(`${path}/`, serveFile(REVALIDATE))
      .get(`${path}/config.json`, async (c) => {
        c.header('Cache-Control', REVALIDATE)
        return c.json(await readSignInSettings(c))
      })
      .get(`${path}/manifest.webmanifest`, serveFile(REVALIDATE))
      .get(`${path}/sw.js`, serveFile(REVALIDATE))
      .get(`${path}/assets/*`, serveFile(IMMUTABLE))
      // The worker that reads codes runs WebAssembly. No page does.
      .get(`${path}/decoder/*`, serveFile(IMMUTABLE, " 'wasm-unsafe-eval'"))
  )
}

/** Whether a path is that of a page or one of its files. */
export const isPage = (path: string): boolean => /^\/(door|organizer|list)(\/|$)/.test(path)

/** The setup is a screen of the console. Browsers keep the fragment, which has the code. */
export const pages = new Hono<AppEnv>()
  .get('/setup', (c) => c.redirect('/organizer/', 307))
  .route('/', servePage('door', ['camera', 'screen-wake-lock']))
  .route('/', servePage('organizer', ['screen-wake-lock']))
  .route('/', servePage('list', []))
