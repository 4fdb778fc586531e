// The bulk edit of the organizer console: what is previewed is what is applied, once, or nothing.
import { beforeEach, describe, expect, it } from 'vitest'
import { toLocal } from '../../../src/domain/local-time.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { sessionRow } from '../../support/organizer.ts'
import {
  expectCount,
  expectText,
  FOREIGN_VENUE,
  loseResponse,
  type MadeSeries,
  makeSeries,
  SOLD,
  useConsole,
} from './console.ts'

describe.skipIf(BROWSER === undefined)('the bulk edit', () => {
  const { service, openSeries } = useConsole()
  let series: MadeSeries
  beforeEach(async () => {
    series = await makeSeries(service)
  })

  it('shows each session now and then, and applies exactly that', async () => {
    const { problems, ...console } = await openSeries(series)
    expect(await console.apply.isDisabled()).toBe(true)
    await console.doors.fill('45')
    await console.venue.selectOption({ label: 'Old Harbour Stage' })
    expect(await console.apply.isDisabled()).toBe(true)
    await console.makePreview.click()

    await expectText(console.status, /^7 sessions, none refused$/)
    const headers = console.preview.getByRole('columnheader')
    expect(await headers.allTextContents()).toEqual(['Session', 'Now', 'After'])
    await expectCount(console.preview.getByRole('row'), 8)
    const first = console.preview.getByRole('row').nth(1).getByRole('cell')
    expect(await first.allTextContents()).toEqual([
      'Venue Glass HallDoors 60 min',
      'Venue Old Harbour StageDoors 45 min',
    ])

    await console.apply.click()
    await expectText(console.status, /^7 sessions changed/)
    await expectCount(console.sessions.getByRole('cell', { name: 'Old Harbour Stage' }), 7)
    const sessions = await series.readSessions()
    const changed = sessions.filter(({ venueId }) => venueId === series.harbourStage)
    expect(changed.map(({ doorsOpenOffset }) => doorsOpenOffset)).toEqual(Array(7).fill(45))
    expect(changed).toEqual(sessions.filter(({ startsAt }) => Date.parse(startsAt) > Date.now()))
    expect(await console.apply.isDisabled()).toBe(true)
    await expectText(console.history.getByRole('row').nth(1), /Venue Old Harbour StageDoors 45 min before/)
    expect(problems).toEqual([])
  })

  it('needs a new preview after every change of the form', async () => {
    const console = await openSeries(series)
    const changes = [
      () => console.capacity.fill('20400'),
      () => console.doors.fill('30'),
      () => console.venue.selectOption(series.harbourStage),
      () => console.which.selectOption('All'),
      () => console.sessions.getByRole('checkbox').nth(3).check(),
      () => console.sessions.getByRole('checkbox').nth(4).check(),
    ]
    await console.capacity.fill('20450')
    for (const change of changes) {
      await console.makePreview.click()
      await console.preview.waitFor()
      expect(await console.apply.isEnabled()).toBe(true)
      await change()
      await expectText(console.status, /^The form has changed/)
      expect(await console.apply.isDisabled()).toBe(true)
      expect(await console.preview.count()).toBe(0)
    }
    expect((await series.readSessions()).every(({ capacity }) => capacity === 20_500)).toBe(true)
  })

  it('changes the selected sessions alone', async () => {
    const console = await openSeries(series)
    const start = series.coming.indexOf(series.empty[0] as string)
    for (const index of [0, 1]) {
      await console.sessions
        .getByRole('row')
        .nth(1 + start + index)
        .getByRole('checkbox')
        .check()
    }
    expect(await console.which.inputValue()).toBe('Selected')
    await console.capacity.fill('300')
    await console.makePreview.click()
    await expectText(console.status, /^2 sessions, none refused$/)
    await console.apply.click()
    await expectText(console.status, /^2 sessions changed/)
    const changed = (await series.readSessions()).filter(({ capacity }) => capacity === 300)
    expect(changed.map(({ id }) => id)).toEqual(series.empty.slice(0, 2))
  })

  it('takes a date and time of the zone of the event, whatever the browser’s is', async () => {
    const console = await openSeries(series, { timezoneId: 'Asia/Kolkata' })
    const [, , , fourth] = await series.readSessions()
    const start = fourth?.startsAt as string
    await console.which.selectOption('FromDate')
    await console.fromDate.fill(toLocal(start, fourth?.timeZone as string))
    await console.capacity.fill('20400')
    const [request] = await Promise.all([
      console.page.waitForRequest(`**${series.path}/sessions/bulk-update/preview`),
      console.makePreview.click(),
    ])
    expect(request.postDataJSON().fromDate).toBe(start)
    await expectText(console.status, /^9 sessions, none refused, 2 in the past$/)
  })

  it('names the sessions that have sold more, and excludes them on request', async () => {
    const console = await openSeries(series)
    await console.capacity.fill('40')
    await console.makePreview.click()
    await expectText(console.status, /^7 sessions, 2 refused$/)
    const problems = console.preview.getByRole('cell', { name: 'Refused:' })
    expect(await problems.allTextContents()).toEqual([...SOLD.map((sold) => `Refused: ${sold} sold`)])
    expect(await console.apply.isDisabled()).toBe(true)

    await console.form.getByRole('button', { name: 'Exclude these sessions' }).click()
    await expectText(console.status, /^5 sessions, none refused$/)
    await console.apply.click()
    await expectText(console.status, /^5 sessions changed/)
    const sessions = await series.readSessions()
    expect(sessions.filter(({ capacity }) => capacity === 40)).toHaveLength(5)
    expect(sessions.find(({ id }) => id === series.coming[1])?.capacity).toBe(20_500)
  })

  it('shows a new preview when something has changed since the last one', async () => {
    const { problems, ...console } = await openSeries(series)
    await console.capacity.fill('20400')
    await console.makePreview.click()
    await expectText(console.status, /^7 sessions, none refused$/)
    await series.owner('POST', series.bulkUpdate, {
      filterType: 'Selected',
      sessionIds: [series.coming[1]],
      newCapacity: 20_450,
    })
    await console.apply.click()
    await expectText(console.alert, /^Something has changed since the preview/)
    await expectText(console.alert, /Request id \S+/)
    await console.preview.getByRole('cell', { name: '20,450' }).waitFor()
    expect((await series.readSessions()).some(({ capacity }) => capacity === 20_400)).toBe(false)

    await console.apply.click()
    await expectText(console.status, /^7 sessions changed/)
    expect((await series.readSessions()).filter(({ capacity }) => capacity === 20_400)).toHaveLength(7)
    expect(problems).toEqual([])
  })

  it('shows at the field that the organizer does not have the venue', { tags: ['full'] }, async () => {
    const console = await openSeries(series, {})
    await console.page.route('**/api/organizer/v1/venues?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const foreign = { ...body.data[0], id: FOREIGN_VENUE, name: 'Boathouse' }
      await route.fulfill({ response, json: { ...body, data: [...body.data, foreign] } })
    })
    await console.page.reload()
    await console.venue.getByRole('option', { name: 'Boathouse' }).waitFor({ state: 'attached' })
    await console.venue.selectOption({ label: 'Boathouse' })
    await console.makePreview.click()
    await console.form.getByText('The organizer has no such venue.').waitFor()
    await expectText(console.alert, /^The service rejected this.*Request id \S+$/)
    expect(await console.venue.getAttribute('aria-invalid')).toBe('true')
    expect(await console.apply.isDisabled()).toBe(true)
  })

  it('shows at the fields what is not valid, and sends nothing', async () => {
    const console = await openSeries(series)
    const sent: string[] = []
    console.page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await console.makePreview.click()
    await expectText(console.alert, /^Nothing to change/)
    await console.capacity.fill('many')
    await console.doors.fill('1441')
    await console.which.selectOption('FromDate')
    await console.makePreview.click()
    for (const field of [console.capacity, console.doors, console.fromDate]) {
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    await eventually(async () =>
      expect(await console.fromDate.evaluate((field) => field.matches(':focus'))).toBe(true),
    )
    await console.form.getByText('Enter a whole number from 0 to 1,000,000.').waitFor()
    await console.form.getByText('Enter whole minutes from 0 to 1,440.').waitFor()
    await console.form.getByText('Choose a date and a time.').waitFor()
    await console.which.selectOption('Selected')
    await console.makePreview.click()
    await console.form.getByText('Select sessions in the table').waitFor()
    expect(sent).toEqual([])
  })

  it('repeats a change whose response was lost, and does it once', { tags: ['full'] }, async () => {
    const { problems, ...console } = await openSeries(series)
    const bodies: { expectedVersion: string }[] = []
    const isSaid = Promise.withResolvers<void>()
    await console.page.route(`**${series.bulkUpdate}`, async (route) => {
      bodies.push(route.request().postDataJSON())
      // What it says is read before it succeeds.
      if (bodies.length === 3) await isSaid.promise
      await (bodies.length < 3 ? loseResponse(route) : route.continue())
    })
    const before = await series.countRecords()
    await console.doors.fill('20')
    await console.makePreview.click()
    await console.preview.waitFor()
    await console.apply.click()
    await expectText(console.status, /^The connection was lost\. Trying again/)
    isSaid.resolve()
    await expectText(console.status, /^7 sessions changed/)
    expect(bodies).toHaveLength(3)
    expect(new Set(bodies.map(({ expectedVersion }) => expectedVersion)).size).toBe(1)
    expect(await series.countRecords()).toBe(before + 1)
    expect(problems).toEqual([])
  })

  it('says before the change that it is too large to revert', { tags: ['full'] }, async () => {
    const console = await openSeries(series)
    await console.page.route(`**${series.bulkUpdate}/preview`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), sessionsSelected: 20_000 } })
    })
    await console.doors.fill('20')
    await console.makePreview.click()
    await console.form.getByText(/^This change is too large to revert/).waitFor()
    await console.apply.click()
    await expectText(console.status, /^7 sessions changed\.$/)
  })

  it('repeats a change that did not arrive', { tags: ['full'] }, async () => {
    const console = await openSeries(series)
    let attempts = 0
    await console.page.route(`**${series.bulkUpdate}`, async (route) => {
      attempts += 1
      await (attempts === 1 ? route.abort('internetdisconnected') : route.continue())
    })
    await console.doors.fill('25')
    await console.makePreview.click()
    await console.preview.waitFor()
    await console.apply.click()
    await expectText(console.status, /^7 sessions changed/)
    expect(attempts).toBe(2)
  })

  it('sends a double click once', { tags: ['full'] }, async () => {
    const console = await openSeries(series)
    const sent: string[] = []
    console.page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await console.doors.fill('35')
    await console.makePreview.dblclick()
    await console.preview.waitFor()
    await eventually(async () => expect(await console.apply.getAttribute('aria-disabled')).toBe('false'))
    await console.apply.dblclick()
    await expectText(console.status, /^7 sessions changed/)
    expect(sent.filter((path) => path.endsWith('/bulk-update'))).toHaveLength(1)
    expect(await console.page.getByRole('alert').count()).toBe(0)
  })

  it('takes a range, a filter and all that is shown, and says the limit before the preview', {
    tags: ['full'],
  }, async () => {
    const { org, series: id } = series
    const day = 24 * 3_600_000
    const first = Date.UTC(2031, 0, 6, 19)
    await service.insert(
      'sessions',
      ...Array.from({ length: 1_000 }, (_, n) => ({
        ...sessionRow(crypto.randomUUID(), org.event, first + Math.floor(n / 2) * day + (n % 2) * 3_600_000),
        series_id: id,
      })),
    )
    const { page, problems, ...console } = await openSeries(series)
    // Those of the last days are loaded without a click.
    await page.getByText('100 of 1,007').waitFor()
    const ticks = console.sessions.getByRole('checkbox')
    await expectCount(ticks, 101)
    await ticks.nth(10).click()
    await ticks.nth(39).click({ modifiers: ['Shift'] })
    await console.form
      .getByRole('option', { name: 'Selected in the table (30)' })
      .waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectCount(ticks, 201)
    const blocked = await page.evaluate<number>(`(async () => {
      const tick = document.querySelectorAll('table[aria-label=Sessions] input')[150]
      const start = performance.now()
      tick.click()
      await new Promise(requestAnimationFrame)
      return performance.now() - start
    })()`)
    // A tick renders its own row again, not all of them.
    expect(blocked).toBeLessThan(3_000)

    await ticks.first().click()
    await console.form
      .getByText(/^You have selected 1,007 sessions\. A bulk edit can change at most 500\./)
      .waitFor()
    await ticks.first().click()
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('First day').fill('2031-03-01')
    await page.getByLabel('Last day').fill('2031-03-31')
    await page.getByRole('combobox', { name: 'Weekday' }).selectOption('Friday')
    await page.getByRole('combobox', { name: 'Time' }).selectOption('20:00')
    await page.getByText('4 of 1,007').waitFor()
    await ticks.first().click()
    await console.capacity.fill('20400')
    await console.makePreview.click()
    await expectText(console.status, /^4 sessions, none refused$/)
    await console.apply.click()
    await expectText(console.status, /^4 sessions changed/)
    await expectCount(console.sessions.getByRole('cell', { name: '20,400' }), 4)
    expect(problems).toEqual([])
  })
})
