// The screens of the console apart from the series: access, events, the doors of a session, listings.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectCount, expectText, makeSeries, NAME, useApi, useConsole } from './console.ts'

const GALA_SESSION = demoId('32')
const DEMO_SERIES = `/organizer/#/events/${demoId('10')}/series/${demoId('20')}`

describe.skipIf(BROWSER === undefined)('the organizer console', () => {
  const { service, open, openSeries } = useConsole()

  it.each(['manager', 'owner'] as const)(
    'shows the events of %s with their series and sessions',
    async (person) => {
      const { page, problems } = await open(person)
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
      const names = page.getByRole('main').getByRole('heading', { level: 2 })
      await expectCount(names, 2)
      expect(await names.allTextContents()).toEqual(['Northlight Nights', 'Midwinter Gala'])
      await page.getByRole('link', { name: /^Weekly nights/ }).click()
      await page.getByRole('table', { name: 'Sessions' }).waitFor()
      await page.goBack()
      await page.locator(`a[href*="${GALA_SESSION}"]`).click()
      await page.getByText(/^\d+ of 2\d checked in$/).waitFor()
      expect(problems).toEqual([])
    },
  )

  it('tells door staff what they may do, and where the door is', async () => {
    const { page, problems } = await open('door')
    await page.getByRole('heading', { name: 'You do not manage any events' }).waitFor()
    const link = page.getByRole('link', { name: 'Go to the door page' })
    expect(await link.getAttribute('href')).toBe('/door/')
    await page.getByRole('link', { name: 'Listings' }).click()
    await page.getByText('There are no listings.').waitFor()

    await page.goto(service.api + DEMO_SERIES)
    await expectText(page.getByRole('alert'), /^Your role does not allow this.*door page.*Request id \S+$/)
    expect(problems).toEqual([])
  })

  it('tells outsiders that there is nothing to manage', async () => {
    const { page } = await open('outsider')
    await page.getByRole('heading', { name: 'Nothing to manage' }).waitFor()
    expect(await page.getByRole('link', { name: 'Go to the door page' }).count()).toBe(0)
  })

  it('shows nothing of another organizer', async () => {
    const { page } = await open('outsider-owner')
    await page.getByRole('heading', { name: 'Southbank Sessions' }).waitFor()
    expect(await page.getByText('Northlight').count()).toBe(0)
    await page.goto(service.api + DEMO_SERIES)
    await expectText(page.getByRole('alert'), /^There is no such series\.Request id/)
    await page.goto(`${service.api}/organizer/#/events/${demoId('10')}`)
    await page.getByText('There is no such event.').waitFor()
    await page.goto(`${service.api}/organizer/#/events/${demoId('10')}/sessions/${demoId('30')}`)
    await page.getByText('There is no such session.').waitFor()
  })

  it('stays on its screen when loaded again, and signs out', async () => {
    const series = await makeSeries(service)
    const { page, problems } = await openSeries(series)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    expect(page.url()).toContain(series.address)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate('localStorage.getItem("doorlist.tokens")')).toBeNull()
    expect(problems).toEqual([])
  })

  it('lists the sessions of an event, past ones on request', async () => {
    const { page } = await open('manager', `/organizer/#/events/${demoId('10')}`)
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await expectCount(rows, 8)
    await page.getByRole('button', { name: 'Show past' }).click()
    await expectCount(rows, 13)
  })

  it("shows a session's doors", async () => {
    const { page, problems } = await open(
      'manager',
      `/organizer/#/events/${demoId('10')}/sessions/${demoId('30')}`,
    )
    await page.getByText('5 of 49 checked in').waitFor()
    await page.getByRole('img', { name: /^All gates: 5 admissions from/ }).waitFor()
    await page.getByRole('img', { name: /^Gate A: 2 admissions from/ }).waitFor()
    await page
      .getByText(/^2, last \d{1,2}:\d\d$/)
      .first()
      .waitFor()
    await page.getByText('Show as a table').click()
    const table = page.getByRole('table', { name: 'Admissions over time' })
    const headers = await table.getByRole('columnheader').allTextContents()
    expect(headers).toEqual(['From', 'Gate A', 'Gate B', 'Other', 'All gates'])
    const trouble = page.getByRole('table', { name: 'Problems at the door' }).getByRole('row').nth(1)
    await expectText(trouble, /Admitted twice.*Gate B/)
    expect(problems).toEqual([])
  })

  it('shows check-ins as they come, by gate, without reading all admissions', async () => {
    const { org, coming } = await makeSeries(service)
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${coming[1]}`,
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByText('0 of 49 checked in').waitFor()
    await page.getByText('Nobody has been checked in yet.').first().waitFor()
    const staff = await useApi(service, org.staff)
    const path = `/api/v1/sessions/${coming[1]}`
    const { data } = await staff<{ data: { id: string }[] }>('GET', `${path}/tickets`)
    const checkIn = (index: number, device: string, admitted = true) =>
      staff('POST', `${path}/check-ins`, {
        device,
        items: [
          {
            ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId: data[index]?.id, admitted },
            at: new Date().toISOString(),
          },
        ],
      })
    await checkIn(0, 'Gate Z')
    await page.getByRole('img', { name: /^Gate Z: 1 admission from/ }).waitFor()
    await page.getByText('1 of 49 checked in').waitFor()
    await checkIn(1, 'Gate Y')
    await page.getByRole('img', { name: /^Gate Y: 1 admission from/ }).waitFor()
    // The other gate stays.
    await page.getByRole('img', { name: /^Gate Z: 1 admission from/ }).waitFor()
    expect(asked.filter((one) => one.endsWith('/admissions'))).toEqual([])
    expect(problems).toEqual([])
  })

  it('lists who was let in twice once for each ticket, until a manager has resolved it', async () => {
    const { org, coming } = await makeSeries(service)
    const address = `/organizer/#/events/${org.event}/sessions/${coming[1]}`
    const staff = await useApi(service, org.staff)
    const path = `/api/v1/sessions/${coming[1]}`
    const { data } = await staff<{ data: { id: string }[] }>('GET', `${path}/tickets`)
    const admit = (device: string, minutesAgo: number) =>
      staff('POST', `${path}/check-ins`, {
        device,
        items: [
          {
            ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId: data[0]?.id, admitted: true },
            at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
          },
        ],
      })
    await admit('Gate A', 9)
    await admit('Gate B', 8)
    await admit('Gate C', 7)
    const { page, problems } = await open(org.manager, address)
    const rows = page.getByRole('table', { name: 'Problems at the door' }).getByRole('row')
    await expectText(rows.nth(1), /Admitted twice.*Gate A.*Gate B.*Gate C/)
    await expectCount(rows, 2)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Mark resolved: T-\d+$/ }).click()
    await page.getByText('No open problems.').waitFor()

    // Everybody who manages the session sees it.
    const other = await open(org.owner, address)
    await other.page.getByText('No open problems.').waitFor()
    await other.page.getByRole('button', { name: 'Show resolved (1)' }).click()
    await other.page.getByRole('button', { name: /^Reopen: T-/ }).click()
    await other.page.getByRole('button', { name: /^Mark resolved: T-/ }).click()
    await other.page.getByRole('button', { name: /^Reopen: T-/ }).waitFor()
    // A further admission is a new problem.
    await admit('Gate D', 1)
    await page.reload()
    await expectText(rows.nth(1), /Gate A.*Gate B.*Gate C.*Gate D/)
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('has the closing figures of a night, for paper and as a file', async () => {
    const { org, coming } = await makeSeries(service)
    const staff = await useApi(service, org.staff)
    const path = `/api/v1/sessions/${coming[1]}`
    const { data } = await staff<{ data: { id: string }[] }>('GET', `${path}/tickets`)
    for (const device of ['Gate A', 'Gate B']) {
      const items = data.slice(0, 3).map(({ id }) => ({
        ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId: id, admitted: true },
        at: new Date().toISOString(),
      }))
      await staff('POST', `${path}/check-ins`, { device, items })
    }
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${coming[1]}`,
    )
    await page.getByRole('link', { name: 'Closing figures' }).click()
    const figures = page.getByRole('region', { name: 'Closing figures' })
    await expectText(figures, /Sold49.*Checked in3.*No-show46.*Over capacity0.*Admitted twice3/)
    await expectText(page.getByRole('table', { name: 'By gate' }), /Gate A3/)
    await expectText(page.getByRole('table', { name: 'By ticket type' }), /Standing34600/)
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await (await saved).createReadStream()
    const text = (await file.toArray()).join('')
    expect(text).toMatch(/^\ufeffFigure,Of,Value\r\n/)
    expect(text).toContain('\r\nNo-show,,46\r\n')
    expect(text).toContain('\r\nBy gate,Gate A,3\r\n')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(problems).toEqual([])
    // Without a network they stay, and say when they are from.
    await page.route('**/ticket-changes?*', (route) => route.abort())
    await expectText(page.getByRole('alert'), /^The service cannot be reached\. These figures are from/)
    await expectText(figures, /Sold49/)
  })

  it('lists listings by status, drafts marked, and shows every field of one', async () => {
    const { page, problems } = await open('manager', '/organizer/#/listings')
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor()
    const items = page.getByRole('list', { name: 'Listings' }).getByRole('listitem')
    await expectCount(items, 2)
    await expectText(items.nth(0), /Untitled night.*Draft/)
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: 'Published', exact: true })
      .click()
    await expectCount(items, 1)
    await page.reload()
    await expectText(items.nth(0), /Northlight Nights.*Published/)
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Archived' }).click()
    await page.getByText('There are no listings with the status Archived.').waitFor()
    await page.goBack()
    await items.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Northlight Nights' }).waitFor()
    for (const text of ['Hafenstraße 12', '€18.50', 'weekly', '53.5461', 'northlight-cms', 'nights-2026']) {
      await page.getByText(text, { exact: true }).waitFor()
    }
    await expectCount(page.getByRole('main').getByRole('term'), 30)
    await page.goto(`${service.api}/organizer/#/listings/${demoId('40')}`)
    await page.getByText('This listing is a draft. The public cannot see it.').waitFor()
    expect(problems).toEqual([])
  })

  it('forgets that the next page of a list failed when another list is shown', async () => {
    const { page } = await open('manager')
    await page.route(/\/listings$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { links: { self: string; next: string | null } }
      body.links.next = `${body.links.self}?cursor=damaged`
      await route.fulfill({ response, json: body })
    })
    await page.getByRole('link', { name: 'Listings' }).click()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectText(page.getByRole('alert'), /cursor/)
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: 'Published', exact: true })
      .click()
    await page.getByText('Untitled night').waitFor({ state: 'detached' })
    await page.getByRole('list', { name: 'Listings' }).waitFor()
    await expectCount(page.getByRole('alert'), 0)
  })

  it('says what is wrong when the service cannot be reached, and goes on when it can', async () => {
    const { page } = await open('manager')
    await page.getByRole('heading', { name: 'Midwinter Gala' }).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Listings' }).click()
    await expectText(page.getByRole('alert'), /^The service cannot be reached/)
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Listings' }).waitFor()
  })

  it('says that an address names nothing', async () => {
    const { page } = await open('manager', '/organizer/#/nothing')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})
