// The console as its tests use it, by the names that people and screen readers use, and what others change
// meanwhile. Each test has its own organizer with a series.
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { TICKET_KEY_BITS } from '../../../src/db/schema/tickets.ts'
import { eventually, openProfile } from '../../support/node/page.ts'
import { type Service, useService } from '../../support/node/service.ts'
import { sessionRow } from '../../support/organizer.ts'

export const NAME = 'Weekly nights'
export const DESCRIPTION = 'A new night every week.'
/** The venue of another organizer. */
export const FOREIGN_VENUE = demoId('150')

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Sessions of the series, one each week. */
const [PAST, COMING] = [5, 7]
/** How many tickets the next session, and the one after it, have sold. */
export const SOLD = [60, 49]
const CAPACITY = 20_500

export const DESKTOP = { width: 1440, height: 900 }

/** Waits until the element is there and its text matches. */
export const expectText = (locator: Locator, expected: string | RegExp): Promise<void> =>
  eventually(async () => expect(await locator.textContent()).toMatch(expected))

/** Waits until there are exactly so many. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  eventually(async () => expect(await locator.count()).toBe(count))

/** Chooses an action of a menu, which is the only one of the screen or of the part. */
export const chooseAction = async (around: Page | Locator, name: string): Promise<void> => {
  await around.getByRole('button', { name: /^More actions/ }).click()
  await around.getByRole('menuitem', { name, exact: true }).click()
}

/** The API as somebody else uses it. */
export const useApi = async (service: Service, subject: string) => {
  const token = await service.token(subject)
  return async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${service.api}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
}

export type SessionOfApi = {
  id: string
  timeZone: string
  startsAt: string
  capacity: number
  venueId: string
  doorsOpenOffset: number
  cancelNotice: string | null
}

const addSeries = async (service: Service) => {
  const org = await service.makeOrganizer()
  const [series, glassHall, harbourStage] = [1, 2, 3].map(() => crypto.randomUUID() as string) as [
    string,
    string,
    string,
  ]
  const sessions = Array.from({ length: PAST + COMING }, () => crypto.randomUUID() as string)
  const soonest = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
  await service.insert(
    'venues',
    { id: glassHall, organizer_id: org.id, name: 'Glass Hall' },
    { id: harbourStage, organizer_id: org.id, name: 'Old Harbour Stage' },
  )
  await service.insert('series', { id: series, event_id: org.event, name: NAME, description: DESCRIPTION })
  await service.insert(
    'sessions',
    ...sessions.map((id, week) => ({
      ...sessionRow(id, org.event, soonest + (week - PAST) * WEEK_MS),
      series_id: series,
      venue_id: glassHall,
      doors_open_offset_minutes: 60,
      capacity: CAPACITY,
    })),
  )
  return { org, series, sessions, glassHall, harbourStage }
}

const addTickets = async (service: Service, session: string, type: string, count: number): Promise<void> => {
  const ids = JSON.stringify(Array.from({ length: count }, () => crypto.randomUUID()))
  await service.sql(`INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name)
    SELECT (number << ${TICKET_KEY_BITS}) + key + 1, value, number, 'T-' || (key + 1), 'Valid', '${type}', 'Standing'
    FROM sessions CROSS JOIN json_each('${ids}') WHERE sessions.id = '${session}'`)
}

/** An organizer with a series in the shared service. */
export const makeSeries = async (service: Service) => {
  const { org, series, sessions, ...venues } = await addSeries(service)
  const coming = sessions.slice(PAST)
  for (const [index, count] of SOLD.entries())
    await addTickets(service, coming[index] as string, org.types.Standing, count)
  const owner = await useApi(service, org.owner)
  const path = `/api/organizer/v1/events/${org.event}/series/${series}`
  return {
    ...venues,
    org,
    series,
    owner,
    path,
    bulkUpdate: `${path}/sessions/bulk-update`,
    address: `/organizer/#/events/${org.event}/series/${series}`,
    /** The ids of the upcoming sessions. All but the first two have sold nothing. */
    coming,
    empty: coming.slice(-3),
    readSessions: async (): Promise<SessionOfApi[]> =>
      (await owner<{ data: SessionOfApi[] }>('GET', `${path}/sessions`)).data,
    /** How many records the series' history has. */
    countRecords: async (): Promise<number> =>
      (await owner<{ data: unknown[] }>('GET', `${path}/history?pageSize=100`)).data.length,
  }
}

export type MadeSeries = Awaited<ReturnType<typeof makeSeries>>

/** The parts of a series' screen. */
export const partsOf = (page: Page) => {
  const form = page.getByRole('group', { name: 'Bulk edit' })
  return {
    name: page.getByRole('textbox', { name: 'Name' }),
    description: page.getByRole('textbox', { name: 'Description' }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    sessions: page.getByRole('table', { name: 'Sessions' }),
    form,
    which: form.getByRole('combobox', { name: 'Which sessions' }),
    fromDate: form.getByRole('textbox', { name: 'From date' }),
    capacity: form.getByRole('textbox', { name: 'New capacity' }),
    doors: form.getByRole('textbox', { name: 'Doors open, minutes before start' }),
    venue: form.getByRole('combobox', { name: 'New venue' }),
    makePreview: form.getByRole('button', { name: 'Preview' }),
    apply: form.getByRole('button', { name: 'Apply' }),
    status: form.getByRole('status'),
    alert: form.getByRole('alert'),
    preview: form.getByRole('table', { name: 'Preview' }),
    history: page.getByRole('table', { name: 'History' }),
  }
}

/** Keeps the requests to an address from the service until the returned function is called. */
export const holdRequests = async (page: Page, url: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return resolve
}

/** Lets the request reach the service, and loses the response. */
export const loseResponse = async (route: Route): Promise<void> => {
  await route.fetch()
  await route.abort('connectionreset')
}

/** The console on the shared service. What a test opens in the browser is closed after the test. */
export const useConsole = () => {
  const service = useService()
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  /** Opens an address as a subject. `problems` must be empty at the end of the test. */
  const open = async (subject: string, address = '/organizer/', options: BrowserContextOptions = {}) => {
    const { context, page, problems } = await openProfile({
      viewport: DESKTOP,
      timezoneId: 'Europe/Berlin',
      locale: 'en-GB',
      storageState: await service.signIn(subject),
      ...options,
    })
    closers.push(async () => {
      // Requests that a test intercepts may still be under way.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    })
    await page.goto(service.api + address)
    return { page, problems }
  }

  /** Opens the screen of a series as its manager. */
  const openSeries = async ({ address, org }: MadeSeries, options: BrowserContextOptions = {}) => {
    const opened = await open(org.manager, address, options)
    const parts = partsOf(opened.page)
    await parts.sessions.getByRole('row').nth(1).waitFor()
    return { ...opened, ...parts }
  }
  return { service, open, openSeries }
}
