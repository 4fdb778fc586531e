// What the door page loads before its data, a session of 20,000 tickets on a mobile network, and the next
// start without one.
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession } from 'playwright-core'
import {
  beLikePhone,
  MOBILE_NETWORK,
  type Opened,
  openContext,
  openDoorPage,
  openListPage,
  openSession,
  PATIENCE_MS,
  untilWorkerActive,
  waitForMark,
} from './browser.ts'
import type { Service } from './service.ts'

const LOADS = 5
const NETWORK_LOADS = 2
const RESTARTS = 15

/**
 * The compressed size of what the page loads up to the button "Sign in", and of all that its service worker
 * stores.
 */
export const measureFiles = async (browser: Browser, { api }: Service) => {
  const { page, context } = await openContext(browser)
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(request.url()))
  await page.goto(`${api}/door/`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await untilWorkerActive(page)
  const stored = await page.evaluate<string[]>(`caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((requests) => requests.flat().map(({ url }) => url))`)
  await context.close()
  const size = async (urls: Iterable<string>) => {
    let bytes = 0
    for (const url of urls) {
      const body = new Uint8Array(await (await fetch(url)).arrayBuffer())
      bytes += Math.min(body.length, gzipSync(body).length)
    }
    return bytes
  }
  const worker = `${api}/door/sw.js`
  return { loadedBytes: await size(loaded), storedBytes: await size(new Set([...loaded, ...stored, worker])) }
}

/** Bytes on the wire of the responses whose path matches, from now on. */
export const countBytes = (cdp: CDPSession, path: RegExp) => {
  const requests = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (path.test(new URL(response.url).pathname)) requests.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

export type Load = { ms: number; bytes: number; progressValues: number }

/** From opening a session of 20,000 tickets to "Ready offline", on a mobile network. */
export const measureLoads = async (browser: Browser, service: Service): Promise<Load[]> => {
  const loads: Load[] = []
  for (let index = 0; index < LOADS; index += 1) {
    const { page, context, cdp } = await openDoorPage(browser, service)
    await untilWorkerActive(page)
    await cdp.send('Network.emulateNetworkConditions', MOBILE_NETWORK)
    const bytes = countBytes(cdp, /ticket-changes$/)
    const start = await page.evaluate<number>('performance.now()')
    await openSession(page, service.sessions[20_000])
    const ms = (await waitForMark(page, 'ready')) - start
    const progress = await page.evaluate<number[]>('stopwatch.progress()')
    loads.push({ ms, bytes: bytes(), progressValues: progress.length })
    await context.close()
  }
  return loads
}

/** The same list read page by page, as a client without ticket changes would. */
export const measureNetworkLoads = async (browser: Browser, service: Service): Promise<Load[]> => {
  const loads: Load[] = []
  for (let index = 0; index < NETWORK_LOADS; index += 1) {
    const { page, context, cdp } = await openListPage(browser, service)
    await cdp.send('Network.emulateNetworkConditions', MOBILE_NETWORK)
    const bytes = countBytes(cdp, /\/tickets$/)
    const ms = await page.evaluate<number>(`(async () => {
      const start = performance.now()
      await list.readAll('${service.sessions[20_000]}', '${service.token}')
      return performance.now() - start
    })()`)
    loads.push({ ms, bytes: bytes(), progressValues: 0 })
    await context.close()
  }
  return loads
}

/** Opens a session and waits until it is ready without a network. */
export const openReady = async (
  browser: Browser,
  service: Service,
  session: string,
  script = '',
): Promise<Opened> => {
  const opened = await openDoorPage(browser, service, script)
  await openSession(opened.page, session)
  await opened.page.getByText('Ready offline').waitFor({ timeout: PATIENCE_MS })
  return opened
}

/**
 * From a start without a network to the painted search field, on a phone that has the session's 20,000
 * tickets.
 */
export const measureRestarts = async (browser: Browser, service: Service): Promise<number[]> => {
  const { page, context, cdp } = await openReady(browser, service, service.sessions[20_000])
  await context.setOffline(true)
  await beLikePhone(cdp)
  const times: number[] = []
  for (let index = 0; index < RESTARTS; index += 1) {
    await page.reload()
    times.push(await waitForMark(page, 'search'))
    await page.getByText('Ready offline').waitFor({ timeout: PATIENCE_MS })
  }
  await context.close()
  return times
}
