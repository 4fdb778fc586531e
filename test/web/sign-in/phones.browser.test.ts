import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { withCamera } from '../../support/node/camera.ts'
import {
  addressOf,
  asDoor,
  checkInElsewhere,
  type Door,
  expectAllShown,
  expectGone,
  expectStatus,
  expectText,
  expireToken,
  inSession,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readStore,
  readTokens,
  readWaiting,
  type Ticket,
  useDoor,
} from '../../support/node/door.ts'
import { eventually, openProfile, openSignedIn, type PageOptions } from '../../support/node/page.ts'
import { loseResponse, useApi } from '../organizer/console.ts'
import { expectGood } from './look.ts'

const MINUTE_MS = 60_000

type Added = { id: string; path: string; url: string }

describe.skipIf(BROWSER === undefined)('phones without accounts', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const manager = () => useApi(service, service.org.manager)
  const phonesPath = () => `/api/organizer/v1/organizers/${service.org.id}/devices`

  const addPhone = async (name: string, expiresAt?: string): Promise<Added> => {
    const added = await (await manager())<{ id: string; connect: { url: string } }>('POST', phonesPath(), {
      name,
      ...(expiresAt && { expiresAt }),
    })
    return { id: added.id, path: `${phonesPath()}/${added.id}`, url: added.connect.url }
  }
  const endPhone = async ({ path }: Added): Promise<unknown> => (await manager())('DELETE', path)

  /** Opens an address in a new browser profile, in which nobody is signed in. */
  const openPhone = async (address: string, options: PageOptions = {}): Promise<Door> => {
    const { page, problems } = await openProfile(options)
    await page.goto(address)
    return asDoor(page, problems)
  }
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect this phone' })
  const connectIn = async (page: Page): Promise<void> => {
    await dialogOf(page).getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await expectGone(dialogOf(page))
  }
  const openSession = async (door: Door): Promise<void> => {
    await door.page.goto(`${service.api}${addressOf(service.org.session)}`)
    await door.ready.waitFor()
  }
  /** A phone at the door that was connected by a link. */
  const connectPhone = async (name: string, expiresAt?: string): Promise<{ door: Door; added: Added }> => {
    const added = await addPhone(name, expiresAt)
    const door = await openPhone(added.url)
    await connectIn(door.page)
    await openSession(door)
    return { door, added }
  }
  const denied = (door: Door) => door.page.getByText(/tickets are hidden/)
  /** Lets the service get a request, and keeps its response. */
  const hold = async (page: Page, pattern: string) => {
    const reached: number[] = []
    await page.route(pattern, async (route) => {
      reached.push((await route.fetch()).status())
    })
    return { isReached: () => eventually(() => expect(reached).toContain(200)) }
  }

  it('are added in the console, which sees them connect, gives new links and ends them', async () => {
    const { page, problems } = await openSignedIn(service, service.org.owner, '/organizer/#/phones')
    await page.getByText('No phones yet.').waitFor()
    await page.getByRole('button', { name: 'Add phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add phone' })
    await expectGood(page, 'add-phone')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    expect(await name.inputValue()).toBe('Gate A')
    await name.fill('')
    await dialog.getByRole('button', { name: 'Add phone' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await name.fill('North gate')
    await name.press('Enter')
    await dialog.getByRole('img', { name: 'Code to connect' }).waitFor()
    await expectGood(page, 'connect-code')
    const url = await dialog.getByRole('link', { name: 'Connect link' }).getAttribute('href')

    const door = await openPhone(url ?? '')
    await expectText(dialogOf(door.page), 'connects this phone as “North gate”')
    await expectGood(door.page, 'connect-phone')
    await connectIn(door.page)
    expect(door.page.url()).toBe(`${service.api}/door/`)
    await expectText(dialog.getByRole('status'), 'Connected: North gate')
    expect(await dialog.getByRole('img').count()).toBe(0)
    await expectGood(page, 'connected')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('table', { name: 'Phones' }).getByRole('row').nth(1)
    await expectText(row, /North gate.*All events/)
    await expectGood(page, 'phones')
    await openSession(door)
    await door.button('Settings').click()
    expect(await door.page.getByRole('textbox', { name: 'Device name' }).inputValue()).toBe('North gate')
    await expectText(door.dialog, 'Signed in as North gate, Organizer')

    // A new link for the same phone replaces the one that is connected.
    await row.getByRole('button', { name: /^New link/ }).click()
    const again = await openPhone(
      (await dialog.getByRole('link', { name: 'Connect link' }).getAttribute('href')) ?? '',
    )
    await connectIn(again.page)
    await expectText(dialog.getByRole('status'), 'Connected: North gate')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await row.getByRole('button', { name: /^Disconnect/ }).click()
    await expectText(page.getByRole('alert'), 'The phone is signed out')
    await page.getByRole('alert').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No phones yet.').waitFor()
    expect(problems).toEqual([])
  })

  it('say on every screen, from two hours before, that they are signed out soon', {
    tags: ['full'],
  }, async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
    const warning = (door: Door) => door.page.getByText(/^Ask for a new link\. This phone is connected until/)
    const { door: later } = await connectPhone('Later', inMinutes(180))
    expect(await warning(later).count()).toBe(0)
    const { door } = await connectPhone('Soon', inMinutes(90))
    await warning(door).waitFor()
    await door.search.fill('a')
    await warning(door).waitFor()
    await door.page.goto(`${service.api}/door/#/`)
    await door.page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await warning(door).waitFor()
    expect([...door.problems, ...later.problems]).toEqual([])
  })

  it('get a new link in the console when the first has expired', async () => {
    const { page } = await openSignedIn(service, service.org.owner, '/organizer/#/phones', {
      time: Date.now(),
    })
    await page.getByRole('button', { name: 'Add phone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add phone' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Late gate')
    await dialog.getByRole('button', { name: 'Add phone' }).click()
    const link = dialog.getByRole('link', { name: 'Connect link' })
    const first = await link.getAttribute('href')
    await page.clock.fastForward(15 * MINUTE_MS)
    await expectText(dialog.getByRole('status'), 'This link has expired')
    await dialog.getByRole('button', { name: 'New link' }).click()
    await link.waitFor()
    expect(await link.getAttribute('href')).not.toBe(first)
  })

  it('check in beside each other; one that is ended hides its list with its next request', async () => {
    const first = await connectPhone('Gate A')
    const second = await connectPhone('Gate B')
    const ticket = await takeTicket()
    await first.door.checkIn(ticket)
    await expectStatus(service, ticket, 'CheckedIn')
    expect(await readCheckIns(service, ticket)).toMatchObject([{ device: 'Gate A' }])
    await second.door.wake()
    await second.door.expectRow(ticket, 'Checked in')

    await endPhone(first.added)
    await first.door.wake()
    await denied(first.door).waitFor()
    expect(await first.door.search.count()).toBe(0)
    expect((await readStore(first.door.page, 'tickets')).length).toBeGreaterThan(0)
    const other = await takeTicket()
    await second.door.checkIn(other)
    await expectStatus(service, other, 'CheckedIn')

    // A new link brings it back, with what it holds.
    const again = await addPhone('Gate A again')
    await first.door.page.goto(again.url)
    await expectText(dialogOf(first.door.page), 'Gate A, ')
    await connectIn(first.door.page)
    await openSession(first.door)
    await first.door.search.waitFor()
    expect(second.door.problems).toEqual([])
  })

  it('hide the list when their sign-in is refused, and at nothing else', async () => {
    const { door } = await connectPhone('Gate C')
    let answer: [number, string] = [500, 'internal_error']
    let asked = 0
    await door.page.route('**/devices/token', (route) => {
      asked += 1
      const [status, code] = answer
      return route.fulfill({ status, headers: { 'X-Request-Id': 'x' }, json: { code, message: code } })
    })
    const others: [number, string][] = [
      [500, 'internal_error'],
      [429, 'rate_limited'],
      [503, 'auth_unavailable'],
      [404, 'route_not_found'],
      [403, 'invalid_grant'],
    ]
    for (answer of others) {
      const before = asked
      await expireToken(door.page)
      await door.wake()
      await eventually(() => expect(asked).toBeGreaterThan(before))
      expect(await denied(door).count()).toBe(0)
    }
    await door.search.waitFor()
    // A network that answers itself.
    await door.page.unroute('**/devices/token')
    await door.page.route('**/devices/token', (route) =>
      route.fulfill({ status: 401, json: { code: 'invalid_grant', message: 'Log in to the Wi-Fi.' } }),
    )
    const refused = door.page.waitForResponse('**/devices/token')
    await door.wake()
    await refused
    expect(await denied(door).count()).toBe(0)
    await door.page.unroute('**/devices/token')
    asked = 0
    await door.page.route('**/devices/token', (route) => {
      asked += 1
      return route.fulfill({
        ...{ status: 401, headers: { 'X-Request-Id': 'x' } },
        json: { code: 'invalid_grant', message: 'The sign-in has ended.' },
      })
    })
    await door.wake()
    await denied(door).waitFor()
    await expectText(door.page.locator('main'), 'This phone is no longer connected')
    await expectGood(door.page, 'ended')
    // Failed attempts count for all phones of a venue, so it does not ask again and again.
    for (let turn = 0; turn < 5; turn += 1) await door.wake()
    expect(asked).toBe(1)
  })

  it('repeat safely after a lost answer, also when the page was closed', { tags: ['full'] }, async () => {
    const added = await addPhone('Gate D')
    const door = await openPhone(added.url)
    await door.page.route('**/devices/connect', loseResponse, { times: 1 })
    await dialogOf(door.page).getByRole('button', { name: 'Connect', exact: true }).click()
    await expectText(dialogOf(door.page).getByRole('alert'), 'No response')
    // The link is used now, but this phone may use it again.
    await door.page.goto(`${service.api}/api/health`)
    await door.page.goto(`${service.api}/door/`)
    await expectText(dialogOf(door.page), 'connects this phone as “Gate D”')
    await connectIn(door.page)
    await openSession(door)
    expect(await door.page.evaluate(`localStorage.getItem('doorlist.connect')`)).toBeNull()
    expect(door.problems).toEqual([])
  })

  it('say what is wrong with a link that was used, and with one of something else', async () => {
    const { door: first, added } = await connectPhone('Gate F')
    const door = await openPhone(added.url)
    await expectText(dialogOf(door.page).getByRole('alert'), 'This link has expired or was already used')
    await expectGood(door.page, 'link-over')
    expect(await dialogOf(door.page).getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0)
    await dialogOf(door.page).getByRole('button', { name: 'Close' }).click()
    expect(door.page.url()).toBe(`${service.api}/door/`)
    await door.button('Connect').click()
    await dialogOf(door.page).getByRole('textbox', { name: 'Link' }).waitFor()
    await expectText(dialogOf(door.page), 'The camera cannot be used')
    await expectGood(door.page, 'paste-link')
    const link = dialogOf(door.page).getByRole('textbox', { name: 'Link' })
    await link.fill('https://example.com/')
    await link.press('Enter')
    await expectText(dialogOf(door.page).getByRole('alert'), 'This link does not connect a phone')
    await link.fill((await addPhone('Gate G')).url)
    await link.press('Enter')
    await connectIn(door.page)
    expect(first.problems).toEqual([])
  })

  it('connect while somebody is signed in, who is asked first and loses nothing', async () => {
    const door = await openDoor(service)
    const ticket = await takeTicket()
    await door.checkInOffline(ticket)
    const { url } = await addPhone('Gate H')
    // Until then nothing is sent.
    await door.page.route('**/check-ins', (route) => route.abort())
    await door.context.setOffline(false)
    await door.page.goto(url)
    await expectText(dialogOf(door.page), `${service.org.staff} is signed in on this phone`)
    await expectText(dialogOf(door.page), '1 check-in is sent as Gate H')
    await expectGood(door.page, 'connect-replaces')
    await door.page.setViewportSize({ width: 390, height: 844 })
    // Whoever closes the dialog stays signed in.
    await door.page.keyboard.press('Escape')
    await door.page.waitForURL(`${service.api}/door/`)
    expect((await readTokens(door.page)).subject).toBe(service.org.staff)
    await door.page.goto(url)
    await door.page.unroute('**/check-ins')
    await connectIn(door.page)
    await expectStatus(service, ticket, 'CheckedIn')
    expect((await readTokens(door.page)).subject).toMatch(/^device:/)
  })

  describe('with check-ins that were not sent', { tags: ['full'] }, () => {
    beforeAll(() => service.sql(`UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`))

    /** A phone with check-ins of a gate that it could not send, and that the service has signed out since. */
    const connectAndEnd = async (gate: string, tickets: readonly Ticket[]) => {
      const { door, added } = await connectPhone(gate)
      await door.setOffline(true)
      for (const ticket of tickets) await door.checkIn(ticket)
      await expectText(door.connection, new RegExp(`${tickets.length} to send`))
      await expectAllShown(door.page)
      await endPhone(added)
      await door.context.setOffline(false)
      await door.wake()
      await denied(door).waitFor()
      await door.button(`${tickets.length} check-ins cannot be sent`).waitFor()
      return door
    }
    const recordsOf = ({ id }: { id: string }) =>
      service.sql<{ device: string; subject: string }>(
        `SELECT device, subject FROM check_ins WHERE ticket_id = '${id}'`,
      )
    const notSent = (door: Door, count: number) =>
      expectText(door.page.getByRole('status'), `${count} check-ins of Gate Z have not been sent yet`)
    const untilSent = (door: Door) => eventually(async () => expect(await readWaiting(door.page)).toEqual([]))
    const untilErased = (door: Door) =>
      eventually(async () => expect(await readStore(door.page, 'checkIns')).toEqual([]))
    const leave = async (door: Door): Promise<void> => {
      await door.button('Settings').click()
      await door.button('Sign out and erase').click()
      await door.button('Erase them too').waitFor()
    }
    /** Signs out without a network, with two check-ins and a walk-in that were not sent. */
    const signOutOffline = async (gate: string) => {
      const { door } = await connectPhone(gate)
      const tickets = [await takeTicket(), await takeTicket()]
      await door.setOffline(true)
      for (const ticket of tickets) await door.checkIn(ticket)
      await door.search.fill('Walter Innis')
      await door.button('Add “Walter Innis” as walk-in').click()
      await door.button('Add and check in').click()
      await expectText(door.alert, 'Walter Innis')
      await expectAllShown(door.page)
      await leave(door)
      await expectText(door.dialog, '3 check-ins have not been sent yet')
      return { door, tickets }
    }

    it('send them under the next sign-in, with the gate where they were made', async () => {
      const tickets = [await takeTicket(), await takeTicket()]
      const door = await connectAndEnd('Gate Z', tickets)
      const fresh = await addPhone('Gate Z 2')
      await door.page.goto(fresh.url)
      await expectText(dialogOf(door.page), '2 check-ins of Gate Z are sent as Gate Z 2.')
      await expectGood(door.page, 'connect-sends')
      // The service has them, and the phone does not know.
      await door.page.route('**/check-ins', loseResponse, { times: 1 })
      await connectIn(door.page)
      await untilSent(door)
      for (const ticket of tickets) {
        await expectStatus(service, ticket, 'CheckedIn')
        expect(await recordsOf(ticket)).toEqual([{ device: 'Gate Z', subject: `device:${fresh.id}` }])
      }
      await expectGone(door.button(/cannot be sent/))
      await expectGone(door.page.getByText(/have not been sent yet/))
      expect(await readStore(door.page, 'checkIns')).toHaveLength(2)
    })

    it('say how many they hold, which the console shows until they are sent', async () => {
      const { door, added } = await connectPhone('Gate Q')
      const tickets = [await takeTicket(), await takeTicket()]
      await door.setOffline(true)
      for (const ticket of tickets) await door.checkIn(ticket)
      await expectAllShown(door.page)
      // Its time is over before it is online again.
      await service.sql(`UPDATE devices SET expires_at = 1000 WHERE id = '${added.id}'`)
      await expireToken(door.page)
      await door.context.setOffline(false)
      await door.wake()
      await denied(door).waitFor()
      const { page } = await openSignedIn(service, service.org.manager, '/organizer/#/phones')
      const row = page.getByRole('row').filter({ hasText: 'Gate Q' })
      await expectText(row, '2 check-ins not sent')
      await expectGood(page, 'phones-unsent')
      expect(await page.getByText(/not sent/).count()).toBe(2)

      await door.page.goto((await addPhone('Gate R')).url)
      await connectIn(door.page)
      await untilSent(door)
      // The phone said that it holds them when it connected, and says that it holds none when it asks again.
      await door.wake()
      await eventually(async () => {
        const held = await service.sql(
          `SELECT name FROM devices WHERE unsent > 0 AND organizer_id = '${service.org.id}'`,
        )
        expect(held).toEqual([])
      })
      await page.reload()
      await row.waitFor()
      expect(await page.getByText(/not sent/).count()).toBe(0)
      const request = door.page.waitForRequest('**/api/v1/sessions**')
      await door.wake()
      expect(await (await request).headerValue('X-Unsent')).toBeNull()
    })

    it('keep them from another organizer, whose link neither sends nor shows them', async () => {
      const tickets = [await takeTicket(), await takeTicket()]
      const door = await connectAndEnd('Gate Z', tickets)
      const other = await service.makeOrganizer({ tickets: 1 })
      const link = await (await useApi(service, other.owner))<{ connect: { url: string } }>(
        'POST',
        `/api/organizer/v1/organizers/${other.id}/devices`,
        { name: 'Elsewhere' },
      )
      await door.page.goto(link.connect.url)
      await expectText(dialogOf(door.page), 'What it may not send stays on this phone')
      await connectIn(door.page)
      await expectText(
        door.page.getByRole('status'),
        /2 check-ins of Gate Z, Organizer have not been sent yet/,
      )
      await door.button('2 check-ins cannot be sent').click()
      await expectText(door.dialog, '2 tickets for a session that you have no access to')
      expect(await door.dialog.getByRole('listitem').count()).toBe(0)
      expect(await door.dialog.getByRole('button', { name: 'Discard' }).count()).toBe(0)
      for (const ticket of tickets) {
        expect(await door.page.getByText(ticket.number).count()).toBe(0)
        expect(await recordsOf(ticket)).toEqual([])
      }
      expect(await readWaiting(door.page)).toHaveLength(2)

      // Back at its own organizer.
      await door.page.goto((await addPhone('Gate Z 3')).url)
      await connectIn(door.page)
      await untilSent(door)
      for (const ticket of tickets) expect(await recordsOf(ticket)).toMatchObject([{ device: 'Gate Z' }])
    })

    it('erase the guests when somebody signs out, keep the check-ins, and erase them once sent', async () => {
      const { door, tickets } = await signOutOffline('Gate Z')
      await expectGood(door.page, 'sign-out-unsent')
      await door.button('Sign out and erase').click()
      await door.button('Sign in').waitFor()
      await notSent(door, 3)
      for (const store of ['sessions', 'tickets']) expect(await readStore(door.page, store)).toEqual([])
      const kept = await readStore(door.page, 'checkIns')
      expect(kept.map(({ device }) => device)).toEqual(['Gate Z', 'Gate Z', 'Gate Z'])
      // Only the ticket of the walk-in is made with a name.
      expect(kept.map(({ guest }) => (guest as { name: string | null }).name).filter(Boolean)).toEqual([
        'Walter Innis',
      ])
      for (const { name, number } of tickets) {
        expect(JSON.stringify(kept)).not.toContain(number)
        expect(JSON.stringify(kept)).not.toContain(name)
      }
      // The page of whoever takes the phone next shows none of it, and sends nothing.
      await door.context.setOffline(false)
      await door.reload()
      await notSent(door, 3)
      await expectGood(door.page, 'signed-out-unsent')
      expect(await door.page.getByText('Walter Innis').count()).toBe(0)
      for (const ticket of tickets) expect(await recordsOf(ticket)).toEqual([])

      const next = await addPhone('Gate Y')
      await door.page.goto(next.url)
      await expectText(dialogOf(door.page), '3 check-ins of Gate Z are sent as Gate Y.')
      // The service has them, and the page ends before it knows.
      const posted = await hold(door.page, '**/check-ins')
      await dialogOf(door.page).getByRole('button', { name: 'Connect', exact: true }).click()
      await posted.isReached()
      await door.page.close()
      for (const ticket of tickets) await expectStatus(service, ticket, 'CheckedIn')
      const again = asDoor(await door.context.newPage())
      await again.page.goto(`${service.api}/door/`)
      await untilErased(again)
      for (const ticket of tickets)
        expect(await recordsOf(ticket)).toEqual([{ device: 'Gate Z', subject: `device:${next.id}` }])
      const walkIns = await service.sql(
        `SELECT status FROM tickets WHERE ${inSession(service.org.session)} AND attendee_name = 'Walter Innis'`,
      )
      expect(walkIns).toEqual([{ status: 'CheckedIn' }])
      await openSession(again)
      for (const ticket of tickets) await again.expectRow(ticket, 'Checked in')
      expect(again.problems).toEqual([])
    })

    it('name the guests again to whoever may see them, until the check-ins are sent', async () => {
      const { door, tickets } = await signOutOffline('Gate Z')
      await door.button('Sign out and erase').click()
      await door.button('Sign in').waitFor()
      await door.context.setOffline(false)
      const [twice] = tickets as [Ticket]
      await checkInElsewhere(service, twice, 'Gate B')
      await door.page.goto((await addPhone('Gate Y')).url)
      await connectIn(door.page)
      await openSession(door)
      await door.button('Admitted twice (1)').click()
      await expectText(door.dialog, twice.number)
      await door.button('Mark as seen').click()
      await untilErased(door)
    })

    it('erase them too, which is a decision of its own', async () => {
      const { door, tickets } = await signOutOffline('Gate Z')
      const isLost = '3 check-ins will be lost'
      await door.button('Erase them too').click()
      await expectText(door.dialog, isLost)
      // The second tap of a double tap answers nothing.
      await door.button('Erase them too').dispatchEvent('click')
      expect(await readWaiting(door.page)).toHaveLength(3)
      await expectGood(door.page, 'erase-too')
      await door.button('Erase them too').click()
      await door.button('Sign in').waitFor()
      expect(await readStore(door.page, 'checkIns')).toEqual([])
      await door.context.setOffline(false)
      await door.page.goto((await addPhone('Gate Y')).url)
      await connectIn(door.page)
      for (const ticket of tickets) expect(await recordsOf(ticket)).toEqual([])
    })

    it('erase them too after somebody has signed out', async () => {
      const { door } = await signOutOffline('Gate Z')
      await door.button('Sign out and erase').click()
      await door.button('Sign in').waitFor()
      await notSent(door, 3)
      await door.button('Erase them too').click()
      await expectText(door.alert, '3 check-ins will be lost')
      await door.button('Erase them too').click()
      await untilErased(door)
      await expectGone(door.page.getByText(/have not been sent yet/))
    })

    it('erase nothing if the phone cannot keep them, until somebody decides', async () => {
      const { door } = await signOutOffline('Gate Z')
      await door.page.evaluate(`IDBObjectStore.prototype.clear = () => {
        throw new DOMException('No space.', 'QuotaExceededError')
      }`)
      await door.button('Sign out and erase').click()
      await expectText(door.dialog, '3 check-ins have not been sent yet. They will be lost.')
      expect(await door.button('Sign out and erase').count()).toBe(0)
      expect((await readTokens(door.page)).subject).toMatch(/^device:/)
      expect(await readWaiting(door.page)).toHaveLength(3)
      await door.button('Cancel').click()
      await expectText(door.connection, /3 to send/)
      await door.context.setOffline(false)
      await untilSent(door)
    })
  })

  it('work without a network for longer than any token lives', async () => {
    const { door, added } = await connectPhone('Gate I')
    await door.setOffline(true)
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    await expireToken(door.page)
    // The phone was away for weeks: its access token is worth nothing, its sign-in still is.
    await service.sql(
      `UPDATE sign_ins SET used_at = used_at - ${20 * 24 * 60 * MINUTE_MS} WHERE id = '${added.id}'`,
    )
    await door.reload()
    await door.search.waitFor()
    await door.expectRow(ticket, 'Checked in')
    await door.context.setOffline(false)
    await door.wake()
    await expectStatus(service, ticket, 'CheckedIn')
    await expectText(door.connection, /^Up to date$/)
  })

  it.each([-1, 1])('connect, renew and check in with a clock that is %i day off', async (days) => {
    const added = await addPhone('Gate with a wrong clock')
    const door = await openPhone(added.url, { time: Date.now() + days * 24 * 60 * MINUTE_MS })
    await connectIn(door.page)
    await openSession(door)
    await expireToken(door.page)
    const ticket = await takeTicket()
    const before = Date.now()
    await door.checkIn(ticket)
    await expectStatus(service, ticket, 'CheckedIn')
    const [checkIn] = await readCheckIns(service, ticket)
    // The service's time, which responses tell to the second.
    expect(Math.abs((checkIn?.at ?? 0) - before)).toBeLessThan(MINUTE_MS)
    const [signIn] = await service.sql(`SELECT number FROM sign_ins WHERE id = '${added.id}'`)
    expect(signIn?.number).toBeGreaterThan(0)
  })

  it('sign out and erase everything', async () => {
    const { door, added } = await connectPhone('Gate J')
    const ended = door.page.waitForResponse('**/sign-in/end')
    await door.signOut()
    expect((await ended).status()).toBe(204)
    await door.button('Connect').waitFor()
    await expectGood(door.page, 'signed-out-door')
    const [row] = await service.sql<{ endedAt: number | null }>(
      `SELECT ended_at AS endedAt FROM sign_ins WHERE id = '${added.id}'`,
    )
    expect(row?.endedAt).not.toBeNull()
  })

  it('read the code with the camera of the page', async () => {
    await withCamera([(await addPhone('Gate K')).url], async (browser) => {
      const { page } = await openPhone(`${service.api}/door/`, { browser })
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await expectText(dialogOf(page), 'connects this phone as “Gate K”')
      await connectIn(page)
    })
  })

  it('and programs: the secret is shown once, and only to owners', async () => {
    const { page, problems } = await openSignedIn(service, service.org.owner, '/organizer/#/programs')
    await page.getByRole('button', { name: 'Add program' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add program' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shop' })
    const [id, secret] = await Promise.all(
      ['Client ID', 'Client secret'].map((name) => dialog.getByRole('textbox', { name }).inputValue()),
    )
    await expectGood(page, 'program-secret')
    const token = () =>
      fetch(`${service.api}/api/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'client_credentials', client_id: id as string },
          client_secret: secret as string,
        }),
      })
    expect((await token()).status).toBe(200)
    await dialog.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('table', { name: 'Programs' }).getByRole('row').nth(1)
    await expectText(row, /Shop.*Manager/)
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No programs.').waitFor()
    expect((await token()).status).toBe(401)
    expect(problems).toEqual([])
    const other = await openSignedIn(service, service.org.manager, '/organizer/#/programs')
    await other.page.getByText('Only owners can see and add programs.').waitFor()
    expect(await other.page.getByRole('button', { name: 'Add program' }).count()).toBe(0)
  })

  it('are not offered where the service has no secret', { tags: ['full'] }, async () => {
    const script = `{
      const original = fetch
      globalThis.fetch = async (...request) => {
        const response = await original(...request)
        if (request[0] !== 'config.json') return response
        return Response.json({ ...(await response.json()), phones: false })
      }
    }`
    const { page } = await openSignedIn(service, service.org.owner, '/organizer/#/phones', { script })
    await page.getByText('this service has no secret').waitFor()
    expect(await page.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    await expectGood(page, 'phones-unavailable')
    const door = await openPhone(`${service.api}/door/`, { script })
    await door.button('Sign in').waitFor()
    expect(await door.button('Connect').count()).toBe(0)
  })
})
