// Scanners that type: into each state of the page, with each speed and layout. And what staff read of it.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type Door,
  type DoorOptions,
  expectGone,
  expectStatus,
  expectText,
  makeTicketSource,
  openDoor,
  stopClocks,
  type Ticket,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

/**
 * A script for the browser, by whose clock a scanner types: each key after the first comes `keys.gap`
 * milliseconds after the one before. By the real clock, a busy machine can make a person of a scanner.
 */
const KEYS = `{
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')
  const times = new WeakMap()
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get() {
      const { keys } = globalThis
      const real = get.call(this)
      if (keys === undefined || !(this.type === 'keydown' || this.type === 'input')) return real
      if (!times.has(this)) {
        if (this.type === 'keydown') keys.at = keys.at === undefined ? real : keys.at + keys.gap
        times.set(this, keys.at ?? real)
      }
      return times.get(this)
    },
  })
}`

describe.skipIf(BROWSER === undefined)('a scanner that types', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const setEvent = (values: string) =>
    service.sql(`UPDATE events SET ${values} WHERE id = '${service.org.event}'`)
  const countWalkIns = async (): Promise<number> => {
    const [row] = await service.sql<{ count: number }>(
      `SELECT count(*) AS count FROM check_ins WHERE session_id = '${service.org.session}' AND walk_in = 1`,
    )
    return row?.count ?? 0
  }
  const open = (options: DoorOptions = {}) => openDoor(service, { script: KEYS, ...options })
  /** Types a text, and Enter once or more often, with so many milliseconds between. */
  const type = async ({ page }: Door, text: string, gap = 2, enterGaps = [gap]): Promise<void> => {
    const setGap = (ms: number) => page.evaluate(`globalThis.keys = { at: globalThis.keys?.at, gap: ${ms} }`)
    await setGap(gap)
    await page.keyboard.type(text)
    for (const ms of enterGaps) {
      await setGap(ms)
      await page.keyboard.press('Enter')
    }
    await page.evaluate('delete globalThis.keys')
  }
  const expectIn = async (door: Door, ticket: Ticket): Promise<void> => {
    await expectText(door.alert, ticket.number)
    await expectText(door.alert, /^Checked in/)
    await expectGone(door.dialog)
    await expectStatus(service, ticket, 'CheckedIn')
  }

  it.each([
    ['at once', 0, (code: string) => code],
    ['slowly', 45, (code: string) => code],
    ['in small letters', 2, (code: string) => code.toLowerCase()],
    ['as the link of the ticket page', 2, (code: string) => `https://tickets.example/t/${code}`],
  ])('is served with nothing focused, %s', async (_, delay, form) => {
    const door = await open()
    const ticket = await takeTicket()
    await type(door, form(ticket.code), delay)
    await expectIn(door, ticket)
    expect(await door.search.inputValue()).toBe('')
  })

  it('is served with codes that shops and scanners change', async () => {
    const tickets = await Promise.all(
      [
        ['550e8400-e29b-41d4-a716-446655440000', '550E8400E29B41D4A716446655440000'],
        ['4006381333931', '400638133393'],
        ['https://shop.example/t/Whole-77', 'http://shop.example/t/Whole-77?utm_source=mail'],
        ['A1B2C3D4E5', 'https://shop.example/t/A1B2C3D4E5&lang=de'],
      ].map(async ([code, text = '']) => ({ code, text, ticket: await takeTicket() })),
    )
    for (const { code, ticket } of tickets)
      await service.sql(`UPDATE tickets SET code = '${code}' WHERE id = '${ticket.id}'`)
    const door = await open()
    for (const { text, ticket } of tickets) {
      await type(door, text)
      await expectIn(door, ticket)
    }
    expect(door.problems).toEqual([])
  })

  it.each([0, 100])('checks nobody in by a number and two Enters %i ms apart', async (ms) => {
    const door = await open()
    const ticket = await takeTicket()
    await type(door, ticket.number, 2, [2, ms])
    await expectText(door.dialog, ticket.number)
    await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectIn(door, ticket)
    const [row] = await service.sql<{ count: number }>(
      `SELECT count(*) AS count FROM check_ins WHERE ticket_id = '${ticket.id}'`,
    )
    expect(row?.count).toBe(1)
  })

  it('is served behind letters in the search, which stay', async () => {
    const door = await open()
    const ticket = await takeTicket()
    await door.search.click()
    await door.page.keyboard.type('quir', { delay: 90 })
    await type(door, ticket.code)
    await expectIn(door, ticket)
    expect(await door.search.inputValue()).toBe('quir')
  })

  it('is served while a guest is open, who stays out', async () => {
    const door = await open()
    const [opened, scanned] = [await takeTicket(), await takeTicket()]
    await door.choose(opened)
    await type(door, scanned.code)
    await expectIn(door, scanned)
    await expectStatus(service, opened, 'Valid')
  })

  it.each(['Name', 'Note', 'Type'])(
    'adds nobody from the form of a walk-in with the focus in "%s", and the form keeps the rest',
    async (label) => {
      await setEvent('walk_ins = 1')
      const door = await open()
      const ticket = await takeTicket()
      const before = await countWalkIns()
      await door.search.fill('Zzz Walk')
      await door.button('Add “Zzz Walk” as walk-in').click()
      await door.dialog.getByRole('textbox', { name: 'Note' }).fill('Paid')
      await door.dialog.getByLabel(label).focus()
      await door.page.keyboard.press('End')
      const chosen = await door.dialog.getByLabel('Type').inputValue()
      await type(door, ticket.code)
      await expectIn(door, ticket)
      expect(await countWalkIns()).toBe(before)
      await door.button('Add “Zzz Walk” as walk-in').click()
      expect(await door.dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Zzz Walk')
      expect(await door.dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Paid')
      expect(await door.dialog.getByLabel('Type').inputValue()).toBe(chosen)
      expect(door.problems).toEqual([])
    },
  )

  it('adds nobody with a slow and unknown code either', async () => {
    await setEvent('walk_ins = 1')
    const door = await open()
    const before = await countWalkIns()
    await door.button('Add guest').click()
    await door.dialog.getByRole('textbox', { name: 'Name' }).focus()
    await type(door, 'ABC', 90)
    expect(await door.dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('ABC')
    await door.dialog.getByRole('button', { name: 'Add and check in' }).focus()
    await type(door, 'AB12', 90)
    await door.dialog.waitFor()
    expect(await countWalkIns()).toBe(before)
  })

  it('is served while the settings are open, and the name of the device stays', async () => {
    const door = await open({ device: 'Gate B' })
    const ticket = await takeTicket()
    await door.button('Settings').click()
    await door.page.getByRole('textbox', { name: 'Device name' }).focus()
    await door.page.keyboard.press('End')
    await type(door, ticket.code)
    await expectIn(door, ticket)
    await door.button('Settings').click()
    expect(await door.page.getByRole('textbox', { name: 'Device name' }).inputValue()).toBe('Gate B')
  })

  it('is served when the code enters a field at once, without keys', async () => {
    const door = await open()
    const [first, second] = [await takeTicket(), await takeTicket()]
    await door.search.focus()
    await door.page.keyboard.insertText(first.code)
    await expectIn(door, first)
    expect(await door.search.inputValue()).toBe('')
    await door.button('Settings').click()
    await door.page.getByRole('textbox', { name: 'Device name' }).focus()
    await door.page.keyboard.insertText(second.code)
    await expectIn(door, second)
  })

  it('is answered about an unknown code at once after the code of a guest', async () => {
    const door = await open()
    const ticket = await takeTicket()
    const enter = async (text: string, at: number, gap: number): Promise<void> => {
      await door.page.evaluate(`globalThis.keys = { at: ${at}, gap: ${gap} }`)
      await door.page.keyboard.insertText(text)
      await door.page.keyboard.press('Enter')
    }
    await door.search.focus()
    await enter(ticket.code, 100_000, 2)
    await expectIn(door, ticket)
    await enter('nobody-else', 100_100, 100)
    await expectText(door.alert, /^Unknown ticket.*nobody-else/)
  })

  it('is served while a note is shown, whose guest is not let in', async () => {
    const [noted, next] = [await takeTicket(), await takeTicket()]
    await service.sql(`UPDATE tickets SET note = 'House ban!', flag = 'Stop' WHERE id = '${noted.id}'`)
    const door = await open()
    await type(door, noted.code)
    await expectText(door.page.getByRole('region', { name: 'Note' }), 'House ban!')
    await type(door, next.code)
    await expectIn(door, next)
    await door.page.getByText(/^Not checked in: /).waitFor()
    await expectStatus(service, noted, 'Valid')
  })

  it('of the last code again shows its guest, the verdict and its age', async () => {
    const door = await open()
    const ticket = await takeTicket()
    await stopClocks(door.page)
    await type(door, ticket.code)
    await expectText(door.alert, /^Checked in/)
    await door.page.keyboard.insertText(ticket.code)
    const card = door.page.locator('.outcome')
    await expectText(card, 'Just read')
    await expectText(card, ticket.number)
    await expectText(card, /Checked in · (now|\d+ seconds? ago)/)
  })

  it('names the session of a code that is for another night, which this phone has never opened', async () => {
    const ticket = await takeTicket()
    const door = await open({ session: service.org.otherEventSession })
    await type(door, ticket.code)
    await expectText(door.alert, /^For another session.*This ticket is for Event, .*\d/)
    await door.setOffline(true)
    await type(door, (await takeTicket()).code)
    await expectText(door.alert, /^Unknown ticket/)
  })

  it('leaves names with a typing error to a person, below the search', async () => {
    const ticket = await takeTicket()
    const name = 'Quirin Vollmer'
    await service.sql(`UPDATE tickets SET attendee_name = '${name}' WHERE id = '${ticket.id}'`)
    const door = await open()
    await door.search.fill('quirin volmer')
    const similar = door.page.getByRole('list', { name: 'No exact match. Similar names' })
    await expectText(similar, name)
    await door.search.press('Enter')
    await expectText(door.alert, 'Unknown ticket')
    await eventually(async () => expect(await door.dialog.count()).toBe(0))
  })
})
