// The pictures of the organizer's console.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Dev, runScript } from '../../test/support/node/dev.ts'
import { demoId } from '../data/demo.ts'
import type { Person } from '../lib/people.ts'
import type { Shot } from './shot.ts'

const EVENT = demoId('10')
const SERIES = `/events/${EVENT}/series/${demoId('20')}`
const SESSION = demoId('31')

const MINUTE_MS = 60_000
const GATES = ['Gate A', 'Gate B', 'Gate C']
/** Check-ins of each gate in each of the last minutes: people come in a wave. */
const wave = (minutesAgo: number): number => Math.round(16 * Math.exp(-(((minutesAgo - 22) / 16) ** 2)))
const WAVE_MINUTES = 60
const BATCH = 100

const useApi = async (dev: Dev, state: string, person: Person) => {
  const token = (await runScript(state, 'token', person)).trim()
  return async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(dev.api + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.text().then((text) => (text === '' ? undefined : JSON.parse(text)))) as Body
  }
}

type Api = Awaited<ReturnType<typeof useApi>>

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

/** Fills the demo's large session as an evening at three gates would, with some people who are let in twice. */
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
  await fillDoors(await useApi(dev, state, 'door'), Date.now())
  const series = `/api/organizer/v1${SERIES}`
  const owner = await useApi(dev, state, 'owner')
  const manager = await useApi(dev, state, 'manager')
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
  await page.getByRole('table', { name: 'History' }).waitFor()
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
  await page.getByText(/^Next /).waitFor()
}

const showListing = async (page: Page): Promise<void> => {
  await page.getByText('Hafenstraße 12').waitFor()
}

const series = { person: 'manager', address: `/organizer/#${SERIES}` } as const
const session = { person: 'manager', address: `/organizer/#/events/${EVENT}/sessions/${SESSION}` } as const

export const consoleShots: readonly Shot[] = [
  {
    name: 'organizer/events-phone-light',
    person: 'manager',
    address: '/organizer/',
    device: 'phone',
    colorScheme: 'light',
    show: showEvents,
  },
  { ...series, name: 'organizer/preview-light', device: 'desktop', colorScheme: 'light', show: showPreview },
  { ...series, name: 'organizer/preview-dark', device: 'desktop', colorScheme: 'dark', show: showPreview },
  {
    ...series,
    name: 'organizer/preview-phone-dark',
    device: 'phone',
    colorScheme: 'dark',
    show: showPreviewOnPhone,
  },
  { ...series, name: 'organizer/revert-light', device: 'desktop', colorScheme: 'light', show: showRevert },
  { ...session, name: 'organizer/session-light', device: 'desktop', colorScheme: 'light', show: showSession },
  {
    ...session,
    name: 'organizer/session-phone-dark',
    device: 'phone',
    colorScheme: 'dark',
    show: showSession,
  },
  {
    ...session,
    address: `${session.address}/guests`,
    name: 'organizer/guests-phone-light',
    device: 'phone',
    colorScheme: 'light',
    show: showGuests,
  },
  {
    name: 'organizer/listing-light',
    person: 'manager',
    address: `/organizer/#/listings/${demoId('41')}`,
    device: 'desktop',
    colorScheme: 'light',
    show: showListing,
  },
]
