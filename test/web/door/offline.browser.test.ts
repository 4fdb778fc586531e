// The door page without a network, on a slow one, behind a captive portal, and with tokens that have expired.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type Door,
  expectGone,
  expectStatus,
  expectText,
  LARGE_SESSION,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readStatus,
  readTokens,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { useOwnService } from '../../support/node/own-service.ts'
import { eventually, signIn } from '../../support/node/page.ts'
import { openDoorClient } from '../../support/node/sign-in.ts'

/** Shorter than the margin in which the page renews a token: each request needs a new one. */
const TOKEN_SECONDS = 3
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const CHECK_INS = '**/check-ins'
const TOKEN = '**/token'

describe.skipIf(BROWSER === undefined)('the door page without a network', () => {
  const service = useDoor(useOwnService('demo', { tokenSeconds: TOKEN_SECONDS }))
  const takeTicket = makeTicketSource(service)

  const waitUntilTokenExpired = (page: Page) =>
    eventually(async () => expect((await readTokens(page)).expiresAt).toBeLessThan(Date.now()))

  it('opens 20,000 tickets with an expired token, searches, checks in, and sends later', async () => {
    const door = await openDoor(service, { subject: 'door', session: LARGE_SESSION })
    await door.setOffline(true)
    await waitUntilTokenExpired(door.page)
    await door.reload()
    await door.ready.waitFor()
    await expectText(door.connection, /^Offline/)
    const [ticket] = await service.sql<{
      id: string
      number: string
    }>(`SELECT id, ticket_number AS number FROM tickets WHERE status = 'Valid' AND session_number =
       (SELECT number FROM sessions WHERE id = '${LARGE_SESSION}') LIMIT 1`)
    if (ticket === undefined) throw new Error('There is no valid ticket.')
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await expectText(door.connection, /^Offline.*1 to send/)
    await door.expectRow(ticket, 'Checked in')
    expect(await readStatus(service, ticket)).toBe('Valid')

    await door.setOffline(false)
    await expectStatus(service, ticket, 'CheckedIn')
    await expectText(door.connection, /^Up to date$/)
    expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 1, outcome: 'CheckedIn' }])
    expect(door.problems).toEqual([])
  })

  it('lists the sessions that are on the phone', async () => {
    const door = await openDoor(service)
    await door.page.getByRole('link', { name: 'Sessions' }).click()
    await door.page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await door.page.context().setOffline(true)
    await door.reload()
    await door.page.getByRole('list', { name: 'Sessions' }).getByRole('link').click()
    await door.search.waitFor()
  })

  it.each([
    ['the issuer cannot be reached', (route: Route) => route.abort()],
    ['the issuer fails', (route: Route) => route.fulfill({ status: 500, body: 'Internal Server Error' })],
    [
      'a network answers for the issuer',
      (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }),
    ],
  ])('keeps the person signed in when %s', { tags: ['full'] }, async (_, fail) => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.page.route(TOKEN, fail)
    await door.wake()
    await expectText(door.connection, /^Offline/)
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.reload()
    await door.ready.waitFor()
    await expectText(door.connection, /^Offline.*1 to send/)
    await door.page.unroute(TOKEN)
    await door.wake()
    await expectStatus(service, ticket, 'CheckedIn')
    expect(door.problems).toEqual([])
  })

  it('keeps working when the issuer has ended the sign-in, and sends after the next one', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    const issuer = await openDoorClient(service.api)
    await issuer.revoke((await readTokens(door.page)).refreshToken)
    await door.wake()
    await expectText(door.page.getByRole('main'), 'Your sign-in has ended')
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.reload()
    await door.ready.waitFor()
    await expectText(door.connection, /1 to send/)
    await signIn(door.page, service.org.staff)
    await expectStatus(service, ticket, 'CheckedIn')
    await expectText(door.connection, /^Up to date$/)
  })

  describe('the door page behind a captive portal', { tags: ['full'] }, () => {
    const PORTAL = 'https://portal.example/'
    const portals: [string, (route: Route) => Promise<void>][] = [
      [
        'that answers with HTML',
        (route) =>
          route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Accept the terms</h1>' }),
      ],
      ['that redirects', (route) => route.fulfill({ status: 302, headers: { Location: PORTAL } })],
      ['that answers with JSON', (route) => route.fulfill({ status: 200, json: { data: [], next: null } })],
      ['that answers 404', (route) => route.fulfill({ status: 404, json: { code: 'session_not_found' } })],
    ]

    const startPortal = (door: Door, answer: (route: Route) => Promise<void>) =>
      door.context.route('**', (route) =>
        route.request().url() === PORTAL ? route.fulfill({ body: '<h1>Portal</h1>' }) : answer(route),
      )

    it.each(portals)('erases and blocks nothing behind one %s', async (_, answer) => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await startPortal(door, answer)
      await door.wake()
      await expectText(door.connection, /^Offline/)
      await door.checkIn(ticket)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await door.reload()
      await door.ready.waitFor()
      await door.expectRow(ticket, 'Checked in')
      await expectText(door.connection, /^Offline.*1 to send/)
      await door.context.unroute('**')
      await door.wake()
      await expectStatus(service, ticket, 'CheckedIn')
      await expectText(door.connection, /^Up to date$/)
      await door.reload()
      await door.ready.waitFor()
    })
  })

  describe('the door page with a slow service', () => {
    /** The service gets each check-in, and responds once the page has decided by itself. */
    const respondLate = async (page: Page): Promise<{ respond: () => void }> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(CHECK_INS, async (route) => {
        const response = await route.fetch()
        await promise
        await route.fulfill({ response })
      })
      return { respond: resolve }
    }

    it('decides by its own list, and reports the admission', async () => {
      const door = await openDoor(service, { isImpatient: true })
      const ticket = await takeTicket()
      const { respond } = await respondLate(door.page)
      const sent: string[] = []
      door.page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/check-ins'))
          sent.push(request.postData() ?? '')
      })
      await door.checkIn(ticket)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      respond()
      await eventually(() => expect(sent.some((body) => body.includes('"admitted":true'))).toBe(true))
      await expectText(door.connection, /^Up to date$/)
      expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 1, outcome: 'CheckedIn' }])
    })

    it('withdraws the question when it showed a refusal', async () => {
      const door = await openDoor(service, { isImpatient: true })
      const ticket = await takeTicket()
      // The phone learns of the refund, and not that it was taken back.
      await service.sql(`UPDATE tickets SET status = 'Refunded' WHERE id = '${ticket.id}'`)
      await door.wake()
      await door.expectRow(ticket, 'Refunded')
      await door.page.route('**/ticket-changes**', (route) => route.abort())
      await service.sql(`UPDATE tickets SET status = 'Valid' WHERE id = '${ticket.id}'`)
      const { respond } = await respondLate(door.page)
      await door.enter(ticket.code)
      await expectText(door.alert, ticket.number)
      expect(await door.alert.textContent()).toMatch(/^Not valid/)
      respond()
      await eventually(async () =>
        expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 0, undone: 1 }]),
      )
      expect(await readStatus(service, ticket)).toBe('Valid')
      await eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    })
  })

  it.each([
    ['behind', -DAY_MS],
    ['ahead', DAY_MS],
  ])("records the right time when the phone's clock is a day %s", async (_, difference) => {
    const door = await openDoor(service, { time: Date.now() + difference, isSigningIn: true })
    const [online, offline] = [await takeTicket(), await takeTicket()]
    await door.checkIn(online)
    await door.setOffline(true)
    await door.checkIn(offline)
    await door.setOffline(false)
    for (const ticket of [online, offline]) {
      await expectStatus(service, ticket, 'CheckedIn')
      const [{ at } = { at: 0 }] = await readCheckIns(service, ticket)
      expect(Math.abs(Date.now() - at)).toBeLessThan(5 * MINUTE_MS)
    }
    await expectText(door.connection, /^Up to date$/)
    await expectGone(door.button(/^Admitted/))
  })
})
