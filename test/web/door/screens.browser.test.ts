// Every screen of the door page with axe-core, in light and dark, and the page by keyboard alone.
// @module-tag full
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  changeStore,
  checkInElsewhere,
  expectAllShown,
  expectGone,
  expectStatus,
  expectText,
  expireToken,
  inSession,
  makeTicketSource,
  openDoor,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, openSignedIn, typeSubject } from '../../support/node/page.ts'

/** More than the page has elements that take the focus. */
const MAX_TABS = 40
/** Between the last letter and the next key of a person. */
const TYPING_PAUSE_MS = 500

describe.skipIf(BROWSER === undefined)('the screens of the door page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  it('show sessions whose doors are open as cards that do not touch', async () => {
    const { org } = service
    const ids = [org.session, org.otherEventSession]
    const list = ids.map((id) => `'${id}'`).join()
    const before = await service.sql<{ id: string; starts_at: number }>(
      `SELECT id, starts_at FROM sessions WHERE id IN (${list})`,
    )
    await service.sql(`UPDATE sessions SET starts_at = ${Date.now()} WHERE id IN (${list})`)
    const { page } = await openSignedIn(service, org.staff, '/door/')
    const cards = page.locator('a.now')
    await eventually(async () => expect(await cards.count()).toBeGreaterThan(1))
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
    for (const [index, box] of boxes.entries()) {
      const above = boxes[index - 1]
      if (box && above) expect(box.y - above.y - above.height).toBeGreaterThanOrEqual(8)
    }
    for (const { id, starts_at } of before)
      await service.sql(`UPDATE sessions SET starts_at = ${starts_at} WHERE id = '${id}'`)
  })

  describe('are accessible', () => {
    const openSignedOut = async (path: string, config?: Record<string, unknown>) => {
      const page = await service.browser.newPage()
      if (config !== undefined) await page.route('**/config.json', (route) => route.fulfill({ json: config }))
      await page.goto(service.api + path)
      return page
    }

    it('while signed out, and when the sign-in fails', async () => {
      const page = await openSignedOut('/door/')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await expectAccessible(page)
      await page.goto(`${service.api}/door/?state=x&error=access_denied`)
      await page.getByRole('alert').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })

    it('without a configured sign-in', async () => {
      const page = await openSignedOut('/door/', { issuer: '', clientId: '', scope: '' })
      await page.getByText('Sign-in is not configured').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })

    it('while choosing a session, with and without a network', async () => {
      const { page, context } = await openSignedIn(service, 'door', '/door/')
      await page.getByRole('listitem').first().waitFor()
      await page.getByRole('button', { name: 'Earlier' }).click()
      await page.locator(`[href*="${demoId('a5')}"]`).waitFor()
      await expectAccessible(page)
      // Without a network it would not become ready any more.
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await expectAccessible(page)
    })

    it('for an unknown session', async () => {
      const { page } = await openSignedIn(service, service.org.staff, addressOf(demoId('99')))
      await page.getByText('This session was not found').waitFor()
      await expectAccessible(page)
    })

    it('while loading tickets', async () => {
      const { page, context } = await openSignedIn(service, service.org.staff, '/door/')
      await page.getByRole('listitem').first().waitFor()
      await context.route('**/ticket-changes**', () => undefined)
      await page.locator(`[href*="${service.org.session}"]`).click()
      await page.getByRole('progressbar', { name: 'Loading tickets' }).waitFor()
      await expectAccessible(page)
    })

    it('at the door: empty, found, a ticket, each outcome, recent check-ins, settings', async () => {
      const door = await openDoor(service, { device: 'Gate A' })
      const [ticket, other] = [await takeTicket(), await takeTicket()]
      await service.sql(`UPDATE tickets SET transfer_count = 2, attendee_company = 'Company', seat_label = 'A1',
         attendee_email = 'guest@example.com', holder_email = 'buyer@example.com' WHERE id = '${ticket.id}'`)
      await expectAccessible(door.page)
      await door.page.getByRole('radio', { name: 'Expected' }).check()
      await door.list.getByRole('button').first().waitFor()
      await expectAccessible(door.page)
      await door.page.getByRole('radio', { name: 'All' }).check()
      await door.search.fill('nobody has this name')
      await expectText(door.page.getByRole('status'), '0 found')
      await expectAccessible(door.page)

      await door.choose(ticket)
      await door.dialog.getByRole('button', { name: 'Show e-mail' }).click()
      await expectAccessible(door.page)
      await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
      await expectText(door.alert, /^Checked in/)
      await expectAccessible(door.page)
      await door.expectRow(ticket, 'Checked in')
      await door.choose(ticket)
      await expectAccessible(door.page)
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      await door.search.fill('')
      await door.page.getByRole('heading', { name: 'Recent check-ins' }).waitFor()
      await expectAccessible(door.page)

      await checkInElsewhere(service, other, 'Gate B')
      await door.enter(other.code)
      await expectText(door.alert, /^Already checked in/)
      await expectAccessible(door.page)
      await door.enter('XX999-000001')
      await expectText(door.alert, /^Unknown ticket/)
      await expectAccessible(door.page)
      const [refunded] = await service.sql<{ code: string }>(
        `SELECT code FROM tickets WHERE status = 'Refunded' AND ${inSession(service.org.session)} LIMIT 1`,
      )
      await door.enter(refunded?.code ?? 'none')
      await expectText(door.alert, /^Not valid/)
      await expectAccessible(door.page)

      await door.button('Settings').click()
      await door.dialog.waitFor()
      await expectAccessible(door.page)
      await door.page.keyboard.press('Escape')
      await door.button('Scan').click()
      await door.page.getByText('The camera cannot be used').waitFor()
      await expectAccessible(door.page)
    })

    it('with what needs attention: offline, admitted twice, not valid, not accepted, not sent', async () => {
      const door = await openDoor(service)
      const [twice, refunded, refused] = [await takeTicket(), await takeTicket(), await takeTicket()]
      await door.setOffline(true)
      for (const ticket of [twice, refunded, refused]) {
        await door.checkIn(ticket)
        // The next search takes the outcome off the screen.
        await expectAllShown(door.page)
      }
      await expectAccessible(door.page)
      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await door.dialog.getByRole('alert').waitFor()
      await expectAccessible(door.page)
      await door.page.keyboard.press('Escape')

      await checkInElsewhere(service, twice, 'Gate B')
      await service.sql(`UPDATE tickets SET status = 'Refunded' WHERE id = '${refunded.id}'`)
      await changeStore(
        door.page,
        'checkIns',
        `if (entry.guest.number === '${refused.number}') entry.guest.id = 'not-a-uuid'`,
      )
      await door.reload()
      await door.ready.waitFor()
      await door.setOffline(false)
      for (const name of ['Admitted twice (1)', 'Admitted, not valid (1)', 'Not accepted (1)']) {
        await door.button(name).click()
        await door.dialog.waitFor()
        await expectAccessible(door.page)
        await door.dialog.getByRole('button', { name: 'Close' }).click()
        await expectGone(door.dialog)
      }
      await expectAccessible(door.page)
    })

    it('without access, and with a sign-in that has ended', async () => {
      const door = await openDoor(service)
      await door.page.route('**/ticket-changes**', (route) =>
        route.fulfill({
          status: 403,
          headers: { 'X-Request-Id': 'x' },
          json: { code: 'forbidden', message: '' },
        }),
      )
      await door.wake()
      await door.page.getByText(/tickets are hidden/).waitFor()
      await expectAccessible(door.page)
      await expireToken(door.page, { refreshToken: 'unknown' })
      await door.wake()
      await door.page.getByText('Your sign-in has ended').waitFor()
      await expectAccessible(door.page)
    })
  })

  describe('by keyboard alone', () => {
    const hasFocus = (locator: Locator): Promise<boolean> =>
      locator.evaluate((element) => element.matches(':focus'))

    /** Presses Tab until an element has the focus. */
    const tabTo = async (page: Page, locator: Locator): Promise<void> => {
      // "Undo" takes no tap at first.
      await eventually(async () => expect(await locator.isEnabled()).toBe(true))
      const focused: unknown[] = []
      for (let count = 0; count < MAX_TABS; count += 1) {
        if (await hasFocus(locator)) return
        await page.keyboard.press('Tab')
        focused.push(await page.evaluate('document.activeElement.outerHTML.slice(0, 100)'))
      }
      throw new Error(`The element does not take the focus. These did: ${focused.join('\n')}`)
    }

    const press = async (page: Page, locator: Locator): Promise<void> => {
      await tabTo(page, locator)
      await page.keyboard.press('Enter')
    }

    it('lead from the sign-in to a check-in and its undo', async () => {
      const page = await service.browser.newPage()
      await page.clock.install()
      const door = asDoor(page)
      const ticket = await takeTicket()
      await page.goto(`${service.api}/door/`)
      await press(page, door.button('Sign in'))
      await press(page, await typeSubject(page, service.org.staff))
      await press(page, page.locator(`[href*="${service.org.session}"]`))
      await door.search.waitFor()

      await page.keyboard.type(ticket.number)
      await expectText(page.getByRole('status'), /^1 found$/)
      // The page takes keys that follow each other faster for those of a scanner.
      await page.clock.runFor(TYPING_PAUSE_MS)
      await press(page, door.row(ticket))
      await door.dialog.waitFor()
      await press(page, door.dialog.getByRole('button', { name: 'Check in', exact: true }))
      await expectText(door.alert, ticket.number)
      await eventually(async () => expect(await hasFocus(door.search)).toBe(true))
      await expectStatus(service, ticket, 'CheckedIn')
      await press(page, door.alert.getByRole('button', { name: 'Undo' }))
      await expectStatus(service, ticket, 'Valid')

      await tabTo(page, page.getByRole('radio', { name: 'All' }))
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('radio', { name: 'Expected' }).isChecked()).toBe(true)

      const settings = door.button('Settings')
      await press(page, settings)
      await door.dialog.waitFor()
      // On a phone, a field with the focus brings up the keyboard.
      const heading = door.dialog.getByRole('heading', { name: 'Settings' })
      await eventually(async () => expect(await hasFocus(heading)).toBe(true))
      await page.keyboard.press('Escape')
      await expectGone(door.dialog)
      await eventually(async () => expect(await hasFocus(settings)).toBe(true))
      expect(door.problems).toEqual([])
    })
  })
})
