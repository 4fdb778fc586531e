// Steps of the door page's tests, by the names that people and screen readers use, and queries of the
// database.
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import type { Organizer } from '../organizer.ts'
import {
  collectProblems,
  eventually,
  type OpenedPage,
  openPage,
  openSignedIn,
  PATIENCE_MS,
  type PageOptions,
  sharedBrowser,
} from './page.ts'
import { type Service, useService } from './service.ts'

/** The demo's session of 20,000 tickets, 500 in the small demo. */
export const LARGE_SESSION = demoId('31')

export const addressOf = (session: string): string => `/door/#/sessions/${session}`

/** How many tickets a file's session has. */
export const TICKETS = 80

/** A service with an organizer for the tests of a file, whose `session` has tickets, and the browser. */
export type DoorService = Service & { org: Organizer; browser: Browser }

/** What a test opens in the browser is closed after the test. */
export const useDoor = (service: Service = useService()): DoorService => {
  const door = service as DoorService
  beforeAll(async () => {
    door.org = await service.makeOrganizer({ tickets: TICKETS })
    door.browser = await sharedBrowser()
  })
  afterEach(async () => {
    for (const context of door.browser.contexts()) {
      // Requests that a test intercepts may still be under way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  })
  return door
}

/** A condition for the rows of a session. */
export const inSession = (session: string): string =>
  `session_number = (SELECT number FROM sessions WHERE id = '${session}')`

export type Ticket = {
  id: string
  number: string
  code: string
  name: string | null
  email: string | null
  status: string
}

/** Gives each test valid tickets of its own. */
export const makeTicketSource = (service: DoorService) => {
  let tickets: Ticket[] | undefined
  return async (): Promise<Ticket> => {
    tickets ??= await service.sql<Ticket>(
      `SELECT id, ticket_number AS number, code, attendee_name AS name, holder_email AS email, status FROM tickets
       WHERE ${inSession(service.org.session)} AND status = 'Valid' AND attendee_name IS NOT NULL
         AND reference IS NULL ORDER BY key`,
    )
    const ticket = tickets.shift()
    if (ticket === undefined) throw new Error('The session has no more valid tickets.')
    return ticket
  }
}

export const readStatus = async ({ sql }: Service, { id }: { id: string }): Promise<string | undefined> =>
  (await sql<{ status: string }>(`SELECT status FROM tickets WHERE id = '${id}'`))[0]?.status

export type Recorded = {
  id: string
  at: number
  device: string | null
  admitted: number
  outcome: string
  undone: number
}

/** What the service recorded for a ticket, in the order of receipt. */
export const readCheckIns = ({ sql }: Service, { id }: { id: string }): Promise<Recorded[]> =>
  sql<Recorded>(
    `SELECT id, at, device, admitted, outcome, undone_at IS NOT NULL AS undone FROM check_ins
     WHERE ticket_id = '${id}' AND type = 'CheckIn' ORDER BY number`,
  )

/** Waits until the service has a ticket with this status. */
export const expectStatus = (service: Service, ticket: { id: string }, status: string): Promise<void> =>
  eventually(async () => expect(await readStatus(service, ticket)).toBe(status))

/** Waits until the element has the text. */
export const expectText = (locator: Locator, text: string | RegExp): Promise<void> =>
  locator.filter({ hasText: text }).first().waitFor({ timeout: PATIENCE_MS })

/** Waits until the element is gone. */
export const expectGone = (locator: Locator): Promise<void> =>
  locator.first().waitFor({ state: 'detached', timeout: PATIENCE_MS })

/**
 * Waits until the browser has painted what the page shows, as staff do: they cannot see an outcome before.
 * The page notes then that they have seen it.
 */
export const expectPainted = (page: Page): Promise<void> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')

/** Checks that an element covers nothing of another one above it. */
export const expectBelow = async (lower: Locator, upper: Locator): Promise<void> => {
  const [below, above] = [await lower.boundingBox(), await upper.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

/**
 * A script for the browser: instead of 800 ms, the page waits as long as a busy machine needs for a
 * response, but not as long as a test.
 */
export const WAIT_FOR_RESPONSES = `{
  const original = setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => original(work, ms === 800 ? 30_000 : ms, ...rest)
}`

export type DoorOptions = PageOptions & {
  subject?: string
  session?: string
  /** Signs in on the issuer's page. */
  isSigningIn?: boolean
  /** The name of the device. */
  device?: string
  /** Decides a check-in after 800 ms without a response, as phones do. Otherwise the page waits for it. */
  isImpatient?: boolean
}

/** What the buttons, lists and statuses of the page are called. */
const locate = (page: Page) => {
  const list = page.getByRole('list', { name: 'Tickets' })
  return {
    search: page.getByRole('searchbox', { name: 'Search tickets' }),
    list,
    row: ({ number }: { number: string }) => list.getByRole('button', { name: number }),
    dialog: page.getByRole('dialog'),
    alert: page.getByRole('alert'),
    connection: page.getByRole('status', { name: 'Connection' }),
    ready: page.getByText('Ready offline'),
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
  }
}

/** The steps of people at the door. */
const stepsOf = (page: Page) => {
  const at = locate(page)
  const choose = async (ticket: { number: string }): Promise<void> => {
    await at.search.fill(ticket.number)
    await at.row(ticket).click()
    await at.dialog.waitFor()
  }
  /** Checks a ticket in by its dialog, and waits for the outcome. */
  const checkIn = async (ticket: { number: string }): Promise<void> => {
    await choose(ticket)
    await at.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectText(at.alert, ticket.number)
    await expectPainted(page)
  }
  const setOffline = async (isOffline: boolean): Promise<void> => {
    await page.context().setOffline(isOffline)
    await expectText(at.connection, isOffline ? /^Offline/ : /^(Up to date|Sending)/)
  }
  return {
    /** Opens a ticket's dialog. */
    choose,
    /** Types a text and presses Enter, as a scanner does. */
    enter: async (text: string): Promise<void> => {
      await at.search.fill(text)
      await at.search.press('Enter')
    },
    checkIn,
    /** Waits until a ticket's row shows a status. */
    expectRow: async (ticket: { number: string }, status: string): Promise<void> => {
      await at.search.fill(ticket.number)
      await expectText(at.row(ticket), status)
    },
    nameDevice: async (name: string): Promise<void> => {
      await at.button('Settings').click()
      await page.getByRole('textbox', { name: 'Device name' }).fill(name)
      await at.dialog.getByRole('button', { name: 'Close' }).click()
      await expectGone(at.dialog)
    },
    /** Makes the page ask the service now: it does when the phone has a network again. */
    wake: () => page.evaluate(`dispatchEvent(new Event('online'))`),
    setOffline,
    /**
     * Loads the page again. The page before sends nothing more: Chromium gives it the network back while
     * replacing it.
     */
    reload: async (): Promise<void> => {
      await page.evaluate('globalThis.fetch = () => new Promise(() => {}); undefined')
      await page.reload()
    },
    /** Checks a ticket in that cannot be sent. */
    checkInOffline: async (ticket: { number: string }): Promise<void> => {
      await setOffline(true)
      await checkIn(ticket)
      await expectText(at.connection, /1 to send/)
    },
    /** Signs out if nothing waits to be sent. */
    signOut: async (): Promise<void> => {
      await at.button('Settings').click()
      await at.button('Sign out and erase').click()
    },
  }
}

export type Door = OpenedPage & ReturnType<typeof locate> & ReturnType<typeof stepsOf>

/** The steps and elements of a door page that is open already. */
export const asDoor = (page: Page, problems = collectProblems(page)): Door => ({
  ...{ context: page.context(), page, problems },
  ...locate(page),
  ...stepsOf(page),
})

/** Opens a session in a new browser profile, and waits until it is ready without a network. */
export const openDoor = async (
  service: DoorService,
  {
    subject,
    session,
    device,
    isImpatient = false,
    isSigningIn = false,
    script = '',
    ...options
  }: DoorOptions = {},
): Promise<Door> => {
  const { org } = service
  const scripts = `${isImpatient ? '' : WAIT_FOR_RESPONSES}\n${script}`
  const open = isSigningIn ? openPage : openSignedIn
  const address = addressOf(session ?? org.session)
  const opened = await open(service, subject ?? org.staff, address, { ...options, script: scripts })
  const door = asDoor(opened.page, opened.problems)
  await door.ready.waitFor({ timeout: PATIENCE_MS })
  if (device !== undefined) await door.nameDevice(device)
  return door
}

/** Opens the session in another tab of the same browser profile, which takes over. */
export const openTab = async ({ api, org }: DoorService, { context }: Door): Promise<Door> => {
  const tab = asDoor(await context.newPage())
  await tab.page.goto(api + addressOf(org.session))
  await tab.ready.waitFor()
  return tab
}

/** Lets the service get the next check-ins of a page, and keeps its response until `release`. */
export const holdResponse = async (page: Page): Promise<{ release: () => Promise<void> }> => {
  let held: (() => Promise<void>) | undefined
  await page.route(
    '**/check-ins',
    async (route: Route) => {
      const response = await route.fetch()
      held = () => route.fulfill({ response })
    },
    { times: 1 },
  )
  return {
    release: async () => {
      await eventually(() => expect(held).toBeDefined())
      await held?.()
    },
  }
}

/**
 * Stops the clocks by which the page tells whether a code is read again: a busy machine may need longer for
 * two readings than a person. Timers go on.
 */
export const stopClocks = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const [wall, mono] = [Date.now(), performance.now()]
    Date.now = () => wall
    performance.now = () => mono
  }`)

/** The sign-in that the page keeps. */
export const readTokens = (
  page: Page,
): Promise<{ subject: string; expiresAt: number; refreshToken: string }> =>
  page.evaluate(`JSON.parse(localStorage.getItem('doorlist.tokens'))`)

/** Makes the page renew its access token at its next request, and changes other parts of the sign-in. */
export const expireToken = (page: Page, changes: { refreshToken?: string } = {}): Promise<void> =>
  page.evaluate(`{
    const tokens = JSON.parse(localStorage.getItem('doorlist.tokens'))
    const changed = { ...tokens, expiresAt: 0, ...${JSON.stringify(changes)} }
    localStorage.setItem('doorlist.tokens', JSON.stringify(changed))
  }`)

/** Sends check-ins to the service as another device of a person would. */
export const checkInElsewhere = async (
  { api, org, token }: DoorService,
  { id }: { id: string },
  device: string,
): Promise<void> => {
  const item = { type: 'CheckIn', id: crypto.randomUUID(), ticketId: id, at: new Date(), admitted: false }
  const response = await fetch(`${api}/api/v1/sessions/${org.session}/check-ins`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await token(org.staff)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ device, items: [item] }),
  })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
}

/** The entries of a store of the page's database. */
export const readStore = (page: Page, store: string): Promise<Record<string, unknown>[]> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('doorlist-door')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      const done = (entries) => {
        db.close()
        resolve(entries)
      }
      if (!db.objectStoreNames.contains('${store}')) return done([])
      const all = db.transaction('${store}').objectStore('${store}').getAll()
      all.onsuccess = () => done(all.result)
      all.onerror = () => reject(all.error)
    }
  })`)

/** The check-ins on the page's disk that the service does not have. */
export const readWaiting = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await readStore(page, 'checkIns')).filter(
    ({ status, undo }) => status !== 'recorded' || (undo as { status: string } | null)?.status === 'waiting',
  )

/** The page writes a check-in once more when it has shown the outcome. */
export const expectAllShown = (page: Page): Promise<void> =>
  eventually(async () => {
    const entries = await readStore(page, 'checkIns')
    expect(entries.filter(({ isShown }) => !isShown)).toEqual([])
  })

/**
 * Changes each entry of a store of the page's database. `change` is code for the browser, with the entry as
 * `entry`.
 */
export const changeStore = async (page: Page, store: string, change: string): Promise<void> => {
  await expectAllShown(page)
  await page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('doorlist-door')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      const transaction = db.transaction('${store}', 'readwrite')
      const entries = transaction.objectStore('${store}').openCursor()
      entries.onsuccess = () => {
        const cursor = entries.result
        if (cursor === null) return
        const entry = cursor.value
        ${change}
        cursor.update(entry)
        cursor.continue()
      }
      transaction.oncomplete = () => {
        db.close()
        resolve()
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })`)
}

/** A response with which the service itself reports an error. */
export const serviceError = (status: number, code: string, retryAfter?: number) => {
  const requestId = crypto.randomUUID()
  const headers = { 'X-Request-Id': requestId, Date: new Date().toUTCString() }
  return {
    status,
    headers: retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) },
    json: { code, message: `The error ${code}.`, requestId },
  }
}
