// A phone that several people use: nothing of the previous person stays or comes back.
// @module-tag full
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  changeStore,
  checkInElsewhere,
  type Door,
  expectStatus,
  expectText,
  expireToken,
  makeTicketSource,
  openDoor,
  readStatus,
  readTokens,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, signIn } from '../../support/node/page.ts'
import { openDoorClient } from '../../support/node/sign-in.ts'

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

/** How many entries the page's database has, beside the name of its owner. */
const countEntries = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('doorlist-door')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      const names = [...db.objectStoreNames].filter((name) => !name.endsWith('Owner'))
      const transaction = db.transaction(names)
      const counts = names.map((name) => transaction.objectStore(name).count())
      transaction.oncomplete = () => {
        db.close()
        resolve(counts.reduce((sum, { result }) => sum + result, 0))
      }
    }
  })`)

describe.skipIf(BROWSER === undefined)('a shared phone', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  it('has no data left while the sign-in is still being revoked, whatever is under way', async () => {
    const door = await openDoor(service, { script: NO_LIMITS, isImpatient: true })
    const ticket = await takeTicket()
    const sending = await hold(door.page, '**/check-ins')
    await door.setOffline(true)
    await door.checkIn(ticket)
    await door.context.setOffline(false)
    await door.wake()
    await sending.isReached()
    const revocation = await hold(door.page, '**/revocation')
    await door.signOut()
    for (const _ of ['asks', 'erases']) await door.button('Erase them too').click()
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

  it('has no data left while a suspended tab keeps the database open', async () => {
    const door = await openDoor(service)
    const suspended = await door.context.newPage()
    await suspended.goto(`${service.api}/api/docs`)
    await suspended.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('doorlist-door')
      request.onsuccess = () => {
        globalThis.db = request.result
        resolve()
      }
    })`)
    await door.signOut()
    await door.button('Sign in').waitFor()
    expect(await countEntries(suspended)).toBe(0)
  })

  it('asks who signs in, even after the page was closed', async () => {
    const door = await openDoor(service)
    await door.signOut()
    await door.button('Sign in').waitFor()
    const page = await door.context.newPage()
    await door.page.close()
    await page.goto(`${service.api}/door/`)
    const request = page.waitForRequest((one) => one.url().includes('code_challenge'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(new URL((await request).url()).searchParams.get('prompt')?.split(' ')).toContain('login')
  })

  it('keeps the second person signed in when a suspended tab of the first one renews its token', async () => {
    const door = await openDoor(service, { script: SUSPENDED })
    await expectText(door.connection, /^Up to date$/)
    const renewal = await hold(door.page, '**/token')
    await expireToken(door.page)
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
    expect(await readTokens(door.page)).toMatchObject({ subject: 'manager' })
  })

  describe('a shared phone on which another person signs in', () => {
    /** Ends the sign-in at the issuer, and signs another person in on the same phone. */
    const changePerson = async (door: Door, subject: string): Promise<void> => {
      const issuer = await openDoorClient(service.api)
      await issuer.revoke((await readTokens(door.page)).refreshToken)
      await expireToken(door.page)
      await door.context.setOffline(false)
      await signIn(door.page, subject)
      await eventually(async () => expect(await readTokens(door.page)).toMatchObject({ subject }))
    }

    it('sends the check-ins of the previous person', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await door.checkInOffline(ticket)
      await changePerson(door, service.org.manager)
      await expectStatus(service, ticket, 'CheckedIn')
      await door.search.waitFor()
      await eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    })

    it('keeps check-ins that the new person may not send, and says so', async () => {
      const door = await openDoor(service)
      const [ticket, other] = [await takeTicket(), await takeTicket()]
      await door.checkInOffline(ticket)
      await door.checkIn(other)
      await expectText(door.connection, /2 to send/)
      await changeStore(
        door.page,
        'checkIns',
        `if (entry.guest.number === '${other.number}') entry.subject = 'the one before'`,
      )
      await changePerson(door, service.org.stranger)
      await expectText(
        door.page.getByRole('status'),
        `1 check-in by ${service.org.staff} has not been sent yet`,
      )
      await expectText(door.page.getByRole('status'), '1 check-in by the one before has not been sent yet')
      await expectText(door.page.getByRole('status'), `${service.org.staff} must sign in on this phone`)
      expect(await door.search.count()).toBe(0)
      expect(await door.page.getByText(ticket.number).count()).toBe(0)
      expect(await readStatus(service, ticket)).toBe('Valid')
      expect(await readWaiting(door.page)).toHaveLength(2)

      await changePerson(door, service.org.manager)
      await expectStatus(service, ticket, 'CheckedIn')
    })

    it('neither names nor removes guests of sessions that the new person has no access to', async () => {
      const door = await openDoor(service)
      const [ticket, refused] = [await takeTicket(), await takeTicket()]
      await door.setOffline(true)
      for (const one of [ticket, refused]) await door.checkIn(one)
      await changeStore(
        door.page,
        'checkIns',
        `if (entry.guest.number === '${refused.number}') entry.guest.id = 'not-a-uuid'`,
      )
      await door.reload()
      await expectText(door.connection, /2 to send/)
      await checkInElsewhere(service, ticket, 'Gate B')
      await door.setOffline(false)
      await door.button('Admitted twice (1)').waitFor()
      await door.button('Not accepted (1)').waitFor()
      await door.page.route('**/ticket-changes**', (route) => route.abort())
      await changePerson(door, service.org.stranger)
      await door.page.getByText('Waiting for the service to confirm').waitFor()
      expect(await door.search.count()).toBe(0)
      await door.page.goto(`${service.api}/door/#/`)
      await door.button('Admitted twice (1)').click()
      await expectText(door.dialog, '1 ticket for a session that you have no access to')
      expect(await door.dialog.getByRole('listitem').count()).toBe(0)
      expect(await door.dialog.getByRole('button', { name: 'Mark as seen' }).count()).toBe(0)
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      await door.button('Not accepted (1)').click()
      await expectText(door.dialog, '1 ticket for a session that you have no access to')
      expect(await door.dialog.getByRole('button', { name: 'Remove' }).count()).toBe(0)
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      // Nor the session, without a network.
      await door.context.setOffline(true)
      await door.reload()
      await door.button('Try again').waitFor()
      expect(await door.page.getByText('Event').count()).toBe(0)
      expect(await door.page.getByText(ticket.number).count()).toBe(0)
    })
  })
})
