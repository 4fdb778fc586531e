// The bar of those who are inside, as it looks, and the number in it, as the service counts it. Areas and
// rules are set up by the API.
// @module-tag full
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { languages } from '../../../web/shared/language.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  type Door,
  expectText,
  inSession,
  makeTicketSource,
  openDoor,
  useDoor,
} from '../../support/node/door.ts'
import { expectFits } from '../../support/node/fit.ts'
import { eventually, openSignedIn } from '../../support/node/page.ts'

const SMALLEST = { width: 320, height: 568 }
const USUAL = { width: 390, height: 844 }
/** What a finger hits. */
const MIN_TARGET = 44
/** The bar in one row. */
const MAX_BAR = 64
/** A code that is read again within this time is not asked about. */
const REPEAT_MS = 3_100

type Area = { id: string; name: string; capacity: number | null }

describe.skipIf(BROWSER === undefined)('who is inside, at the door', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const pictures = process.env.PICTURES

  const request = async <Body>(
    subject: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> => {
    const response = await fetch(`${service.api}/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await service.token(subject)}`,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return JSON.parse(text)
  }

  let club: Promise<Area[]> | undefined

  /** A club: everybody may come back after an exit, and the type "Standing" is for the floor alone. */
  const makeClub = (): Promise<Area[]> => {
    club ??= (async () => {
      const { org } = service
      const areas = [
        { id: crypto.randomUUID(), name: 'Floor', capacity: 10 },
        { id: crypto.randomUUID(), name: 'VIP', capacity: null },
      ]
      for (const area of areas)
        await request(org.owner, 'POST', `organizer/v1/events/${org.event}/areas`, area)
      for (const [name, id] of Object.entries(org.types))
        await request(org.owner, 'PATCH', `organizer/v1/ticket-types/${id}`, {
          entries: 'AfterExit',
          areas: name === 'Standing' ? [areas[0]?.id] : null,
        })
      return areas
    })()
    return club
  }

  /** Who is inside, as the service tells phones. */
  const readService = async (areaId: string | null): Promise<number> => {
    const { org } = service
    const { inside } = await request<{
      inside: { areaId: string | null; tickets: number; others: number }[]
    }>(org.staff, 'GET', `v1/sessions/${org.session}/ticket-changes`)
    const { tickets = 0, others = 0 } = inside.find((one) => one.areaId === areaId) ?? {}
    return tickets + others
  }

  const insideOf = ({ page }: Pick<Door, 'page'>): Locator => page.locator('.place > .inside')
  const readHeader = async (door: Pick<Door, 'page'>): Promise<number> =>
    Number((await insideOf(door).locator('b').textContent())?.replace(/\D/g, ''))
  const go = ({ page }: Door, name: 'In' | 'Out'): Promise<void> =>
    page.getByRole('radio', { name, exact: true }).check()
  const goTo = async ({ page }: Door, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Area' }).selectOption(name)
  }
  const backgroundOf = (element: Locator): Promise<string> =>
    element.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor ?? '')

  /** Pictures of the screen in both schemes. */
  const look = async (page: Page, name: string): Promise<void> => {
    await expectFits(page, name)
    await expectAccessible(page, name)
    if (pictures === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${pictures}/${name}, ${colorScheme}.png` })
    }
  }

  /** One row of targets in the header, none of which covers another one, or what is below. */
  const expectBar = async (page: Page, name: string, below: Locator): Promise<void> => {
    const { width } = page.viewportSize() ?? USUAL
    const bar = await page.locator('.place').boundingBox()
    expect(bar?.height, name).toBeLessThanOrEqual(MAX_BAR)
    const parts = await Promise.all(
      (await page.locator('.place > *, .place label').all()).map(async (part) => ({
        isLabel: (await part.evaluate(({ tagName }) => tagName)) === 'LABEL',
        box: (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
      })),
    )
    for (const { box } of parts) {
      expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(MIN_TARGET)
      expect(box.x, name).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width, name).toBeLessThanOrEqual(width)
    }
    const row = parts.filter(({ isLabel }) => !isLabel).toSorted((a, b) => a.box.x - b.box.x)
    for (const [index, { box }] of row.slice(1).entries()) {
      const before = row[index]?.box
      expect(box.x, name).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0))
    }
    const next = await below.boundingBox()
    expect(next?.y, name).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  }

  it('leaves the header of a theatre as it was', async () => {
    const door = await openDoor(service, { viewport: USUAL })
    await door.search.fill('a')
    await door.list.getByRole('button').first().waitFor()
    expect(await door.page.locator('.place').count()).toBe(0)
    await door.page.locator('.counter').waitFor()
    expect((await door.page.locator('.top').boundingBox())?.height).toBeLessThanOrEqual(MAX_BAR)
    expect(door.problems).toEqual([])
  })

  it('shows exits and returns, on the smallest phones and on usual ones, in both schemes', async () => {
    await makeClub()
    for (const viewport of [USUAL, SMALLEST]) {
      const { width } = viewport
      const door = await openDoor(service, { viewport, device: 'Gate A', time: Date.now() })
      const { page } = door
      const ticket = await takeTicket()
      await insideOf(door).waitFor()
      await expectBar(page, `${width}`, door.search)
      const idle = await backgroundOf(page.locator('.place'))
      await door.enter(ticket.code)
      await expectText(door.alert, /^Checked in/)
      const admitted = await backgroundOf(page.locator('.outcome'))
      await go(door, 'Out')
      expect(await backgroundOf(page.locator('.place'))).not.toBe(idle)
      await door.enter(ticket.code)
      await expectText(door.alert, /^Left/)
      expect(await backgroundOf(page.locator('.outcome'))).not.toBe(admitted)
      await look(page, `${width}, left`)
      await door.expectRow(ticket, 'Left')
      await look(page, `${width}, row of somebody who left`)
      await go(door, 'In')
      await door.list.getByRole('checkbox').first().click()
      await expectText(door.alert, /^Back Left \d.*, Gate A/)
      await look(page, `${width}, back`)
      await page.clock.fastForward(REPEAT_MS)
      await door.enter(ticket.code)
      await expectText(door.alert, /^Already checked in/)
      await look(page, `${width}, already inside`)
      await door.button('Left unseen, back now').click()
      await expectText(door.alert, /^Back/)
      // What is being sent takes a line of the header, above the bar.
      await expectText(door.connection, /^Up to date$/)
      await insideOf(door).click()
      await door.dialog.waitFor()
      for (const name of ['One more', 'One fewer'])
        expect((await door.button(name).boundingBox())?.height).toBeGreaterThanOrEqual(2 * MIN_TARGET)
      await look(page, `${width}, count`)
      await page.keyboard.press('Escape')
      await go(door, 'Out')
      await door.button('Scan').click()
      await page.getByText('The camera cannot be used').waitFor()
      await expectBar(page, `${width}, scanning`, page.locator('.lens'))
      await look(page, `${width}, scanning`)
      expect(door.problems).toEqual([])
    }
  })

  it('refuses the wrong area in words', async () => {
    await makeClub()
    const ticket = await takeTicket()
    await service.sql(
      `UPDATE tickets SET ticket_type_name = 'Standing', ticket_type_id = '${service.org.types.Standing}'
       WHERE id = '${ticket.id}'`,
    )
    const door = await openDoor(service, { viewport: USUAL })
    await goTo(door, 'VIP')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Wrong area/)
    await expectText(door.alert, /For .?Floor.?\. Not for .?VIP/)
    await look(door.page, 'wrong area')
    await goTo(door, 'Floor')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Checked in/)
    expect(door.problems).toEqual([])
  })

  it('warns when an area is nearly full, and when it is, and refuses nobody', async () => {
    const [floor] = await makeClub()
    const door = await openDoor(service, { viewport: USUAL })
    await goTo(door, 'Floor')
    const before = await readHeader(door)
    const { page } = door
    const countTo = async (people: number) => {
      await insideOf(door).click()
      await door.dialog.getByRole('textbox', { name: 'People inside' }).fill(String(people))
      await door.button(`Set to ${people}`).click()
      await expectText(door.dialog.getByRole('status'), String(people))
      await look(page, `count, ${people}`)
      await door.dialog.getByRole('button', { name: 'Close' }).click()
    }
    await insideOf(door).click()
    await door.button('One more').click()
    await door.button('One more').click()
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await readHeader(door)).toBe(before + 2))
    await eventually(async () => expect(await readService(floor?.id ?? '')).toBe(before + 2))
    const usual = await backgroundOf(insideOf(door))
    await countTo(9)
    await page.locator('.inside.almost').waitFor()
    const almost = await backgroundOf(insideOf(door))
    await look(page, 'nearly full')
    await countTo(10)
    await page.locator('.inside.full').waitFor()
    expect(new Set([usual, almost, await backgroundOf(insideOf(door))]).size).toBe(3)
    await look(page, 'full')
    const ticket = await takeTicket()
    await door.enter(ticket.code)
    await expectText(door.alert, /^Checked in/)
    await eventually(async () => expect(await readService(floor?.id ?? '')).toBe(11))
    expect(door.problems).toEqual([])
  })

  it('counts without a network as the service does later', async () => {
    await makeClub()
    const door = await openDoor(service, { viewport: USUAL })
    const [stays, leaves, returns] = [await takeTicket(), await takeTicket(), await takeTicket()]
    const before = await readHeader(door)
    await door.setOffline(true)
    for (const { code, number } of [stays, leaves, returns]) {
      await door.enter(code)
      await expectText(door.alert, number)
    }
    await go(door, 'Out')
    for (const { code, number } of [leaves, returns]) {
      await door.enter(code)
      await expectText(door.alert, new RegExp(`^Left.*${number}`))
    }
    await go(door, 'In')
    await door.enter(returns.code)
    await expectText(door.alert, /^Back/)
    await insideOf(door).click()
    await door.button('One more').click()
    await door.button('One more').click()
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await eventually(async () => expect(await readHeader(door)).toBe(before + 4))
    await door.setOffline(false)
    await expectText(door.connection, /^Up to date$/)
    await eventually(async () => expect(await readService(null)).toBe(before + 4))
    await eventually(async () => expect(await readHeader(door)).toBe(before + 4))
    expect(
      await service.sql(
        `SELECT count(*) AS left FROM tickets WHERE ${inSession(service.org.session)} AND id = '${leaves.id}'
           AND status = 'CheckedIn'`,
      ),
    ).toEqual([{ left: 1 }])
    expect(door.problems).toEqual([])
  })

  it('fits the smallest phone in each language, with thousands inside', async () => {
    await makeClub()
    const { org } = service
    await request(org.owner, 'PATCH', `organizer/v1/sessions/${org.session}`, { capacity: 18_000 })
    const items = Array.from({ length: 12 }, () => ({
      type: 'Tally',
      id: crypto.randomUUID(),
      at: new Date(),
      by: 999,
    }))
    await request(org.staff, 'POST', `v1/sessions/${org.session}/check-ins`, { device: 'Clicker', items })
    for (const locale of languages) {
      const { page, context } = await openSignedIn(service, org.staff, addressOf(org.session), {
        locale,
        viewport: SMALLEST,
      })
      await page.locator('.place input').last().check()
      await eventually(async () => expect(await readHeader({ page })).toBeGreaterThan(10_000))
      await expectBar(page, locale, page.getByRole('searchbox'))
      await look(page, `${locale}, thousands`)
      await insideOf({ page }).click()
      await page.getByRole('dialog').waitFor()
      await look(page, `${locale}, count`)
      await context.close()
    }
  })
})
