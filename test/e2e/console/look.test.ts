// Every screen of the organizer console for everybody: axe-core in light and dark, on phones and desks, and the keyboard alone.
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type ApiOf,
  EVENT,
  expectCount,
  expectText,
  openSeries,
  partsOf,
  resetSeries,
  SERIES,
  SERIES_PATH,
  SOLD_SESSION,
  useApi,
} from '../../support/node/console.ts'
import { openPage, openSignedIn, type Service, useService } from '../../support/node/page.ts'

/** Asserts that axe-core finds no violation, and that nothing is wider than the window. */
const expectGoodLook = async (page: Page, screen?: string): Promise<void> => {
  await expectAccessible(page, screen)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, `${screen}: pixels too wide`).toBeLessThanOrEqual(0)
}

const go = (page: Page, service: Service, fragment: string) =>
  page.goto(`${service.dev.api}/organizer/#${fragment}`)

const openPreview = async (page: Page, service: Service): Promise<void> => {
  await go(page, service, `/events/${EVENT}/series/${SERIES}`)
  const console = partsOf(page)
  await console.history.waitFor()
  await console.capacity.fill('30')
  await console.doors.fill('40')
  await console.makePreview.click()
  await console.preview.waitFor()
}

/** Each screen: opens it and waits until it is complete. */
const SCREENS: Record<string, (page: Page, service: Service) => Promise<unknown>> = {
  events: (page, service) =>
    go(page, service, '/').then(() => page.getByRole('link', { name: /^Weekly nights/ }).waitFor()),
  event: (page, service) =>
    go(page, service, `/events/${EVENT}`).then(() => page.getByRole('table', { name: 'Sessions' }).waitFor()),
  series: openPreview,
  'form errors': async (page, service) => {
    await openPreview(page, service)
    const console = partsOf(page)
    await console.which.selectOption('FromDate')
    await console.capacity.fill('x')
    await console.sessions.getByRole('checkbox').nth(2).check()
    await console.which.selectOption('FromDate')
    await console.makePreview.click()
    await console.form.getByText('Choose a date and a time.').waitFor()
  },
  conflict: async (page, service) => {
    await openPreview(page, service)
    await partsOf(page).name.fill('Mine')
    const owner = await useApi(service, 'owner')
    await owner('PUT', SERIES_PATH, { name: `Theirs ${crypto.randomUUID()}` })
    await partsOf(page).save.click()
    await page.getByRole('button', { name: 'Save mine' }).waitFor()
  },
  'put back': async (page, service) => {
    await openPreview(page, service)
    await partsOf(page).history.getByRole('button', { name: 'Put back' }).first().click()
    await page.getByRole('dialog').getByRole('table').waitFor()
  },
  'not found': (page, service) =>
    go(page, service, `/events/${EVENT}/series/${EVENT}`).then(() => page.getByRole('alert').waitFor()),
  session: async (page, service) => {
    await go(page, service, `/events/${EVENT}/sessions/${SOLD_SESSION}`)
    await page.getByText('Show as a table').click()
    await page.getByRole('table', { name: 'Problems at the door' }).waitFor()
  },
  listings: (page, service) =>
    go(page, service, '/listings').then(() => page.getByRole('list', { name: 'Listings' }).waitFor()),
  listing: (page, service) =>
    go(page, service, `/listings/${demoId('41')}`).then(() => page.getByText('Hafenstraße 12').waitFor()),
}

describe.skipIf(BROWSER === undefined)('every screen of the console', () => {
  const service = useService()
  let owner: ApiOf

  beforeAll(async () => {
    owner = await useApi(service, 'owner')
  })
  beforeEach(() => resetSeries(owner))

  it.each([390, 1_440])('has no barrier, %i pixels wide', async (width) => {
    const options = { viewport: { width, height: 900 } }
    const { page } = await openPage(service.browser, service.dev, 'manager', '/organizer/', options)
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    for (const [screen, show] of Object.entries(SCREENS)) {
      await show(page, service)
      await expectGoodLook(page, screen)
      // Without the dialogs and edits of the last screen.
      await page.goto('about:blank')
    }
    await page.goto(`${service.dev.api}/organizer/`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expectGoodLook(page)
  })

  it('tells door staff where the door is without a barrier', async () => {
    const { page } = await openSignedIn(service.browser, service.dev, 'door', '/organizer/')
    await page.getByRole('link', { name: 'Go to the door page' }).waitFor()
    await expectGoodLook(page)
  })

  it('works with the keyboard alone', async () => {
    const { page, ...console } = await openSeries(service)
    const { keyboard } = page
    await console.sessions.getByRole('checkbox').nth(8).focus()
    await keyboard.press('Space')
    await console.which.focus()
    expect(await console.which.inputValue()).toBe('Selected')
    await keyboard.press('Tab')
    await keyboard.type('321')
    await keyboard.press('Tab')
    await keyboard.type('55')
    for (const _ of ['venue', 'preview']) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectText(console.status, /^1 session, none refused$/)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectText(console.status, /^1 session changed/)

    await console.history.getByRole('button', { name: 'Put back' }).first().focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    await keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.getByText('The values before that change are back.').waitFor()
  })

  it('moves the focus to the heading of the next screen', async () => {
    const { page } = await openSignedIn(service.browser, service.dev, 'manager', '/organizer/')
    await page.getByRole('link', { name: 'Listings' }).press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: 'Listings' })
    await heading.waitFor()
    await expectCount(page.locator('h1:focus'), 1)
    expect(await page.title()).toBe('Listings – Doorlist')
  })

  it('leads from the selection to the bulk edit on a phone', async () => {
    const { page, ...console } = await openSeries(service, 'manager', {
      viewport: { width: 390, height: 844 },
    })
    await console.sessions.getByRole('checkbox').nth(2).check()
    await page.getByText('1 session selected').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expectCount(page.locator('fieldset:focus'), 1)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectCount(page.getByText('1 session selected'), 0)
  })
})
