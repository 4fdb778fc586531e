// A session of 20,000 tickets and more on a phone.
// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  expectStatus,
  expectText,
  inSession,
  LARGE_SESSION,
} from '../../support/node/door.ts'
import { useOwnService } from '../../support/node/own-service.ts'
import { openSignedIn } from '../../support/node/page.ts'
import { isFull } from '../../support/runs.ts'

/** How often the 20,000 tickets of the demo are copied. In CI the session has 100,000. */
const COPIES = process.env.CI ? 4 : 0

describe.runIf(isFull && BROWSER !== undefined)(`a session of ${(COPIES + 1) * 20_000} tickets`, () => {
  const service = useOwnService('demo')
  beforeAll(async () => {
    const columns = `session_number, status, ticket_type_id, ticket_type_name, seat_label, current_holder_id,
      holder_email, attendee_name, attendee_email, attendee_company, checked_in_at, transfer_count`
    const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) ||
      '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
    for (let copy = 1; copy <= COPIES; copy += 1) {
      const offset = copy * 20_000
      await service.sql(`INSERT INTO tickets (key, id, ticket_number, ${columns})
         SELECT key + ${offset}, ${uuid}, substr(ticket_number, 1, 6) || printf('%06d', (key & 1048575) + ${offset}),
           ${columns}
         FROM tickets WHERE ${inSession(LARGE_SESSION)} AND key & 1048575 <= 20000`)
    }
  })

  it('loads, is searched, and opens without a network', async () => {
    const { page, problems } = await openSignedIn(service, 'door', addressOf(LARGE_SESSION))
    const door = asDoor(page, problems)
    await door.ready.waitFor({ timeout: 250_000 })
    await door.page.context().setOffline(true)
    await door.reload()
    await door.ready.waitFor()
    await door.page.getByText(/ of .* checked in$/).waitFor({ state: 'attached' })
    const [last] = await service.sql<{
      id: string
      number: string
    }>(`SELECT id, ticket_number AS number FROM tickets WHERE status = 'Valid' AND ticket_number LIKE '%-1%'
       ORDER BY ticket_number DESC LIMIT 1`)
    if (last === undefined) throw new Error('There is no valid ticket.')
    await door.checkIn(last)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.search.fill('a')
    await expectText(door.page.getByRole('status'), /^[\d,]+ found$/)
    await door.context.setOffline(false)
    await expectStatus(service, last, 'CheckedIn')
    expect(door.problems).toEqual([])
  })
})
