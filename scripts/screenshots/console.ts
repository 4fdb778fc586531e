// The pictures of the organizer's console.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Dev, runScript } from '../../test/support/node/dev.ts'
import { demoId } from '../data/demo.ts'
import type { Person } from '../lib/people.ts'
import { type Api, apiWith, type Shot } from './shot.ts'

const EVENT = demoId('10')
const SERIES = `/events/${EVENT}/series/${demoId('20')}`
const SESSION = demoId('31')

const MINUTE_MS = 60_000
const GATES = ['Gate A', 'Gate B', 'Gate C']
/** Check-ins of each gate in each of the last minutes: people come in a wave. */
const wave = (minutesAgo: number): number => Math.round(16 * Math.exp(-(((minutesAgo - 22) / 16) ** 2)))
const WAVE_MINUTES = 60
const BATCH = 100

const readValidTickets = async (door: Api, count: number): Promise<string[]> => {
  const ids: string[] = []
  let path: string | null = `/api/v1/sessions/${SESSION}/tickets?status=Valid&pageSize=100`
  while (path !== null && ids.length < count) {
    const page: { data: { id: string }[]; links: { next: string | null } } = await door('GET', path)
    ids.push(...page.data.map(({ id }) => id))
    path = page.links.next
  }
  return ids.slice(0, count)
}

/**
 * Fills the demo's large session as an evening at three gates would, with some people who are let in twice.
 */
const fillDoors = async (door: Api, now: number): Promise<void> => {
  const moments = Array.from({ length: WAVE_MINUTES }, (_, minutesAgo) => minutesAgo).flatMap((minutesAgo) =>
    GATES.flatMap((gate, index) =>
      Array.from({ length: Math.max(0, wave(minutesAgo) - index) }, () => ({ gate, minutesAgo })),
    ),
  )
  const tickets = await readValidTickets(door, moments.length)
  for (const gate of GATES) {
    const items = moments.flatMap(({ minutesAgo, ...moment }, index) =>
      moment.gate === gate
        ? [{ at: new Date(now - minutesAgo * MINUTE_MS).toISOString(), ticketId: tickets[index] }]
        : [],
    )
    // Somebody shows a ticket that another gate has let in before.
    items.push({ at: new Date(now - 7 * MINUTE_MS).toISOString(), ticketId: tickets[0] })
    for (let start = 0; start < items.length; start += BATCH) {
      await door('POST', `/api/v1/sessions/${SESSION}/check-ins`, {
        device: gate,
        items: items
          .slice(start, start + BATCH)
          .map((item) => ({ ...item, type: 'CheckIn', id: randomUUID(), admitted: true })),
      })
    }
  }
}

/** Gives the demo a past: check-ins at the doors, and changes by two people. */
export const prepareConsole = async (dev: Dev, state: string): Promise<void> => {
  const apiOf = async (person: Person): Promise<Api> =>
    apiWith(dev.api, (await runScript(state, 'token', person)).trim())
  await fillDoors(await apiOf('door'), Date.now())
  const series = `/api/organizer/v1${SERIES}`
  const owner = await apiOf('owner')
  const manager = await apiOf('manager')
  await owner('PUT', series, { description: 'New music under the glass roof, every week.' })
  await manager('POST', `${series}/sessions/bulk-update`, {
    filterType: 'Selected',
    sessionIds: ['33', 'a6', 'a7'].map(demoId),
    newCapacity: 350,
    newDoorsOpenOffset: 90,
  })
}

const openSeries = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Sessions' }).waitFor()
  await page.getByRole('option', { name: 'Old Harbour Stage' }).waitFor({ state: 'attached' })
}

const showPreview = async (page: Page): Promise<void> => {
  await openSeries(page)
  await page.getByRole('textbox', { name: 'New capacity' }).fill('300')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('table', { name: 'Preview' }).waitFor()
}

const showPreviewOnPhone = async (page: Page): Promise<void> => {
  await showPreview(page)
  await page
    .getByRole('textbox', { name: 'Doors open' })
    .evaluate('element => element.scrollIntoView({ block: "start" })')
}

const showRevert = async (page: Page): Promise<void> => {
  await openSeries(page)
  await page.getByRole('table', { name: 'History' }).waitFor()
  await page.getByRole('table', { name: 'History' }).getByRole('button', { name: 'Revert' }).first().click()
  await page.getByRole('dialog').getByRole('table').waitFor()
}

const showSession = async (page: Page): Promise<void> => {
  await page.getByRole('img', { name: /^Gate C/ }).waitFor()
  await page.getByRole('table', { name: 'Problems at the door' }).waitFor()
  await page.getByRole('table', { name: 'By ticket type' }).waitFor()
}

const showGuests = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Guests' }).getByRole('row').nth(3).waitFor()
}

const showEvents = async (page: Page): Promise<void> => {
  await page
    .getByText(/^Next /)
    .first()
    .waitFor()
}

const showListing = async (page: Page): Promise<void> => {
  await page.getByText('Hafenstraße 12').waitFor()
}

type Screen = Pick<Shot, 'address' | 'show'>

/** A picture, whose name says on which device it is taken, and in which colours. */
const shot = (name: string, { address, show }: Screen): Shot => ({
  name: `organizer/${name}`,
  person: 'manager',
  address: `/organizer/${address}`,
  device: name.includes('-phone-') ? 'phone' : 'desktop',
  colorScheme: name.endsWith('-dark') ? 'dark' : 'light',
  show,
})

const SESSION_ADDRESS = `#/events/${EVENT}/sessions/${SESSION}`
const preview: Screen = { address: `#${SERIES}`, show: showPreview }
const session: Screen = { address: SESSION_ADDRESS, show: showSession }

export const consoleShots: readonly Shot[] = [
  shot('events-phone-light', { address: '', show: showEvents }),
  shot('preview-light', preview),
  shot('preview-dark', preview),
  shot('preview-phone-dark', { ...preview, show: showPreviewOnPhone }),
  shot('revert-light', { ...preview, show: showRevert }),
  shot('session-light', session),
  shot('session-phone-dark', session),
  shot('guests-phone-light', { address: `${SESSION_ADDRESS}/guests`, show: showGuests }),
  shot('listing-light', { address: `#/listings/${demoId('41')}`, show: showListing }),
]
