// A club with a smoking door and an area, with and without a network, and a theatre that has neither.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  type Door,
  expectGone,
  expectText,
  makeTicketSource,
  openDoor,
  readStore,
  useDoor,
} from '../../support/node/door.ts'
import { expectFits } from '../../support/node/fit.ts'
import { eventually, openSignedIn, type PageOptions } from '../../support/node/page.ts'

const SMALL = { width: 360, height: 740 }
/** A code that is read again after this time is asked about again. */
const REPEAT_MS = 3_100
const LARGE_TEXT = `addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '200%'
})`

describe.skipIf(BROWSER === undefined)('the door page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const pictures = process.env.PICTURES

  /** Makes a club of the event. */
  const makeClub = (): Promise<unknown> => {
    const { event } = service.org
    return service.sql(
      `UPDATE ticket_types SET entries = 'AfterExit' WHERE event_id = '${event}'`,
      `INSERT OR IGNORE INTO areas (id, event_id, name, capacity)
       VALUES ('${event.slice(0, -4)}a4ea', '${event}', 'Bar', 2)`,
    )
  }

  const inside = ({ page }: Door) => page.getByRole('button', { name: /^Count:/ })
  const expectInside = (door: Door, text: string | RegExp): Promise<void> => expectText(inside(door), text)
  const choose = ({ page }: Door, name: 'In' | 'Out'): Promise<void> =>
    page.getByRole('radio', { name, exact: true }).check()
  const look = async (page: Page, name: string, isLarge = false): Promise<void> => {
    if (!isLarge) await expectFits(page, name)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true)
    await expectAccessible(page, name)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
  }
  const readInside = async (door: Door): Promise<number> =>
    Number((await inside(door).textContent())?.match(/\d+/)?.[0])

  it('looks as ever in a theatre', async () => {
    const door = await openDoor(service, { viewport: SMALL, time: Date.now() })
    const ticket = await takeTicket()
    expect(await door.page.getByRole('radio', { name: 'Out', exact: true }).count()).toBe(0)
    expect(await inside(door).count()).toBe(0)
    await door.enter(ticket.code)
    await expectText(door.alert, /^Checked in/)
    await door.page.clock.fastForward(REPEAT_MS)
    await door.enter(ticket.code)
    await expectText(door.alert, /^Already checked in at \d/)
    expect(await door.button('Left unseen, back now').count()).toBe(0)

    // One phone can follow exits all the same.
    await door.button('Settings').click()
    await door.page.getByRole('checkbox', { name: 'Exits and head count' }).check()
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await choose(door, 'Out')
    await door.button('Settings').click()
    await door.page.getByRole('checkbox', { name: 'Exits and head count' }).uncheck()
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(inside(door))
    expect(door.problems).toEqual([])
  })

  it('lets guests out and in again with a network, and says how many are inside', async () => {
    await makeClub()
    const door = await openDoor(service, { viewport: SMALL, device: 'Smoking door', time: Date.now() })
    const [ticket, other] = [await takeTicket(), await takeTicket()]
    await inside(door).waitFor()
    const before = await readInside(door)
    await look(door.page, 'club, idle')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Checked in/)
    await expectInside(door, String(before + 1))

    await choose(door, 'Out')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Left/)
    await expectText(door.alert, ticket.number)
    await expectInside(door, String(before))
    await look(door.page, 'club, left')
    await door.enter(other.code)
    await expectText(door.alert, /^Not scanned in/)
    await look(door.page, 'club, not inside')

    await choose(door, 'In')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Back Left \d.*, Smoking door/)
    await expectInside(door, String(before + 1))
    await look(door.page, 'club, back')
    await door.page.clock.fastForward(REPEAT_MS)
    await door.enter(ticket.code)
    await expectText(door.alert, /^Already checked in Inside since \d.*, Smoking door/)
    await look(door.page, 'club, inside')
    await door.button('Left unseen, back now').click()
    await expectText(door.alert, /^Back/)
    await eventually(async () =>
      expect(
        await service.sql(
          `SELECT type, outcome, assumed FROM check_ins WHERE ticket_id = '${ticket.id}'
             AND outcome <> 'AlreadyCheckedIn' ORDER BY at`,
        ),
      ).toMatchObject([
        { type: 'CheckIn', outcome: 'CheckedIn' },
        { type: 'Exit', outcome: 'Left', assumed: 0 },
        { type: 'CheckIn', outcome: 'ReEntered' },
        { type: 'Exit', outcome: 'Left', assumed: 1 },
        { type: 'CheckIn', outcome: 'ReEntered' },
      ]),
    )
    expect(door.problems).toEqual([])
  })

  it('does all of it without a network, keeps it over a reload, and agrees with another gate later', async () => {
    await makeClub()
    const [door, gate] = await Promise.all([
      openDoor(service, { viewport: SMALL, device: 'Bar' }),
      openDoor(service, { device: 'Gate B' }),
    ])
    const [ticket, guest] = [await takeTicket(), await takeTicket()]
    await inside(door).waitFor()
    const before = await readInside(door)
    await door.setOffline(true)
    const area = door.page.getByRole('combobox', { name: 'Area' })
    await area.selectOption('Bar')
    await expectInside(door, /^0\s*of 2/)
    for (const one of [ticket, guest]) {
      await door.enter(one.code)
      await expectText(door.alert, /^Checked in/)
      await expectText(door.alert, one.number)
    }
    await expectInside(door, /^2\s*of 2/)
    await look(door.page, 'club, bar is full')
    await choose(door, 'Out')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Left/)

    // People without tickets are counted with large buttons, or set.
    await inside(door).click()
    await door.dialog.waitFor()
    await look(door.page, 'club, count')
    await door.button('One more').click()
    await door.button('One more').click()
    await door.button('One fewer').click()
    await expectText(door.dialog.getByRole('status'), /^2/)
    await door.dialog.getByRole('textbox', { name: 'People inside' }).fill('7')
    await door.button('Set to 7').click()
    await expectText(door.dialog.getByRole('status'), /^7/)
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(door.dialog)
    await eventually(async () =>
      expect((await readStore(door.page, 'checkIns')).filter(({ type }) => type === 'Tally')).not.toEqual([]),
    )

    await door.reload()
    await door.ready.waitFor()
    expect(await door.page.getByRole('radio', { name: 'Out', exact: true }).isChecked()).toBe(true)
    await expectInside(door, /^7\s*of 2/)
    await area.selectOption('Venue')
    await expectInside(door, String(before + 2))

    await door.setOffline(false)
    await expectText(door.connection, /^Up to date$/)
    const bar = `${service.org.event.slice(0, -4)}a4ea`
    await eventually(async () =>
      expect(
        await service.sql(
          `SELECT sum(people) AS people FROM check_ins WHERE type = 'Tally' AND area_id = '${bar}'`,
        ),
      ).toEqual([{ people: 6 }]),
    )
    await gate.wake()
    await gate.page.getByRole('combobox', { name: 'Area' }).selectOption('Bar')
    await expectInside(gate, /^7\s*of 2/)
    await expectInside(gate, '7')
    expect([...door.problems, ...gate.problems]).toEqual([])
  })

  it.each<[string, PageOptions]>([
    ['in the dark, on a small screen', { colorScheme: 'dark', viewport: { width: 320, height: 568 } }],
    ['from right to left', { locale: 'ar', viewport: SMALL }],
    ['with large text', { viewport: SMALL, script: LARGE_TEXT }],
  ])('fits the screen and is accessible %s', async (name, options) => {
    await makeClub()
    const { org } = service
    const { page } = await openSignedIn(service, org.staff, addressOf(org.session), options)
    const isLarge = options.script !== undefined
    const out = page.locator('.place input').last()
    await out.waitFor({ state: 'attached' })
    await look(page, `club ${name}, idle`, isLarge)
    const ticket = await takeTicket()
    const enter = async (): Promise<void> => {
      await page.getByRole('searchbox').fill(ticket.code)
      await page.getByRole('searchbox').press('Enter')
      await page.getByRole('alert').filter({ hasText: ticket.number }).waitFor()
    }
    await enter()
    await out.check()
    await enter()
    await page.locator('.outcome.out').waitFor()
    await look(page, `club ${name}, left`, isLarge)
    await page.locator('.place .inside').click()
    await page.getByRole('dialog').waitFor()
    await look(page, `club ${name}, count`, isLarge)
  })

  it('keeps people who were counted right before the session is left', async () => {
    await makeClub()
    const door = await openDoor(service)
    const count = async () => {
      const tallies = `SELECT people FROM check_ins WHERE type = 'Tally' AND session_id = '${service.org.session}'`
      return (await service.sql<{ people: number }>(tallies)).reduce((sum, { people }) => sum + people, 0)
    }
    const before = await count()
    await inside(door).click()
    for (let taps = 0; taps < 3; taps += 1) await door.button('One more').click()
    await door.page.evaluate("location.hash = '#/'")
    await eventually(async () => expect(await count()).toBe(before + 3))
  })
})
