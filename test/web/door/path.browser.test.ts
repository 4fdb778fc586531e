// The door page in a browser, from the sign-in to the undo.
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  asDoor,
  checkInElsewhere,
  expectBelow,
  expectGone,
  expectStatus,
  expectText,
  inSession,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readStatus,
  TICKETS,
  type Ticket,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, openPage, openSignedIn } from '../../support/node/page.ts'

const UNDO_MS = 10_000
/** The demo's session of last week. */
const EARLIER_SESSION = demoId('a5')

describe.skipIf(BROWSER === undefined)('the door page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  const takeRefunded = async (): Promise<Ticket> => {
    const ticket = await takeTicket()
    await service.sql(`UPDATE tickets SET status = 'Refunded' WHERE id = '${ticket.id}'`)
    return { ...ticket, status: 'Refunded' }
  }

  it('ticks one guest by a double tap, though the next one takes the place of the row', {
    tags: ['full'],
  }, async () => {
    const door = await openDoor(service)
    await door.page.clock.install()
    // Other tests use the same session.
    const ofSession = `session_id = '${service.org.session}' AND undone_at IS NULL`
    const isIn = async () => (await service.sql(`SELECT 1 FROM check_ins WHERE ${ofSession}`)).length
    const before = await isIn()
    await door.page.getByRole('radio', { name: 'Expected' }).check()
    const tick = door.list.getByRole('checkbox').first()
    const box = await tick.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    // Both taps by the clock of the page, so that a busy machine cannot put the second one off.
    await door.page.evaluate(`{
      const tap = () => document.elementFromPoint(${x}, ${y}).click()
      tap()
      setTimeout(tap, 250)
    }`)
    await door.alert.waitFor()
    await door.page.clock.runFor(1_000)
    // After that, the tick of the next guest works. It is sent after what the second tap would have sent.
    const label = (await tick.getAttribute('aria-label')) ?? ''
    await tick.click()
    await expectText(door.alert, label.replace(/^Check in: |[\u2068\u2069]/g, ''))
    await eventually(async () => expect(await isIn()).toBe(before + 2))
  })

  it('opens a guest of a party who was found, not another one', async () => {
    const door = await openDoor(service)
    for (const name of ['Carl Jones', 'Bob Zebrowski', 'Anna Zebrowski']) {
      const { id } = await takeTicket()
      await service.sql(`UPDATE tickets SET reference = 'ZEB', attendee_name = '${name}' WHERE id = '${id}'`)
    }
    await door.wake()
    await door.search.fill('zebrowski')
    const row = door.list.getByRole('button').first()
    await expectText(row, /Anna Zebrowski \+2/)
    await row.click()
    await expectText(door.dialog, /^Anna Zebrowski/)
  })

  it('goes from the sign-in to a session', async () => {
    const { page, problems } = await openPage(service, service.org.staff, '/door/')
    const door = asDoor(page, problems)
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    let load = (): void => undefined
    const isWatched = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/ticket-changes**', (route) => isWatched.then(() => route.continue()))
    const links = page.getByRole('link', { name: /^Event/ })
    await links.and(page.locator(`[href*="${service.org.session}"]`)).click()
    const progress = page.getByRole('progressbar', { name: 'Loading tickets' })
    await progress.waitFor()
    expect(await progress.getAttribute('max')).toBe(String(TICKETS))
    load()
    await door.ready.waitFor()
    expect(await progress.count()).toBe(0)
    await expectText(door.connection, /^Up to date/)

    await door.search.fill('a')
    await expectText(page.getByRole('status'), /^\d+ found$/)
    expect(await door.list.getByRole('button').count()).toBeGreaterThan(0)
    expect(door.problems).toEqual([])
  })

  it('stays in the session after a reload', async () => {
    const { page, ready, search } = await openDoor(service)
    await page.reload()
    await ready.waitFor()
    await search.waitFor()
    expect(page.url()).toContain(service.org.session)
  })

  it('lists earlier sessions on request', async () => {
    const { page } = await openSignedIn(service, 'door', '/door/')
    const links = page.getByRole('link', { name: /^(Northlight Nights|Midwinter Gala)/ })
    const earlier = links.and(page.locator(`[href*="${EARLIER_SESSION}"]`))
    await links.first().waitFor()
    expect(await earlier.count()).toBe(0)
    await page.getByRole('button', { name: 'Earlier' }).click()
    await earlier.click()
    await asDoor(page).search.waitFor()
    expect(page.url()).toContain(EARLIER_SESSION)
  })

  it('shows no names until something is typed or a filter is chosen', async () => {
    const door = await openDoor(service)
    const rows = door.list.getByRole('button')
    const filter = (name: string) => door.page.getByRole('radio', { name, exact: true })
    const [{ valid, checkedIn } = { valid: 0, checkedIn: 0 }] = await service.sql<Record<string, number>>(
      `SELECT valid, checked_in AS checkedIn FROM ticket_counts WHERE ${inSession(service.org.session)}`,
    )
    expect(await filter('All').isChecked()).toBe(true)
    expect(await rows.count()).toBe(0)
    await filter('Expected').check()
    await expectText(door.page.getByRole('status'), `${valid} found`)
    expect(await rows.filter({ hasNotText: /Expected|of \d in/ }).count()).toBe(0)
    await filter('Checked in').check()
    await expectText(door.page.getByRole('status'), `${checkedIn} found`)
    expect(await rows.filter({ hasNotText: /Checked in|of \d in/ }).count()).toBe(0)
    await filter('All').check()
    await expectGone(rows)
  })

  it('names each ticket by its attendee, number and status', async () => {
    const named = [await takeTicket(), await takeRefunded()]
    const [unnamed] = await service.sql<{ number: string; status: string }>(
      `SELECT ticket_number AS number, status FROM tickets WHERE attendee_name IS NULL AND ${inSession(service.org.session)}`,
    )
    const tickets = [...named, { ...(unnamed as Ticket), name: 'No name' }]
    const door = await openDoor(service)
    const words: Record<string, string> = { Valid: 'Expected', CheckedIn: 'Checked in', Voided: 'Void' }
    for (const { name, number, status } of tickets) {
      await door.search.fill(number)
      const row = door.row({ number })
      await row.waitFor()
      const text = await row.textContent()
      expect(text?.startsWith(name as string)).toBe(true)
      expect(text).toContain(words[status] ?? status)
    }
  })

  it('checks a ticket in, and undoes it from the outcome', async () => {
    const ticket = await takeTicket()
    const [{ type } = { type: '' }] = await service.sql<{ type: string }>(
      `UPDATE tickets SET seat_label = 'Row 7' WHERE id = '${ticket.id}' RETURNING ticket_type_name AS type`,
    )
    const door = await openDoor(service, { device: 'Gate A' })
    await door.checkIn(ticket)
    const words = ['Checked in', ticket.name, type, 'Row 7', ticket.number, 'Undo']
    expect((await door.alert.textContent())?.trim().replaceAll(/\s+/g, ' ')).toBe(words.join(' '))
    await expectStatus(service, ticket, 'CheckedIn')
    expect(await readCheckIns(service, ticket)).toMatchObject([{ device: 'Gate A', outcome: 'CheckedIn' }])
    await door.alert.getByRole('button', { name: 'Undo' }).click()
    await expectStatus(service, ticket, 'Valid')
    await door.expectRow(ticket, 'Expected')
    expect(await door.alert.count()).toBe(0)
    expect(door.problems).toEqual([])
  })

  it('offers the undo for ten seconds', async () => {
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    const undo = door.alert.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await door.page.clock.fastForward(UNDO_MS)
    await expectGone(undo)
    await expectText(door.alert, ticket.number)
    // The next search begins.
    await door.search.press('x')
    await expectGone(door.alert)
  })

  it('says that a ticket was checked in on this phone', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    // The page notes two frames later that the outcome was on the screen.
    await door.page.evaluate(`(async () => {
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })()`)
    await door.enter(ticket.code)
    await expectText(door.alert, /^Already checked in.*On this phone\./)
  })

  it('undoes a recent check-in with two taps, and asks with the name', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    await door.search.fill('')
    await door
      .button(`${ticket.name} ${ticket.number}`)
      .or(door.page.getByText(ticket.number))
      .first()
      .click()
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    const dialog = door.page.getByRole('dialog', { name: ticket.name ?? '' })
    await dialog.getByRole('button', { name: 'Undo check-in' }).click()
    await expectStatus(service, ticket, 'Valid')
  })

  it('undoes the check-in of another gate from the dialog', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await checkInElsewhere(service, ticket, 'Gate B')
    await door.wake()
    await door.expectRow(ticket, 'Checked in')
    await door.choose(ticket)
    await door.dialog.getByRole('button', { name: 'Undo check-in' }).click()
    await expectStatus(service, ticket, 'Valid')
    await door.expectRow(ticket, 'Expected')
  })

  it('shows when and where a ticket was checked in before', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await checkInElsewhere(service, ticket, 'Gate B')
    await door.enter(ticket.code)
    await expectText(door.alert, ticket.number)
    expect(await door.alert.textContent()).toMatch(/^Already checked in at \d.* \(Gate B\)/)
    expect(await door.alert.getByRole('button').count()).toBe(0)
  })

  it('offers no check-in for a refunded ticket, and refuses its number', async () => {
    const ticket = await takeRefunded()
    const door = await openDoor(service)
    await door.choose(ticket)
    const buttons = door.dialog.getByRole('button')
    expect(await buttons.filter({ hasText: /^Check in/ }).count()).toBe(0)
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(door.dialog)
    await door.enter(ticket.code)
    await expectText(door.alert, ticket.number)
    expect(await door.alert.textContent()).toMatch(/^Not valid/)
    expect(await door.alert.getByRole('button').count()).toBe(0)
    expect(await readStatus(service, ticket)).toBe('Refunded')
  })

  it('checks in all tickets of a holder', async () => {
    const tickets = [await takeTicket(), await takeTicket(), await takeTicket()]
    const ids = tickets.map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET holder_email = 'group@example.com' WHERE id IN (${ids})`)
    const door = await openDoor(service)
    await door.choose(tickets[1] as (typeof tickets)[0])
    await door.dialog.getByRole('button', { name: 'Check in all (3)' }).click()
    await door.dialog.getByRole('button', { name: 'Check in 3', exact: true }).click()
    await expectText(door.alert, /^Checked in/)
    for (const ticket of tickets) {
      await expectText(door.alert, ticket.number)
      await expectStatus(service, ticket, 'CheckedIn')
    }
    await door.alert.getByRole('button', { name: 'Undo' }).click()
    for (const ticket of tickets) await expectStatus(service, ticket, 'Valid')
  })

  it('offers the rest of a group above the search, until the next verdict', async () => {
    const tickets = [await takeTicket(), await takeTicket(), await takeTicket()]
    const [first, second, third] = tickets as [Ticket, Ticket, Ticket]
    const ids = tickets.map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET reference = 'PARKING-1' WHERE id IN (${ids})`)
    const other = await takeTicket()
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    await door.enter(first.code)
    await expectText(door.alert, first.number)
    const line = door.page.getByText('1 of 3 in · Check in all (2)')
    // The card has it first.
    await door.page.getByRole('button', { name: 'Check in all (2)' }).waitFor()
    expect(await line.count()).toBe(0)
    await door.page.clock.fastForward(UNDO_MS)
    await line.waitFor()
    await expectBelow(door.search, line)
    await expectAccessible(door.page)
    // Whoever is searched for meanwhile.
    await door.search.fill('nobody')
    await expectGone(door.alert)
    await line.waitFor()
    await door.button('Check in all (2)').click()
    await expectText(door.alert, /^Checked in 2 tickets/)
    await expectGone(line)
    for (const ticket of [second, third]) await expectStatus(service, ticket, 'CheckedIn')
    // Somebody without a group has none.
    await door.enter(other.code)
    await expectText(door.alert, other.number)
    await door.page.clock.fastForward(UNDO_MS)
    expect(await door.page.getByText(/\d of \d in/).count()).toBe(0)
  })

  it('forgets the rest of a group with the next verdict, and when all are in', {
    tags: ['full'],
  }, async () => {
    const [first, second, other] = [await takeTicket(), await takeTicket(), await takeTicket()]
    const ids = [first, second].map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET reference = 'PARKING-2' WHERE id IN (${ids})`)
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    const line = door.page.getByText('1 of 2 in · Check in all (1)')
    await door.enter(first.code)
    await expectText(door.alert, first.number)
    await door.page.clock.fastForward(UNDO_MS)
    await line.waitFor()
    await door.enter(other.code)
    await expectText(door.alert, other.number)
    await expectGone(line)
    await door.enter(first.code)
    await expectText(door.alert, /^Already checked in/)
    // A refusal stays on the card, with the rest.
    await door.page.clock.fastForward(UNDO_MS)
    expect(await line.count()).toBe(0)
    await door.alert.locator('..').getByRole('button', { name: 'Close' }).click()
    await line.waitFor()
    await door.enter(second.code)
    await expectText(door.alert, second.number)
    await door.page.clock.fastForward(UNDO_MS)
    await expectGone(line)
  })

  it('checks in as many of a large group as are here, and undoes that later', {
    tags: ['full'],
  }, async () => {
    const tickets: Ticket[] = []
    while (tickets.length < 12) tickets.push(await takeTicket())
    const ids = tickets.map(({ id }) => `'${id}'`).join()
    await service.sql(`UPDATE tickets SET holder_email = 'office@example.com' WHERE id IN (${ids})`)
    const checkedIn = async (): Promise<number> =>
      (await service.sql(`SELECT 1 FROM tickets WHERE status = 'CheckedIn' AND id IN (${ids})`)).length
    const door = await openDoor(service)
    await door.page.clock.install()
    await door.reload()
    await door.choose(tickets[0] as Ticket)
    await door.dialog.getByRole('button', { name: 'Check in all (12)' }).click()
    await door.page.getByRole('dialog', { name: 'How many are here?' }).waitFor()
    await door.dialog.getByRole('button', { name: 'Fewer' }).click()
    await door.dialog.getByRole('button', { name: 'Check in 11', exact: true }).click()
    await expectText(door.dialog.getByRole('alert'), 'This checks in 11 tickets at once')
    expect(await checkedIn()).toBe(0)
    await door.dialog.getByRole('button', { name: 'Yes, check in 11' }).click()
    await expectText(door.alert, /^Checked in 11 tickets/)
    await expectText(door.alert, 'and 8 more')
    await expectBelow(door.alert, door.search)
    await eventually(async () => expect(await checkedIn()).toBe(11))
    await door.page.clock.fastForward(UNDO_MS)
    await door.alert.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => expect(await checkedIn()).toBe(0))
    const message = door.page.getByRole('status').filter({ hasText: 'Check-in undone' })
    await expectText(message, 'and 8 more')
    await expectBelow(message, door.search)
    await message.getByRole('button', { name: 'Close' }).click()
    await expectGone(message)
  })

  it('shows verdicts in a larger size on a tablet', { tags: ['full'] }, async () => {
    const sizeOfName = async (width: number, height: number): Promise<number> => {
      // The length of a name also decides its size.
      const ticket = { ...(await takeTicket()), name: 'Ada Beck' }
      await service.sql(`UPDATE tickets SET attendee_name = '${ticket.name}' WHERE id = '${ticket.id}'`)
      const door = await openDoor(service, { viewport: { width, height } })
      await door.checkIn(ticket)
      const size = await door.page.evaluate<string>(
        `getComputedStyle(document.querySelector('[role=alert] .name')).fontSize`,
      )
      return Number.parseFloat(size)
    }
    expect(await sizeOfName(768, 1_024)).toBeGreaterThan(1.4 * (await sizeOfName(390, 844)))
  })

  it('keeps responses of the API out of the caches of the browser', { tags: ['full'] }, async () => {
    const paths: string[] = []
    const opened = await openSignedIn(service, service.org.staff, '/door/')
    opened.page.on('request', (request) => {
      const url = new URL(request.url())
      if (request.method() === 'GET' && url.pathname.startsWith('/api/'))
        paths.push(url.pathname + url.search)
    })
    await opened.page.locator(`[href*="${service.org.session}"]`).click()
    await asDoor(opened.page).ready.waitFor()
    expect(paths.join()).toContain('/ticket-changes')
    const cached = await opened.page.evaluate<string[]>(`(async () => {
      const found = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url)
      for (const path of ${JSON.stringify(paths)}) {
        const options = { cache: 'only-if-cached', mode: 'same-origin' }
        const response = await fetch(path, options).catch(() => undefined)
        if (response?.ok) found.push(path)
      }
      return found
    })()`)
    expect(cached).toContain(`${service.api}/door/`)
    expect(cached.filter((url) => url.includes('/api/'))).toEqual([])
  })
})
