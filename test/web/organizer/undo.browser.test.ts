// Undoing check-ins in the console: every admission that a phone can undo.
// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { expectCount, expectText, makeSeries, useApi, useConsole } from './console.ts'

describe.skipIf(BROWSER === undefined)('the page of a guest', () => {
  const { service, open } = useConsole()
  let manager: string
  let address: string
  /** Sends a check-in of the guest as a gate. Returns its id. */
  let send: (device: string, admitted: boolean) => Promise<string>
  let undo: (checkInId: string) => Promise<void>

  beforeEach(async () => {
    const { org, coming } = await makeSeries(service)
    const staff = await useApi(service, org.staff)
    const path = `/api/v1/sessions/${coming[1]}`
    const { data } = await staff<{ data: { id: string }[] }>('GET', `${path}/tickets?pageSize=1`)
    const ticketId = data[0]?.id as string
    manager = org.manager
    address = `/organizer/#/events/${org.event}/sessions/${coming[1]}/guests/${ticketId}`
    const post = (device: string | null, item: object) =>
      staff('POST', `${path}/check-ins`, { device, items: [{ ...item, at: new Date().toISOString() }] })
    send = async (device, admitted) => {
      const id = crypto.randomUUID()
      await post(device, { type: 'CheckIn', id, ticketId, admitted })
      return id
    }
    undo = async (checkInId) => {
      await post(null, { type: 'Undo', id: crypto.randomUUID(), checkInId })
    }
  })

  const openGuest = async () => {
    const { page, problems } = await open(manager, address)
    const checkIns = page.getByRole('region', { name: 'Check-ins' })
    return {
      page,
      problems,
      ticket: page.getByRole('region', { name: 'Ticket' }),
      entryOf: (gate: string) => checkIns.getByRole('listitem').filter({ hasText: gate }),
      undoAll: async () => {
        await page.getByRole('button', { name: 'Undo check-in', exact: true }).click()
        await page.getByRole('alert').getByRole('button', { name: 'Undo check-in' }).click()
      },
    }
  }

  it('undoes the second admission of a ticket whose first one was undone', async () => {
    const first = await send('Gate A', true)
    await send('Gate B', true)
    await undo(first)
    const { ticket, undoAll, problems } = await openGuest()
    await expectText(ticket, /StatusChecked in/)
    await undoAll()
    await expectText(ticket, /StatusExpected/)
    expect(problems).toEqual([])
  })

  it('undoes all admissions of a ticket at once', async () => {
    await send('Gate A', true)
    await send('Gate B', true)
    const { ticket, undoAll } = await openGuest()
    await undoAll()
    await expectText(ticket, /StatusExpected/)
  })

  it('undoes one of two admissions, and leaves the guest checked in by the other', async () => {
    await send('Gate A', true)
    await send('Gate B', true)
    await send('Gate C', false)
    const { ticket, entryOf } = await openGuest()
    await entryOf('Gate B')
      .getByRole('button', { name: /^Undo: / })
      .click()
    await expectText(entryOf('Gate B'), /undone/)
    await expectCount(entryOf('Gate B').getByRole('button'), 0)
    await expectText(ticket, /StatusChecked in/)
    // Nobody was let in by what was only asked.
    await expectCount(entryOf('Gate C').getByRole('button'), 0)
  })

  it('finds the admission behind a hundred later scans', async () => {
    await send('Gate A', false)
    for (let scan = 0; scan < 100; scan += 1) await send('Gate B', false)
    const { ticket, undoAll } = await openGuest()
    await undoAll()
    await expectText(ticket, /StatusExpected/)
  })
})
