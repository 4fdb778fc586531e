// What the phone keeps and erases: damaged databases, signing out, other people, old tickets, 100,000
// tickets.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  changeStore,
  expectGone,
  expectStatus,
  expectText,
  inSession,
  makeTicketSource,
  openDoor,
  readStatus,
  readStore,
  readTokens,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, signIn } from '../../support/node/page.ts'
import { openDoorClient } from '../../support/node/sign-in.ts'

const STORES = ['sessions', 'tickets', 'checkIns']
const HOUR_MS = 3_600_000

/** Deletes an object store of the page's database, as no code of the page does. */
const deleteStore = (page: Page, store: string): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const open = indexedDB.open('doorlist-door')
    open.onsuccess = () => {
      const { version } = open.result
      open.result.close()
      const next = indexedDB.open('doorlist-door', version + 1)
      next.onupgradeneeded = () => next.result.deleteObjectStore('${store}')
      next.onsuccess = () => {
        next.result.close()
        resolve()
      }
      next.onerror = () => reject(next.error)
    }
    open.onerror = () => reject(open.error)
  })`)

/** A script for the browser: the database does not open. */
const BREAK_DATABASE = `indexedDB.open = () => {
  throw new DOMException('Internal error opening backing store.', 'UnknownError')
}`

/** A script for the browser: there is no room for settings and tokens. */
const FILL_SETTINGS = `Storage.prototype.setItem = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}`

describe.skipIf(BROWSER === undefined)('the storage of the phone', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  describe('the door page with a damaged database', () => {
    it.each(['tickets', 'sessions'])(
      'opens without the store "%s", keeps the queue and sends it',
      async (store) => {
        const door = await openDoor(service)
        const ticket = await takeTicket()
        await door.checkInOffline(ticket)
        await deleteStore(door.page, store)
        await door.context.setOffline(false)
        await door.reload()
        await door.ready.waitFor()
        await expectStatus(service, ticket, 'CheckedIn')
        await door.expectRow(ticket, 'Checked in')
        expect(door.problems).toEqual([])
      },
    )

    it.each([
      ['without its tickets', 'delete entry.rows'],
      ['with tickets of another shape', `entry.rows = [{ row: null }, 'x']`],
      ['with other numbers', 'entry.rows = entry.rows.slice(1)'],
    ])(
      'loads an entry of tickets again that is stored %s, keeps the queue and sends it',
      async (_, change) => {
        const door = await openDoor(service)
        const ticket = await takeTicket()
        await door.checkInOffline(ticket)
        await changeStore(door.page, 'tickets', change)
        await door.context.setOffline(false)
        await door.reload()
        await door.ready.waitFor()
        await expectStatus(service, ticket, 'CheckedIn')
        await door.expectRow(ticket, 'Checked in')
        const [{ total } = { total: 0 }] = await service.sql<{ total: number }>(
          `SELECT count(*) AS total FROM tickets WHERE ${inSession(service.org.session)}`,
        )
        await eventually(async () => {
          const entries = await readStore(door.page, 'tickets')
          expect(entries.flatMap(({ rows }) => rows).length).toBe(total)
        })
      },
    )

    it('sends the others, and names a check-in without a time until it is discarded', async () => {
      const door = await openDoor(service)
      const damaged = await takeTicket()
      await door.checkInOffline(damaged)
      const whole = await takeTicket()
      await door.checkIn(whole)
      const isDamaged = `entry.guest.id === ${JSON.stringify(damaged.id)}`
      await changeStore(door.page, 'checkIns', `if (${isDamaged}) entry.at = Number.NaN`)
      await door.reload()
      await door.search.waitFor()
      await door.context.setOffline(false)
      await expectStatus(service, whole, 'CheckedIn')
      expect(await readStatus(service, damaged)).toBe('Valid')
      const notice = door.page.getByRole('button', { name: /^1 check-in on this phone cannot be read: / })
      expect(await notice.textContent()).toContain(damaged.name)
      await expectGone(door.connection)
      await notice.click()
      const dialog = door.page.getByRole('dialog', { name: '1 check-in on this phone cannot be read' })
      await expectText(dialog.getByRole('listitem'), new RegExp(damaged.number))
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await dialog.getByRole('alert').waitFor()
      expect(await readStore(door.page, 'checkIns')).toHaveLength(2)
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await expectText(door.connection, /^Up to date$/)
      expect(await notice.count()).toBe(0)
      expect(await readStore(door.page, 'checkIns')).toHaveLength(1)
      expect(door.problems).toEqual([])
    })

    it.each(['entry.session = null', 'entry.loading = undefined', `entry.openedAt = 'x'`])(
      'loads a damaged session again (%s), keeps the queue and sends it',
      async (change) => {
        const door = await openDoor(service)
        const ticket = await takeTicket()
        await door.checkInOffline(ticket)
        await changeStore(door.page, 'sessions', change)
        await door.context.setOffline(false)
        await door.reload()
        await door.ready.waitFor()
        await expectStatus(service, ticket, 'CheckedIn')
        await door.expectRow(ticket, 'Checked in')
        expect(door.problems).toEqual([])
      },
    )

    it('erases a damaged session that is not opened again, with its tickets', async () => {
      const door = await openDoor(service)
      await changeStore(door.page, 'sessions', 'entry.openedAt = null')
      await door.page.goto(`${service.api}/door/#/`)
      await door.reload()
      await eventually(async () => {
        expect([await readStore(door.page, 'sessions'), await readStore(door.page, 'tickets')]).toEqual([
          [],
          [],
        ])
      })
    })

    it('sends what is in memory if the browser drops the database', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await door.checkInOffline(ticket)
      await door.page.evaluate(`new Promise((resolve) => {
        indexedDB.deleteDatabase('doorlist-door').onsuccess = resolve
      })`)
      await door.setOffline(false)
      await expectStatus(service, ticket, 'CheckedIn')
      await door.reload()
      await door.ready.waitFor()
      await door.expectRow(ticket, 'Checked in')
      expect(door.problems).toEqual([])
    })

    it('checks in with a network if the database does not open, and never claims to have stored', async () => {
      const door = await openDoor(service)
      const [online, offline] = [await takeTicket(), await takeTicket()]
      await door.page.addInitScript(BREAK_DATABASE)
      await door.reload()
      await door.search.waitFor()
      expect(await door.ready.count()).toBe(0)
      await door.checkIn(online)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await expectStatus(service, online, 'CheckedIn')
      await door.setOffline(true)
      await door.checkIn(offline)
      expect(await door.alert.textContent()).toMatch(/^Not saved/)
      expect(await readStatus(service, offline)).toBe('Valid')
    })
  })

  it('sends its check-ins even if the browser no longer stores settings', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.checkInOffline(ticket)
    await door.page.evaluate(`localStorage.removeItem('doorlist.clock')`)
    await door.page.addInitScript(FILL_SETTINGS)
    await door.reload()
    await expectText(door.connection, /1 to send/)
    await door.setOffline(false)
    await expectStatus(service, ticket, 'CheckedIn')
  })

  describe('"Sign out and erase"', () => {
    const expectErased = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      for (const store of STORES) expect(await readStore(page, store)).toEqual([])
      // The page loads the settings of the sign-in again.
      const keys = await page.evaluate<string[]>(`Object.keys(localStorage)`)
      expect(keys.filter((key) => key !== 'doorlist.settings')).toEqual([])
    }

    it('removes everything, and revokes the sign-in', async () => {
      const door = await openDoor(service, { device: 'Gate A' })
      await door.checkIn(await takeTicket())
      await expectText(door.connection, /^Up to date$/)
      const issuer = await openDoorClient(service.api)
      const { refreshToken } = await readTokens(door.page)
      await door.signOut()
      await expectErased(door.page)
      await eventually(() =>
        expect(issuer.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' }),
      )
      await door.page.goto(service.api + addressOf(service.org.session))
      await door.reload()
      await door.button('Sign in').waitFor()
      expect(await door.search.count()).toBe(0)
      expect(door.problems).toEqual([])
    })

    it('keeps check-ins that were not sent, and sends them once somebody may', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await door.checkInOffline(ticket)
      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await expectText(door.dialog, '1 check-in has not been sent yet')
      await door.dialog.getByRole('button', { name: 'Cancel' }).click()
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      await expectGone(door.dialog)
      await expectText(door.connection, /1 to send/)

      await door.button('Settings').click()
      // The second tap of a double tap answers nothing.
      await door.button('Sign out and erase').click()
      await door.page.getByText('1 check-in has not been sent yet').waitFor()
      await door.button('Sign out and erase').dispatchEvent('click')
      await expectText(door.dialog, 'It stays on this phone')
      expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
      await door.button('Sign out and erase').click()
      await door.button('Sign in').waitFor()
      for (const store of ['sessions', 'tickets']) expect(await readStore(door.page, store)).toEqual([])
      expect(await readWaiting(door.page)).toMatchObject([
        { guest: { id: ticket.id, name: null, number: '' } },
      ])
      await expectText(door.page.getByRole('status'), '1 check-in has not been sent yet')
      await door.context.setOffline(false)
      await door.reload()
      await signIn(door.page, service.org.manager)
      await expectStatus(service, ticket, 'CheckedIn')
      await eventually(async () => expect(await readStore(door.page, 'checkIns')).toEqual([]))
    })
  })

  it('loses tickets 24 hours after their session when the page is opened, but no unsent check-ins', async () => {
    const door = await openDoor(service)
    await door.checkIn(await takeTicket())
    await door.checkInOffline(await takeTicket())
    await door.context.route('**/check-ins', (route) => route.abort())
    const openSessions = async (): Promise<void> => {
      await door.page.goto(`${service.api}/door/#/`)
      await door.reload()
      await door.page.locator(`[href*="${service.org.session}"]`).waitFor()
    }
    const setTimes = (hours: number) =>
      changeStore(
        door.page,
        'sessions',
        `entry.openedAt = Date.now() - ${hours * HOUR_MS}
         entry.session.startsAt = new Date(entry.openedAt).toISOString()`,
      )
    await door.context.setOffline(false)
    await setTimes(23)
    await openSessions()
    expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
    expect(await readStore(door.page, 'checkIns')).toHaveLength(2)
    await setTimes(25)
    await openSessions()
    await eventually(async () => expect(await readStore(door.page, 'tickets')).toEqual([]))
    expect(await readStore(door.page, 'sessions')).toEqual([])
    // The names of those who were sent go along.
    await eventually(async () => expect(await readStore(door.page, 'checkIns')).toHaveLength(1))
    expect(await readWaiting(door.page)).toHaveLength(1)
  })

  it('erases nothing when the clock of the phone jumps', async () => {
    const door = await openDoor(service, { time: Date.now() })
    await door.context.setOffline(true)
    await door.page.clock.setFixedTime(Date.now() + 40 * 24 * HOUR_MS)
    await door.reload()
    await door.search.waitFor()
    expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
  })
})
