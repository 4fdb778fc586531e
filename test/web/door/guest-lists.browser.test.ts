// Guest lists at the door: on the card and in the ticket of a guest, and among the results of a search.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectGone, expectText, makeTicketSource, openDoor, useDoor } from '../../support/node/door.ts'
import { useApi } from '../organizer/console.ts'

describe.skipIf(BROWSER === undefined)('a guest list at the door', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const addList = async (name: string, entries: readonly { name: string; plusOnes?: number }[]) => {
    const starts = Date.now() + 3_600_000
    await service.sql(`UPDATE sessions SET starts_at = ${starts} WHERE id = '${service.org.session}'`)
    const api = await useApi(service, service.org.manager)
    const path = `/api/organizer/v1/sessions/${service.org.session}/guest-lists`
    const { link } = await api<{ link: string }>('POST', path, { name, quota: 20 })
    await api('POST', '/api/v1/lists/entries', {
      code: link.split('#')[1],
      entries: entries.map((entry) => ({ id: crypto.randomUUID(), ...entry })),
    })
  }

  it('is a row among the results that opens its guests, and stands on their cards', async () => {
    const others = await takeTicket()
    await addList('DJ Tom', [{ name: 'Zoe Quist', plusOnes: 1 }, { name: 'Yara Quist' }])
    await addList('Bar', [{ name: 'Xenia Quist' }])
    const door = await openDoor(service)
    const { page, search, alert } = door
    const list = (text: RegExp) => page.getByRole('button', { name: text })

    await search.fill('tom')
    await expectText(list(/List of DJ Tom/), 'List of DJ Tom · 0 of 3 in')
    expect(await page.getByText('Try fewer letters').count()).toBe(0)
    expect(await list(/List of Bar/).count()).toBe(0)
    await list(/List of DJ Tom/).click()
    const guests = page.getByRole('list', { name: 'List of DJ Tom' })
    await expectText(guests, /Yara Quist.*Zoe Quist \+1/s)
    expect(await guests.getByText('Xenia').count()).toBe(0)
    await expectAccessible(page)

    await guests.getByRole('button', { name: /Yara Quist/ }).click()
    await expectText(door.dialog, 'List of DJ Tom')
    await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectText(alert, /Yara Quist.*List of DJ Tom/s)
    await search.fill('dj to')
    await expectText(list(/List of DJ Tom/), 'List of DJ Tom · 1 of 3 in')

    // A guest who is on no list.
    await search.fill(others.number)
    await door.row(others).click()
    await expectText(door.dialog, others.number)
    expect(await door.dialog.getByText('List of').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expectGone(door.dialog)
    await search.fill('nobody at all')
    await page.getByText('Try fewer letters').waitFor()
    expect(await list(/List of/).count()).toBe(0)
    expect(door.problems).toEqual([])
  })

  it('is found and named without a network, and after a reload', async () => {
    await addList('Promoter Ida', [{ name: 'Willa Quist' }])
    const door = await openDoor(service)
    await door.search.fill('willa')
    await expectText(door.list, 'Willa Quist')
    await door.setOffline(true)
    await door.reload()
    await door.search.fill('ida')
    await expectText(door.button(/List of Promoter Ida/), '0 of 1 in')
    expect(door.problems).toEqual([])
  })
})
