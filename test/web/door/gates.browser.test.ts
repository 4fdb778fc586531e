// Several gates, and a browser that is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { POLL_MS } from '../../../web/door/core/schedule.ts'
import { BROWSER, ENGINE } from '../../support/node/browser.ts'
import { makeState, removeState } from '../../support/node/dev.ts'
import {
  addressOf,
  asDoor,
  type Door,
  expectGone,
  expectStatus,
  expectText,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readStatus,
  readStore,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, signIn } from '../../support/node/page.ts'

describe.skipIf(BROWSER === undefined)('the door pages of several gates', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const markAsSeen = async (door: Door, name: string): Promise<void> => {
    await door.button(name).click()
    await door.dialog.getByRole('button', { name: 'Mark as seen' }).click()
    await expectGone(door.button(name))
    // Reads after what the page is writing: a reload would end it.
    await readStore(door.page, 'checkIns')
    await door.reload()
    await door.ready.waitFor()
    expect(await door.button(name).count()).toBe(0)
  }

  it('report a ticket that two gates admitted to one of them, until somebody has seen it', async () => {
    const [a, b] = await Promise.all([
      openDoor(service, { device: 'Gate A' }),
      openDoor(service, { device: 'Gate B' }),
    ])
    const ticket = await takeTicket()
    for (const gate of [a, b]) {
      await gate.setOffline(true)
      await gate.checkIn(ticket)
      expect(await gate.alert.textContent()).toMatch(/^Checked in/)
    }
    await a.setOffline(false)
    await expectStatus(service, ticket, 'CheckedIn')
    await b.setOffline(false)
    const twice = b.button('Admitted twice (1)')
    await twice.waitFor()
    await expectText(a.connection, /^Up to date$/)
    expect(await a.button(/^Admitted/).count()).toBe(0)
    expect(await readCheckIns(service, ticket)).toMatchObject([
      { device: 'Gate A', admitted: 1, outcome: 'CheckedIn' },
      { device: 'Gate B', admitted: 1, outcome: 'AlreadyCheckedIn' },
    ])

    await b.page.reload()
    await twice.click()
    const entry = b.dialog.getByRole('listitem').filter({ hasText: ticket.number })
    await expectText(entry, 'Gate A')
    await b.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(b.dialog)
    expect(await twice.count()).toBe(1)
    await markAsSeen(b, 'Admitted twice (1)')
    expect([...a.problems, ...b.problems]).toEqual([])
  })

  it('report a refunded ticket that a gate admitted to that gate', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.setOffline(true)
    await service.sql(`UPDATE tickets SET status = 'Refunded' WHERE id = '${ticket.id}'`)
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await door.setOffline(false)
    await door.button('Admitted, not valid (1)').waitFor()
    await door.expectRow(ticket, 'Refunded')
    expect(await readStatus(service, ticket)).toBe('Refunded')
    expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 1, outcome: 'NotValid' }])
    await markAsSeen(door, 'Admitted, not valid (1)')
  })

  it('show a check-in of one gate at the other', async () => {
    const [a, b] = await Promise.all([openDoor(service), openDoor(service, { time: Date.now() })])
    const ticket = await takeTicket()
    await b.expectRow(ticket, 'Expected')
    await a.checkIn(ticket)
    await b.page.clock.fastForward(POLL_MS)
    await b.expectRow(ticket, 'Checked in')
  })

  it('show an undo at both gates after they were offline', async () => {
    const [a, b] = await Promise.all([openDoor(service), openDoor(service)])
    const ticket = await takeTicket()
    await a.setOffline(true)
    await a.checkIn(ticket)
    await a.alert.getByRole('button', { name: 'Undo' }).click()
    await a.expectRow(ticket, 'Expected')
    await b.checkIn(ticket)
    await a.setOffline(false)
    await expectText(a.connection, /^Up to date$/)
    await a.expectRow(ticket, 'Checked in')
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    expect(await a.button(/^Admitted/).count()).toBe(0)
  })

  describe.skipIf(ENGINE !== 'chromium')('a browser that is killed', { tags: ['full'] }, () => {
    type Killable = { page: Page; kill: () => Promise<void>; close: () => Promise<void> }

    /** Starts a browser with a profile on disk, whose processes the test can kill. */
    const start = async (profile: string): Promise<Killable> => {
      const child: ChildProcess = spawn(
        BROWSER as string,
        [
          ...['--headless', '--no-sandbox', '--no-first-run', '--disable-gpu', '--remote-debugging-port=0'],
          ...[`--user-data-dir=${profile}`, 'about:blank'],
        ],
        { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      const ended = once(child, 'close')
      let address: string | undefined
      for await (const line of createInterface({ input: child.stderr as NonNullable<typeof child.stderr> })) {
        address = /^DevTools listening on (\S+)/.exec(line)?.[1]
        if (address !== undefined) break
      }
      child.stderr?.resume()
      const browser = await chromium.connectOverCDP(address as string)
      const [context] = browser.contexts()
      const page = await (context as NonNullable<typeof context>).newPage()
      return {
        page,
        close: async () => {
          const session = await browser.newBrowserCDPSession()
          await session.send('Browser.close')
          await ended
        },
        kill: async () => {
          process.kill(-(child.pid as number), 'SIGKILL')
          await ended
        },
      }
    }

    it('keeps the check-in that it showed, and sends it', async () => {
      const profile = await makeState()
      try {
        const before = await start(profile)
        await before.page.goto(service.api + addressOf(service.org.session))
        await signIn(before.page, service.org.staff)
        await asDoor(before.page).ready.waitFor()
        await before.close()

        const tickets = [await takeTicket(), await takeTicket()] as const
        const killed = await start(profile)
        await killed.page.goto(service.api + addressOf(service.org.session))
        const door = asDoor(killed.page)
        await door.ready.waitFor()
        // One with a network that does not respond, and one without any.
        await killed.page.route('**/check-ins', () => undefined)
        await door.checkIn(tickets[0])
        await door.page.context().setOffline(true)
        await door.checkIn(tickets[1])
        await killed.kill()
        for (const ticket of tickets) expect(await readStatus(service, ticket)).toBe('Valid')

        const after = await start(profile)
        await after.page.goto(service.api + addressOf(service.org.session))
        for (const ticket of tickets) {
          await expectStatus(service, ticket, 'CheckedIn')
          expect(await readCheckIns(service, ticket)).toMatchObject([{ admitted: 1, outcome: 'CheckedIn' }])
        }
        await eventually(async () => expect(await readWaiting(after.page)).toEqual([]))
        await after.close()
      } finally {
        await removeState(profile)
      }
    })
  })
})
