// What the phone keeps and what it erases: a damaged database, signing out, another person, old tickets, 100,000 tickets.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignInSettings } from '../../../src/api/web-pages/door-and-console.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  changeStore,
  type Door,
  eventually,
  expectGone,
  expectStatus,
  expectText,
  LARGE_SESSION,
  makeTicketSource,
  openDoor,
  readStatus,
  readStore,
  readWaiting,
  SMALL_SESSION,
  sql,
} from '../../support/node/door.ts'
import { openPage, signIn, useService } from '../../support/node/page.ts'
import { openClient } from '../../support/node/sign-in.ts'
import { isFull } from '../../support/runs.ts'

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

describe.skipIf(BROWSER === undefined)('what the phone keeps', () => {
  const service = useService()
  const takeTicket = makeTicketSource(service)

  /** Checks a ticket in that cannot be sent. */
  const checkInOffline = async (door: Door) => {
    const ticket = await takeTicket()
    await door.setOffline(true)
    await door.checkIn(ticket)
    await expectText(door.connection, /1 to send/)
    return ticket
  }

  describe('with a damaged database', () => {
    it.each(['tickets', 'sessions'])(
      'without the store "%s": opens, keeps the queue and sends it',
      async (store) => {
        const door = await openDoor(service)
        const ticket = await checkInOffline(door)
        await deleteStore(door.page, store)
        await door.context.setOffline(false)
        await door.page.reload()
        await door.ready.waitFor()
        await expectStatus(service.state, ticket, 'CheckedIn')
        await door.expectRow(ticket, 'Checked in')
        expect(door.problems).toEqual([])
      },
    )

    it.each([
      ['without its tickets', 'delete entry.held'],
      ['with tickets of another shape', `entry.held = [{ row: null }, 'x']`],
      ['with other numbers', 'entry.held = entry.held.slice(1)'],
    ])('a record of tickets %s: loads them again, keeps the queue and sends it', async (_, change) => {
      const door = await openDoor(service)
      const ticket = await checkInOffline(door)
      await changeStore(door.page, 'tickets', change)
      await door.context.setOffline(false)
      await door.page.reload()
      await door.ready.waitFor()
      await expectStatus(service.state, ticket, 'CheckedIn')
      await door.expectRow(ticket, 'Checked in')
      const [{ total } = { total: 0 }] = await sql<{ total: number }>(
        service.state,
        `SELECT count(*) AS total FROM tickets WHERE session_number =
         (SELECT number FROM sessions WHERE id = '${SMALL_SESSION}')`,
      )
      await eventually(async () => {
        const entries = await readStore(door.page, 'tickets')
        expect(entries.flatMap(({ held }) => held).length).toBe(total)
      })
    })

    it('that the browser drops while the page is open: sends what memory has', async () => {
      const door = await openDoor(service)
      const ticket = await checkInOffline(door)
      await door.page.evaluate(`new Promise((resolve) => {
        indexedDB.deleteDatabase('doorlist-door').onsuccess = resolve
      })`)
      await door.setOffline(false)
      await expectStatus(service.state, ticket, 'CheckedIn')
      await door.page.reload()
      await door.ready.waitFor()
      await door.expectRow(ticket, 'Checked in')
      expect(door.problems).toEqual([])
    })

    it('that does not open: checks in with a network, and never says that a check-in is stored', async () => {
      const door = await openDoor(service)
      const [online, offline] = [await takeTicket(), await takeTicket()]
      await door.page.addInitScript(BREAK_DATABASE)
      await door.page.reload()
      await door.search.waitFor()
      expect(await door.ready.count()).toBe(0)
      await door.checkIn(online)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await expectStatus(service.state, online, 'CheckedIn')
      await door.setOffline(true)
      await door.checkIn(offline)
      expect(await door.alert.textContent()).toMatch(/^Not saved/)
      expect(await readStatus(service.state, offline)).toBe('Valid')
    })
  })

  describe('"Sign out and erase"', () => {
    const readSettings = async () =>
      (await (await fetch(`${service.dev.api}/door/config.json`)).json()) as SignInSettings

    const readRefreshToken = (page: Page): Promise<string> =>
      page.evaluate(`JSON.parse(localStorage.getItem('doorlist.tokens')).refreshToken`)

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
      const issuer = await openClient(await readSettings(), `${service.dev.api}/door/`)
      const refreshToken = await readRefreshToken(door.page)
      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await expectErased(door.page)
      await eventually(() =>
        expect(issuer.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' }),
      )
      await door.page.goto(service.dev.api + addressOf(SMALL_SESSION))
      await door.page.reload()
      await door.button('Sign in').waitFor()
      expect(await door.search.count()).toBe(0)
      expect(door.problems).toEqual([])
    })

    it('warns about check-ins that were not sent', async () => {
      const door = await openDoor(service)
      const ticket = await checkInOffline(door)
      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await expectText(door.dialog, '1 check-in is not sent yet')
      await door.dialog.getByRole('button', { name: 'Cancel' }).click()
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      await expectGone(door.dialog)
      await expectText(door.connection, /1 to send/)

      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await expectText(door.dialog, 'lost')
      await door.button('Sign out and erase').click()
      await expectErased(door.page)
      await door.context.setOffline(false)
      await door.page.reload()
      await door.button('Sign in').waitFor()
      expect(await readStatus(service.state, ticket)).toBe('Valid')
    })
  })

  describe('when another person signs in', () => {
    /** Ends the sign-in at the issuer, and signs another person in on the same phone. */
    const changePerson = async (door: Door, person: 'manager' | 'outsider-owner'): Promise<void> => {
      const settings = (await (await fetch(`${service.dev.api}/door/config.json`)).json()) as SignInSettings
      const issuer = await openClient(settings, `${service.dev.api}/door/`)
      const tokens: { refreshToken: string } = await door.page.evaluate(
        `JSON.parse(localStorage.getItem('doorlist.tokens'))`,
      )
      await issuer.revoke(tokens.refreshToken)
      await door.page.evaluate(`{
        const tokens = JSON.parse(localStorage.getItem('doorlist.tokens'))
        localStorage.setItem('doorlist.tokens', JSON.stringify({ ...tokens, expiresAt: 0 }))
      }`)
      await door.context.setOffline(false)
      await signIn(door.page, person)
    }

    it('sends the check-ins of the one before', async () => {
      const door = await openDoor(service)
      const ticket = await checkInOffline(door)
      await changePerson(door, 'manager')
      await expectStatus(service.state, ticket, 'CheckedIn')
      await door.search.waitFor()
      await eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    })

    it('keeps them if the new one may not send them, and says so', async () => {
      const door = await openDoor(service)
      const ticket = await checkInOffline(door)
      await changePerson(door, 'outsider-owner')
      await expectText(door.page.getByRole('status'), '1 check-in by door is not sent yet')
      await expectText(door.page.getByRole('status'), 'door must sign in on this phone')
      expect(await door.search.count()).toBe(0)
      expect(await door.page.getByText(ticket.number).count()).toBe(0)
      expect(await readStatus(service.state, ticket)).toBe('Valid')
      expect(await readWaiting(door.page)).toMatchObject([{ guest: { id: ticket.id } }])

      await changePerson(door, 'manager')
      await expectStatus(service.state, ticket, 'CheckedIn')
    })
  })

  it('erases tickets 24 hours after their session, when it is opened next, and keeps unsent check-ins', async () => {
    const door = await openDoor(service)
    await checkInOffline(door)
    await door.context.route('**/check-ins', (route) => route.abort())
    const openSessions = async (): Promise<void> => {
      await door.page.goto(`${service.dev.api}/door/#/`)
      await door.page.reload()
      await door.page.locator(`[href*="${SMALL_SESSION}"]`).waitFor()
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
    await setTimes(25)
    await openSessions()
    await eventually(async () => expect(await readStore(door.page, 'tickets')).toEqual([]))
    expect(await readStore(door.page, 'sessions')).toEqual([])
    expect(await readWaiting(door.page)).toHaveLength(1)
  })

  it('erases nothing because the clock of the phone jumps', async () => {
    const door = await openDoor(service, { time: Date.now() })
    await door.context.setOffline(true)
    await door.page.clock.setFixedTime(Date.now() + 40 * 24 * HOUR_MS)
    await door.page.reload()
    await door.search.waitFor()
    expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
  })

  /** How often the 20,000 tickets of the demo are copied. In CI the session has 100,000. */
  const COPIES = process.env.CI ? 4 : 0

  describe.runIf(isFull)(`of ${(COPIES + 1) * 20_000} tickets`, () => {
    beforeAll(async () => {
      if (BROWSER === undefined) return
      const session = `(SELECT number FROM sessions WHERE id = '${LARGE_SESSION}')`
      const columns = `session_number, status, ticket_type_id, ticket_type_name, seat_label, current_holder_id,
        holder_email, attendee_name, attendee_email, attendee_company, checked_in_at, transfer_count`
      const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) ||
        '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
      for (let copy = 1; copy <= COPIES; copy += 1) {
        const offset = copy * 20_000
        await sql(
          service.state,
          `INSERT INTO tickets (key, id, ticket_number, ${columns})
           SELECT key + ${offset}, ${uuid}, substr(ticket_number, 1, 6) || printf('%06d', (key & 1048575) + ${offset}),
             ${columns}
           FROM tickets WHERE session_number = ${session} AND key & 1048575 <= 20000`,
        )
      }
    })

    it('loads them, searches them, and opens them without a network', async () => {
      const opened = await openPage(service.browser, service.dev, 'door', addressOf(LARGE_SESSION))
      const door = asDoor(opened)
      await door.ready.waitFor({ timeout: 110_000 })
      await door.page.context().setOffline(true)
      await door.page.reload()
      await door.ready.waitFor()
      await expectText(door.page.getByText(/checked in$/), /of /)
      const [last] = await sql<{ id: string; number: string }>(
        service.state,
        `SELECT id, ticket_number AS number FROM tickets WHERE status = 'Valid' AND ticket_number LIKE '%-1%'
         ORDER BY ticket_number DESC LIMIT 1`,
      )
      if (last === undefined) throw new Error('There is no valid ticket.')
      await door.checkIn(last)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await door.search.fill('a')
      await expectText(door.page.getByRole('status'), /^\d+ found$/)
      await door.context.setOffline(false)
      await expectStatus(service.state, last, 'CheckedIn')
      expect(door.problems).toEqual([])
    })
  })
})
