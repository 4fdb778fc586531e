// What the door page does when the service responds with an error.
// @module-tag full
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  changeStore,
  expectGone,
  expectStatus,
  expectText,
  inSession,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readWaiting,
  serviceError,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

const CHANGES = '**/ticket-changes**'
const CHECK_INS = '**/check-ins'
const API = '**/api/v1/**'

const RETRY_AFTER_SECONDS = 120
const MINUTE_MS = 60_000

describe.skipIf(BROWSER === undefined)('an error of the service', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  /** Collects the statuses of responses to requests for changes. */
  const collectStatuses = (page: Page): number[] => {
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/ticket-changes')) statuses.push(response.status())
    })
    return statuses
  }

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ])(
    'with status %s makes the page wait for Retry-After while it keeps checking in',
    async (status, code) => {
      const door = await openDoor(service, { time: Date.now() })
      const ticket = await takeTicket()
      let requests = 0
      await door.page.route(API, (route) => {
        requests += 1
        return route.fulfill(serviceError(status, code, RETRY_AFTER_SECONDS))
      })
      await door.wake()
      await eventually(() => expect(requests).toBe(1))
      await door.checkIn(ticket)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await expectText(door.connection, /1 to send/)
      // The question, and the first attempt to send what was decided without its result.
      await eventually(() => expect(requests).toBe(3))

      await door.page.clock.fastForward(RETRY_AFTER_SECONDS * 500)
      await door.search.fill(ticket.number)
      expect(requests).toBe(3)
      await door.page.unroute(API)
      await door.page.clock.fastForward(RETRY_AFTER_SECONDS * 1_000)
      await expectStatus(service, ticket, 'CheckedIn')
      await expectText(door.connection, /^Up to date$/)
      expect(door.problems).toEqual([])
    },
  )

  it('410 changes_gone loads the list again while the old one stays on the screen', async () => {
    const door = await openDoor(service)
    const [ticket, refunded] = [await takeTicket(), await takeTicket()]
    const statuses = collectStatuses(door.page)
    await service.sql(
      `UPDATE ticket_counts SET epoch = lower(hex(randomblob(8))) WHERE ${inSession(service.org.session)}`,
      `UPDATE tickets SET status = 'Refunded' WHERE id = '${refunded.id}'`,
    )
    await door.setOffline(true)
    await door.checkIn(ticket)
    await door.setOffline(false)
    await door.expectRow(refunded, 'Refunded')
    expect(statuses.filter((status) => status === 410).length).toBe(1)
    await expectStatus(service, ticket, 'CheckedIn')
    await door.expectRow(ticket, 'Checked in')
    expect(await door.page.getByRole('progressbar').count()).toBe(0)
  })

  it('400 invalid_cursor loads the list again', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    // The page hears of nothing more, which it would store with a place in the list that is not damaged.
    await door.page.evaluate('globalThis.fetch = () => new Promise(() => {}); undefined')
    await changeStore(door.page, 'sessions', `entry.next = 'damaged'`)
    await service.sql(`UPDATE tickets SET status = 'Voided' WHERE id = '${ticket.id}'`)
    const statuses = collectStatuses(door.page)
    await door.reload()
    await door.expectRow(ticket, 'Void')
    expect(statuses.filter((status) => status === 400).length).toBe(1)
  })

  it('401 makes the page renew its token and repeat the request', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    const rejected = new Set<string | undefined>()
    await door.page.route(CHECK_INS, (route) => {
      const { authorization } = route.request().headers()
      if (rejected.size > 0 && !rejected.has(authorization)) return route.continue()
      rejected.add(authorization)
      return route.fulfill(serviceError(401, 'invalid_token'))
    })
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    expect(rejected.size).toBe(1)
    expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 0, outcome: 'CheckedIn' }])
  })

  it('401 to every token signs nobody out and loses nothing', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.page.route(API, (route) => route.fulfill(serviceError(401, 'invalid_token')))
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.reload()
    await door.ready.waitFor()
    await door.expectRow(ticket, 'Checked in')
    await door.page.unroute(API)
    await door.wake()
    await expectStatus(service, ticket, 'CheckedIn')
  })

  it('404 of a route, as after a rollback, erases and blocks nothing', async () => {
    const door = await openDoor(service, { time: Date.now() })
    const ticket = await takeTicket()
    await door.page.route(API, (route) => route.fulfill(serviceError(404, 'route_not_found')))
    await door.wake()
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.page.clock.fastForward(MINUTE_MS + 1)
    await door.wake()
    await door.reload()
    await door.ready.waitFor()
    await door.expectRow(ticket, 'Checked in')
    await door.page.unroute(API)
    await door.wake()
    await expectStatus(service, ticket, 'CheckedIn')
    await expectText(door.connection, /^Up to date$/)
  })

  it('does not include a lagging replica: no ticket goes back to an older state', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    let isLagging = false
    let stale: Awaited<ReturnType<Route['fetch']>> | undefined
    let staleResponses = 0
    await door.page.route(CHANGES, async (route) => {
      const { 'if-none-match': _, ...headers } = route.request().headers()
      if (!isLagging || stale === undefined) {
        stale = await route.fetch({ headers })
        return route.fulfill({ response: stale })
      }
      await route.fulfill({ response: stale })
      staleResponses += 1
    })
    await door.wake()
    await eventually(() => expect(stale).toBeDefined())
    isLagging = true
    await door.checkIn(ticket)
    for (const count of [1, 2, 3]) {
      await door.wake()
      await eventually(() => expect(staleResponses).toBeGreaterThanOrEqual(count))
      await door.expectRow(ticket, 'Checked in')
    }
    isLagging = false
    await door.wake()
    await door.reload()
    await door.expectRow(ticket, 'Checked in')
  })

  it('400 for one item puts it aside, where everybody sees it, and sends the others', async () => {
    const door = await openDoor(service)
    const tickets = [await takeTicket(), await takeTicket(), await takeTicket()] as const
    await door.setOffline(true)
    for (const ticket of tickets) await door.checkIn(ticket)
    const [first, poisoned, last] = tickets
    await changeStore(
      door.page,
      'checkIns',
      `if (entry.guest.number === '${poisoned.number}') entry.guest.id = 'not-a-uuid'`,
    )
    await door.reload()
    await expectText(door.connection, /3 to send/)
    await door.setOffline(false)
    for (const ticket of [first, last]) await expectStatus(service, ticket, 'CheckedIn')
    await expectText(door.connection, /^Up to date$/)

    await door.button('Not accepted (1)').click()
    await expectText(door.dialog.getByRole('listitem'), poisoned.number)
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(door.dialog)
    await door.reload()
    await door.button('Not accepted (1)').click()
    await door.dialog.getByRole('button', { name: 'Remove' }).click()
    await expectGone(door.button('Not accepted (1)'))
    expect(await readWaiting(door.page)).toEqual([])
    await door.expectRow(poisoned, 'Expected')
  })
})
