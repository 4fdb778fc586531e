// Opens the pages of `npm run dev` in a real browser, signed in as a person of the demo.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Person } from '../../../scripts/people.ts'
import type { SignInSettings } from '../../../src/api/web-pages/door-and-console.ts'
import { launchBrowser } from './browser.ts'
import { removeState } from './dev.ts'
import type { LocalService } from './local-service.ts'
import { makeDemoState, start } from './own-service.ts'
import { openClient } from './sign-in.ts'

let shared: Promise<Browser> | undefined

/** The browser of all files that a worker runs. It ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  shared ??= launchBrowser()
  return shared
}

/** What the browser logs for a request without a successful response. Tests cause many of these. */
const FAILED_REQUEST = /^Failed to load resource/

/**
 * Collects what must not happen: uncaught exceptions, errors in the console, and what the content security policy
 * blocked.
 */
export const collectProblems = (page: Page): string[] => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) problems.push(message.text())
  })
  return problems
}

/** Signs in on a page that shows the button "Sign in". The issuer returns to the address before. */
export const signIn = async (page: Page, person: Person): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: person, exact: true }).click()
}

/** A page of a new browser profile. */
export type OpenedPage = { context: BrowserContext; page: Page; problems: string[] }

export type PageOptions = BrowserContextOptions & {
  /** A script that runs in the browser before those of the page. */
  script?: string
  /** The time of the phone's clock at first, in epoch milliseconds; a test can move it then. */
  time?: number
}

const newPage = async (browser: Browser, { script, time, ...options }: PageOptions): Promise<OpenedPage> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  if (script !== undefined) await context.addInitScript(script)
  if (time !== undefined) await context.clock.install({ time })
  const page = await context.newPage()
  return { context, page, problems: collectProblems(page) }
}

/** Opens `path` in a new browser profile, and signs in as `person` there. */
export const openPage = async (
  browser: Browser,
  dev: LocalService,
  person: Person,
  path: string,
  options: PageOptions = {},
): Promise<OpenedPage> => {
  const opened = await newPage(browser, options)
  await opened.page.goto(dev.api + path)
  await signIn(opened.page, person)
  return opened
}

/** Signs a person in at the issuer, as a page does. */
export const fetchTokens = async (dev: LocalService, person: Person, path = '/door/') => {
  const settings = (await (await fetch(`${dev.api}${path}config.json`)).json()) as SignInSettings
  return (await openClient(settings, dev.api + path)).signIn(person)
}

/**
 * Opens `path` in a new browser profile that has a sign-in of its own. It needs half the time of {@link openPage}, which
 * goes through the pages of the issuer.
 */
export const openSignedIn = async (
  browser: Browser,
  dev: LocalService,
  person: Person,
  path: string,
  options: PageOptions = {},
): Promise<OpenedPage> => {
  const { access_token, refresh_token = null, expires_in = 0 } = await fetchTokens(dev, person)
  const tokens = {
    subject: person,
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1_000,
    refreshToken: refresh_token,
  }
  const localStorage = [{ name: 'doorlist.tokens', value: JSON.stringify(tokens) }]
  const storageState = { cookies: [], origins: [{ origin: dev.api, localStorage }] }
  const opened = await newPage(browser, { ...options, storageState })
  await opened.page.goto(dev.api + path)
  return opened
}

/** A running service and a browser. */
export type Service = { state: string; dev: LocalService; browser: Browser }

/**
 * Starts a service on the whole demo for the tests of a file, and stops it after them. What a test opened in the browser is
 * closed after the test.
 */
export const useService = (tokenSeconds?: number): Service => {
  const service = {} as Service
  beforeAll(async () => {
    service.state = await makeDemoState()
    service.dev = await start(service.state, { tokenSeconds })
    service.browser = await sharedBrowser()
  })
  afterEach(async () => {
    for (const context of service.browser.contexts()) {
      // Requests that a test intercepts may still be under way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  })
  afterAll(async () => {
    await service.dev?.stop()
    await removeState(service.state)
  })
  return service
}
