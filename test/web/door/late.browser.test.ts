// What comes late or never: settings, sessions that the person has left, older responses, and a sign-in that
// another page renews.
// @module-tag full
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  expectText,
  expireToken,
  openDoor,
  readStore,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, openProfile, openSignedIn } from '../../support/node/page.ts'

/** A script for the browser: while `isHurried`, no request and no lock waits longer than a second. */
const SHORT_LIMITS = `{
  globalThis.isHurried = true
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, isHurried ? Math.min(ms, 1_000) : ms)
}`
/** On a busy machine, what is to succeed takes longer than that. */
const setHurried = (page: Page, isHurried: boolean): Promise<unknown> =>
  page.evaluate(`globalThis.isHurried = ${isHurried}`)

/** A script for the browser: what is read of the sessions on the disk comes when a function is called. */
const SLOW_LIST = `{
  globalThis.lateReads = []
  const { getAll } = IDBObjectStore.prototype
  IDBObjectStore.prototype.getAll = function () {
    const request = getAll.call(this)
    if (this.name !== 'sessions') return request
    return {
      get result() {
        return request.result
      },
      set onsuccess(work) {
        request.onsuccess = () => lateReads.push(work)
      },
    }
  }
}`

const countRequests = (page: Page, path: RegExp): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (path.test(request.url())) count += 1
  })
  return () => count
}

describe.skipIf(BROWSER === undefined)('the door page', () => {
  const service = useDoor()

  it('offers to sign in even if the network never responds, and says why that fails', async () => {
    const { page } = await openProfile({ script: SHORT_LIMITS })
    await page.route('**/config.json', () => undefined)
    await page.goto(`${service.api}/door/`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectText(page.getByRole('alert'), 'cannot be reached')
  })

  it('does not open a session that the person has already left', async () => {
    const { page } = await openSignedIn(service, service.org.staff, '/api/docs')
    const polls = countRequests(page, /ticket-changes/)
    const { session } = service.org
    const late = new Promise<Route>((resolve) => page.route(`**/api/v1/sessions/${session}`, resolve))
    await page.goto(service.api + addressOf(session))
    const route = await late
    await page.evaluate(`location.hash = '#/'`)
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await route.continue()
    // The session is noted on the disk, and then nobody wants it.
    await eventually(async () => expect(await readStore(page, 'sessions')).toHaveLength(1))
    await page.getByRole('link', { name: /^Event/ }).waitFor()
    expect(polls()).toBe(0)
    await page.evaluate(`location.hash = '#/sessions/${session}'`)
    await asDoor(page).ready.waitFor()
    expect(polls()).toBe(1)
  })

  it('stays in a session when the disk is slow to read the list of sessions', async () => {
    const { page } = await openSignedIn(service, service.org.staff, '/api/docs', { script: SLOW_LIST })
    await page.goto(service.api + addressOf(service.org.session))
    const door = asDoor(page)
    await door.ready.waitFor()
    const finishRead = async () => {
      await eventually(async () => expect(await page.evaluate('lateReads.length')).toBe(1))
      await page.evaluate('lateReads.shift()()')
    }
    await finishRead()
    await page.evaluate(`{
      location.hash = '#/'
      setTimeout(() => (location.hash = '#/sessions/${service.org.session}'))
    }`)
    await finishRead()
    await door.search.fill('nobody')
    await expectText(page.getByRole('status'), '0 found')
    expect(await page.getByRole('heading', { name: 'Sessions' }).count()).toBe(0)
  })

  it('does not use a refresh token that a suspended page may have used', async () => {
    const door = await openDoor(service, { script: `${SHORT_LIMITS}\nisHurried = false` })
    const suspended = await door.context.newPage()
    await suspended.goto(`${service.api}/api/docs`)
    await suspended.evaluate(
      `new Promise((resolve) => navigator.locks.request('doorlist.renew', () => new Promise(resolve)))`,
    )
    const renewals = countRequests(door.page, /\/token$/)
    await expireToken(door.page)
    await setHurried(door.page, true)
    await door.wake()
    await expectText(door.connection, /^Offline/)
    expect(renewals()).toBe(0)
    await setHurried(door.page, false)
    await suspended.close()
    await door.wake()
    await expectText(door.connection, /^Up to date$/)
    expect(renewals()).toBe(1)
  })

  it('sends each bookmark with the next request', async () => {
    const door = await openDoor(service)
    const sent: (string | undefined)[] = []
    const received = ['zzzz-1', 'zzzz-2']
    await door.page.route('**/api/v1/**', async (route) => {
      const { 'x-d1-bookmark': bookmark, ...headers } = route.request().headers()
      const response = await route.fetch({ headers })
      sent.push(bookmark)
      const next = received.shift()
      const more = next === undefined ? {} : { 'x-d1-bookmark': next }
      await route.fulfill({ response, headers: { ...response.headers(), ...more } })
    })
    for (const count of [1, 2, 3]) {
      await door.wake()
      await eventually(() => expect(sent.length).toBeGreaterThanOrEqual(count))
      await expectText(door.connection, /^Up to date$/)
    }
    expect(sent.slice(1, 3)).toEqual(['zzzz-1', 'zzzz-2'])
  })
})
