// Exits, areas and people without tickets in the console: setting them up, the night, who is inside, the
// closing figures, and undoing what a phone can undo.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import type { Organizer } from '../../support/organizer.ts'
import { expectCount, expectText, loseResponse, useApi, useConsole } from './console.ts'

const MINUTE_MS = 60_000
const WIDTHS = [390, 768, 1_440] as const
const NAMES = ['Ana Ruiz', 'Ben Okafor', 'Chiara Conti', 'Dmitri Volkov', 'Elif Yılmaz', 'Frida Berg']

type Item = { type: string; minutesAgo: number; [field: string]: unknown }

describe.skipIf(BROWSER === undefined)('coming and going', () => {
  const { service, open } = useConsole()

  const readTypes = async (org: Organizer) => {
    const owner = await useApi(service, org.owner)
    const path = `/api/organizer/v1/events/${org.event}`
    const [types, areas] = await Promise.all([
      owner<{ data: Record<string, unknown>[] }>('GET', `${path}/ticket-types`),
      owner<{ data: { id: string; name: string; capacity: number | null }[] }>('GET', `${path}/areas`),
    ])
    const names = new Map(areas.data.map(({ id, name }) => [id, name]))
    return {
      rules: Object.fromEntries(
        types.data.map(({ name, entries, from, until, areas: allowed }) => [
          name,
          {
            ...{ entries, from, until },
            areas: allowed === null ? null : (allowed as string[]).map((id) => names.get(id)).sort(),
          },
        ]),
      ),
      areas: areas.data.map(({ name, capacity }) => [name, capacity]),
    }
  }

  /**
   * The set-up of an event. It counts what a person has to choose or type, from opening a dialog to its
   * "Save".
   */
  const openSetUp = async (org: Organizer) => {
    const { page, problems } = await open(org.manager, `/organizer/#/events/${org.event}`)
    const section = page.getByRole('region', { name: 'Coming and going' })
    const dialog = page.getByRole('dialog')
    await section.getByText('Guests come in once. Exits and areas are not recorded.').waitFor()
    let choices = 0
    const choose = async (act: () => Promise<unknown>): Promise<void> => {
      choices += 1
      await act()
    }
    return {
      ...{ page, problems, section, dialog, choose },
      choices: () => choices,
      save: async () => {
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.waitFor({ state: 'detached' })
      },
    }
  }

  const ONCE = { areas: null, entries: 'Once', from: null, until: null }
  const MAX_CHOICES = 5

  it('is set up for a theatre without a choice', async () => {
    const org = await service.makeOrganizer()
    const { problems, choices } = await openSetUp(org)
    expect(choices()).toBeLessThanOrEqual(MAX_CHOICES)
    expect((await readTypes(org)).rules).toEqual({ Standing: ONCE, VIP: ONCE, seated: ONCE })
    expect(problems).toEqual([])
  })

  it('is set up for a club, with a list that is free until an hour after the start', async () => {
    const org = await service.makeOrganizer()
    const { page, section, dialog, choose, choices, save, problems } = await openSetUp(org)
    await choose(() => section.getByRole('button', { name: 'Set up' }).click())
    await choose(() => dialog.getByRole('radio', { name: /^They may leave and come back/ }).check())
    await save()
    await choose(() => section.getByRole('button', { name: 'Edit rule: Standing' }).click())
    await choose(() => dialog.getByRole('textbox', { name: 'First entry until' }).fill('60'))
    await expectAccessible(page, 'rule')
    await save()
    expect(choices()).toBeLessThanOrEqual(MAX_CHOICES)
    await expectText(
      section.getByRole('list', { name: 'Rules' }),
      /Standing.*They may leave and come back · first entry until 1 hour after the start/,
    )
    const club = { ...ONCE, entries: 'AfterExit' }
    expect((await readTypes(org)).rules).toEqual({
      Standing: { ...club, until: 60 },
      VIP: club,
      seated: club,
    })
    expect(problems).toEqual([])
  })

  it('is set up for a festival with an area for few, also if a response is lost', async () => {
    const org = await service.makeOrganizer()
    const { page, section, dialog, choose, choices, save, problems } = await openSetUp(org)
    await page.route('**/areas', loseResponse, { times: 1 })
    await choose(() => section.getByRole('button', { name: 'Set up' }).click())
    await choose(() => dialog.getByRole('radio', { name: /^They may leave and come back/ }).check())
    await choose(() => dialog.getByRole('textbox', { name: 'New areas' }).fill('Floor\nVIP lounge, 200'))
    await expectAccessible(page, 'set-up')
    for (const type of ['Standing', 'seated'])
      await choose(() =>
        dialog
          .getByRole('group', { name: type })
          .getByRole('checkbox', { name: /^VIP lounge/ })
          .uncheck(),
      )
    await save()
    expect(choices()).toBeLessThanOrEqual(MAX_CHOICES)
    const festival = { ...ONCE, entries: 'AfterExit' }
    expect(await readTypes(org)).toEqual({
      areas: [
        ['Floor', null],
        ['VIP lounge', 200],
      ],
      rules: {
        Standing: { ...festival, areas: ['Floor'] },
        VIP: festival,
        seated: { ...festival, areas: ['Floor'] },
      },
    })
    expect(problems).toEqual([])
  })

  it('is set up for a conference with twelve rooms', async () => {
    const org = await service.makeOrganizer()
    const { section, dialog, choose, choices, save, problems } = await openSetUp(org)
    const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1}, 80`)
    await choose(() => section.getByRole('button', { name: 'Set up' }).click())
    await choose(() => dialog.getByRole('radio', { name: /^They come and go as they like/ }).check())
    await choose(() => dialog.getByRole('textbox', { name: 'New areas' }).fill(rooms.join('\n')))
    await save()
    expect(choices()).toBeLessThanOrEqual(MAX_CHOICES)
    const { areas, rules } = await readTypes(org)
    expect(areas).toHaveLength(12)
    expect(areas).toContainEqual(['Room 7', 80])
    expect(rules.VIP).toEqual({ ...ONCE, entries: 'Any' })
    expect(problems).toEqual([])
  })

  it('says why an area cannot be added or deleted', async () => {
    const org = await service.makeOrganizer()
    const { section, dialog, save } = await openSetUp(org)
    await section.getByRole('button', { name: 'Set up' }).click()
    const areas = dialog.getByRole('textbox', { name: 'New areas' })
    await areas.fill(Array.from({ length: 16 }, (_, index) => `Area ${index}`).join('\n'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('An event can have at most 15 areas.').waitFor()
    await areas.fill('Bar\nbAR')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Two areas have the same name.').waitFor()
    await areas.fill('Bar\nStage')
    await dialog.getByRole('group', { name: 'VIP' }).getByRole('checkbox', { name: 'Stage' }).uncheck()
    await save()
    await section.getByRole('button', { name: 'Edit: Bar' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('1 ticket type names it: change its rule first.').waitFor()
    await dialog.getByRole('alert').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('In use by 1 ticket type. Nothing was deleted.').waitFor()
  })

  it('says at the field that the event has the name already', async () => {
    const org = await service.makeOrganizer()
    const { page, problems, section, dialog } = await openSetUp(org)
    const owner = await useApi(service, org.owner)
    const types = page.getByRole('region', { name: 'Ticket types' })
    const type = dialog.getByRole('textbox', { name: 'Name' })
    const message = (noun: string) =>
      dialog.getByText(`Another ${noun} of the event has this name. Nothing was written.`)
    await types.getByRole('button', { name: 'New ticket type' }).click()
    await type.fill(' vip ')
    await dialog.getByRole('button', { name: 'Create ticket type' }).click()
    await message('ticket type').waitFor()
    await type.fill('Press')
    await dialog.getByRole('button', { name: 'Create ticket type' }).click()
    await types.getByRole('button', { name: 'Edit: Press' }).click()
    await type.fill('standing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await message('ticket type').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    page.once('dialog', (asked) => asked.accept())
    // Somebody else has made one meanwhile.
    await section.getByRole('button', { name: 'Set up' }).click()
    await owner('POST', `/api/organizer/v1/events/${org.event}/areas`, { name: 'Stage' })
    await dialog.getByRole('textbox', { name: 'New areas' }).fill('Bar\nSTAGE')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Somebody has added one of this name.').waitFor()
    expect(problems).toEqual([])
  })

  /** A session that started an hour ago, with areas, guests and what happened at its doors. */
  const makeNight = async () => {
    const org = await service.makeOrganizer({ startsAt: Date.now() - 60 * MINUTE_MS })
    const owner = await useApi(service, org.owner)
    const event = `/api/organizer/v1/events/${org.event}`
    const addArea = async (name: string, capacity: number | null) => {
      const id = crypto.randomUUID()
      await owner('POST', `${event}/areas`, { id, name, capacity })
      return id
    }
    const floor = await addArea('Floor', 10)
    const vip = await addArea('VIP lounge', 4)
    for (const id of Object.values(org.types))
      await owner('PATCH', `/api/organizer/v1/ticket-types/${id}`, { entries: 'AfterExit' })
    const path = `/api/v1/sessions/${org.session}`
    const { data: tickets } = await owner<{ data: { id: string; ticketNumber: string }[] }>(
      'POST',
      `/api/organizer/v1/sessions/${org.session}/tickets`,
      {
        tickets: NAMES.map((name, index) => ({
          id: crypto.randomUUID(),
          attendee: { name, email: null, company: null },
          ticketTypeName: index % 2 === 0 ? 'Standing' : 'VIP',
        })),
      },
    )
    const staff = await useApi(service, org.staff)
    const now = Date.now()
    const send = async (device: string, ...items: Item[]) => {
      const made = items.map(({ minutesAgo, ...item }) => ({
        ...{ id: crypto.randomUUID() as string, at: new Date(now - minutesAgo * MINUTE_MS).toISOString() },
        ...item,
      }))
      await staff('POST', `${path}/check-ins`, { device, items: made })
      return made.map(({ id }) => id)
    }
    const idOf = (guest: number): string => tickets[guest]?.id as string
    const enter = (guest: number, minutesAgo: number, areaId?: string): Item => ({
      ...{ type: 'CheckIn', ticketId: idOf(guest), minutesAgo, admitted: true },
      ...(areaId !== undefined && { areaId }),
    })
    const leave = (guest: number, minutesAgo: number, more = {}): Item => ({
      ...{ type: 'Exit', ticketId: idOf(guest), minutesAgo },
      ...more,
    })
    return {
      ...{ org, owner, floor, vip, send, enter, leave, tickets, idOf },
      address: `/organizer/#/events/${org.event}/sessions/${org.session}`,
    }
  }

  /** Three in the lounge, two of them without tickets; one came back unseen, one left. */
  const makeBusyNight = async () => {
    const night = await makeNight()
    const { send, enter, leave, vip, floor } = night
    await send('Gate A', enter(0, 50), enter(1, 49, vip), enter(2, 48, vip), enter(3, 47, floor))
    await send('Gate A', enter(4, 46))
    await send('Gate B', leave(3, 30))
    await send('Gate B', leave(4, 20 + 1 / 60_000, { assumed: true }), enter(4, 20))
    await send('Gate A', enter(0, 10))
    await send(
      'Lounge',
      { type: 'Tally', areaId: vip, by: 2, minutesAgo: 15 },
      { type: 'Tally', by: 3, minutesAgo: 14 },
    )
    return night
  }

  it('shows the night by area, with its problems and people without tickets', async () => {
    const { org, address, send, enter } = await makeBusyNight()
    const { page, problems } = await open(org.manager, address)
    const inside = page.getByRole('table', { name: 'Inside' })
    await expectText(inside.getByRole('row').nth(1), /^Whole venue\s*73100$/)
    await expectText(inside.getByRole('row').nth(2), /^Floor\s*0010$/)
    await expectText(inside.getByRole('row').nth(3), /^VIP lounge Full424$/)
    const hero = page.getByRole('region', { name: 'At the door', exact: true })
    await expectText(hero, /^7 of 100.*5 of \d+ checked in.*3 without tickets/)
    const trouble = page.getByRole('region', { name: /^Problems at the door/ })
    await expectText(trouble, /Admitted twice.*somebody left unseen/)
    await page.getByRole('region', { name: 'Arrivals and exits' }).getByText('Show as a table').click()
    const movements = page.getByRole('table', { name: 'Arrivals and exits' })
    await expectText(movements, /From.*Arrivals.*Exits.*Without tickets.*\d/)
    await page
      .getByRole('region', { name: 'Assumed exits (1)' })
      .getByText('assumed, nobody saw it')
      .waitFor()
    await expectAccessible(page, 'the night')
    await send('Gate B', enter(5, 1))
    await expectText(inside.getByRole('row').nth(1), /^Whole venue\s*83100$/)
    expect(problems).toEqual([])

    const wall = await open(org.manager, `${address}/wall`)
    await expectText(wall.page.getByRole('list', { name: 'Areas' }), /VIP lounge4of 4Full/)
    await expectText(wall.page.getByRole('definition').first(), /^8$/)
    await expectAccessible(wall.page, 'the wall')
    expect(wall.problems).toEqual([])
  })

  it('undoes a tally, as the phone can', async () => {
    const { org, address } = await makeBusyNight()
    const { page } = await open(org.manager, address)
    const tallies = page.getByRole('region', { name: 'Without tickets' })
    await expectCount(tallies.getByRole('listitem'), 2)
    await tallies
      .getByRole('listitem')
      .filter({ hasText: 'VIP lounge' })
      .getByRole('button', { name: /^Undo/ })
      .click()
    await expectText(tallies, /\+2 · undone/)
    await expectText(
      page.getByRole('table', { name: 'Inside' }).getByRole('row').nth(3),
      /^VIP lounge\s*204$/,
    )
  })

  it('names the problem of a wrong area and of a wrong time', async () => {
    const { org, owner, address, vip, send, enter, tickets } = await makeNight()
    const rule = { areas: [], until: 30 }
    for (const id of Object.values(org.types))
      await owner('PATCH', `/api/organizer/v1/ticket-types/${id}`, rule)
    await send('Lounge', enter(0, 20, vip))
    await send('Gate A', enter(1, 10))
    const { page } = await open(org.manager, address)
    const table = page.getByRole('table', { name: 'Problems at the door' })
    const rowOf = (guest: number) =>
      table.getByRole('row').filter({ hasText: tickets[guest]?.ticketNumber as string })
    await expectText(rowOf(0), /Admitted to a wrong area.*Lounge, VIP lounge/)
    await expectText(rowOf(1), /Admitted outside of the times/)
  })

  it('lists who is inside by area, on paper too', async () => {
    const { org, address, tickets } = await makeBusyNight()
    const { page, problems } = await open(org.manager, address)
    await page.getByRole('link', { name: 'Who is inside' }).click()
    await page.getByText('4 guests, 3 without tickets').waitFor()
    await page.getByRole('heading', { name: 'VIP lounge · 2 guests, 2 without tickets' }).waitFor()
    const rows = (name: string) => page.getByRole('table', { name }).getByRole('row')
    await expectCount(rows('VIP lounge'), 3)
    await expectCount(rows('Elsewhere in the venue'), 3)
    // Who left is not there.
    await expectCount(page.getByText(tickets[3]?.ticketNumber as string), 0)
    await expectAccessible(page, 'who is inside')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Alphabetical')
    await expectCount(rows('Guests'), 5)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByRole('columnheader', { name: 'Ticket type' }).isVisible()).toBe(true)
    expect(problems).toEqual([])
  })

  it('has the most people inside and when in the closing figures', async () => {
    const { org, address } = await makeBusyNight()
    const { page, problems } = await open(org.manager, `${address}/figures`)
    const table = page.getByRole('table', { name: 'Inside' })
    // Four guests and three people without tickets; before that, five guests at most.
    await expectText(table.getByRole('row').nth(1), /^Whole venue.*without tickets7\d{1,2}:\d\d623$/)
    await expectText(table.getByRole('row').nth(3), /^VIP lounge.*without tickets4\d{1,2}:\d\d202$/)
    await page.getByText('Assumed exits: 1.').waitFor()
    await expectAccessible(page, 'closing figures')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const text = (await (await (await saved).createReadStream()).toArray()).join('')
    expect(text).toContain('\r\nMost inside,Whole venue,7\r\n')
    expect(text).toContain('\r\nAssumed exits,,1\r\n')
    expect(problems).toEqual([])
  })

  it('says before a ticket is valid again that its guest is checked in then', async () => {
    const { org, address, send, enter, vip, idOf } = await makeNight()
    await send('Gate A', enter(0, 30, vip))
    const { page, problems } = await open(org.manager, `${address}/guests/${idOf(0)}`)
    const ticket = page.getByRole('region', { name: 'Ticket' })
    const alert = page.getByRole('alert')
    await page.getByRole('button', { name: 'Mark as refunded' }).click()
    await alert.getByRole('button', { name: 'Mark as refunded' }).click()
    await expectText(ticket, /StatusRefunded/)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expectText(alert, /^Checked in at \d\d?:\d\d again\./)
    await expectAccessible(page, 'guest')
    await alert.getByRole('button', { name: 'Restore' }).click()
    await expectText(ticket, /StatusChecked in.*WhereInside: VIP lounge, since/)
    await expectText(page.locator('.toast').last(), /: Checked in/)

    // A void can be taken back at once, and brings the guest back too.
    await page.getByRole('button', { name: 'Void' }).click()
    await alert.getByRole('button', { name: 'Void' }).click()
    await expectText(ticket, /StatusVoid/)
    await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click()
    await expectText(ticket, /StatusChecked in.*WhereInside: VIP lounge, since/)

    // What another part of the platform made void does not come back.
    await service.sql(`UPDATE tickets SET status = 'Voided' WHERE id = '${idOf(0)}'`)
    await page.reload()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expectText(alert, /^The guest is expected again: /)
    await alert.getByRole('button', { name: 'Restore' }).click()
    await expectText(ticket, /StatusExpected/)
    expect(problems).toEqual([])
  })

  it('records and undoes the exit of a guest, and says before a refund that the guest is inside', async () => {
    const { org, address, send, enter, vip, idOf } = await makeNight()
    await send('Gate A', enter(0, 30, vip))
    const { page, problems } = await open(org.manager, `${address}/guests/${idOf(0)}`)
    const ticket = page.getByRole('region', { name: 'Ticket' })
    const checkIns = page.getByRole('region', { name: 'Check-ins' })
    await expectText(ticket, /WhereInside: VIP lounge, since/)
    await page.getByRole('button', { name: 'Mark as refunded' }).click()
    await expectText(page.getByRole('alert'), /^The guest is inside now\./)
    await page.getByRole('alert').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Record exit', exact: true }).click()
    await expectText(ticket, /WhereLeft/)
    await expectCount(checkIns.getByRole('listitem'), 2)
    await checkIns
      .getByRole('listitem')
      .filter({ hasText: '· Left' })
      .getByRole('button', { name: /^Undo/ })
      .click()
    await expectText(ticket, /WhereInside: VIP lounge, since/)
    await page.getByRole('button', { name: 'Record exit from VIP lounge' }).click()
    await expectText(ticket, /WhereInside, since/)
    // The message that confirms it has its own way back.
    await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click()
    await expectText(ticket, /WhereInside: VIP lounge, since/)
    await expectAccessible(page, 'guest')

    await page.getByRole('button', { name: 'Record exit', exact: true }).click()
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectText(ticket, /WhereInside, since.*came in 2 times/)
    expect(problems).toEqual([])
  })

  it('is not seen where nobody uses it', async () => {
    const org = await service.makeOrganizer({ tickets: 12 })
    const session = `/organizer/#/events/${org.event}/sessions/${org.session}`
    const { page } = await open(org.manager, session)
    await page.getByText(/^of \d+ checked in$/).waitFor()
    await page.getByRole('table', { name: 'By ticket type' }).waitFor()
    await expectCount(page.getByText('Inside'), 0)
    await expectCount(page.getByText('Arrivals and exits'), 0)
    await page.goto(`${service.api}${session}/figures`)
    await page.getByRole('region', { name: 'Closing figures' }).waitFor()
    await expectCount(page.getByRole('table', { name: 'Inside' }), 0)
  })

  it('names areas and rules in the history', async () => {
    const { org } = await makeNight()
    const { page } = await open(org.manager, '/organizer/#/history')
    await page.getByText('created the area VIP lounge').waitFor()
    await page.getByText('changed how guests with VIP come and go').waitFor()
    await page
      .getByText('How guests come and go: They come in once → They may leave and come back')
      .first()
      .waitFor()
  })

  it.each(WIDTHS)('is no wider than the screen, %i pixels wide', async (width) => {
    const { org, address, idOf } = await makeBusyNight()
    const { page } = await open(org.manager, '/organizer/', { viewport: { width, height: 900 } })
    const screens = {
      event: [`/organizer/#/events/${org.event}`, page.getByRole('list', { name: 'Rules' })],
      night: [address, page.getByRole('region', { name: 'Assumed exits (1)' })],
      wall: [`${address}/wall`, page.getByRole('list', { name: 'Areas' })],
      inside: [`${address}/inside`, page.getByRole('table', { name: 'VIP lounge' })],
      figures: [`${address}/figures`, page.getByRole('table', { name: 'Inside' })],
      guest: [`${address}/guests/${idOf(1)}`, page.getByRole('button', { name: 'Record exit', exact: true })],
    } as const
    for (const [name, [path, shown]] of Object.entries(screens)) {
      await page.goto('about:blank')
      await page.goto(service.api + path)
      await shown.waitFor()
      if (name === 'event') {
        await page.getByRole('button', { name: 'Set up' }).click()
        await page.getByRole('textbox', { name: 'New areas' }).fill('Terrace, 60')
      }
      const excess = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(excess, `${name}: pixels too wide`).toBeLessThanOrEqual(0)
    }
  })
})
