// A phone that several people use: nothing of the one before is left, or comes back.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { type Door, eventually, expectText, makeTicketSource, openDoor } from '../../support/node/door.ts'
import { useService } from '../../support/node/page.ts'

/** A script for the browser: requests have no time limit, as if the test were as fast as the phone. */
const NO_LIMITS = `AbortSignal.timeout = () => new AbortController().signal`

/** A script for the browser: the page does not notice other tabs, like one that the phone has suspended. */
const SUSPENDED = `addEventListener('storage', (event) => event.stopImmediatePropagation())`

/** Holds requests that match until `release`. */
const hold = async (page: Page, pattern: string) => {
  const held: Route[] = []
  await page.route(pattern, (route) => {
    held.push(route)
  })
  return {
    isReached: () => eventually(() => expect(held.length).toBeGreaterThan(0)),
    release: () => Promise.all(held.map((route) => route.continue())),
  }
}

/** How many entries the page's database has. */
const countEntries = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('doorlist-door')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      const transaction = db.transaction(db.objectStoreNames)
      const counts = [...db.objectStoreNames].map((name) => transaction.objectStore(name).count())
      transaction.oncomplete = () => {
        db.close()
        resolve(counts.reduce((sum, { result }) => sum + result, 0))
      }
    }
  })`)

describe.skipIf(BROWSER === undefined)('a shared phone', () => {
  const service = useService()
  const takeTicket = makeTicketSource(service)

  const signOut = async (door: Door): Promise<void> => {
    await door.button('Settings').click()
    await door.button('Sign out and erase').click()
  }

  it('has nothing left while the sign-in is still being revoked, whatever is under way', async () => {
    const door = await openDoor(service, { script: NO_LIMITS, isImpatient: true })
    const ticket = await takeTicket()
    const sending = await hold(door.page, '**/check-ins')
    await door.setOffline(true)
    await door.checkIn(ticket)
    await door.context.setOffline(false)
    await door.wake()
    await sending.isReached()
    const revocation = await hold(door.page, '**/revocation')
    await signOut(door)
    await door.button('Sign out and erase').click()
    await revocation.isReached()
    await eventually(async () => expect(await countEntries(door.page)).toBe(0))
    expect(await door.page.evaluate(`Object.keys(localStorage)`)).toEqual([])

    // The response to what was sent before must not bring anything back.
    const response = door.page.waitForResponse('**/check-ins')
    await sending.release()
    await (await response).finished()
    expect(await countEntries(door.page)).toBe(0)
    await revocation.release()
    await door.button('Sign in').waitFor()
    expect(await countEntries(door.page)).toBe(0)
  })

  it('has nothing left while another tab is suspended and keeps the database open', async () => {
    const door = await openDoor(service)
    const suspended = await door.context.newPage()
    await suspended.goto(`${service.dev.api}/api/docs`)
    await suspended.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('doorlist-door')
      request.onsuccess = () => {
        globalThis.db = request.result
        resolve()
      }
    })`)
    await signOut(door)
    await door.button('Sign in').waitFor()
    expect(await countEntries(suspended)).toBe(0)
  })

  it('asks who signs in, also after the page was closed', async () => {
    const door = await openDoor(service)
    await signOut(door)
    await door.button('Sign in').waitFor()
    const page = await door.context.newPage()
    await door.page.close()
    await page.goto(`${service.dev.api}/door/`)
    const request = page.waitForRequest((one) => one.url().includes('code_challenge'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(new URL((await request).url()).searchParams.get('prompt')?.split(' ')).toContain('login')
  })

  it('keeps the second person signed in when a suspended tab of the first one renews its token', async () => {
    const door = await openDoor(service, { script: SUSPENDED })
    await expectText(door.connection, /^Up to date$/)
    const renewal = await hold(door.page, '**/token')
    await door.page.evaluate(`{
      const tokens = JSON.parse(localStorage.getItem('doorlist.tokens'))
      localStorage.setItem('doorlist.tokens', JSON.stringify({ ...tokens, expiresAt: 0 }))
    }`)
    await door.wake()
    await renewal.isReached()
    const second = {
      subject: 'manager',
      accessToken: 'b',
      refreshToken: 'b',
      expiresAt: Date.now() + 3_600_000,
    }
    await door.page.evaluate(`localStorage.setItem('doorlist.tokens', '${JSON.stringify(second)}')`)
    // The renewed sign-in belongs to nobody who is signed in.
    const revoked = door.page.waitForRequest('**/revocation')
    await renewal.release()
    await revoked
    expect(await door.page.evaluate(`JSON.parse(localStorage.getItem('doorlist.tokens')).subject`)).toBe(
      'manager',
    )
  })
})
