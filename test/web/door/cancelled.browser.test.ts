// A session that does not take place, at its door.
// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  expectText,
  makeTicketSource,
  readCheckIns,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, openSignedIn } from '../../support/node/page.ts'
import { sessionRow } from '../../support/organizer.ts'

const HOUR_MS = 3_600_000
const NOTICE = 'The band is ill.\nYour ticket is valid on 26 June.'

describe.skipIf(BROWSER === undefined)('a cancelled session at the door', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  /** Three sessions of one day, in the order of their start. */
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  beforeAll(async () => {
    const noon = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 3 * 24 * HOUR_MS + 12 * HOUR_MS
    for (const [index, id] of ids.entries()) {
      const row = sessionRow(id, service.org.event, noon + index * HOUR_MS)
      await service.insert('sessions', { ...row, cancelled_at: index === 0 ? 1 : null })
    }
  })

  const open = async (path: string, viewport = { width: 390, height: 844 }) => {
    const { page, problems } = await openSignedIn(service, service.org.staff, path, {
      locale: 'en',
      viewport,
    })
    return asDoor(page, problems)
  }
  const cancel = (notice: string | null) =>
    service.sql(
      `UPDATE sessions SET cancelled_at = ${notice === null ? 'NULL' : '1'}, cancel_notice = ${
        notice === null ? 'NULL' : `'${notice}'`
      }, updated_at = ${Date.now()} WHERE id = '${service.org.session}'`,
    )
  const pictures = process.env.PICTURES

  it('is the last of its day, marked, and in no row of times', async () => {
    const { page } = await open('/door/')
    const rows = page.locator(ids.map((id) => `[href*="${id}"]`).join())
    await rows.nth(2).waitFor()
    const texts = await rows.allInnerTexts()
    expect(texts.map((text) => text.includes('Cancelled'))).toEqual([false, false, true])
    expect(await rows.nth(2).getAttribute('href')).toContain(ids[0])
    if (pictures) await page.screenshot({ path: `${pictures}/door-list.png` })
  })

  it('shows the notice while it is open, online and offline, and records what staff do', async () => {
    const door = await open(addressOf(service.org.session))
    const notice = door.page.locator('.top > .alarm')
    const ticket = await takeTicket()
    await door.page.getByRole('searchbox').waitFor()
    expect(await notice.count()).toBe(0)
    await cancel(NOTICE)
    await expectText(notice, 'This date is cancelled.')
    await expectText(notice, 'Your ticket is valid on 26 June.')
    const { width } = (await notice.boundingBox()) ?? { width: 0 }
    expect(width).toBeGreaterThan(350)
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1280, 800],
    ] as const) {
      await door.page.setViewportSize({ width, height })
      if (pictures) await door.page.screenshot({ path: `${pictures}/door-${width}.png` })
    }
    await door.page.setViewportSize({ width: 390, height: 844 })
    await door.page.getByRole('searchbox').fill(ticket.number)
    await notice.waitFor()
    if (pictures) await door.page.screenshot({ path: `${pictures}/door-search.png` })
    await door.page.getByRole('checkbox').first().click()
    await eventually(async () => expect(await readCheckIns(service, ticket)).toHaveLength(1))
    await door.ready.waitFor({ state: 'attached' })
    await door.page.context().setOffline(true)
    await door.page.reload()
    await expectText(notice, 'The band is ill.')
    await door.page.context().setOffline(false)
    await cancel(null)
    await notice.waitFor({ state: 'detached' })
  })

  it('is named on the card of a ticket of it that is scanned at another date', async () => {
    const [other] = ids as [string]
    const [row] = await service.sql<{ number: number }>(`SELECT number FROM sessions WHERE id = '${other}'`)
    await service.insert('tickets', {
      ...{ key: (row?.number ?? 0) * 2 ** 20 + 1, id: crypto.randomUUID(), session_number: row?.number ?? 0 },
      ...{ ticket_number: 'O-1', code: 'OTHER-DATE-1', status: 'Valid' },
      ...{ ticket_type_id: service.org.types.Standing },
    })
    const { page } = await open(addressOf(service.org.session))
    await page.getByRole('searchbox').fill('OTHER-DATE-1')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText(/^This ticket is for .*\. Cancelled\.$/).waitFor()
    if (pictures) await page.screenshot({ path: `${pictures}/door-other.png` })
  })
})
