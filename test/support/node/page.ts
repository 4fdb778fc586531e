// Opens the pages in a real browser, with somebody signed in.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import { launchBrowser } from './browser.ts'
import type { Service } from './service.ts'

/** Far longer than anything takes: a busy machine must not fail a test. */
export const PATIENCE_MS = 45_000

/** Waits until an assertion holds. */
export const eventually = (assertion: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(assertion, { timeout: PATIENCE_MS, interval: 100 })

let shared: Promise<Browser> | undefined

/** The browser of all files that a worker runs. It ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  shared ??= launchBrowser()
  return shared
}

/** What the browser logs for a request without a successful response. Tests cause many of these. */
const FAILED_REQUEST = /^Failed to load resource/

/**
 * Collects what must not happen: uncaught exceptions, errors in the console, and what the content security
 * policy blocked.
 */
export const collectProblems = (page: Page): string[] => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) problems.push(message.text())
  })
  return problems
}

/** Types `subject` on the issuer's page. Returns the button that signs it in. */
export const typeSubject = async (page: Page, subject: string): Promise<Locator> => {
  await page.getByRole('textbox', { name: 'Somebody else' }).fill(subject)
  return page.getByRole('button', { name: 'Sign in' })
}

/** Signs in on a page that shows the button "Sign in". The issuer returns to the address before. */
export const signIn = async (page: Page, subject: string): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await (await typeSubject(page, subject)).click()
}

/** A page of a new browser profile. */
export type OpenedPage = { context: BrowserContext; page: Page; problems: string[] }

export type PageOptions = BrowserContextOptions & {
  /** Another browser than the shared one. */
  browser?: Browser
  /** A script that runs in the browser before those of the page. */
  script?: string
  /** The time of the phone's clock at first, in epoch milliseconds; a test can move it then. */
  time?: number
}

/** Opens an empty page in a new browser profile. */
export const openProfile = async ({
  browser,
  script,
  time,
  ...options
}: PageOptions = {}): Promise<OpenedPage> => {
  const context = await (browser ?? (await sharedBrowser())).newContext({
    viewport: { width: 390, height: 844 },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (script !== undefined) await context.addInitScript(script)
  if (time !== undefined) await context.clock.install({ time })
  const page = await context.newPage()
  return { context, page, problems: collectProblems(page) }
}

/** Opens `path` in a new browser profile, and signs in on the issuer's page. */
export const openPage = async (
  { api }: Service,
  subject: string,
  path: string,
  options: PageOptions = {},
): Promise<OpenedPage> => {
  const opened = await openProfile(options)
  await opened.page.goto(api + path)
  await signIn(opened.page, subject)
  return opened
}

/** Opens `path` in a new browser profile that is signed in. It needs half the time of {@link openPage}. */
export const openSignedIn = async (
  service: Service,
  subject: string,
  path: string,
  options: PageOptions = {},
): Promise<OpenedPage> => {
  const opened = await openProfile({ ...options, storageState: await service.signIn(subject) })
  await opened.page.goto(service.api + path)
  return opened
}
