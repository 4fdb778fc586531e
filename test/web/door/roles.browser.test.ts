// Phones without names: what a Steward sees, what a new role takes off the disk, and the kiosk screen.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { withCamera } from '../../support/node/camera.ts'
import { ON_DISK } from '../../support/node/disk.ts'
import {
  addressOf,
  asDoor,
  checkInElsewhere,
  type Door,
  expectGone,
  expectStatus,
  expectText,
  inSession,
  makeTicketSource,
  readCheckIns,
  readStatus,
  useDoor,
} from '../../support/node/door.ts'
import { expectFits } from '../../support/node/fit.ts'
import { eventually, openSignedIn } from '../../support/node/page.ts'
import { type AddedPhone, connectPhone, readRole, usePhones } from '../../support/node/phones.ts'

const KIOSK_SIZES = [
  [390, 844],
  [844, 390],
  [768, 1_024],
  [1_024, 768],
] as const

describe.skipIf(BROWSER === undefined)('phones that hold no names', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const { addPhone, setRole } = usePhones(service)
  const openDoorOf = async (role: string): Promise<{ door: Door; added: AddedPhone }> => {
    const added = await addPhone(role)
    const page = await connectPhone(added.url)
    await page.goto(`${service.api}${addressOf(service.org.session)}`)
    const door = asDoor(page)
    await door.ready.waitFor()
    return { door, added }
  }
  const personal = async (): Promise<string[]> => {
    const rows = await service.sql<Record<string, string | null>>(
      `SELECT attendee_name, attendee_email, holder_email, attendee_company, note, seat_label, reference FROM tickets
       WHERE ${inSession(service.org.session)}`,
    )
    return [...new Set(rows.flatMap((row) => Object.values(row)))].filter(
      (value): value is string => typeof value === 'string' && value.length > 5,
    )
  }
  const namesOn = async (page: Page): Promise<string[]> => {
    const disk = (await page.evaluate(ON_DISK)) as string
    return (await personal()).filter((text) => disk.includes(text))
  }

  it('get their role in the console, when they are added and later', async () => {
    const { page, problems } = await openSignedIn(service, service.org.manager, '/organizer/#/phones', {
      viewport: { width: 1280, height: 900 },
    })
    await page.getByRole('button', { name: 'Add phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Console gate')
    await dialog.getByLabel('Role').selectOption('Kiosk')
    await dialog.getByRole('button', { name: 'Add phone' }).click()
    await dialog.getByRole('img', { name: 'Code to connect' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Console gate' })
    await expectText(row, 'Kiosk: guests scan their own tickets')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Role' }).click()
    await dialog.getByLabel('Role').selectOption('Steward')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expectText(row, 'Steward: no names')
    const [phone] = await service.sql(
      `SELECT phone_role AS role FROM devices JOIN members ON members.subject = 'device:' || devices.id
       WHERE devices.name = 'Console gate'`,
    )
    expect(phone).toEqual({ role: 'Steward' })
    expect(problems).toEqual([])
  })

  it('find whole numbers only, show type and number, and hold no name on disk', async () => {
    const { door } = await openDoorOf('Steward')
    const ticket = await takeTicket()
    const { page } = door
    expect(await namesOn(page)).toEqual([])
    const search = page.getByRole('searchbox', { name: 'Search tickets' })
    const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')
    await search.fill(ticket.number.slice(-5))
    await expectText(page.getByRole('status'), '0 found')
    await search.fill((ticket.name ?? '').split(' ')[0] ?? '')
    await expectText(page.getByRole('status'), '0 found')
    await search.fill(ticket.number)
    await expectText(rows, ticket.number)
    expect(await rows.count()).toBe(1)
    await search.fill(ticket.code)
    await search.press('Enter')
    await expectText(page.getByRole('alert'), /^Checked in/)
    const card = await page.getByRole('alert').textContent()
    expect(card).toContain(ticket.number)
    expect(card).not.toContain('No name')
    await expectStatus(service, ticket, 'CheckedIn')
    expect(await namesOn(page)).toEqual([])
  })

  it('ask a supervisor about a ticket that must be stopped', async () => {
    const ticket = await takeTicket()
    await service.sql(`UPDATE tickets SET flag = 'Stop', note = 'Banned since May' WHERE id = '${ticket.id}'`)
    const { door } = await openDoorOf('Steward')
    const search = door.page.getByRole('searchbox', { name: 'Search tickets' })
    await search.fill(ticket.code)
    await search.press('Enter')
    await expectText(door.page.getByRole('region', { name: 'Note' }), /Ask a supervisor/)
    expect(await door.page.getByText('Banned').count()).toBe(0)
    expect(await readStatus(service, ticket)).toBe('Valid')
  })

  it('undo their own check-ins, and send to a supervisor for those of others', async () => {
    const [own, other] = [await takeTicket(), await takeTicket()]
    const { door } = await openDoorOf('Steward')
    await door.checkIn(own)
    await door.choose(own)
    await door.button('Undo check-in').click()
    await expectText(door.page.getByRole('main'), 'Check-in undone')
    await expectStatus(service, own, 'Valid')
    await checkInElsewhere(service, other, 'Gate B')
    await door.expectRow(other, 'Checked in')
    await door.choose(other)
    await door.button('Undo check-in').click()
    await expectText(door.page.getByRole('main'), 'Ask a supervisor to undo that.')
    expect(await readStatus(service, other)).toBe('CheckedIn')
    expect(await namesOn(door.page)).toEqual([])
  })

  it('drop all names at once when their role changes, and send unsent walk-ins first', async () => {
    await service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`)
    const { door, added } = await openDoorOf('Staff')
    const { page } = door
    expect((await namesOn(page)).length).toBeGreaterThan(20)
    await page.route('**/check-ins', (route) => route.abort())
    await page.getByRole('button', { name: 'Add guest' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Walter Unsent')
    await page.getByRole('button', { name: /Add and check in/ }).click()
    await expectText(page.getByRole('alert'), /^Checked in/)
    await setRole(added, 'Steward')
    await eventually(async () =>
      expect(await page.evaluate(`localStorage.getItem('doorlist.role')`)).toBe('Steward'),
    )
    await door.ready.waitFor()
    expect(await namesOn(page)).toEqual([])
    expect(await page.evaluate(ON_DISK)).toContain('Walter Unsent')
    await page.unroute('**/check-ins')
    await page.reload()
    await eventually(async () =>
      expect(
        await service.sql(`SELECT 1 AS found FROM tickets WHERE attendee_name = 'Walter Unsent'`),
      ).toEqual([{ found: 1 }]),
    )
    await eventually(async () => expect(await page.evaluate(ON_DISK)).not.toContain('Walter Unsent'))
  })

  it('notice a new role on the list of sessions, too', async () => {
    const { door, added } = await openDoorOf('Staff')
    const { page } = door
    await page.goto(`${service.api}/door/`)
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect((await namesOn(page)).length).toBeGreaterThan(20)
    await setRole(added, 'Steward')
    await eventually(async () => expect(await readRole(page)).toBe('Steward'))
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect(await namesOn(page)).toEqual([])
  })

  /** Tries what somebody tries who wants out of a kiosk. */
  const expectNoWayOut = async (page: Page): Promise<void> => {
    const isLocked = async (): Promise<void> => {
      await page.getByRole('region', { name: 'Scanning' }).waitFor()
      expect(await page.getByRole('link').count()).toBe(0)
      expect(await page.getByRole('button').allTextContents()).toEqual([''])
      expect(await page.getByRole('textbox').or(page.getByRole('searchbox')).count()).toBe(0)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    for (const key of [
      'Escape',
      'Backspace',
      '/',
      '?',
      'Enter',
      'Control+k',
      'Control+p',
      'Alt+ArrowLeft',
      'F1',
      'Tab',
      'ContextMenu',
      'Control+f',
    ])
      await page.keyboard.press(key)
    await isLocked()
    for (const [type, init] of [
      ['contextmenu', '{}'],
      ['dragstart', '{}'],
      ['selectstart', '{}'],
      ['wheel', '{ ctrlKey: true }'],
      ...["ctrlKey: true, key: 'p'", "altKey: true, key: 'ArrowLeft'", "key: 'F1'", "key: '/'"].map(
        (init) => ['keydown', `{ ${init} }`] as const,
      ),
    ] as const) {
      const dispatched = `new (${type === 'wheel' ? 'WheelEvent' : type === 'keydown' ? 'KeyboardEvent' : 'Event'})(
        '${type}', { bubbles: true, cancelable: true, ...${init} })`
      const isTaken = await page.evaluate(`document.querySelector('h1').dispatchEvent(${dispatched})`)
      expect(isTaken, type).toBe(false)
    }
    for (const address of [
      '#/',
      '#/sessions/00000000-0000-4000-8000-000000000000',
      '#settings',
      '#/nowhere',
    ]) {
      await page.evaluate(`location.hash = '${address}'`)
      await isLocked()
    }
    await page.goBack()
    await isLocked()
    for (const address of ['?out', '?code=made&state=up', '?error=access_denied']) {
      await page.evaluate(`history.pushState(null, '', '/door/${address}')`)
      await page.reload()
      await isLocked()
    }
    // Another page of the service, and back.
    await page.goto(`${service.api}/organizer/`)
    await page.goBack()
    await isLocked()
    // A second tab takes the kiosk over, and is one itself.
    const tab = await page.context().newPage()
    await tab.goto(`${service.api}/door/#/`)
    await tab.getByRole('region', { name: 'Scanning' }).waitFor()
    expect(await namesOn(tab)).toEqual([])
    await tab.close()
    await page.getByRole('button', { name: 'Use it here' }).click()
    await isLocked()
  }

  it('as a kiosk ask with the camera, show one verdict, and never decide without an answer', async () => {
    const [good, stopped, late] = [await takeTicket(), await takeTicket(), await takeTicket()]
    await service.sql(`UPDATE tickets SET flag = 'Stop' WHERE id = '${stopped.id}'`)
    const added = await addPhone('Kiosk')
    await withCamera([good.code, stopped.code, 'nothing at all', ''], async (browser) => {
      const page = await connectPhone(added.url, { browser })
      await page.goto(`${service.api}${addressOf(service.org.session)}`)
      await expectText(page.getByRole('alert'), /^Checked in/)
      await expectStatus(service, good, 'CheckedIn')
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      // On a phone and a tablet, upright or not, guests see themselves.
      for (const [width, height] of KIOSK_SIZES) {
        await page.setViewportSize({ width, height })
        const lens = await page.locator('.lens').boundingBox()
        expect(lens?.height, `${width} × ${height}`).toBeGreaterThan(height / 3)
        await expectFits(page, `${width} × ${height}`)
      }
      await expectGone(page.getByRole('alert').filter({ hasText: 'Checked in' }))
      expect(await namesOn(page)).toEqual([])
      expect(await readCheckIns(service, stopped)).toEqual([])
      expect(await readStatus(service, stopped)).toBe('Valid')
      // No other screen can be reached.
      expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0)
      await page.goto(`${service.api}/door/`)
      await page.reload()
      await page.getByRole('region', { name: 'Scanning' }).waitFor()
      await expectNoWayOut(page)
      const corner = page.getByRole('button', { name: 'Connect' })
      await corner.hover()
      await page.mouse.down()
      const dialog = page.getByRole('dialog', { name: 'Connect this phone' })
      await dialog.waitFor()
      await page.mouse.up()
      // It is still there, and takes a link. The picture of the camera is as wide as the field.
      const link = dialog.getByRole('textbox')
      await link.fill('no link')
      const widths = [dialog.getByLabel('Camera'), link].map(async (box) => (await box.boundingBox())?.width)
      expect(new Set(await Promise.all(widths)).size).toBe(1)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expectGone(dialog)
    })
    const other = await addPhone('Kiosk')
    await withCamera([late.code], async (browser) => {
      const page = await connectPhone(other.url, { browser })
      const bodies: string[] = []
      // The service gets the question, and its answer is lost.
      await page.route('**/check-ins', async (route) => {
        bodies.push(route.request().postData() ?? '')
        if (bodies.length > 1) return route.continue()
        await route.fetch()
      })
      await page.goto(`${service.api}${addressOf(service.org.session)}`)
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      await eventually(async () => {
        const recorded = await readCheckIns(service, late)
        expect(recorded.map(({ admitted, undone }) => ({ admitted, undone }))).toEqual([
          { admitted: 0, undone: 1 },
        ])
      })
      expect(bodies[0]).toContain('"admitted":false')
      expect(bodies.join('')).not.toContain('"admitted":true')
      await page.context().setOffline(true)
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      await page.reload()
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      expect(await page.getByRole('link').count()).toBe(0)
    })
  })
})
