// What the tests of the organizer console do on its screens, by the names that people and screen readers use, and what
// others change at the same time.
import type { Locator, Page, Route } from 'playwright-core'
import { expect, vi } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import type { Person } from '../../../scripts/people.ts'
import { runScript } from './dev.ts'
import { openSignedIn, type PageOptions, type Service } from './page.ts'

export const EVENT = demoId('10')
export const SERIES = demoId('20')
export const NAME = 'Weekly nights'
export const DESCRIPTION = 'A new night every week. Doors open an hour before the start.'
export const GLASS_HALL = demoId('50')
export const HARBOUR_STAGE = demoId('51')
/** The venue of another organizer. */
export const FOREIGN_VENUE = demoId('150')
/** A session that is to come, with 49 tickets sold. */
export const SOLD_SESSION = demoId('30')
/** Sessions that are to come and have sold nothing. */
export const EMPTY_SESSIONS = ['33', 'a6', 'a7'].map(demoId)

export const SERIES_PATH = `/api/organizer/v1/events/${EVENT}/series/${SERIES}`
export const SERIES_ADDRESS = `/organizer/#/events/${EVENT}/series/${SERIES}`

const DESKTOP = { width: 1440, height: 900 }

/** Far longer than anything takes: a busy machine must not fail a test. */
const PATIENCE_MS = 45_000

/** Waits until an assertion holds. */
export const eventually = (assertion: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(assertion, { timeout: PATIENCE_MS, interval: 100 })

/** Waits until the element is there and its text matches. */
export const expectText = (locator: Locator, expected: string | RegExp): Promise<void> =>
  eventually(async () => expect(await locator.textContent()).toMatch(expected))

/** Waits until there are exactly so many. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  eventually(async () => expect(await locator.count()).toBe(count))

/** The API as somebody else uses it. */
export const useApi = async (service: Service, person: Person) => {
  const token = (await runScript(service.state, 'token', person)).trim()
  return async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${service.dev.api}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
}

export type ApiOf = Awaited<ReturnType<typeof useApi>>

export type SessionOfApi = {
  id: string
  startsAt: string
  capacity: number
  venueId: string
  doorsOpenOffset: number
}

export const readSessions = async (api: ApiOf): Promise<SessionOfApi[]> =>
  (await api<{ data: SessionOfApi[] }>('GET', `${SERIES_PATH}/sessions`)).data

/** How many records the series' history has. */
export const countRecords = async (api: ApiOf): Promise<number> =>
  (await api<{ data: unknown[] }>('GET', `${SERIES_PATH}/history?pageSize=100`)).data.length

/** Gives the series and its sessions the values that the tests begin with. */
export const resetSeries = async (api: ApiOf): Promise<void> => {
  await api('PUT', SERIES_PATH, { name: NAME, description: DESCRIPTION })
  await api('POST', `${SERIES_PATH}/sessions/bulk-update`, {
    filterType: 'All',
    newCapacity: 20_500,
    newVenueId: GLASS_HALL,
    newDoorsOpenOffset: 60,
  })
}

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
    doors: form.getByRole('textbox', { name: 'Doors open before start (minutes)' }),
    venue: form.getByRole('combobox', { name: 'New venue' }),
    makePreview: form.getByRole('button', { name: 'Preview' }),
    apply: form.getByRole('button', { name: 'Apply' }),
    status: form.getByRole('status'),
    alert: form.getByRole('alert'),
    preview: form.getByRole('table', { name: 'Preview' }),
    history: page.getByRole('table', { name: 'History' }),
  }
}

/** Opens the demo's series. `problems` must be empty at the end of the test. */
export const openSeries = async (service: Service, person: Person = 'manager', options: PageOptions = {}) => {
  const opened = await openSignedIn(service.browser, service.dev, person, SERIES_ADDRESS, {
    viewport: DESKTOP,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
  })
  const parts = partsOf(opened.page)
  await parts.sessions.getByRole('row').nth(1).waitFor()
  return { ...opened, ...parts }
}

/** Lets the request reach the service, and loses the response. */
export const loseResponse = async (route: Route): Promise<void> => {
  await route.fetch()
  await route.abort('connectionreset')
}
