// Pages of headless Chromium that are as slow as a phone, and a stopwatch within them.
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { ROOT } from '../../../scripts/lib/local.ts'
import type { Service } from './service.ts'

export const PHONE_SLOW_DOWN = 4
/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms. */
export const MOBILE_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** No step takes nearly as long, also on a busy machine. */
export const PATIENCE_MS = 120_000

/**
 * In each page: after `stopwatch.begin()`, `stopwatch.measured` is the time from the next input to its paint;
 * `stopwatch.marks` are the times since the navigation at which the search field and "Ready offline" were
 * painted, and `progress` has the values of the progress bar.
 */
const STOPWATCH = `globalThis.stopwatch = (() => {
  let resolveMeasured
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    port2.postMessage(null)
  }))
  const marks = {}
  const progress = new Set()
  const mark = (name, isThere) => {
    if (!isThere || name in marks) return
    marks[name] = undefined
    painted().then((time) => { marks[name] = time })
  }
  const look = () => {
    const bar = document.querySelector('progress')
    if (bar) progress.add(bar.value)
    mark('search', document.querySelector('input[type=search]'))
    mark('ready', document.body?.textContent.includes('Ready offline'))
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  return {
    marks,
    progress: () => [...progress],
    endLookup: () => observer.disconnect(),
    begin() { this.measured = new Promise((resolve) => { resolveMeasured = resolve }) },
    paint: async (start) => { const end = await painted(); resolveMeasured?.(end - start) },
  }
})()`

/** Measures from the input of a page that responds at once. */
export const MEASURE_INPUTS = `addEventListener('input', ({ timeStamp }) => stopwatch.paint(timeStamp), true)`

export type Opened = { page: Page; context: BrowserContext; cdp: CDPSession }

/** `script`: what the page runs before its own. */
export const openContext = async (browser: Browser, script = ''): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(`${STOPWATCH}\n${script}`)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  return { page, context, cdp }
}

export const beLikePhone = (cdp: CDPSession) =>
  cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOW_DOWN })

/** Opens the door page as a person at the door, up to the list of sessions. */
export const openDoorPage = async (browser: Browser, { api }: Service, script = ''): Promise<Opened> => {
  const opened = await openContext(browser, script)
  const { page } = opened
  await page.goto(`${api}/door/`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'door', exact: true }).click()
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await page.getByRole('listitem').first().waitFor()
  return opened
}

export const openSession = (page: Page, session: string): Promise<void> =>
  page.evaluate(`location.hash = '#/sessions/${session}'`).then(() => undefined)

const ASK_AGAIN_MS = 100

/**
 * Waits until a condition holds in the page. Its policy does not let Playwright evaluate one within the page.
 */
export const until = async (page: Page, condition: string): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  while (!(await page.evaluate<boolean>(condition))) {
    if (Date.now() > end) throw new Error(`It did not come true: ${condition}`)
    await page.waitForTimeout(ASK_AGAIN_MS)
  }
}

export const untilWorkerActive = (page: Page): Promise<void> =>
  until(page, 'navigator.serviceWorker.controller !== null')

/** Waits for a mark of the stopwatch. Returns its time since the navigation, in milliseconds. */
export const waitForMark = async (page: Page, name: 'search' | 'ready'): Promise<number> => {
  await until(page, `stopwatch.marks.${name} !== undefined`)
  return page.evaluate<number>(`stopwatch.marks.${name}`)
}

/** Opens the list without the door page's search (test/pages/list.tsx). */
export const openListPage = async (browser: Browser, { api }: Service): Promise<Opened> => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test', 'pages', 'list.tsx')],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'list',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'dataurl' },
  })
  const [style, script] = ['.css', '.js'].map(
    (extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '',
  )
  const opened = await openContext(browser)
  const address = `${api}/bench/`
  await opened.page.route(`${address}*`, (route) => {
    const url = route.request().url()
    if (url.endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: script ?? '' })
    const body = `<!doctype html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
      <body><script type="module" src="list.js"></script></body></html>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  await opened.page.goto(address)
  await opened.page.getByRole('searchbox').waitFor()
  return opened
}
