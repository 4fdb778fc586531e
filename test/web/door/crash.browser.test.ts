// What becomes of a check-in when the page ends, is suspended, or loses its disk before the service responds.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type Door,
  expectAllShown,
  expectStatus,
  expectText,
  holdResponse,
  makeTicketSource,
  openDoor,
  readStatus,
  readStore,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

/** A script for the browser: the database fails while `diskFails` is true. */
const FAILING_DISK = `{
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...parameters) {
    if (globalThis.diskFails) throw new DOMException('Connection lost.', 'UnknownError')
    return original.apply(this, parameters)
  }
}`

/** A script for the browser: no picture is ever painted. */
const NEVER_PAINTED = `requestAnimationFrame = () => 0`

/** A script for the browser: somebody types a search as soon as the first outcome was painted. */
const GONE_ONCE_PAINTED = `addEventListener('DOMContentLoaded', () => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=alert]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => {
      const search = document.querySelector('[type=search]')
      search.value = 'x'
      search.dispatchEvent(new InputEvent('input', { bubbles: true }))
      globalThis.isGone = true
    }))
  })
  observer.observe(document, { childList: true, subtree: true })
})`

describe.skipIf(BROWSER === undefined)('a check-in that is under way', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const pressCheckIn = async (door: Door, ticket: { number: string }): Promise<void> => {
    await door.choose(ticket)
    await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
  }

  it('is withdrawn on the next start if the page ended before it showed the outcome', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await holdResponse(door.page)
    await pressCheckIn(door, ticket)
    await expectStatus(service, ticket, 'CheckedIn')
    await door.reload()
    await expectStatus(service, ticket, 'Valid')
    await eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    await door.expectRow(ticket, 'Expected')
  })

  it('is named when the code is scanned again, if the page ended before it showed the outcome', async () => {
    const door = await openDoor(service, { script: NEVER_PAINTED })
    const ticket = await takeTicket()
    await pressCheckIn(door, ticket)
    await expectText(door.alert, ticket.number)
    await door.reload()
    await door.enter(ticket.code)
    await expectText(door.alert, /^Already checked in.*Checked in on this phone, just now/)
  })

  it('was seen if the outcome was painted once, even if the card goes right after it', async () => {
    const door = await openDoor(service, { script: GONE_ONCE_PAINTED })
    const ticket = await takeTicket()
    await pressCheckIn(door, ticket)
    await eventually(async () => expect(await door.page.evaluate('globalThis.isGone')).toBe(true))
    await expectAllShown(door.page)
    expect(await readStore(door.page, 'checkIns')).toHaveLength(1)
  })

  it('is withdrawn and lets nobody in if the disk fails before the outcome is stored', async () => {
    const door = await openDoor(service, { script: FAILING_DISK })
    const ticket = await takeTicket()
    const { release } = await holdResponse(door.page)
    await pressCheckIn(door, ticket)
    await expectStatus(service, ticket, 'CheckedIn')
    await door.page.evaluate(`globalThis.diskFails = true`)
    await release()
    await expectText(door.alert, ticket.number)
    expect(await door.alert.textContent()).toMatch(/^Not saved/)
    await expectStatus(service, ticket, 'Valid')
    await door.page.evaluate(`globalThis.diskFails = false`)
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
  })

  it('is withdrawn if the disk fails and the service did not respond', async () => {
    const door = await openDoor(service, { script: FAILING_DISK })
    const ticket = await takeTicket()
    await door.page.evaluate(`globalThis.diskFails = true`)
    await door.page.route(
      '**/check-ins',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await pressCheckIn(door, ticket)
    await expectText(door.alert, ticket.number)
    expect(await door.alert.textContent()).toMatch(/^Not saved/)
    await expectStatus(service, ticket, 'Valid')
  })

  it('gets its outcome even if the storage for settings is full', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.page.evaluate(`Storage.prototype.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError')
    }`)
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    expect(await readWaiting(door.page)).toEqual([])
  })
})
