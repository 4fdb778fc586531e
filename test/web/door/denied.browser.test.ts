// What becomes of the tickets and the check-ins on a phone when the service denies access.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  changeStore,
  type Door,
  expectGone,
  expectStatus,
  expectText,
  makeTicketSource,
  openDoor,
  readStore,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'

const DAY_MS = 86_400_000

describe.skipIf(BROWSER === undefined)('somebody who lost access', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const change = (column: 'event_id' | 'subject', from: string, to: string) =>
    service.sql(
      `UPDATE members SET ${column} = '${to}' WHERE ${column} = '${from}' AND organizer_id = '${service.org.id}'
         AND subject IN ('${service.org.eventStaff}', 'nobody')`,
    )
  const denials = [
    [
      '403 forbidden',
      () => change('event_id', service.org.event, service.org.otherEvent),
      () => change('event_id', service.org.otherEvent, service.org.event),
    ],
    [
      '404 session_not_found',
      () => change('subject', service.org.eventStaff, 'nobody'),
      () => change('subject', 'nobody', service.org.eventStaff),
    ],
  ] as const

  const denied = (door: Door) => door.page.getByText(/tickets are hidden/)

  it.each(denials)(
    'no longer sees the tickets after %s, and sees them again once allowed',
    async (_, deny, allow) => {
      const door = await openDoor(service, { subject: service.org.eventStaff })
      await deny()
      await door.wake()
      await denied(door).waitFor()
      expect(await door.search.count()).toBe(0)
      expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
      await allow()
      await door.wake()
      await door.search.waitFor()
      await expectGone(denied(door))
    },
  )

  it.each(denials)(
    'loses the tickets, but no unsent check-ins, after 24 hours of %s',
    async (_, deny, allow) => {
      const door = await openDoor(service, { subject: service.org.eventStaff })
      const ticket = await takeTicket()
      await door.setOffline(true)
      await door.checkIn(ticket)
      await deny()
      await door.context.setOffline(false)
      await denied(door).waitFor()
      expect((await readStore(door.page, 'tickets')).length).toBeGreaterThan(0)
      // As if it had been a day ago by the clock of the service.
      await changeStore(door.page, 'sessions', `entry.deniedAt -= ${DAY_MS}`)
      await door.reload()
      await door.page.getByText('Its tickets were removed from this phone').waitFor()
      expect(await readStore(door.page, 'tickets')).toEqual([])
      expect(await readStore(door.page, 'sessions')).toEqual([])
      expect(await readWaiting(door.page)).toMatchObject([{ guest: { id: ticket.id } }])
      // Now the phone knows nothing of the session any more.
      await door.reload()
      await door.page.getByText('This session was not found').waitFor()
      await door.button('1 check-in cannot be sent').waitFor()
      await allow()
      await door.reload()
      await expectStatus(service, ticket, 'CheckedIn')
    },
  )

  it('sees on every screen what cannot be sent, until somebody may send it', async () => {
    const door = await openDoor(service, { subject: service.org.eventStaff })
    const tickets = [await takeTicket(), await takeTicket()]
    await door.setOffline(true)
    for (const ticket of tickets) await door.checkIn(ticket)
    await denials[1][1]()
    await door.context.setOffline(false)
    await denied(door).waitFor()
    await door.button('2 check-ins cannot be sent').waitFor()
    await door.page.goto(`${service.api}/door/#/`)
    await door.page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await door.button('2 check-ins cannot be sent').click()
    for (const { number } of tickets) await expectText(door.dialog, number)
    await door.dialog.getByRole('button', { name: 'Discard' }).click()
    await expectText(door.dialog.getByRole('alert'), '2 check-ins will be lost')
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await denials[1][2]()
    await door.wake()
    for (const ticket of tickets) await expectStatus(service, ticket, 'CheckedIn')
    await expectGone(door.button(/cannot be sent/))
  })
})
