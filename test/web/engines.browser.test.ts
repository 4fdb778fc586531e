// A walk through all pages, in each engine that is installed. The other tests of the pages run in Chromium.
// @module-tag full
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, findEngine, launchEngine } from '../support/node/browser.ts'
import { drawRows } from '../support/node/camera.ts'
import { expectStatus, makeTicketSource, type Ticket, useDoor } from '../support/node/door.ts'
import { eventually } from '../support/node/page.ts'
import { startProxy } from '../support/node/proxy.ts'
import { type AnyPage, IN_USE, startWebKit } from '../support/node/webkit.ts'
import { useApi } from './organizer/console.ts'

const [PHONE, DESKTOP] = [
  { width: 390, height: 844 },
  { width: 1_440, height: 900 },
]

type Opened = { page: AnyPage; close: () => Promise<unknown> }
type Running = { open: (size: typeof PHONE) => Promise<Opened>; stop: () => Promise<unknown> }

const start = async (engine: Engine): Promise<Running> => {
  if (engine === 'webkit') {
    const webkit = await startWebKit(findEngine('webkit') as string)
    return { open: ({ width, height }) => webkit.openPage(width, height), stop: webkit.stop }
  }
  const browser = await launchEngine(engine)
  return {
    open: async (viewport) => {
      const context = await browser.newContext({ viewport, locale: 'en-GB' })
      const page = await context.newPage()
      return {
        page: {
          goto: (url) => page.goto(url),
          evaluate: (script: string) => page.evaluate(script),
          type: (text) => page.keyboard.type(text),
          getByRole: (role, options) => page.locator(IN_USE).getByRole(role, options),
        } as AnyPage,
        close: () => context.close(),
      }
    },
    stop: () => browser.close(),
  }
}

/** Waits until the page, or an element of it, shows a text. */
const see = (page: AnyPage, text: string | RegExp, selector = 'body'): Promise<void> =>
  eventually(async () => {
    const script = `document.querySelector('${selector}')?.innerText ?? ''`
    expect(await page.evaluate<string>(script)).toMatch(text)
  })
const press = (page: AnyPage, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
const fill = (page: AnyPage, name: string, text: string): Promise<void> =>
  page.getByRole('textbox', { name }).fill(text)

describe.each(['chromium', 'firefox', 'webkit'] as const)('in %s', (engine) => {
  const isMissing = findEngine(engine) === undefined
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  let running: Running
  let proxy: Awaited<ReturnType<typeof startProxy>>
  const closers: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (isMissing) return
    running = await start(engine)
    proxy = await startProxy(service.api)
  })
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })
  afterAll(async () => {
    await running?.stop()
    await proxy?.stop()
  })

  const open = async (url: string, size = PHONE): Promise<AnyPage> => {
    const { page, close } = await running.open(size)
    closers.push(close)
    await page.goto(url)
    return page
  }
  /** Opens an address with somebody signed in. */
  const openSignedIn = async (subject: string, path: string): Promise<AnyPage> => {
    const page = await open(`${service.api}/t/none`, DESKTOP)
    const { origins } = await service.signIn(subject)
    for (const { name, value } of origins.flatMap(({ localStorage }) => localStorage))
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
    await page.goto(service.api + path)
    return page
  }

  it.skipIf(isMissing)('a phone connects and lets guests in, with and without a network', async () => {
    const { org } = service
    const scanned = await takeTicket()
    const found = await takeTicket()
    const held = await takeTicket()
    const [inForm, overGuest] = [await takeTicket(), await takeTicket()]
    const late = await takeTicket()
    await service.sql(
      `UPDATE events SET walk_ins = 1 WHERE id = '${org.event}'`,
      `UPDATE tickets SET note = 'Check the age', flag = 'Stop' WHERE id = '${held.id}'`,
    )
    const api = await useApi(service, org.manager)
    const { connect } = await api<{ connect: { url: string } }>(
      'POST',
      `/api/organizer/v1/organizers/${org.id}/devices`,
      { name: `Gate ${engine}` },
    )
    const page = await open(connect.url.replace(service.api, proxy.url))
    await page.getByRole('heading', { name: 'Connect this phone' }).waitFor()
    await press(page, 'Connect')
    await page.getByRole('link', { name: /^Event/ }).click()
    await see(page, 'Ready offline')
    const search = page.getByRole('searchbox', { name: 'Search tickets' })
    const choose = async ({ number }: Ticket): Promise<void> => {
      await search.fill(number)
      await page.getByRole('button', { name: number }).click()
    }

    const seeCheckedIn = (who: string): Promise<void> =>
      see(page, new RegExp(`^Checked in.*${who}`, 's'), '[role=alert]')

    // As a scanner, without a focus.
    await page.type(`${scanned.code}\n`)
    await seeCheckedIn(scanned.number)
    await expectStatus(service, scanned, 'CheckedIn')

    await choose(found)
    await press(page, 'Check in')
    await expectStatus(service, found, 'CheckedIn')
    await seeCheckedIn(found.number)
    await choose(found)
    await press(page, 'Undo check-in')
    await expectStatus(service, found, 'Valid')
    await press(page, 'Close')

    // What is being sent takes a line of the header, above the list.
    await see(page, 'Up to date')
    await search.fill('Nadja Neumann')
    await press(page, 'Add “Nadja Neumann” as walk-in')
    await press(page, 'Add and check in')
    await seeCheckedIn('Nadja Neumann')

    // Into the form of a walk-in, and while a guest is open.
    await press(page, 'Add guest')
    await page.getByRole('textbox', { name: 'Name' }).click()
    await page.type(`${inForm.code}\n`)
    await seeCheckedIn(inForm.number)
    await choose(found)
    await page.type(`${overGuest.code}\n`)
    await seeCheckedIn(overGuest.number)
    await expectStatus(service, overGuest, 'CheckedIn')
    await expectStatus(service, found, 'Valid')

    await page.type(`${held.code}\n`)
    await see(page, 'Check the age')
    await press(page, 'Let in')
    await expectStatus(service, held, 'CheckedIn')

    await proxy.stop()
    await page.type(`${late.code}\n`)
    await seeCheckedIn(late.number)
    await see(page, /Offline.*1 to send/)
    await press(page, 'Settings')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await see(page, /Offline.*1 noch nicht gesendet/)
    await proxy.start()
    await page.evaluate(`void dispatchEvent(new Event('online'))`)
    await see(page, 'Alles gesendet')
    await expectStatus(service, late, 'CheckedIn')
  })

  it.skipIf(isMissing)('a manager sets a night up and sees who comes', async () => {
    const { org } = service
    const page = await openSignedIn(org.owner, '/organizer/')
    await press(page, 'New event')
    await fill(page, 'Name', `Night in ${engine}`)
    await press(page, 'Create event')
    await press(page, 'Add session')
    await fill(page, 'Capacity', '400')
    // The screen has a button of this name, too.
    await page.evaluate(`document.querySelector('dialog [type=submit]').click()`)
    await page.getByRole('textbox', { name: 'Search tickets' }).waitFor()
    await press(page, 'Add guests')
    await press(page, 'One guest')
    await fill(page, 'Name', 'Ada Lovelace')
    await press(page, 'Add guest')
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    const [, , event, , session] = (await page.evaluate<string>('location.hash')).split('/')
    await page.goto(`${service.api}/organizer/#/events/${event}/sessions/${session}`)
    await see(page, /Guest list\s+0\s+1/)
    const [ticket] = await service.sql<{ id: string }>(
      `SELECT id FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = '${session}')`,
    )
    const api = await useApi(service, org.owner)
    await api('POST', `/api/v1/sessions/${session}/check-ins`, {
      items: [
        { type: 'CheckIn', id: crypto.randomUUID(), ticketId: ticket?.id, at: new Date().toISOString() },
      ],
    })
    await see(page, /Guest list\s+1\s+0/)
  })

  it.skipIf(isMissing)('codes of every kind are read in the worker of the camera', async () => {
    const kinds = ['QRCode', 'Aztec', 'PDF417', 'Code128'] as const
    const codes = await Promise.all(kinds.map((kind) => drawRows({ text: `TK-${kind}`, kind })))
    const page = await open(`${service.api}/door/`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const read = await page.evaluate<string[]>(`(async () => {
      const [path] = /\\/door\\/decoder\\/worker-\\w+\\.js/.exec(await (await fetch('/door/sw.js')).text())
      const worker = new Worker(path)
      const ask = async (rows) => {
        const scale = 4
        const [width, height] = [rows[0].length * scale, rows.length * scale]
        const pixels = new ImageData(width, height)
        for (let at = 0; at < width * height; at += 1) {
          const isDark = rows[Math.floor(at / width / scale)][Math.floor((at % width) / scale)] === '1'
          pixels.data.set([isDark ? 0 : 255, isDark ? 0 : 255, isDark ? 0 : 255, 255], at * 4)
        }
        const frame = await createImageBitmap(pixels)
        return new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.postMessage({ id: 0, frame }, [frame])
        })
      }
      const found = []
      for (const rows of ${JSON.stringify(codes)}) {
        let answer = await ask(rows)
        // The decoder of every kind is loaded with the first frame.
        while (!answer.readsAll) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          answer = await ask(rows)
        }
        found.push(...answer.codes)
      }
      return found
    })()`)
    expect(read).toEqual(kinds.map((kind) => `TK-${kind}`))
  })

  it.skipIf(isMissing)('a language that does not load can be chosen again', async () => {
    const page = await open(`${proxy.url}/organizer/`)
    const language = page.getByRole('combobox', { name: 'Language' })
    await language.waitFor()
    await proxy.stop()
    await language.selectOption('Deutsch')
    await see(page, 'The language could not be loaded.')
    await proxy.start()
    await language.selectOption('Deutsch')
    await see(page, 'Anmelden')
  })

  it.skipIf(isMissing)('staff sign in, and a guest opens a ticket', async () => {
    const page = await open(`${service.api}/door/`)
    await press(page, 'Sign in')
    await fill(page, 'Somebody else', service.org.staff)
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    const ticket = await takeTicket()
    await page.goto(`${service.api}/t/${ticket.code}`)
    await see(page, ticket.number)
    const code = `document.querySelector('[role=img] svg').getBoundingClientRect().width`
    expect(await page.evaluate<number>(code)).toBeGreaterThan(100)
  })
})
