// The service worker. It stores the files of the page, so that it opens without a network. It never touches
// the API, so no cache has responses with tickets.
export {}

declare const self: ServiceWorkerGlobalScope
/** The paths of the page's files, with the start of their SHA-256. Set by the build. */
declare const HASHES: Readonly<Record<string, string>>
declare const BUILD: string

const PAGE = '/door/'
const PREFIX = 'doorlist-door-'
const CACHE = `${PREFIX}${BUILD}`

const hashOf = async (response: Response): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const storeFile = async (path: string): Promise<void> => {
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error' })
  if (!response.ok || !response.headers.has('X-Request-Id')) throw new Error(`${path}: ${response.status}`)
  // During a deployment, files of two versions would make a page that does not open.
  if (!(await hashOf(response.clone())).startsWith(HASHES[path] as string))
    throw new Error(`${path}: another version`)
  const cache = await caches.open(CACHE)
  await cache.put(path, response)
}

/** All or nothing: with a file missing, the page would fail in the middle of the night. */
const store = (): Promise<unknown> => Promise.all(Object.keys(HASHES).map(storeFile))

const removeOthers = async (): Promise<void> => {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
}

const respond = async (path: string, request: Request): Promise<Response> => {
  const cache = await caches.open(CACHE)
  return (await cache.match(path)) ?? fetch(request)
}

/**
 * The stored page keeps its headers, such as its Content Security Policy. Replaces them if the page is the
 * same, so that another issuer or a stricter policy reaches installed pages.
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
  // Serves the page that installed it from now on.
  event.waitUntil(removeOthers().then(() => self.clients.claim())),
)

self.addEventListener('message', (event) => {
  if (event.data === 'activate') self.skipWaiting()
  if (event.data === 'serve') event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // With any query, because the issuer adds one.
  if (request.mode === 'navigate' && pathname === PAGE) {
    event.respondWith(respond(PAGE, request))
    event.waitUntil(renewHeaders().catch(() => undefined))
  } else if (pathname in HASHES) event.respondWith(respond(pathname, request))
})
