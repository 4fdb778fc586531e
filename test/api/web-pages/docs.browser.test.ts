// The documentation pages in a real browser: reading them, authorizing, and trying an operation.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { sharedBrowser } from '../../support/node/page.ts'
import { useService } from '../../support/node/service.ts'

const SESSION = '0190a000-0000-7000-8000-000000000030'

/** A script for the browser that tells whether the element shows its whole width without scrolling. */
const fits = (selector: string): string =>
  `{ const element = document.querySelector('${selector}'); element.scrollWidth <= element.clientWidth }`

describe.skipIf(BROWSER === undefined)('/api/docs in a browser', () => {
  const service = useService()

  /** Swagger UI takes seconds to open, so some tests go on in one page. */
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(1280)
  })
  afterAll(async () => {
    for (const context of (await sharedBrowser()).contexts()) await context.close()
  })

  /** Opens a page, and collects its errors and the hosts that it contacts. */
  const open = async (width: number, path = '/api/docs', text = 'List the tickets of a session') => {
    const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 900 } })
    const hosts = new Set<string>()
    const errors: string[] = []
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'data:') hosts.add(host)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${service.api}${path}`)
    await page.getByText(text).first().waitFor()
    return { page, hosts, errors }
  }

  /** Saves a screenshot in the folder `$PICTURES`, if it is set. */
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

  it('shows all operations and runs one with a pasted token', async () => {
    const { page, hosts, errors } = opened
    for (const summary of ['Read a listing', 'Update the name and description', 'Change many sessions']) {
      expect(await page.getByText(summary).count()).toBeGreaterThan(0)
    }
    await picture(page, 'wide')

    const token = await service.token('manager')
    await authorize(page, token)
    await page.getByText('List the tickets of a session').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    expect(await page.getByPlaceholder('sessionId').inputValue()).toBe(SESSION)
    await page.getByRole('button', { name: 'Execute' }).click()
    const result = page.locator('.live-responses-table .response').first()
    await result.getByText('"ticketNumber"').first().waitFor()
    expect(await result.locator('.response-col_status').textContent()).toContain('200')
    await picture(page, 'tried')

    expect([...hosts]).toEqual([new URL(service.api).host])
    expect(errors).toEqual([])
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(token)
  })

  it('writes nothing when the bodies are sent as prefilled', async () => {
    const { page } = opened
    for (const [summary, status] of [
      ['Update the name and description', '204'],
      ['Change many sessions of a series', '200'],
    ] as const) {
      const operation = page.locator('.opblock', { hasText: summary })
      await operation.getByText(summary).click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const result = operation.locator('.live-responses-table .response').first()
      await result.waitFor()
      expect(await result.locator('.response-col_status').textContent()).toContain(status)
    }
    expect(await page.getByText('"sessionsUpdated": 0').count()).toBeGreaterThan(0)
    await picture(page, 'harmless')
  })

  it('fits a narrow window', async () => {
    const { page, errors } = opened
    await page.setViewportSize({ width: 390, height: 900 })
    // The whole id is visible without scrolling the field.
    expect(await page.evaluate(fits('input[placeholder=sessionId]'))).toBe(true)
    await picture(page, 'narrow')
    expect(await page.evaluate(fits('html'))).toBe(true)
    expect(errors).toEqual([])
  })

  it.each([390, 1280])(
    'shows the error that the link of a problem leads to (%s pixels wide)',
    async (width) => {
      const path = '/api/docs/errors#capacity_below_sold'
      const { page, hosts, errors } = await open(width, path, 'Error codes')
      await picture(page, `errors-${width}`)
      expect(await page.locator(':target h2').textContent()).toBe('Capacity below sold')
      const top = await page.evaluate('document.querySelector(":target").getBoundingClientRect().top')
      expect(top).toBeLessThan(900)
      expect(await page.evaluate(fits('html'))).toBe(true)
      expect([...hosts]).toEqual([new URL(service.api).host])
      expect(errors).toEqual([])
    },
  )
})
