// A guest who is erased at the service goes from everything that a phone keeps.
// @module-tag full

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  checkInElsewhere,
  expectStatus,
  makeTicketSource,
  openDoor,
  readStore,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

/** Everything on the phone's disk. */
const readDisk = async (page: Page): Promise<string> =>
  JSON.stringify([
    ...(await Promise.all(['sessions', 'tickets', 'checkIns'].map((store) => readStore(page, store)))),
    await page.evaluate('({ ...localStorage, ...sessionStorage })'),
    await page.evaluate(`(async () => {
      const texts = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) if (request.url.includes('/api/')) texts.push(request.url)
      }
      return texts
    })()`),
  ])

describe.skipIf(BROWSER === undefined)('an erased guest', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const takeGuest = async (word: string) => {
    const ticket = await takeTicket()
    await service.sql(
      `UPDATE tickets SET attendee_name = '${word} Name', attendee_email = '${word}@example.net', attendee_company = '${word} Ltd',
         holder_email = '${word}@buyer.example', note = '${word} note' WHERE id = '${ticket.id}'`,
    )
    return ticket
  }

  it('is nowhere on the disk: the list, the queue, recent check-ins, problems and walk-ins', async () => {
    await service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`)
    const words = ['Zqlist', 'Zqrecent', 'Zqqueue', 'Zqtwice']
    const [listed, recent, queued, twice] = [
      await takeGuest('Zqlist'),
      await takeGuest('Zqrecent'),
      await takeGuest('Zqqueue'),
      await takeGuest('Zqtwice'),
    ]
    const door = await openDoor(service, { isImpatient: true })
    await door.checkIn(recent)
    await expectStatus(service, recent, 'CheckedIn')
    await door.search.fill('Zqwalkin Name')
    await door.button('Add “Zqwalkin Name” as walk-in').click()
    await door.dialog.getByRole('button', { name: 'Add and check in' }).click()
    await eventually(async () =>
      expect(await service.sql(`SELECT 1 FROM tickets WHERE attendee_name = 'Zqwalkin Name'`)).toHaveLength(
        1,
      ),
    )
    const [walkIn] = await service.sql<{ id: string }>(
      `SELECT id FROM tickets WHERE attendee_name = 'Zqwalkin Name'`,
    )

    await door.setOffline(true)
    await checkInElsewhere(service, twice, 'Other gate')
    await door.checkIn(twice)
    await door.checkIn(queued)
    await eventually(async () => {
      const disk = await readDisk(door.page)
      for (const word of [...words, 'Zqwalkin']) expect(disk).toContain(word)
    })

    for (const { id } of [listed, recent, queued, twice, walkIn as { id: string }]) {
      const response = await fetch(
        `${service.api}/api/organizer/v1/sessions/${service.org.session}/tickets/${id}/erase`,
        { method: 'POST', headers: { Authorization: `Bearer ${await service.token(service.org.manager)}` } },
      )
      expect(response.status).toBe(200)
    }
    // The phone still has its queue, and sends it.
    await door.context.setOffline(false)
    await door.wake()
    await expectStatus(service, queued, 'CheckedIn')
    const left = /.{0,40}zq(list|recent|queue|twice|walkin).{0,20}/gi
    await eventually(async () => expect((await readDisk(door.page)).match(left)).toBeNull())
    // The check-ins themselves are still there, by their numbers.
    const stored = await readStore(door.page, 'checkIns')
    expect(stored.map(({ guest }) => (guest as { number: string }).number)).toEqual(
      expect.arrayContaining([recent.number, queued.number, twice.number]),
    )
    await door.button(/^Admitted twice/).waitFor()
    expect(door.problems).toEqual([])
  })
})
