// The service worker of the door page. It keeps the files of the page, so that the page opens without a network. It never
// touches the API: responses with tickets are in no cache.
import { LANGUAGE_CACHE, LANGUAGE_PATH } from './language.ts'

declare const self: ServiceWorkerGlobalScope
/** The paths of the page's files, and how their SHA-256 begins. Set when the page is built. */
declare const HASHES: Readonly<Record<string, string>>
declare const BUILD: string
/** The languages of those files that have the texts of one. */
declare const LANGUAGES: Readonly<Record<string, string>>

const PAGE = '/door/'
const PREFIX = 'doorlist-door-'
const CACHE = `${PREFIX}${BUILD}`

const hashOf = async (response: Response): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const storeFile = async (path: string): Promise<Response> => {
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error' })
  if (!response.ok || !response.headers.has('X-Request-Id')) throw new Error(`${path}: ${response.status}`)
  // In the middle of a deployment, files of two versions would make a page that does not open.
  if (!(await hashOf(response.clone())).startsWith(HASHES[path] as string))
    throw new Error(`${path}: another version`)
  const cache = await caches.open(CACHE)
  await cache.put(path, response.clone())
  return response
}

/** The language that the page has noted. */
const readLanguage = async (): Promise<string> => {
  const noted = await (await caches.open(LANGUAGE_CACHE)).match(LANGUAGE_PATH)
  return noted?.text() ?? 'en'
}

const store = async (): Promise<void> => {
  const language = await readLanguage()
  const kept = Object.keys(HASHES).filter((path) => [undefined, language].includes(LANGUAGES[path]))
  // All or nothing: without one of its files, the page would fail in the middle of the night.
  await Promise.all(kept.map(storeFile))
}

const removeOthers = async (): Promise<void> => {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
}

const respond = async (path: string, request: Request): Promise<Response> => {
  const cache = await caches.open(CACHE)
  // Texts are kept when they are first used.
  return (await cache.match(path)) ?? (path in LANGUAGES ? storeFile(path) : fetch(request))
}

/**
 * The stored page keeps the headers that it was stored with, its Content Security Policy among them. Takes over new ones of the
 * same page, so that another issuer, or a stricter policy, reaches phones on which the page is installed.
 */
const renewHeaders = async (): Promise<void> => {
  const response = await fetch(PAGE, { cache: 'no-cache', redirect: 'error' })
  if (!response.ok || !response.headers.has('X-Request-Id')) return
  const cache = await caches.open(CACHE)
  const stored = await cache.match(PAGE)
  if ((await stored?.text()) === (await response.clone().text())) await cache.put(PAGE, response)
}

self.addEventListener('install', (event) => event.waitUntil(store()))

self.addEventListener('activate', (event) =>
  // The page that installed it is served by it from now on.
  event.waitUntil(removeOthers().then(() => self.clients.claim())),
)

self.addEventListener('message', ({ data }) => {
  if (data === 'activate') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // With any query: the issuer sends people back to the page with one.
  if (request.mode === 'navigate' && pathname === PAGE) {
    event.respondWith(respond(PAGE, request))
    event.waitUntil(renewHeaders().catch(() => undefined))
  } else if (pathname in HASHES) event.respondWith(respond(pathname, request))
})
