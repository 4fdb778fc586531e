// Every screen of the console with its dialogs: of an organizer who has something of everything, and of one
// who begins.
import type { Page } from 'playwright-core'
import type { Service } from '../../support/node/service.ts'
import { chooseAction, expectCount, type MadeSeries, makeSeries, partsOf, useApi } from './console.ts'

const API = '/api/organizer/v1'
const LONG = 'Ana-Lucía Hernández-Wittgenstein of the Neighbourhood Initiative'
/** Is read from right to left, with words from left to right in it. */
const ARABIC = 'محمد بن عبد الله (DJ Mo) +2'

export type Rich = MadeSeries & { session: string; cancelled: string; listing: string }

/** An organizer with something of everything, in the words and lengths of a real one. */
export const makeRich = async (service: Service): Promise<Rich> => {
  const made = await makeSeries(service)
  const { org, owner, coming, bulkUpdate } = made
  const [session = '', , cancelled = ''] = coming
  const numbered = `SELECT number FROM sessions WHERE id = '${session}'`
  const tickets = await service.sql<{ id: string }>(
    `UPDATE tickets SET attendee_name = 'Guest ' || ticket_number WHERE session_number = (${numbered})`,
    `UPDATE tickets SET attendee_name = '${LONG}', seat_label = 'Balcony left, row 12, seat 104', note = 'Meet at the side entrance.'
      WHERE session_number = (${numbered}) AND ticket_number = 'T-1'`,
    `UPDATE tickets SET attendee_name = '${ARABIC}', seat_label = 'الشرفة 12', note = 'المدخل 2, left'
      WHERE session_number = (${numbered}) AND ticket_number = 'T-2'`,
    `SELECT id FROM tickets WHERE session_number = (${numbered}) ORDER BY key`,
  )
  await owner('POST', bulkUpdate, { filterType: 'All', newDoorsOpenOffset: 90 })
  await owner('POST', `${API}/events/${org.event}/areas`, { name: 'Floor', capacity: 350 })
  await owner('PATCH', `${API}/ticket-types/${org.types.VIP}`, {
    entries: 'AfterExit',
    note: 'Photo pass at the desk.',
  })
  await owner('PATCH', `${API}/sessions/${cancelled}`, { cancelled: true, cancelNotice: 'The band is ill.' })
  for (const name of ['DJ Tom', ARABIC])
    await owner('POST', `${API}/sessions/${session}/guest-lists`, { name, quota: 20 })
  await owner('POST', `${API}/sessions/${session}/sources`, {
    ...{ name: 'Sheet of Tom', kind: 'Link', status: 'Stopped' },
    url: 'https://docs.google.com/spreadsheets/d/1a2b3c/edit#gid=0',
  })
  for (const [index, role] of ['Staff', 'Steward', 'Kiosk'].entries())
    await owner('POST', `${API}/organizers/${org.id}/devices`, { name: `Gate ${'ABC'[index]}`, role })
  await owner('POST', `${API}/organizers/${org.id}/devices`, { name: 'بوابة 3', role: 'Staff' })
  await owner('POST', `${API}/organizers/${org.id}/programs`, { name: 'Shop', role: 'manager' })
  await owner('POST', `${API}/organizers/${org.id}/invitations`, { role: 'staff', name: ARABIC })
  await owner('POST', `${API}/organizers/${org.id}/webhooks`, { url: 'https://hooks.your-shop.com/doorlist' })
  const listing = crypto.randomUUID()
  await owner('POST', `${API}/listings`, {
    ...{ id: listing, organizerId: org.id, title: LONG, venueCity: 'Hamburg', platformEventId: org.event },
    ...{ description: 'New music under the glass roof.', imageUrl: 'https://images.example/1.jpg' },
  })
  const checkIn = (index: number, device: string, minutesAgo: number) =>
    owner('POST', `/api/v1/sessions/${session}/check-ins`, {
      device,
      items: [
        {
          ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId: tickets[index]?.id, admitted: true },
          at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
        },
      ],
    })
  for (const [index, minutes] of [20, 15, 9, 8, 3].entries())
    await checkIn(index, index % 2 === 0 ? 'Gate A' : 'البوابة 2, left', minutes)
  await checkIn(0, 'Gate C', 2)
  return { ...made, session, cancelled, listing }
}

type Visit = { page: Page; go: (address: string) => Promise<unknown> }

/** What stands for a whole screen, and the dialogs that can be opened on it: each is closed by Escape. */
export type Screen = {
  name: string
  show: (visit: Visit) => Promise<unknown>
  dialogs?: Record<string, (page: Page) => Promise<unknown>>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
const heading = (page: Page, level: number, name: string | RegExp) =>
  page.getByRole('heading', { level, name }).first()
const choose = (way: string) => async (page: Page) => {
  await button(page, 'Add guests').click()
  await button(page, way).click()
  // Its dialog is loaded before that of the choice closes.
  await button(page, way).waitFor({ state: 'detached' })
}
const fromMenu = (name: string) => (page: Page) => chooseAction(page, name)

/** A part of a series. On wide screens all parts stand beside the sessions, too. */
const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'On this screen' }).getByRole('button', { name }).click()

const openPreview = async ({ page, go }: Visit, { address }: MadeSeries): Promise<void> => {
  await go(address)
  const parts = partsOf(page)
  await parts.sessions.waitFor()
  await parts.capacity.fill('50')
  await parts.doors.fill('40')
  await parts.makePreview.click()
  await parts.preview.waitFor()
}

/** Of the owner of an organizer with something of everything. */
export const richScreens = (rich: Rich): Screen[] => {
  const { org, session, cancelled, listing } = rich
  const event = `/organizer/#/events/${org.event}`
  const night = `${event}/sessions/${session}`
  const at =
    (address: string, ready: (page: Page) => Promise<unknown>) =>
    async ({ page, go }: Visit) => {
      await go(address)
      await ready(page)
    }
  const table = (name: string) => (page: Page) =>
    page.getByRole('table', { name }).getByRole('row').nth(1).waitFor()
  return [
    {
      name: 'events',
      show: at('/organizer/', (page) => page.getByRole('link', { name: /^Weekly nights/ }).waitFor()),
      dialogs: {
        'new event': click('New event'),
        'quick find': async (page) => {
          await page.keyboard.press('/')
          await page.getByRole('dialog').getByRole('searchbox').fill('week')
          await page
            .getByRole('dialog')
            .getByRole('link', { name: /Weekly nights/ })
            .first()
            .waitFor()
        },
        shortcuts: (page) => page.keyboard.press('?'),
      },
    },
    {
      name: 'today',
      show: at('/organizer/#/today', (page) => page.getByRole('progressbar').first().waitFor()),
    },
    {
      name: 'event',
      show: at(event, table('Sessions')),
      dialogs: {
        'edit event': click('Edit event'),
        'add session': async (page) => {
          await button(page, 'Add session').click()
          await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly')
          await page.getByRole('combobox', { name: 'Venue' }).selectOption({ label: 'A new venue…' })
        },
        'new series': click('New series'),
        'new ticket type': click('New ticket type'),
        'edit ticket type': click(/^Edit: VIP/),
        rule: click(/^Edit rule: VIP/),
        'new area': click('New area'),
      },
    },
    { name: 'series with a preview', show: (visit) => openPreview(visit, rich) },
    {
      name: 'series with errors',
      show: async (visit) => {
        await openPreview(visit, rich)
        const parts = partsOf(visit.page)
        await parts.capacity.fill('x')
        await parts.sessions.getByRole('checkbox').nth(2).check()
        await parts.which.selectOption('FromDate')
        await parts.makePreview.click()
        await parts.form.getByText('Choose a date and a time.').waitFor()
      },
    },
    {
      name: 'series that somebody else changed',
      show: async (visit) => {
        await openPreview(visit, rich)
        await openTab(visit.page, 'Details')
        await partsOf(visit.page).name.fill('Mine')
        await rich.owner('PUT', rich.path, { name: `Theirs ${crypto.randomUUID()}` })
        await partsOf(visit.page).save.click()
        await button(visit.page, 'Save mine').waitFor()
        await rich.owner('PUT', rich.path, { name: 'Weekly nights' })
      },
    },
    {
      name: 'series',
      show: at(rich.address, table('Sessions')),
    },
    {
      name: 'history of a series',
      show: at(rich.address, async (page) => {
        await table('Sessions')(page)
        await openTab(page, 'History')
        await partsOf(page).history.getByRole('button', { name: 'Revert' }).first().waitFor()
      }),
      dialogs: {
        revert: async (page) => {
          await partsOf(page).history.getByRole('button', { name: 'Revert' }).first().click()
          await page.getByRole('dialog').getByRole('table').waitFor()
        },
      },
    },
    {
      name: 'doors',
      show: at(night, async (page) => {
        await page.getByText('Show as a table').first().click()
        await table('Problems at the door')(page)
      }),
      dialogs: { 'edit session': click('Edit'), 'cancel session': fromMenu('Cancel session') },
    },
    {
      name: 'doors of a cancelled session',
      show: at(`${event}/sessions/${cancelled}`, (page) => page.getByText('The band is ill.').waitFor()),
    },
    {
      name: 'guests',
      show: at(`${night}/guests`, table('Guests')),
      dialogs: {
        'add guests': click('Add guests'),
        'a file': choose('A file'),
        'a pasted list': async (page) => {
          await choose('A pasted list')(page)
          await page.getByRole('textbox', { name: 'Names' }).fill(`VIP:\n${LONG} +2\nBo & Cy - by the stage`)
          await button(page, 'Preview').click()
          await page.getByRole('dialog').getByRole('table').waitFor()
        },
        'one guest': choose('One guest'),
        'another session': choose('Another session'),
      },
    },
    {
      name: 'guests that are chosen',
      show: at(`${night}/guests`, async (page) => {
        await table('Guests')(page)
        await page.getByRole('checkbox', { name: 'Select all guests shown' }).check()
        await page.getByRole('region', { name: 'Chosen guests' }).waitFor()
      }),
      dialogs: { move: click('Move'), void: click('Void'), 'change type': click('Change type') },
    },
    {
      name: 'guest',
      show: at(`${night}/guests`, async (page) => {
        await table('Guests')(page)
        const guest = page.getByRole('table', { name: 'Guests' }).getByRole('link', { name: LONG })
        await page.goto(new URL((await guest.getAttribute('href')) ?? '', page.url()).href)
        await heading(page, 2, 'Check-ins').waitFor()
      }),
      dialogs: { 'edit guest': click('Edit') },
    },
    {
      name: 'guest lists',
      show: at(`${night}/lists`, table('Guest lists')),
      dialogs: { 'add guest list': click('Add guest list') },
    },
    {
      name: 'sources',
      show: at(`${night}/sources`, (page) => page.getByText('Sheet of Tom').first().waitFor()),
      dialogs: { 'add source': click('Add source'), 'edit source': click('Edit: Sheet of Tom') },
    },
    { name: 'closing figures', show: at(`${night}/figures`, table('By gate')) },
    { name: 'paper list', show: at(`${night}/list`, table('Guests')) },
    {
      name: 'who is inside',
      show: at(`${night}/inside`, (page) => page.getByRole('table').first().waitFor()),
    },
    {
      name: 'wall',
      show: at(`${night}/wall`, (page) => page.getByRole('list', { name: 'By gate' }).waitFor()),
    },
    {
      name: 'guest search',
      show: at('/organizer/#/guests', async (page) => {
        await page.getByRole('searchbox', { name: 'Search guests' }).fill('guest t')
        await page
          .getByRole('list')
          .getByRole('link', { name: /^Guest T/ })
          .first()
          .waitFor()
      }),
    },
    {
      name: 'phones',
      show: at('/organizer/#/phones', table('Phones')),
      dialogs: {
        'add phone': click('Add phone'),
        role: click('Role: Gate A'),
        link: click('New link: Gate A'),
      },
    },
    {
      name: 'people',
      show: at('/organizer/#/people', table('Members')),
      dialogs: { invite: click('Invite'), 'change role': click(/^Change role/) },
    },
    {
      name: 'venues',
      show: at('/organizer/#/venues', (page) => page.getByText('Glass Hall').first().waitFor()),
      dialogs: { 'edit venue': click(/^Edit: Glass Hall/) },
    },
    {
      name: 'listings',
      show: at('/organizer/#/listings', (page) => page.getByRole('link', { name: LONG }).waitFor()),
      dialogs: { 'new listing': click('New listing') },
    },
    {
      name: 'listing',
      show: at(`/organizer/#/listings/${listing}`, (page) => page.getByText('Hamburg').waitFor()),
    },
    {
      name: 'listing that is edited',
      show: at(`/organizer/#/listings/${listing}`, async (page) => {
        await button(page, 'Edit listing').click()
        await page.getByRole('textbox', { name: 'Title' }).waitFor()
      }),
    },
    {
      name: 'programs',
      show: at('/organizer/#/programs', table('Programs')),
      dialogs: { 'add program': click('Add program') },
    },
    {
      name: 'webhooks',
      show: at('/organizer/#/webhooks', (page) => page.getByText('hooks.your-shop.com').waitFor()),
      dialogs: { 'add webhook': click(/^Add webhook/) },
    },
    { name: 'privacy', show: at('/organizer/#/privacy', (page) => heading(page, 2, /^Erase by/).waitFor()) },
    { name: 'history', show: at('/organizer/#/history', table('History')) },
    {
      name: 'not found',
      show: at(`${event}/series/${org.event}`, (page) => page.getByRole('alert').waitFor()),
    },
  ]
}

/** The id of an event and a session, in which there is nothing yet. */
export type Empty = { owner: string; event: string; session: string }

export const makeEmpty = async (service: Service): Promise<Empty> => {
  const [organizer, event, session] = [1, 2, 3].map(() => crypto.randomUUID()) as [string, string, string]
  const owner = `owner-${organizer}`
  await service.insert('organizers', { id: organizer, name: 'New Nights' })
  await service.insert('members', { organizer_id: organizer, subject: owner, role: 'owner' })
  const api = await useApi(service, owner)
  await api('POST', `${API}/events`, { id: event, organizerId: organizer, name: 'Summer Night' })
  await api('POST', `${API}/events/${event}/sessions`, {
    sessions: [{ id: session, startsAt: new Date(Date.now() + 3 * 86_400_000).toISOString(), capacity: 400 }],
  })
  return { owner, event, session }
}

/** Of somebody who begins. Each is ready when its heading is there and nothing loads. */
export const emptyScreens = ({ event, session }: Empty): Screen[] => {
  const night = `events/${event}/sessions/${session}`
  const addresses = {
    ...{ events: '', today: 'today', event: `events/${event}`, doors: night, guests: `${night}/guests` },
    ...{
      'guest lists': `${night}/lists`,
      sources: `${night}/sources`,
      'closing figures': `${night}/figures`,
      'paper list': `${night}/list`,
    },
    ...{ phones: 'phones', people: 'people', venues: 'venues', listings: 'listings', programs: 'programs' },
    ...{ webhooks: 'webhooks', 'guest search': 'guests' },
  }
  return Object.entries(addresses).map(([name, address]) => ({
    name: `${name}, without anything`,
    show: async ({ page, go }) => {
      await go(`/organizer/#/${address}`)
      await page.getByRole('heading', { level: 1, name: /^(?!Loading)/ }).waitFor()
      await expectCount(page.locator('.loading, .skeleton'), 0)
    },
  }))
}
