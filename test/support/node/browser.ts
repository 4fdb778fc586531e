// The browsers of the tests, the benchmark and the pictures: whichever are installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { type Browser, type BrowserContext, type BrowserType, chromium, firefox } from 'playwright-core'

const BROWSERS = {
  /** The first is Chromium without its own windows and menus: it needs a third of the CPU time. */
  chromium: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
  /** The driver of WebKitGTK, which brings a browser of its own. It needs Xvfb for its windows. */
  webkit: ['WebKitWebDriver'],
}
export type Engine = keyof typeof BROWSERS

const findProgram = (...names: string[]): string | undefined =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => resolve(folder, name)))
    .find((path) => existsSync(path))

/** The oldest Firefox that Playwright can drive here. */
const OLDEST_FIREFOX = 153

const isTooOld = (engine: Engine, path: string): boolean =>
  engine === 'firefox' &&
  Number.parseInt(execFileSync(path, ['--version'], { encoding: 'utf8' }).match(/\d+/)?.[0] ?? '0', 10) <
    OLDEST_FIREFOX

/** The path of an engine: `$CHROMIUM`, `$FIREFOX` or `$WEBKIT` (a path or a command), else from `$PATH`. */
export const findEngine = (engine: Engine): string | undefined => {
  const chosen = process.env[engine.toUpperCase()]
  const path = findProgram(...(chosen ? [chosen] : []), ...BROWSERS[engine])
  const isThere = path !== undefined && (engine !== 'webkit' || findProgram('Xvfb') !== undefined)
  if (isThere && !isTooOld(engine, path)) return path
  const oldest = engine === 'firefox' ? `, version ${OLDEST_FIREFOX} or newer` : ''
  // Not console.log: vitest hides the output of skipped tests.
  process.stderr.write(`Tests in ${engine} are skipped: install ${BROWSERS[engine].join(' or ')}${oldest}.\n`)
  return undefined
}

/** The engine of the tests that use Playwright: Chromium, unless `ENGINE=firefox`. */
export const ENGINE = process.env.ENGINE === 'firefox' ? 'firefox' : 'chromium'

/** The path of their browser, if there is one. With `REQUIRE_BROWSER`, as in CI, Chromium must be there. */
export const BROWSER = findEngine(ENGINE)
if (BROWSER === undefined && ENGINE === 'chromium' && process.env.REQUIRE_BROWSER)
  throw new Error('Browser tests need Chromium.')

type Command = { id: number; method: string }
type Transport = { send: (command: Command) => void; onmessage?: (reply: object) => void }
type Bidi = { connectToTransport: (transport: Transport, options: unknown) => Promise<unknown> }
type Internals = { _connection: { toImpl: (type: BrowserType) => { _bidiFirefox: Bidi } } }

/**
 * Playwright sends a command before each page that Firefox ESR 153 does not know. A test that asks for a dark
 * page or less motion gets neither.
 */
const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride'

const answerUnknown = (): void => {
  const bidi = (firefox as unknown as Internals)._connection.toImpl(firefox)._bidiFirefox
  const { connectToTransport } = Object.getPrototypeOf(bidi) as Bidi
  bidi.connectToTransport = (transport, options) => {
    const { send } = transport
    transport.send = (command) => {
      if (command.method !== UNKNOWN_TO_FIREFOX) send.call(transport, command)
      else setImmediate(() => transport.onmessage?.({ type: 'success', id: command.id, result: {} }))
    }
    return connectToTransport.call(bidi, transport, options)
  }
}

/** Starts Chromium or Firefox, with more arguments if there are any. Throws if it is not installed. */
export const launchEngine = (engine: 'chromium' | 'firefox', ...args: string[]): Promise<Browser> => {
  const executablePath = findEngine(engine)
  if (executablePath === undefined) throw new Error(`Install ${BROWSERS[engine].join(' or ')}.`)
  if (engine === 'chromium') return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] })
  answerUnknown()
  return firefox.launch({ channel: 'moz-firefox', executablePath, args })
}

/** Starts the browser with a profile in a folder, as on a phone. The others keep theirs in memory. */
export const launchOnDisk = (folder: string): Promise<BrowserContext> => {
  const options = { executablePath: BROWSER as string, viewport: { width: 390, height: 844 } }
  if (ENGINE === 'chromium')
    return chromium.launchPersistentContext(folder, { ...options, args: ['--no-sandbox'] })
  answerUnknown()
  return firefox.launchPersistentContext(folder, { ...options, channel: 'moz-firefox' })
}

/** Starts the browser of the tests that use Playwright. */
export const launchBrowser = (...args: string[]): Promise<Browser> => launchEngine(ENGINE, ...args)
