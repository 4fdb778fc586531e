// Today: which doors are open and which come next, in columns on wide screens.
// @module-tag full
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { useConsole } from './console.ts'

const HOUR_MS = 3_600_000

describe.skipIf(BROWSER === undefined)('today', () => {
  const { service, open } = useConsole()

  /** An organizer with a session whose doors are open and another one in three hours, both with guests. */
  const openToday = async (width: number) => {
    const org = await service.makeOrganizer({ tickets: 20, startsAt: Date.now() + HOUR_MS / 2 })
    await service.sql(
      `UPDATE sessions SET starts_at = ${Date.now() + 3 * HOUR_MS} WHERE id = '${org.otherEventSession}'`,
    )
    const { page } = await open(org.owner, '/organizer/#/today', { viewport: { width, height: 800 } })
    const rowOf = (heading: string): Locator =>
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: heading }) })
        .getByRole('listitem')
    const now = rowOf('Doors open now')
    await now.getByRole('progressbar').waitFor()
    return { org, page, now, next: rowOf('Next') }
  }

  const boxesOf = async (row: Locator) => {
    const parts = [row.locator('time'), row.locator('.what'), row.locator('> p:last-child')]
    return Promise.all(
      parts.map(async (part) => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
        return { x, right: x + width, middle: y + height / 2 }
      }),
    )
  }

  it('has a session in one row where there is room', async () => {
    const { page, now, next } = await openToday(768)
    for (const width of [768, 1_280, 1_680]) {
      await page.setViewportSize({ width, height: 800 })
      const [first, second] = [await boxesOf(now), await boxesOf(next)]
      // The same columns in both lists.
      expect(second.map(({ x }) => x)).toEqual(first.map(({ x }) => x))
      for (const boxes of [first, second]) {
        for (const [index, { x, middle }] of boxes.entries()) {
          expect(Math.abs(middle - (boxes[0]?.middle ?? 0))).toBeLessThanOrEqual(2)
          expect(x).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
        }
        // The name has what the others leave.
        const [time, name] = boxes
        expect((time?.right ?? 0) - (time?.x ?? 0)).toBeLessThan((name?.right ?? 0) - (name?.x ?? 0))
      }
    }
  })

  it.each([390, 1_280])('leads to the doors from anywhere in the row, %i pixels wide', async (width) => {
    const { org, page, now } = await openToday(width)
    await now.getByRole('progressbar').click({ force: true })
    await eventually(() => expect(page.url()).toContain(`#/events/${org.event}/sessions/${org.session}`))
  })

  it('says beside each time which zone it is in, where there are several', async () => {
    const org = await service.makeOrganizer({ tickets: 20 })
    await service.sql(
      `UPDATE events SET time_zone = 'Asia/Kolkata' WHERE id = '${org.event}'`,
      `UPDATE events SET time_zone = 'Europe/Berlin' WHERE organizer_id = '${org.id}' AND id <> '${org.event}'`,
    )
    const { page } = await open(org.owner, '/organizer/#/today')
    const zones = page.locator('.days time .beneath')
    await eventually(async () =>
      expect((await zones.allTextContents()).sort()).toEqual([
        expect.stringMatching(/^ CES?T$/),
        ' GMT+5:30',
      ]),
    )
    await page.goto(`${service.api}/organizer/#/`)
    await page.getByRole('link', { name: /\d\d:\d\d GMT\+5:30$/ }).waitFor()
    await page.getByRole('link', { name: /\d\d:\d\d CES?T$/ }).waitFor()
  })
})
