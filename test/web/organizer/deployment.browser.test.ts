// A console that stays open across a deployment, which removes parts that it has not loaded yet.
// @module-tag full
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually, openProfile } from '../../support/node/page.ts'
import { expectCount, expectText, makeSeries, useConsole } from './console.ts'

const MAIN_SCRIPT = /main-\w+\.js/
const UPLOAD = /\/assets\/upload-[^/]+\.js$/

/** Serves a new version of the page, under another script name. `gone` exists again once it is loaded. */
const deploy = async (page: Page, gone: RegExp): Promise<{ loads: () => number }> => {
  let loads = 0
  await page.route('**/organizer/', async (route) => {
    const response = await route.fetch()
    if (route.request().isNavigationRequest()) loads += 1
    const body = (await response.text()).replace(MAIN_SCRIPT, '$&?next')
    await route.fulfill({ response, body })
  })
  await page.route(gone, (route) => (loads === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  return { loads: () => loads }
}

describe.skipIf(BROWSER === undefined)('after a deployment, an open console', () => {
  const { service, open } = useConsole()

  const openGuests = async () => {
    const { org, coming } = await makeSeries(service)
    const { page } = await open(org.manager, `/organizer/#/events/${org.event}/sessions/${coming[0]}/guests`)
    const add = page.getByRole('button', { name: 'Add guests' })
    await add.waitFor()
    const upload = async (): Promise<void> => {
      await add.click()
      await page.getByRole('button', { name: 'A file' }).click()
    }
    return { page, upload }
  }

  it('loads itself again where a part of it is gone, once, and then has the part', async () => {
    const { page, upload } = await openGuests()
    const { loads } = await deploy(page, UPLOAD)
    await upload()
    await eventually(() => expect(loads()).toBe(1))
    await upload()
    await page.getByRole('dialog', { name: 'Upload guests' }).waitFor()
    expect(loads()).toBe(1)
  })

  it('loads itself again where the reader of workbooks is gone', async () => {
    const { page, upload } = await openGuests()
    await upload()
    await page.getByRole('dialog', { name: 'Upload guests' }).waitFor()
    const { loads } = await deploy(page, /\/assets\/(?!main-)[^/]+\.js$/)
    await page.getByLabel('File').setInputFiles(join(import.meta.dirname, 'fixtures/guests.xlsx'))
    await eventually(() => expect(loads()).toBe(1))
  })

  it('blames the network only if the page is the same', async () => {
    const { page, upload } = await openGuests()
    await page.route(UPLOAD, (route) => route.abort())
    await upload()
    await expectText(page.getByRole('alert'), /^The service cannot be reached\. Check the network/)
    await page.unroute(UPLOAD)
    await upload()
    await page.getByRole('dialog', { name: 'Upload guests' }).waitFor()
  })

  it('offers to load itself again while something is unsaved', async () => {
    const { context, page } = await openProfile()
    await page.route('**/organizer/config.json', async (route) => {
      const response = await route.fetch()
      const own = { host: new URL(service.api).hostname, isSetupOpen: true }
      await route.fulfill({ response, json: { ...((await response.json()) as object), own } })
    })
    await page.goto(`${service.api}/organizer/#setup/0123456789abcdef012345`)
    const { loads } = await deploy(page, /\/assets\/passkeys-[^/]+\.js$/)
    const name = page.getByRole('textbox', { name: 'Your name' })
    await name.fill('Ana')
    await page.getByRole('textbox', { name: 'Organizer' }).fill('Night Owls')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    const alert = page.getByRole('alert')
    await expectText(alert, /^Doorlist was updated/)
    expect([loads(), await name.inputValue()]).toEqual([0, 'Ana'])
    await page.getByRole('button', { name: 'Load again' }).click()
    await eventually(() => expect(loads()).toBe(1))
    await expectCount(alert, 0)
    // A request of the page that was loaded again may still be under way.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })
})
