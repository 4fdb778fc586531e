// What the phone keeps and erases: damaged databases, signing out, other people, old tickets, 100,000
// tickets.
// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { TICKET_KEY_BITS } from '../../../src/db/schema/tickets.ts'
import { BROWSER, ENGINE, launchOnDisk } from '../../support/node/browser.ts'
import { filesWith, heapHas, ON_DISK } from '../../support/node/disk.ts'
import {
  addressOf,
  asDoor,
  changeStore,
  type Door,
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
import { eventually, PATIENCE_MS, signIn } from '../../support/node/page.ts'
import { connectPhone, readRole, usePhones } from '../../support/node/phones.ts'
import { openDoorClient } from '../../support/node/sign-in.ts'

/** With `GUESTS=20000`, as many as a venue holds. */
const GUESTS = Number(process.env.GUESTS ?? 3_000)
/** In each text that says who a guest is. */
const MARK = 'Zqxjv'

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

  describe('a phone that may no longer have guests', () => {
    const { addPhone, setRole } = usePhones(service)
    /** A session whose guests have {@link MARK} in each text that says who they are. */
    const addLargeSession = async (): Promise<string> => {
      const session = crypto.randomUUID()
      const { event, types } = service.org
      await service.insert('sessions', {
        ...{ id: session, event_id: event, capacity: GUESTS },
        starts_at: Date.now() + 3_600_000,
      })
      await service.sql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${GUESTS})
        INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, attendee_name,
          attendee_email, holder_email, attendee_company, note, seat_label, reference)
        SELECT (number << ${TICKET_KEY_BITS}) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, 'D-' || n,
          'Valid', '${types.Standing}', 'Standing', '${MARK} name ' || n, '${MARK}' || n || '@example.com',
          '${MARK}.holder' || n || '@example.com', '${MARK} company ' || n, '${MARK} note ' || n, '${MARK} seat ' || n,
          '${MARK} reference ' || n
        FROM sessions CROSS JOIN c WHERE sessions.id = '${session}'`)
      return session
    }
    const openGuests = async (context: BrowserContext, session: string) => {
      const added = await addPhone('Staff')
      const page = await connectPhone(added.url, { context })
      await page.goto(`${service.api}${addressOf(session)}`)
      const door: Door = asDoor(page)
      await door.ready.waitFor()
      return { added, door }
    }

    it('has none in its storage, its memory and the files of the browser', async () => {
      await service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`)
      const session = await addLargeSession()
      const folder = await mkdtemp(join(tmpdir(), 'doorlist-phone-'))
      const context = await launchOnDisk(folder)
      const expectNone = async ({ page }: Door): Promise<void> => {
        if (ENGINE === 'chromium') expect(await heapHas(page, MARK)).toBe(false)
        expect(await page.evaluate(ON_DISK)).not.toContain(MARK)
      }
      try {
        context.setDefaultTimeout(PATIENCE_MS)
        const signedOut = await openGuests(context, session)
        // A few tickets lie in other files than the whole list.
        await service.sql(`UPDATE tickets SET attendee_name = '${MARK} late' WHERE ticket_number = 'D-7'`)
        await eventually(async () =>
          expect(await signedOut.door.page.evaluate(ON_DISK)).toContain(`${MARK} late`),
        )
        expect(await filesWith(folder, MARK)).not.toEqual([])
        await signedOut.door.search.fill(`${MARK} late`)
        await expectText(signedOut.door.list, 'D-7')
        await signedOut.door.signOut()
        await signedOut.door.button('Connect').waitFor()
        await expectNone(signedOut.door)

        const { door, added } = await openGuests(context, session)
        await context.route('**/check-ins', (route) => route.abort())
        await door.search.fill(`${MARK} walker`)
        await door.button(`Add “${MARK} walker” as walk-in`).click()
        await door.button('Add and check in').click()
        await expectText(door.alert, /^Checked in/)
        await setRole(added, 'Steward')
        await eventually(async () => expect(await readRole(door.page)).toBe('Steward'))
        await door.ready.waitFor()
        await context.unroute('**/check-ins')
        await door.wake()
        // The walk-in is sent with the name, which then leaves the phone.
        await eventually(async () =>
          expect(await door.page.evaluate(`localStorage.getItem('doorlist.keeps-name')`)).toBe(null),
        )
        const [sent] = await service.sql(
          `SELECT count(*) AS count FROM tickets JOIN sessions ON number = session_number
           WHERE sessions.id = '${session}' AND attendee_name = '${MARK} walker'`,
        )
        expect(sent).toEqual({ count: 1 })
        expect(await door.page.evaluate(ON_DISK)).not.toContain(MARK)
        await setRole(added, 'Kiosk')
        await door.page.getByRole('region', { name: 'Scanning' }).waitFor()
        await expectNone(door)
        await context.close()
        expect(await filesWith(folder, MARK)).toEqual([])
      } finally {
        await context.close()
        await rm(folder, { recursive: true, force: true })
      }
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
