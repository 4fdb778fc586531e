// Walk-ins: added from a search that finds nobody, with and without a network.
// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type Door,
  expectGone,
  expectText,
  inSession,
  makeTicketSource,
  openDoor,
  readCheckIns,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

describe.skipIf(BROWSER === undefined)('a walk-in', () => {
  const service = useDoor()
  beforeAll(() => service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`))

  type Added = { id: string; number: string; name: string | null; type: string; note: string; status: string }
  const added = (name: string) =>
    service.sql<Added>(
      `SELECT id, ticket_number AS number, attendee_name AS name, ticket_type_name AS type, note, status FROM tickets
       WHERE ${inSession(service.org.session)} AND attendee_name = '${name}' ORDER BY key`,
    )
  const statusesOf = async (name: string) => (await added(name)).map(({ status }) => status)
  const field = (door: Door, name: string) => door.dialog.getByRole('textbox', { name })
  const openForm = async (door: Door, name: string): Promise<void> => {
    await door.search.fill(name)
    await door.button(`Add “${name}” as walk-in`).click()
    await door.dialog.waitFor()
  }

  it('is added and checked in with two taps, and can be undone', async () => {
    const door = await openDoor(service, { viewport: { width: 360, height: 740 }, device: 'Gate B' })
    await openForm(door, 'Ana Ruiz')
    expect(await field(door, 'Name').inputValue()).toBe('Ana Ruiz')
    await expectAccessible(door.page)
    await door.button('Add and check in').click()
    await expectText(door.alert, /^Checked in/)
    await expectText(door.alert, 'Ana Ruiz')
    const [ticket] = await added('Ana Ruiz')
    expect(ticket).toMatchObject({ status: 'CheckedIn' })
    await expectText(door.alert, ticket?.number ?? '')
    const [item] = await service.sql(
      `SELECT device, admitted, walk_in AS walkIn FROM check_ins WHERE ticket_id = '${ticket?.id}'`,
    )
    expect(item).toEqual({ device: 'Gate B', admitted: 1, walkIn: 1 })

    await door.search.fill('Ana Ruiz')
    await expectText(door.list, 'Checked in')
    await door.list.getByRole('button').first().click()
    await door.button('Undo check-in').click()
    await eventually(async () => expect(await statusesOf('Ana Ruiz')).toEqual(['Voided']))
    await door.button('Check in again').click()
    await expectText(door.alert, /^Checked in/)
    await eventually(async () => expect(await statusesOf('Ana Ruiz')).toEqual(['CheckedIn']))
    expect(door.problems).toEqual([])
  })

  it('gets a type whose note is shown first', async () => {
    const setVip = (values: string) =>
      service.sql(
        `UPDATE ticket_types SET ${values} WHERE name = 'VIP' AND event_id = '${service.org.event}'`,
      )
    await setVip(`note = 'Check the pass', flag = 'Stop'`)
    const door = await openDoor(service, { viewport: { width: 360, height: 740 } })
    await openForm(door, 'Cy Falk')
    expect(await door.dialog.getByText('Check the pass').count()).toBe(0)
    await door.dialog.getByRole('combobox').selectOption('VIP')
    await expectText(door.dialog.getByRole('status'), 'Check the pass')
    await expectAccessible(door.page)
    await setVip(`note = NULL, flag = 'None'`)
  })

  it('brings others along, with a type, a note, and a warning over capacity', async () => {
    const [{ inside } = { inside: 0 }] = await service.sql<{ inside: number }>(
      `SELECT count(*) AS inside FROM tickets WHERE ${inSession(service.org.session)} AND status = 'CheckedIn'`,
    )
    const setCapacity = (capacity: number) =>
      service.sql(`UPDATE sessions SET capacity = ${capacity} WHERE id = '${service.org.session}'`)
    await setCapacity(inside + 1)
    const door = await openDoor(service, { viewport: { width: 360, height: 740 } })
    await openForm(door, 'Bo Lind')
    await field(door, 'Note').fill('Paid cash')
    await door.button('More').click()
    await door.button('More').click()
    await expectText(door.dialog, 'That would be 2 over capacity.')
    await door.button('Add 3 and check in').click()
    await expectText(door.alert, 'Checked in 3 tickets')
    await expectText(door.page.getByText('2 over capacity'), '2')
    const guests = await added('Bo Lind')
    expect(guests.map(({ status, note }) => [status, note])).toEqual(
      Array.from({ length: 3 }, () => ['CheckedIn', 'Paid cash']),
    )
    expect(new Set(guests.map(({ number }) => number)).size).toBe(3)
    await setCapacity(100_000)
    expect(door.problems).toEqual([])
  })

  it('is found again without a network, and recorded once there is one', async () => {
    const door = await openDoor(service)
    await door.setOffline(true)
    for (const name of ['Cem Aydin', 'Dua Khan']) {
      await openForm(door, name)
      await door.button('Add and check in').click()
      await expectText(door.alert, name)
    }
    await door.search.fill('Cem Aydin')
    await expectText(door.list, 'Checked in')
    // Taken back, and let in after all.
    await door.list.getByRole('button').first().click()
    await door.button('Undo check-in').click()
    await door.button('Check in again').click()
    await expectText(door.alert, /^Checked in/)
    expect(await added('Cem Aydin')).toEqual([])
    await door.reload()
    await door.search.fill('Dua Khan')
    await expectText(door.list, 'Checked in')
    await door.setOffline(false)
    await eventually(async () => {
      expect(await statusesOf('Cem Aydin')).toEqual(['CheckedIn'])
      expect(await statusesOf('Dua Khan')).toEqual(['CheckedIn'])
    })
  })

  it('has its type, which was renamed while the phone was away', async () => {
    const { event, types } = service.org
    const rename = (name: string) =>
      service.sql(`UPDATE ticket_types SET name = '${name}' WHERE id = '${types.VIP}'`)
    const countTypes = async () =>
      (await service.sql(`SELECT 1 FROM ticket_types WHERE event_id = '${event}'`)).length
    const door = await openDoor(service, { viewport: { width: 360, height: 740 } })
    const choice = door.dialog.getByRole('combobox')
    const before = await countTypes()
    await openForm(door, 'Hana Sato')
    await door.setOffline(true)
    await rename('Gold')
    await choice.selectOption('VIP')
    await door.button('Add and check in').click()
    await expectText(door.alert, 'Hana Sato')
    // The walk-in is on the disk of the phone, with its type.
    await door.reload()
    await door.setOffline(false)
    await eventually(async () => expect(await added('Hana Sato')).toMatchObject([{ type: 'Gold' }]))
    expect(await countTypes()).toBe(before)

    // The form is open when the phone hears of a new name, and keeps the type that was chosen.
    await openForm(door, 'Ines Pohl')
    await choice.selectOption('Gold')
    await rename('VIP')
    const chosen = choice.locator('option:checked')
    await eventually(async () => expect(await chosen.textContent()).toBe('VIP'))
    await door.button('Add and check in').click()
    await eventually(async () => expect(await added('Ines Pohl')).toMatchObject([{ type: 'VIP' }]))
    expect(await countTypes()).toBe(before)
    expect(door.problems).toEqual([])
  })

  it('is added only when the previous guest has an outcome', async () => {
    const door = await openDoor(service)
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await door.page.route('**/check-ins', (route) => isReleased.then(() => route.continue()))
    await door.enter((await makeTicketSource(service)()).code)
    await openForm(door, 'Gil Mora')
    const add = door.button('Add and check in')
    expect(await add.isDisabled()).toBe(true)
    release()
    await add.click()
    await expectText(door.alert, 'Gil Mora')
  })

  it('is not added where the event does not allow it', async () => {
    const allow = (value: 0 | 1) =>
      service.sql(`UPDATE events SET walk_ins = ${value} WHERE id = '${service.org.event}'`)
    const known = await openDoor(service)
    await openForm(known, 'Eva Novak')
    await allow(0)
    // The form was open already: the service refuses.
    await known.button('Add and check in').click()
    await expectText(known.alert, /^Not allowed/)
    await eventually(async () => expect(await statusesOf('Eva Novak')).toEqual(['Voided']))
    // Nobody was let in, and the service knows.
    const [refused] = await added('Eva Novak')
    await eventually(async () =>
      expect(await readCheckIns(service, { id: refused?.id ?? '' })).toMatchObject([
        { outcome: 'NotAllowed', undone: 1 },
      ]),
    )
    const door = await openDoor(service)
    await door.search.fill('Finn Berg')
    await expectText(door.page.getByRole('status'), '0 found')
    // The button is loaded with the dialogs.
    await door.button('Settings').click()
    await door.dialog.waitFor()
    await door.page.keyboard.press('Escape')
    await expectGone(door.dialog)
    expect(await door.button('Add guest').count()).toBe(0)
    await allow(1)
  })
})
