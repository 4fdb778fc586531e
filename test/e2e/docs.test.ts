// The page of the OpenAPI document in a real browser: read, given a token, and tried.
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../support/node/browser.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'

const SESSION = '0190a000-0000-7000-8000-000000000030'

describe.skipIf(BROWSER === undefined)('/api/docs in a browser', () => {
  let state: string
  let dev: Dev
  let browser: Browser

  beforeAll(async () => {
    state = await makeState()
    dev = await startDev(state)
    browser = await chromium.launch({ executablePath: BROWSER as string, args: ['--no-sandbox'] })
  })

  afterAll(async () => {
    await browser?.close()
    await dev?.stop()
    await removeState(state)
  })

  /** Opens the page; collects the hosts that it asks, and all that it complains of. */
  const open = async (width: number) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'data:') hosts.add(host)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`${dev.api}/api/docs`)
    await page.getByText('List the tickets of a session').waitFor()
    return { page, hosts, complaints }
  }

  /** For people to look at, in the folder that PICTURES names, if it does. */
  const picture = async (page: Page, name: string): Promise<void> => {
    const { PICTURES } = process.env
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
  }

  const authorize = async (page: Page, token: string): Promise<void> => {
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const dialog = page.locator('.modal-ux')
    await dialog.locator('input').fill(token)
    await picture(page, 'authorize')
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
  }

  it('shows all operations, and tries one with a pasted token', async () => {
    const { page, hosts, complaints } = await open(1280)
    for (const summary of ['Read a listing', 'Update name and description', 'Change many sessions']) {
      expect(await page.getByText(summary).count()).toBeGreaterThan(0)
    }
    await picture(page, 'wide')

    const token = (await runScript(state, 'token', 'door')).trim()
    await authorize(page, token)
    await page.getByText('List the tickets of a session').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByPlaceholder('sessionId').fill(SESSION)
    await page.getByRole('button', { name: 'Execute' }).click()
    const answer = page.locator('.live-responses-table .response').first()
    await answer.getByText('"ticketNumber"').first().waitFor()
    expect(await answer.locator('.response-col_status').textContent()).toContain('200')
    await picture(page, 'tried')

    expect([...hosts]).toEqual([new URL(dev.api).host])
    expect(complaints).toEqual([])
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(token)
  })

  it('fits a narrow window', async () => {
    const { page, complaints } = await open(375)
    await page.getByText('List the tickets of a session').click()
    await page.getByRole('button', { name: 'Try it out' }).waitFor()
    await picture(page, 'narrow')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})
