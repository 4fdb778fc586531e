// Notes about guests: shown beside them, or read before they are let in.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  expectBelow,
  expectStatus,
  expectText,
  makeTicketSource,
  openDoor,
  readStatus,
  useDoor,
} from '../../support/node/door.ts'

describe.skipIf(BROWSER === undefined)('a note about a guest', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const setNote = (id: string, note: string, flag: string) =>
    service.sql(`UPDATE tickets SET note = '${note}', flag = '${flag}' WHERE id = '${id}'`)

  it('is shown before the guest is let in or turned away, with and without a network', async () => {
    const [held, closed, offline] = [await takeTicket(), await takeTicket(), await takeTicket()]
    for (const { id } of [held, closed, offline]) await setNote(id, 'Check the age', 'Stop')
    const door = await openDoor(service)
    const note = door.page.getByRole('region', { name: 'Note' })

    await door.enter(held.code)
    await expectText(note, 'Check the age')
    await expectText(note, held.name ?? '')
    await expectAccessible(door.page)
    expect(await readStatus(service, held)).toBe('Valid')
    await note.getByRole('button', { name: 'Let in', exact: true }).click()
    await expectText(door.alert, /^Checked in/)
    await expectText(door.alert, 'Check the age')
    await expectStatus(service, held, 'CheckedIn')

    await door.enter(closed.code)
    await note.getByRole('button', { name: 'Don’t let in' }).click()
    await expectText(door.page.getByRole('status'), `Not checked in: ${closed.name}`)
    expect(await readStatus(service, closed)).toBe('Valid')

    await door.setOffline(true)
    await door.enter(offline.code)
    await note.getByRole('button', { name: 'Let in', exact: true }).click()
    await expectText(door.alert, /^Checked in/)
    await door.setOffline(false)
    await expectStatus(service, offline, 'CheckedIn')
    expect(await readStatus(service, closed)).toBe('Valid')
    expect(door.problems).toEqual([])
  })

  it('reaches a phone that was offline from the ticket type, and stays on it', async () => {
    const ticket = await takeTicket()
    const door = await openDoor(service)
    await door.setOffline(true)
    const type = crypto.randomUUID()
    await service.sql(
      `INSERT INTO ticket_types (id, event_id, name, note, flag)
       VALUES ('${type}', '${service.org.event}', 'Students', 'Check the pass', 'None')`,
    )
    await service.sql(`UPDATE tickets SET ticket_type_id = '${type}' WHERE id = '${ticket.id}'`)
    await setNote(ticket.id, 'Has a stick', 'Info')
    await service.sql(`UPDATE ticket_types SET flag = 'Stop' WHERE id = '${type}'`)
    await door.setOffline(false)
    await door.choose(ticket)
    await expectText(door.dialog, 'Has a stick')
    await expectText(door.dialog, 'Check the pass')
    await door.setOffline(true)
    await door.reload()
    await door.enter(ticket.code)
    const note = door.page.getByRole('region', { name: 'Note' })
    await expectText(note, 'Has a stick')
    await expectText(note, 'Check the pass')
    expect(await readStatus(service, ticket)).toBe('Valid')
    expect(door.problems).toEqual([])
  })

  it('with the flag Info is on the card and in the ticket', async () => {
    const ticket = await takeTicket()
    await setNote(ticket.id, 'Gets a wristband. '.repeat(30), 'Info')
    const door = await openDoor(service, { viewport: { width: 360, height: 640 } })
    await door.choose(ticket)
    await expectText(door.dialog, 'Gets a wristband')
    await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectText(door.alert, 'Gets a wristband')
    // Also a long one leaves the search free, on a small phone.
    await expectBelow(door.alert, door.search)
    await expectStatus(service, ticket, 'CheckedIn')
    expect(door.problems).toEqual([])
  })
})
