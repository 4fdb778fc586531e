// A row that the tables would refuse: it was written with the checks turned off.
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getPage, ticketsPath } from '../../../support/api.ts'
import { addTickets, makeOrganizer, type Organizer } from '../../../support/rows.ts'
import { catchUp, newDevice } from '../../../support/sync.ts'

let org: Organizer
let ids: string[]
beforeAll(async () => {
  org = await makeOrganizer()
  ids = await addTickets(org, [{}, {}, {}])
})
afterEach(() => vi.restoreAllMocks())

/** Writes a ticket without the checks of its table. */
const force = (change: string, id: string) =>
  env.DB.batch([
    env.DB.prepare('PRAGMA ignore_check_constraints = ON'),
    env.DB.prepare(`UPDATE tickets SET ${change} WHERE id = ?`).bind(id),
    env.DB.prepare('PRAGMA ignore_check_constraints = OFF'),
  ])

it('is left out of lists and changes, and reported without its values', async () => {
  const device = newDevice()
  await catchUp(device, org.staff, org.session)
  await force(`attendee_name = X'416e6e61'`, ids[1] as string)
  await force(`attendee_name = 'Ben'`, ids[2] as string)
  const report = vi.spyOn(console, 'error').mockReturnValue()
  const others = [ids[0], ids[2]]
  const page = await getPage(org.staff, ticketsPath(org.session))
  expect(page.data.map(({ id }) => id)).toEqual(others)
  await catchUp(device, org.staff, org.session)
  expect(device.rows.get(ids[2] as string)).toContain('Ben')
  const other = newDevice()
  await catchUp(other, org.staff, org.session)
  expect([...other.rows.keys()]).toEqual(others)
  expect(report).toHaveBeenCalledTimes(3)
  for (const [line] of report.mock.calls) expect(line).toMatch(/^\{"warning":"[^"]+","keys":\[\d+\]\}$/)
})
