// What the layout promises: zones that do not move, verdicts that stay as long as they matter, and few taps.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { withCamera } from '../../support/node/camera.ts'
import {
  checkInElsewhere,
  expectGone,
  expectStatus,
  expectText,
  holdResponse,
  makeTicketSource,
  openDoor,
  readStatus,
  type Ticket,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

const SHRINK_MS = 6_000
const UNDO_MS = 10_000
const MINUTE_MS = 60_000
/** Above it are the header, the field and the count. */
const MAX_ABOVE_ROWS = 120
/** What one line and its button need. */
const MAX_STRIP = 80

describe.skipIf(BROWSER === undefined)('the door page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const nameOf = ({ name }: Ticket): string => name ?? ''

  it('checks a guest in by name with one tap on the row', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.search.fill(ticket.number)
    await door.list.getByRole('checkbox', { name: `Check in: ${nameOf(ticket)}` }).click()
    await expectText(door.alert, /^Checked in/)
    await expectStatus(service, ticket, 'CheckedIn')
    await door.expectRow(ticket, 'Checked in')
    expect(await door.list.getByRole('checkbox').count()).toBe(0)
    expect(door.problems).toEqual([])
  })

  it('offers the rest of a group after one code, in one tap', async () => {
    const group = [await takeTicket(), await takeTicket(), await takeTicket()]
    const ids = group.map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET holder_email = 'three@example.com' WHERE id IN (${ids})`)
    const door = await openDoor(service)
    await door.enter(group[0]?.code ?? '')
    await door.button('Check in all (2)').click()
    await expectText(door.alert, /^Checked in 2 tickets/)
    for (const ticket of group) await expectStatus(service, ticket, 'CheckedIn')
  })

  it('checks in those of a group who are ticked', async () => {
    const group = [await takeTicket(), await takeTicket(), await takeTicket()]
    const ids = group.map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET holder_email = 'some@example.com' WHERE id IN (${ids})`)
    const door = await openDoor(service)
    const [chosen, away, here] = group as [Ticket, Ticket, Ticket]
    await door.choose(chosen)
    await door.button('Check in all (3)').click()
    await door.dialog.getByRole('checkbox', { name: nameOf(away) }).uncheck()
    await door.button('Check in 2').click()
    await expectText(door.alert, /^Checked in 2 tickets/)
    await expectStatus(service, here, 'CheckedIn')
    expect(await readStatus(service, away)).toBe('Valid')
  })

  it('shrinks a success to one line, whose undo asks with the name after ten seconds', async () => {
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    const card = door.page.locator('.outcome')
    const heightOf = async (): Promise<number> => (await card.boundingBox())?.height ?? 0
    expect(await heightOf()).toBeGreaterThan(2 * MAX_STRIP)
    await door.page.clock.fastForward(SHRINK_MS)
    await eventually(async () => expect(await heightOf()).toBeLessThan(MAX_STRIP))
    await door.page.clock.fastForward(UNDO_MS)
    await door.button('Undo…').click()
    const dialog = door.page.getByRole('dialog', { name: nameOf(ticket) })
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    await dialog.getByRole('button', { name: 'Undo check-in' }).click()
    await expectStatus(service, ticket, 'Valid')
  })

  it('keeps what can be tapped apart after an undo, and the type beside a long name, on small phones', async () => {
    const ticket = await takeTicket()
    await service.sql(
      `UPDATE tickets SET attendee_name = 'Maximiliane Schwarzenberger-Lichtenstein' WHERE id = '${ticket.id}'`,
    )
    const door = await openDoor(service)
    await door.page.setViewportSize({ width: 320, height: 568 })
    const boxOf = async (name: string) => {
      const box = await door.button(name).boundingBox()
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
    }
    await door.enter(ticket.code)
    await expectText(door.alert, /Maximiliane/)
    const [said, type] = [door.page.locator('.said'), door.page.locator('.type')]
    const [around, inside] = [await said.boundingBox(), await type.boundingBox()]
    // Below it, what does not fit fades out.
    expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThan(
      (around?.y ?? 0) + (around?.height ?? 0) - 16,
    )
    await door.button('Undo').click()
    await door.button('Check in again').waitFor()
    const [close, again] = [await boxOf('Close'), await boxOf('Check in again')]
    expect(again.top).toBeGreaterThanOrEqual(close.bottom)
    expect(again.bottom - again.top).toBeLessThan(MAX_STRIP)
  })

  it('shows a refusal until it is closed', async () => {
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    const ticket = await takeTicket()
    await checkInElsewhere(service, ticket, 'Gate B')
    await door.enter(ticket.code)
    await expectText(door.alert, /^Already checked in/)
    await door.page.clock.fastForward(MINUTE_MS)
    await expectText(door.page.locator('.age'), /^1 ?m/)
    await expectText(door.alert, ticket.number)
    await door.button('Close').click()
    await expectGone(door.alert)
  })

  it('leads from an unknown ticket to the search and to a walk-in', async () => {
    await service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`)
    const door = await openDoor(service)
    await door.enter('XX999-000001')
    await expectText(door.alert, /^Unknown ticket/)
    const card = door.page.locator('.outcome')
    await card.getByRole('button', { name: 'Search' }).waitFor()
    await card.getByRole('button', { name: 'Add guest' }).click()
    await door.page.getByRole('dialog', { name: 'Add guest' }).waitFor()
  })

  it('puts last names that begin as typed first, and says that an e-mail address was found', async () => {
    const [first, last, byEmail] = [await takeTicket(), await takeTicket(), await takeTicket()]
    const change = ({ id }: Ticket, values: string) =>
      service.sql(`UPDATE tickets SET ${values} WHERE id = '${id}'`)
    await change(first, `attendee_name = 'Zorn Abel'`)
    await change(last, `attendee_name = 'Ziva Zornik'`)
    await change(byEmail, `attendee_name = 'Anna Bell', attendee_email = 'zorn@example.com'`)
    const door = await openDoor(service)
    await door.search.fill('zorn')
    await expectText(door.page.getByRole('status'), '3 found')
    const rows = await door.list.getByRole('button').allTextContents()
    expect(rows.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'Ziva Zornik',
      'Zorn Abel',
      'Anna Bell',
    ])
    expect(rows.map((text) => text.includes('E-mail'))).toEqual([false, false, true])
    expect(await door.list.locator('mark').allTextContents()).toEqual(['Zorn', 'Zorn'])
  })

  it('leaves room for the results on a phone', async () => {
    const door = await openDoor(service, { viewport: { width: 390, height: 844 } })
    await door.search.fill('a')
    const top = async (): Promise<number> =>
      (await door.list.getByRole('button').first().boundingBox())?.y ?? Number.NaN
    expect(await top()).toBeLessThanOrEqual(MAX_ABOVE_ROWS)
    const box = await door.list.getByRole('button').first().boundingBox()
    // The rows stay where they are when the field loses the focus to one of them.
    await door.list.getByRole('button').first().focus()
    expect(await top()).toBe(box?.y)
    await door.list.getByRole('button').first().click()
    await door.dialog.waitFor()
  })

  it('never moves the search or a row by what it says of the connection', async () => {
    const tickets = [await takeTicket(), await takeTicket(), await takeTicket()]
    for (const { id } of tickets)
      await service.sql(`UPDATE tickets SET holder_email = '${id}@example.com' WHERE id = '${id}'`)
    const door = await openDoor(service)
    const places = async () => [
      (await door.search.boundingBox())?.y,
      (await door.list.getByRole('button').first().boundingBox())?.y,
    ]
    const sizes = [
      { width: 320, height: 568 },
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]
    for (const [index, viewport] of sizes.entries()) {
      const ticket = tickets[index] as Ticket
      await door.page.setViewportSize(viewport)
      const idle = (await door.search.boundingBox())?.y
      await door.search.fill(ticket.number)
      const tick = door.list.getByRole('checkbox')
      await tick.waitFor()
      const found = await places()
      await door.setOffline(true)
      expect(await places(), 'offline').toEqual(found)
      await tick.click()
      await expectText(door.connection, /^Offline.*1 to send/)
      expect(await places(), 'offline, to send').toEqual(found)
      await door.search.fill('')
      expect((await door.search.boundingBox())?.y, 'offline, to send').toBe(idle)
      const held = await holdResponse(door.page)
      await door.setOffline(false)
      await expectText(door.connection, /^Sending.*1 to send/)
      expect((await door.search.boundingBox())?.y, 'sending').toBe(idle)
      await door.search.fill(ticket.number)
      expect(await places(), 'sending').toEqual(found)
      await held.release()
      await expectText(door.connection, /^Up to date/)
      expect(await places(), 'sent').toEqual(found)
      await door.search.fill('')
    }
    expect(door.problems).toEqual([])
  })

  it('lets nobody in by a row that has just moved under the finger', async () => {
    const [above, below] = [await takeTicket(), await takeTicket()]
    await service.sql(
      `UPDATE tickets SET attendee_name = 'Qaa Above' WHERE id = '${above.id}'`,
      `UPDATE tickets SET attendee_name = 'Qaa Below' WHERE id = '${below.id}'`,
    )
    const door = await openDoor(service)
    await door.page.getByRole('radio', { name: 'Expected' }).check()
    await door.search.fill('Qaa')
    const ticks = door.list.getByRole('checkbox')
    await expectText(door.page.getByRole('status'), /^2 found$/)
    await door.page.evaluate(`{
      globalThis.wasDeaf = false
      new MutationObserver(() => {
        wasDeaf ||= document.querySelector('.tick [aria-disabled="true"]') !== null
      }).observe(document.body, { subtree: true, attributeFilter: ['aria-disabled'] })
    }`)
    await checkInElsewhere(service, above, 'Gate B')
    await door.wake()
    await expectText(door.page.getByRole('status'), /^1 found$/)
    await eventually(async () => expect(await door.page.evaluate('wasDeaf')).toBe(true))
    await ticks.click()
    await expectText(door.alert, /Qaa Below/)
  })

  it('opens as it was left: with the camera or by name', async () => {
    const door = await openDoor(service)
    await door.button('Scan').click()
    await door.reload()
    await door.page.getByRole('region', { name: 'Scanning' }).waitFor()
    await door.button('Stop scanning').click()
    await door.reload()
    await door.search.waitFor()
    expect(await door.page.getByRole('region', { name: 'Scanning' }).count()).toBe(0)
  })

  it('never moves the frame of the camera, and keeps event, count and connection in view', async () => {
    const ticket = await takeTicket()
    await withCamera(['another code', ticket.code], async (browser) => {
      const door = await openDoor(service, { browser, viewport: { width: 390, height: 844 } })
      await door.button('Scan').click()
      const frame = door.page.locator('.frame')
      const centre = async () => {
        const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        return [box.x + box.width / 2, box.y + box.height / 2]
      }
      const before = await centre()
      await expectText(door.alert, /^Unknown ticket/)
      expect(await centre()).toEqual(before)
      await expectText(door.alert, /^Checked in/)
      expect(await centre()).toEqual(before)
      await door.setOffline(true)
      expect(await centre()).toEqual(before)
      await door.page.getByRole('heading', { level: 1 }).waitFor()
      await door.page.getByText(/ of \d+ checked in$/).waitFor()
      await door.setOffline(false)
    })
  })
})
