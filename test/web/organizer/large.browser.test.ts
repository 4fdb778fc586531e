// A session with as many guests as a venue holds: no screen of it blocks the page.
// @module-tag full
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { TICKET_KEY_BITS } from '../../../src/db/schema/tickets.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { PATIENCE_MS } from '../../support/node/page.ts'
import { isFull } from '../../support/runs.ts'
import { expectCount, expectText, useApi, useConsole } from './console.ts'

const TICKETS = isFull ? 20_000 : 3_000

/**
 * Ours take up to 1.3 seconds, for the printer, and five times as long on a busy machine. Work that grows
 * with the square of the guests takes minutes.
 */
const MAX_BLOCKED_MS = 10_000

describe.skipIf(BROWSER === undefined)('a large session in the console', () => {
  const { service, open } = useConsole()
  let org: Awaited<ReturnType<typeof service.makeOrganizer>>
  beforeAll(async () => {
    org = await service.makeOrganizer()
    await service.sql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${TICKETS})
      INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name,
        attendee_name, checked_in_at)
      SELECT (number << ${TICKET_KEY_BITS}) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, 'L-' || n,
        iif(n % 3 = 0, 'CheckedIn', 'Valid'), '${org.types.Standing}', 'Standing',
        'Guest ' || (n * 7919 % ${TICKETS}) || ' Example', iif(n % 3 = 0, (unixepoch() - n % 5400) * 1000, NULL)
      FROM sessions CROSS JOIN c WHERE sessions.id = '${org.session}'`)
  })

  const address = (screen = ''): string => `/organizer/#/events/${org.event}/sessions/${org.session}${screen}`

  /** Begins to note the longest time in which the page could not respond. */
  const watch = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
      window.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
      }).observe({ type: 'longtask', buffered: true })
    })()`)
  const longest = (page: Page): Promise<number> => page.evaluate<number>('window.longest')

  it('shows the night, and goes on while people come', async () => {
    const { page, problems } = await open(org.manager, address())
    await watch(page)
    const comeIn = Math.floor(TICKETS / 3)
    const figure = (value: number) =>
      page.getByText(`${value.toLocaleString('en-GB')} of ${TICKETS.toLocaleString('en-GB')} checked in`)
    await figure(comeIn).waitFor()
    await page.getByRole('img', { name: /^All gates: / }).waitFor()
    const staff = await useApi(service, org.staff)
    const { data } = await staff<{ data: { id: string }[] }>(
      'GET',
      `/api/v1/sessions/${org.session}/tickets?status=Valid&pageSize=100`,
    )
    const items = data.map(({ id }) => ({
      ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId: id, admitted: true },
      at: new Date().toISOString(),
    }))
    await staff('POST', `/api/v1/sessions/${org.session}/check-ins`, { device: 'Gate A', items })
    await figure(comeIn + 100).waitFor()
    await page.getByRole('img', { name: /^Gate A: 100 admissions/ }).waitFor()
    expect(await longest(page)).toBeLessThan(MAX_BLOCKED_MS)
    expect(problems).toEqual([])
  })

  it('reads the list once for all screens of the session, with a progress bar until it is there', async () => {
    const { page, problems } = await open(org.manager)
    const whole: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/ticket-changes') && !searchParams.has('since')) whole.push(request.url())
    })
    const holding: { go: () => void } = { go: () => undefined }
    const held = new Promise<void>((resolve) => {
      holding.go = resolve
    })
    await page.route('**/ticket-changes?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(service.api + address('/figures'))
    // Before the list: the counts, and how much has arrived.
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    await expectText(page.getByRole('region', { name: 'Counts' }), /Checked in/)
    holding.go()
    await page.getByRole('table', { name: 'By gate' }).waitFor({ timeout: 4 * PATIENCE_MS })
    await page.unroute('**/ticket-changes?*', undefined)
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Session' }).getByRole('link', { name, exact: true }).click()
    await tab('Doors')
    await page.getByRole('img', { name: /^All gates: / }).waitFor()
    await tab('Guests')
    await page.getByRole('table', { name: 'Guests' }).waitFor()
    await tab('Paper list')
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await tab('Doors')
    await page.getByRole('img', { name: /^All gates: / }).waitFor()
    // What the doors have shown is there. The list goes on to ask what is new.
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The doors ask again from time to time until they are left.
      const isAsked = page.url().endsWith('/figures') && pathname.startsWith('/api/')
      if (isAsked && !searchParams.has('since')) asked.push(request.url())
    })
    await tab('Closing figures')
    await page.getByRole('table', { name: 'By gate' }).waitFor()
    expect(asked).toEqual([])
    expect(whole).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it('lists its guests, and makes a list for paper piece by piece', async () => {
    const { page, problems } = await open(org.manager, address('/guests'))
    await watch(page)
    await expectCount(page.getByRole('table', { name: 'Guests' }).getByRole('row'), 1 + 100)
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('guest 77')
    await expectText(
      page.getByRole('table', { name: 'Guests' }).getByRole('row').nth(1),
      /Guest 77\d* Example/,
    )
    await page.goto(service.api + address('/list'))
    await watch(page)
    await page
      .locator('.paper tbody tr')
      .nth(TICKETS - 1)
      .waitFor({ timeout: 4 * PATIENCE_MS })
    expect(await longest(page)).toBeLessThan(MAX_BLOCKED_MS)
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By ticket type')
    await page.getByRole('heading', { name: 'Standing' }).waitFor()
    expect(await longest(page)).toBeLessThan(MAX_BLOCKED_MS)
    expect(problems).toEqual([])
  })

  it('changes all its guests at once, by keyboard, with what a screen reader says, and by mouse', async () => {
    const { page, problems } = await open(org.manager, address('/guests'))
    await watch(page)
    const all = TICKETS.toLocaleString('en-GB')
    const table = page.getByRole('table', { name: 'Guests' })
    const head = table.getByRole('checkbox', { name: 'Select all guests shown' })
    const rows = table.getByRole('checkbox', { name: /^Select Guest \d+ Example$/ })
    const bar = page.getByRole('region', { name: 'Chosen guests' })
    const dialog = page.getByRole('dialog')
    const said = page.getByRole('status').first()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await expectCount(rows, 100)
    await expectCount(bar, 0)
    // One row, so that the head is neither on nor off; then the page, then all.
    await rows.nth(1).focus()
    await page.keyboard.press('Space')
    await expectText(said, '1 guest chosen')
    expect(await table.locator('thead input:indeterminate').count()).toBe(1)
    await head.focus()
    await page.keyboard.press('Space')
    await expectText(said, '100 guests chosen')
    expect([await head.isChecked(), await rows.nth(99).isChecked()]).toEqual([true, true])
    await button(`Choose all ${all} that match`).focus()
    await page.keyboard.press('Enter')
    await expectText(said, `${all} guests chosen`)
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Note' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Use the north entrance')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await expectText(dialog.getByRole('status'), `Chosen guests${all}Changed${all}Unchanged0`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: `Note: ${all} guests` }).press('Enter')
    const notice = page.getByRole('status').filter({ hasText: `${all} guests changed.` })
    await notice.waitFor({ timeout: 4 * PATIENCE_MS })
    await expectCount(bar, 0)
    const count = async () =>
      (
        await service.sql<{
          n: number
        }>(`SELECT count(*) AS n FROM tickets JOIN sessions ON number = session_number
          WHERE sessions.id = '${org.session}' AND note = 'Use the north entrance'`)
      )[0]?.n
    expect(await count()).toBe(TICKETS)
    await notice.getByRole('button', { name: 'Revert' }).click()
    await expectText(dialog, new RegExp(`Old values back${all}`))
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await page.getByText(`${all} guests have the old values`).waitFor({ timeout: 4 * PATIENCE_MS })
    expect(await count()).toBe(0)
    expect(await longest(page)).toBeLessThan(MAX_BLOCKED_MS)
    expect(problems).toEqual([])
  })
})
