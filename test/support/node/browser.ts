// The browser of the end-to-end tests, the benchmark and the pictures: an installed Chromium or Chrome.
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The first is Chromium without its own windows and menus: it needs a third of the CPU time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const find = (): string | undefined => {
  const { CHROMIUM, PATH = '' } = process.env
  return [...(CHROMIUM ? [CHROMIUM] : []), ...NAMES]
    .flatMap((name) => PATH.split(delimiter).map((folder) => resolve(folder, name)))
    .find((path) => existsSync(path))
}

/**
 * The path of the browser: `$CHROMIUM` (a path or a command), else the first one in `$PATH`; undefined if
 * there is none. With `REQUIRE_BROWSER`, as in CI, that is an error.
 */
export const BROWSER = find()

if (BROWSER === undefined) {
  const message =
    'no Chromium found. Install chromium-headless-shell or chromium, or set CHROMIUM to its path.'
  if (process.env.REQUIRE_BROWSER) throw new Error(`Browser tests: ${message}`)
  // Not console.log: vitest hides the output of skipped tests.
  process.stderr.write(`Browser tests skipped: ${message}\n`)
}

/** Starts the browser, with more arguments of Chromium if there are any. Throws if there is no browser. */
export const launchBrowser = (...args: string[]): Promise<Browser> => {
  if (BROWSER === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.')
  return chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', ...args] })
}
