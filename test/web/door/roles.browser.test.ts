// Phones without names: what a Steward sees, what a new role takes off the disk, and the kiosk screen.
// @module-tag full
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { TICKET_KEY_BITS } from '../../../src/db/schema/tickets.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER, ENGINE, launchOnDisk } from '../../support/node/browser.ts'
import { withCamera } from '../../support/node/camera.ts'
import {
  addressOf,
  asDoor,
  type Door,
  expectGone,
  expectStatus,
  expectText,
  inSession,
  makeTicketSource,
  readCheckIns,
  readStatus,
  useDoor,
} from '../../support/node/door.ts'
import { expectFits } from '../../support/node/fit.ts'
import {
  eventually,
  openProfile,
  openSignedIn,
  PATIENCE_MS,
  type PageOptions,
} from '../../support/node/page.ts'
import { useApi } from '../organizer/console.ts'

type Added = { id: string; path: string; url: string }

const KIOSK_SIZES = [
  [390, 844],
  [844, 390],
  [768, 1_024],
  [1_024, 768],
] as const

/** All that the page keeps: every store of every database, and the other storage. */
const ON_DISK = `(async () => {
  const all = [JSON.stringify(localStorage)]
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
      all.push(JSON.stringify(rows))
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      if (/json|text/.test(response.headers.get('Content-Type') ?? '')) all.push(await response.text())
    }
  }
  return all.join('\\n')
})()`

/** With `GUESTS=20000`, as many as a venue holds. */
const GUESTS = Number(process.env.GUESTS ?? 3_000)
const MARK = 'Zqxjv'

/** The files below a folder that have {@link MARK} in UTF-8, or in UTF-16 as browsers store some texts. */
const filesWith = async (folder: string): Promise<string[]> => {
  const wanted = [Buffer.from(MARK), Buffer.from(MARK, 'utf16le')]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0))
      return wanted.some((text) => bytes.includes(text)) ? [file] : []
    }),
  )
  return found.flat()
}

/** Whether a text is in the memory of a page. */
const heapHas = async (page: Page, text: string): Promise<boolean> => {
  const session = await page.context().newCDPSession(page)
  let isThere = false
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    isThere ||= chunk.includes(text)
  })
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return isThere
}

describe.skipIf(BROWSER === undefined)('phones that hold no names', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const phonesPath = () => `/api/organizer/v1/organizers/${service.org.id}/devices`
  const manager = () => useApi(service, service.org.manager)

  const addPhone = async (role: string): Promise<Added> => {
    const api = await manager()
    const added = await api<{ id: string; connect: { url: string } }>('POST', phonesPath(), {
      name: 'Gate S',
      role,
    })
    return { id: added.id, path: `${phonesPath()}/${added.id}`, url: added.connect.url }
  }
  const setRole = async ({ path }: Added, role: string) => (await manager())('PATCH', path, { role })

  const connect = async (
    url: string,
    { context, ...options }: PageOptions & { context?: BrowserContext } = {},
  ): Promise<Page> => {
    const page = context ? await context.newPage() : (await openProfile(options)).page
    await page.goto(url)
    const dialog = page.getByRole('dialog', { name: 'Connect this phone' })
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    return page
  }
  const openDoorOf = async (role: string): Promise<{ door: Door; added: Added }> => {
    const added = await addPhone(role)
    const page = await connect(added.url)
    await page.goto(`${service.api}${addressOf(service.org.session)}`)
    const door = asDoor(page)
    await door.ready.waitFor()
    return { door, added }
  }
  const personal = async (): Promise<string[]> => {
    const rows = await service.sql<Record<string, string | null>>(
      `SELECT attendee_name, attendee_email, holder_email, attendee_company, note, seat_label, reference FROM tickets
       WHERE ${inSession(service.org.session)}`,
    )
    return [...new Set(rows.flatMap((row) => Object.values(row)))].filter(
      (value): value is string => typeof value === 'string' && value.length > 5,
    )
  }
  /** A session whose guests have {@link MARK} in each text that says who they are. */
  const addLargeSession = async (): Promise<string> => {
    const session = crypto.randomUUID()
    const { event, types } = service.org
    await service.insert('sessions', {
      ...{ id: session, event_id: event, capacity: GUESTS },
      starts_at: Date.now() + 3_600_000,
    })
    await service.sql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${GUESTS})
      INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, attendee_name,
        attendee_email, holder_email, attendee_company, note, seat_label, reference)
      SELECT (number << ${TICKET_KEY_BITS}) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, 'D-' || n,
        'Valid', '${types.Standing}', 'Standing', '${MARK} name ' || n, '${MARK}' || n || '@example.com',
        '${MARK}.holder' || n || '@example.com', '${MARK} company ' || n, '${MARK} note ' || n, '${MARK} seat ' || n,
        '${MARK} reference ' || n
      FROM sessions CROSS JOIN c WHERE sessions.id = '${session}'`)
    return session
  }
  const readRole = (page: Page) => page.evaluate(`localStorage.getItem('doorlist.role')`)
  const namesOn = async (page: Page): Promise<string[]> => {
    const disk = (await page.evaluate(ON_DISK)) as string
    return (await personal()).filter((text) => disk.includes(text))
  }

  it('get their role in the console, when they are added and later', async () => {
    const { page, problems } = await openSignedIn(service, service.org.manager, '/organizer/#/phones', {
      viewport: { width: 1280, height: 900 },
    })
    await page.getByRole('button', { name: 'Add phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Console gate')
    await dialog.getByLabel('Role').selectOption('Kiosk')
    await dialog.getByRole('button', { name: 'Add phone' }).click()
    await dialog.getByRole('img', { name: 'Code to connect' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Console gate' })
    await expectText(row, 'Kiosk: guests scan their own tickets')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Role' }).click()
    await dialog.getByLabel('Role').selectOption('Steward')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectText(row, 'Steward: no names')
    const [phone] = await service.sql(
      `SELECT phone_role AS role FROM devices JOIN members ON members.subject = 'device:' || devices.id
       WHERE devices.name = 'Console gate'`,
    )
    expect(phone).toEqual({ role: 'Steward' })
    expect(problems).toEqual([])
  })

  it('find whole numbers only, show type and number, and hold no name on disk', async () => {
    const { door } = await openDoorOf('Steward')
    const ticket = await takeTicket()
    const { page } = door
    expect(await namesOn(page)).toEqual([])
    const search = page.getByRole('searchbox', { name: 'Search tickets' })
    const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')
    await search.fill(ticket.number.slice(-5))
    await expectText(page.getByRole('status'), '0 found')
    await search.fill((ticket.name ?? '').split(' ')[0] ?? '')
    await expectText(page.getByRole('status'), '0 found')
    await search.fill(ticket.number)
    await expectText(rows, ticket.number)
    expect(await rows.count()).toBe(1)
    await search.fill(ticket.code)
    await search.press('Enter')
    await expectText(page.getByRole('alert'), /^Checked in/)
    const card = await page.getByRole('alert').textContent()
    expect(card).toContain(ticket.number)
    expect(card).not.toContain('No name')
    await expectStatus(service, ticket, 'CheckedIn')
    expect(await namesOn(page)).toEqual([])
  })

  it('ask a supervisor about a ticket that must be stopped', async () => {
    const ticket = await takeTicket()
    await service.sql(`UPDATE tickets SET flag = 'Stop', note = 'Banned since May' WHERE id = '${ticket.id}'`)
    const { door } = await openDoorOf('Steward')
    const search = door.page.getByRole('searchbox', { name: 'Search tickets' })
    await search.fill(ticket.code)
    await search.press('Enter')
    await expectText(door.page.getByRole('region', { name: 'Note' }), /Ask a supervisor/)
    expect(await door.page.getByText('Banned').count()).toBe(0)
    expect(await readStatus(service, ticket)).toBe('Valid')
  })

  it('drop all names at once when their role changes, and send unsent walk-ins first', async () => {
    await service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`)
    const { door, added } = await openDoorOf('Staff')
    const { page } = door
    expect((await namesOn(page)).length).toBeGreaterThan(20)
    await page.route('**/check-ins', (route) => route.abort())
    await page.getByRole('button', { name: 'Add guest' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Walter Unsent')
    await page.getByRole('button', { name: /Add and check in/ }).click()
    await expectText(page.getByRole('alert'), /^Checked in/)
    await setRole(added, 'Steward')
    await eventually(async () =>
      expect(await page.evaluate(`localStorage.getItem('doorlist.role')`)).toBe('Steward'),
    )
    await door.ready.waitFor()
    expect(await namesOn(page)).toEqual([])
    expect(await page.evaluate(ON_DISK)).toContain('Walter Unsent')
    await page.unroute('**/check-ins')
    await page.reload()
    await eventually(async () =>
      expect(
        await service.sql(`SELECT 1 AS found FROM tickets WHERE attendee_name = 'Walter Unsent'`),
      ).toEqual([{ found: 1 }]),
    )
    await eventually(async () => expect(await page.evaluate(ON_DISK)).not.toContain('Walter Unsent'))
  })

  it('have no guest in memory and in the files of the browser once their role changed', async () => {
    const session = await addLargeSession()
    const added = await addPhone('Staff')
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-phone-'))
    const context = await launchOnDisk(folder)
    try {
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await connect(added.url, { context })
      await page.goto(`${service.api}${addressOf(session)}`)
      await asDoor(page).ready.waitFor()
      // A few tickets lie in other files than the whole list.
      await service.sql(`UPDATE tickets SET attendee_name = '${MARK} late' WHERE ticket_number = 'D-7'`)
      await eventually(async () => expect(await page.evaluate(ON_DISK)).toContain(`${MARK} late`))
      expect(await filesWith(folder)).not.toEqual([])
      const expectNone = async (): Promise<void> => {
        if (ENGINE === 'chromium') expect(await heapHas(page, MARK)).toBe(false)
        expect(await page.evaluate(ON_DISK)).not.toContain(MARK)
      }
      await setRole(added, 'Steward')
      await eventually(async () => expect(await readRole(page)).toBe('Steward'))
      await asDoor(page).ready.waitFor()
      await expectNone()
      await setRole(added, 'Kiosk')
      await page.getByRole('region', { name: 'Scanning' }).waitFor()
      await expectNone()
      await context.close()
      expect(await filesWith(folder)).toEqual([])
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('notice a new role on the list of sessions, too', async () => {
    const { door, added } = await openDoorOf('Staff')
    const { page } = door
    await page.goto(`${service.api}/door/`)
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect((await namesOn(page)).length).toBeGreaterThan(20)
    await setRole(added, 'Steward')
    await eventually(async () => expect(await readRole(page)).toBe('Steward'))
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect(await namesOn(page)).toEqual([])
  })

  /** Tries what somebody tries who wants out of a kiosk. */
  const expectNoWayOut = async (page: Page): Promise<void> => {
    const isLocked = async (): Promise<void> => {
      await page.getByRole('region', { name: 'Scanning' }).waitFor()
      expect(await page.getByRole('link').count()).toBe(0)
      expect(await page.getByRole('button').allTextContents()).toEqual([''])
      expect(await page.getByRole('textbox').or(page.getByRole('searchbox')).count()).toBe(0)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    for (const key of [
      'Escape',
      'Backspace',
      '/',
      '?',
      'Enter',
      'Control+k',
      'Control+p',
      'Alt+ArrowLeft',
      'F1',
    ])
      await page.keyboard.press(key)
    await isLocked()
    for (const [type, init] of [
      ['contextmenu', '{}'],
      ['dragstart', '{}'],
      ['selectstart', '{}'],
      ['wheel', '{ ctrlKey: true }'],
      ['keydown', "{ ctrlKey: true, key: 'p' }"],
    ] as const) {
      const dispatched = `new (${type === 'wheel' ? 'WheelEvent' : type === 'keydown' ? 'KeyboardEvent' : 'Event'})(
        '${type}', { bubbles: true, cancelable: true, ...${init} })`
      const isTaken = await page.evaluate(`document.querySelector('h1').dispatchEvent(${dispatched})`)
      expect(isTaken, type).toBe(false)
    }
    for (const address of [
      '#/',
      '#/sessions/00000000-0000-4000-8000-000000000000',
      '#settings',
      '#/nowhere',
    ]) {
      await page.evaluate(`location.hash = '${address}'`)
      await isLocked()
    }
    await page.goBack()
    await isLocked()
    await page.evaluate(`history.pushState(null, '', '/door/?out')`)
    await page.reload()
    await isLocked()
  }

  it('as a kiosk ask with the camera, show one verdict, and never decide without an answer', async () => {
    const [good, stopped, late] = [await takeTicket(), await takeTicket(), await takeTicket()]
    await service.sql(`UPDATE tickets SET flag = 'Stop' WHERE id = '${stopped.id}'`)
    const added = await addPhone('Kiosk')
    await withCamera([good.code, stopped.code, 'nothing at all', ''], async (browser) => {
      const page = await connect(added.url, { browser })
      await page.goto(`${service.api}${addressOf(service.org.session)}`)
      await expectText(page.getByRole('alert'), /^Checked in/)
      await expectStatus(service, good, 'CheckedIn')
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      // On a phone and a tablet, upright or not, guests see themselves.
      for (const [width, height] of KIOSK_SIZES) {
        await page.setViewportSize({ width, height })
        const lens = await page.locator('.lens').boundingBox()
        expect(lens?.height, `${width} × ${height}`).toBeGreaterThan(height / 3)
        await expectFits(page, `${width} × ${height}`)
      }
      await expectGone(page.getByRole('alert').filter({ hasText: 'Checked in' }))
      expect(await namesOn(page)).toEqual([])
      expect(await readCheckIns(service, stopped)).toEqual([])
      expect(await readStatus(service, stopped)).toBe('Valid')
      // No other screen can be reached.
      expect(await page.getByRole('button', { name: 'Settings' }).count()).toBe(0)
      await page.goto(`${service.api}/door/`)
      await page.reload()
      await page.getByRole('region', { name: 'Scanning' }).waitFor()
      await expectNoWayOut(page)
      const corner = page.getByRole('button', { name: 'Connect' })
      await corner.hover()
      await page.mouse.down()
      await page.getByRole('dialog', { name: 'Connect this phone' }).waitFor()
      await page.mouse.up()
    })
    const other = await addPhone('Kiosk')
    await withCamera([late.code], async (browser) => {
      const page = await connect(other.url, { browser })
      const bodies: string[] = []
      // The service gets the question, and its answer is lost.
      await page.route('**/check-ins', async (route) => {
        bodies.push(route.request().postData() ?? '')
        if (bodies.length > 1) return route.continue()
        await route.fetch()
      })
      await page.goto(`${service.api}${addressOf(service.org.session)}`)
      await expectText(page.getByRole('alert'), /^Please see the staff/)
      await eventually(async () => {
        const recorded = await readCheckIns(service, late)
        expect(recorded.map(({ admitted, undone }) => ({ admitted, undone }))).toEqual([
          { admitted: 0, undone: 1 },
        ])
      })
      expect(bodies[0]).toContain('"admitted":false')
      expect(bodies.join('')).not.toContain('"admitted":true')
      await page.context().setOffline(true)
      await expectText(page.getByRole('alert'), /^Please see the staff/)
    })
  })
})
