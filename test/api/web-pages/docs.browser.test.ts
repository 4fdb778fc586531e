// The documentation pages in a real browser: reading them, authorizing, and trying an operation.
// @module-tag full
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { sharedBrowser } from '../../support/node/page.ts'
import { useService } from '../../support/node/service.ts'

const LIST = '/api/v1/sessions/{sessionId}/tickets'
const SERIES = '/api/organizer/v1/events/{eventId}/series/{seriesId}'
const BULK_UPDATE = `${SERIES}/sessions/bulk-update`

/** The hash that opens an operation. */
const linkTo = (method: string, path: string): string => `#?route=${method}-${path.replace(/[{}]/g, '-')}`

/** A script for the browser that tells whether the element shows its whole width without scrolling. */
const fits = (selector: string): string =>
  `{ const element = document.querySelector('${selector}'); element.scrollWidth <= element.clientWidth }`

describe.skipIf(BROWSER === undefined)('/api/docs in a browser', () => {
  const service = useService()

  afterAll(async () => {
    for (const context of (await sharedBrowser()).contexts()) await context.close()
  })

  /** Opens a page, and collects its errors and the hosts that it contacts. */
  const open = async (width: number, path = '/api/docs') => {
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
    await page.getByText('Error codes').first().waitFor()
    return { page, hosts, errors }
  }

  /** Saves a screenshot in the folder `$PICTURES`, if it is set. */
  const picture = async (page: Page, name: string): Promise<void> => {
    const { PICTURES } = process.env
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
  }

  /** Sets the token of the page. */
  const authorize = async (page: Page, token: string): Promise<void> => {
    await page.getByRole('link', { name: 'Authentication' }).click()
    await page.getByPlaceholder('JWT').fill(token)
    await page.getByRole('button', { name: 'Set' }).click()
    await page.getByText('Key Applied', { exact: true }).waitFor()
    await picture(page, 'authorize')
  }

  /**
   * Sends the request of an operation as it is prefilled. The response must have the status, and a body with
   * the text.
   */
  const tryOut = async (page: Page, method: string, path: string, status: number, body?: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(linkTo(method, path))}`)
    const operation = page.locator(`api-request[method="${method}"][path="${path}"]`)
    await operation.getByRole('button', { name: 'Execute' }).click()
    expect(await operation.getByText('Response Status').textContent()).toContain(`(${status})`)
    if (body !== undefined) await operation.locator('syntax-highlighter', { hasText: body }).waitFor()
  }

  it('runs operations with a pasted token, and writes nothing with the prefilled bodies', async () => {
    const { page, hosts, errors } = await open(1280)
    const token = await service.token('manager')
    await authorize(page, token)
    await tryOut(page, 'get', LIST, 200, '"ticketNumber"')
    await picture(page, 'tried')
    await tryOut(page, 'put', SERIES, 204)
    await tryOut(page, 'post', BULK_UPDATE, 200, '"sessionsUpdated": 0')

    expect([...hosts]).toEqual([new URL(service.api).host])
    expect(errors).toEqual([])
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(token)
  })

  it('is opened by keyboard in a narrow window, and fits it', async () => {
    const { page, errors } = await open(390)
    await page.locator('.section-tag-header', { hasText: 'Tickets' }).press('Enter')
    await page.locator('summary', { hasText: 'List the tickets of a session' }).press('Enter')
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    await picture(page, 'narrow')
    expect(await page.evaluate(fits('html'))).toBe(true)
    expect(errors).toEqual([])
  })

  it.each([390, 1280])('is accessible in light and dark (%s pixels wide)', async (width) => {
    const { page } = await open(width)
    await expectAccessible(page, 'the start')
    await page.goto(`${service.api}/api/docs${linkTo('get', LIST)}`)
    await page.reload()
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    await expectAccessible(page, 'an operation')
  })

  it('needs 180 kB compressed to start, and 500 bytes and eight elements for each operation, at most', async () => {
    const { page } = await open(390)
    const read = async (path: string) =>
      new Uint8Array(await (await fetch(`${service.api}/api/${path}`)).arrayBuffer())
    const pages = await Promise.all(['docs', 'docs/explorer.js', 'docs/page.js', 'docs/page.css'].map(read))
    expect(pages.reduce((sum, page) => sum + gzipSync(page).length, 0)).toBeLessThan(180_000)
    const openapi = await read('openapi.json')
    const { length: operations } = new TextDecoder().decode(openapi).match(/"operationId":/g) ?? []
    expect(gzipSync(openapi).length / Number(operations)).toBeLessThan(500)
    expect(await page.locator('*').count()).toBeLessThan(8 * Number(operations))
  })

  it.each([390, 1280])(
    'shows the error that the link of a problem leads to (%s pixels wide)',
    async (width) => {
      const path = '/api/docs/errors#capacity_below_sold'
      const { page, hosts, errors } = await open(width, path)
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
