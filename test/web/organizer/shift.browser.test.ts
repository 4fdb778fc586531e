// Nothing moves while a screen of the console loads: the layout shift of Chromium, on phones and desktops.
// @module-tag full
import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { inSession } from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'
import { useConsole } from './console.ts'
import { makeRich } from './every-screen.ts'

/** What Google calls good is 0.1. */
const MAX_SHIFT = 0.05
/** Each response is this late, so that every screen shows how it looks while it loads. */
const LATE_MS = 300

const EVENT = `#/events/${demoId('10')}`
const SESSION = `${EVENT}/sessions/${demoId('30')}`

const ADDRESSES = {
  ...{ events: '', today: '#/today', search: '#/guests', phones: '#/phones', people: '#/people' },
  ...{ venues: '#/venues', listings: '#/listings', programs: '#/programs', history: '#/history' },
  ...{ event: EVENT, series: `${EVENT}/series/${demoId('20')}`, listing: `#/listings/${demoId('41')}` },
  ...{ session: SESSION, guests: `${SESSION}/guests`, list: `${SESSION}/list` },
  ...{ figures: `${SESSION}/figures`, wall: `${SESSION}/wall`, inside: `${SESSION}/inside` },
  ...{ webhooks: '#/webhooks', privacy: '#/privacy' },
}

const OBSERVE = `globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

describe.skipIf(BROWSER === undefined)('while it loads', () => {
  const { service, open } = useConsole()

  /** How much each screen of a person moves. */
  const measure = async (subject: string, width: number, addresses: Readonly<Record<string, string>>) => {
    const { page } = await open(subject, '/organizer/', { viewport: { width, height: 900 } })
    await page.addInitScript(OBSERVE)
    const pending = new Set<Request>()
    await page.route('**/api/**', async (route) => {
      pending.add(route.request())
      await new Promise((resolve) => setTimeout(resolve, LATE_MS))
      await route.continue()
    })
    const finish = (request: Request) => pending.delete(request)
    page.on('requestfinished', finish).on('requestfailed', finish)
    /** A screen sends up to three requests, each after the response to the one before. */
    const settle = async (): Promise<void> => {
      do {
        await eventually(() => expect(pending.size).toBe(0))
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      } while (pending.size > 0)
    }
    const shifts: Record<string, number> = {}
    for (const [screen, fragment] of Object.entries(addresses)) {
      await page.goto('about:blank')
      pending.clear()
      await page.goto(`${service.api}/organizer/${fragment}`)
      await page.locator('.loading').first().waitFor({ state: 'hidden' })
      await settle()
      shifts[screen] = Math.round((await page.evaluate<number>('globalThis.shift')) * 1_000) / 1_000
    }
    return Object.entries(shifts).filter(([, shift]) => shift > MAX_SHIFT)
  }

  it.each([390, 768, 1_440])('no screen moves, %i pixels wide', async (width) => {
    const [guest] = await service.sql<{ id: string }>(
      `SELECT id FROM tickets WHERE ${inSession(demoId('30'))} AND status = 'CheckedIn' LIMIT 1`,
    )
    expect(await measure('owner', width, { ...ADDRESSES, guest: `${SESSION}/guests/${guest?.id}` })).toEqual(
      [],
    )
  })

  it('nothing moves at the doors of a session with a problem and a source that has stopped', async () => {
    const { org, session } = await makeRich(service)
    const doors = `#/events/${org.event}/sessions/${session}`
    for (const width of [390, 1_440]) expect(await measure(org.owner, width, { doors })).toEqual([])
  })
})
