// A series in the organizer console: its name and description, edited while others edit them too, and its
// guest lists.
// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest'
import { toLocal } from '../../../src/domain/local-time.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER, ENGINE } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import {
  DESCRIPTION,
  expectCount,
  expectText,
  loseResponse,
  type MadeSeries,
  makeSeries,
  NAME,
  SOLD,
  useConsole,
} from './console.ts'

describe.skipIf(BROWSER === undefined)('the details of a series', () => {
  const { service, openSeries } = useConsole()
  let series: MadeSeries
  beforeEach(async () => {
    series = await makeSeries(service)
  })

  const read = () => series.owner<{ name: string; description: string | null }>('GET', series.path)

  it('are saved in place, and the headings and the history follow', async () => {
    const { page, problems, ...console } = await openSeries(series)
    expect(await console.save.isDisabled()).toBe(true)
    await console.name.fill('Monthly nights')
    await console.description.fill('')
    await console.save.click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Monthly nights' }).waitFor()
    expect(await read()).toMatchObject({ name: 'Monthly nights', description: null })
    await expectText(console.history.getByRole('row').nth(1), /Name: Monthly nightsDescription removed/)
    expect(await console.save.isDisabled()).toBe(true)
    expect(problems).toEqual([])
  })

  it('are not saved over those of somebody else without being asked', async () => {
    const { page, ...console } = await openSeries(series)
    await console.name.fill('Mine')
    await series.owner('PUT', series.path, { name: 'Theirs', description: 'Other' })
    await console.save.click()
    const alert = page.getByRole('alert')
    await expectText(alert, /owner-\S+ saved changes at .+, while you were editing/)
    const cells = alert.getByRole('row').nth(1).getByRole('cell')
    expect(await cells.allTextContents()).toEqual(['Theirs', 'Mine'])
    expect(await read()).toMatchObject({ name: 'Theirs' })

    await alert.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ name: 'Mine', description: DESCRIPTION })
  })

  it('can be replaced by those of somebody else', async () => {
    const { page, ...console } = await openSeries(series)
    await console.description.fill('Mine')
    await series.owner('PUT', series.path, { description: 'Theirs' })
    await console.save.click()
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await eventually(async () => expect(await console.description.inputValue()).toBe('Theirs'))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await read()).toMatchObject({ description: 'Theirs' })
  })

  it('are saved once when the response is lost', async () => {
    const { page, ...console } = await openSeries(series)
    let attempts = 0
    await page.route(`**${series.path}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      attempts += 1
      return attempts === 1 ? loseResponse(route) : route.continue()
    })
    const before = await series.countRecords()
    await console.name.fill('Saved once')
    await console.save.dblclick()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ name: 'Saved once' })
    expect(await series.countRecords()).toBe(before + 1)
    expect(attempts).toBe(2)
  })

  it('show at the field what the service does not accept', async () => {
    const { page, ...console } = await openSeries(series)
    await console.name.fill('x'.repeat(201))
    await console.save.click()
    await page.getByText('Must have 1 to 200 characters.').waitFor()
    await expectText(page.getByRole('alert'), /^The service rejected this.*Request id \S+$/)
    expect(await console.name.getAttribute('aria-invalid')).toBe('true')
    await console.name.fill('  ')
    await console.save.click()
    await page.getByText('Enter a name.').waitFor()
    await eventually(async () =>
      expect(await console.name.evaluate((field) => field.matches(':focus'))).toBe(true),
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await console.name.inputValue()).toBe(NAME)
    await expectCount(page.getByRole('alert'), 0)
  })

  it('are not left unsaved without being asked', async () => {
    const { page, ...console } = await openSeries(series)
    const questions: string[] = []
    let isLeft = false
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      return isLeft ? dialog.accept() : dialog.dismiss()
    })
    await console.name.fill('Unsaved')
    await page.getByRole('link', { name: 'Listings' }).click()
    await eventually(() => expect(questions).toHaveLength(1))
    expect(await console.name.inputValue()).toBe('Unsaved')
    // The browser has followed the link already when the console asks, and goes back afterwards.
    await page.waitForURL((url) => url.href.includes(series.address))
    isLeft = true
    await page.getByRole('link', { name: 'Listings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor()
    expect(questions).toEqual(Array(2).fill('Leave this screen? Your changes are not saved.'))
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    expect(questions).toHaveLength(2)
  })

  it('stay as they are typed when the page is loaded in between', async () => {
    const { page, ...console } = await openSeries(series)
    await console.name.fill('Unsaved')
    await console.doors.fill('50')
    await console.makePreview.click()
    await console.preview.waitFor()
    await console.apply.click()
    await expectText(console.status, /^7 sessions changed/)
    expect(await console.name.inputValue()).toBe('Unsaved')
    await console.save.click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ name: 'Unsaved' })
  })
})

describe.skipIf(BROWSER === undefined)('the guest lists of a series', () => {
  const { service, open, openSeries } = useConsole()

  it('are made for each date, edited, shared, closed and opened again', async () => {
    const series = await makeSeries(service)
    const { org, coming } = series
    const session = coming[1] as string
    await service.sql(`UPDATE sessions SET capacity = ${SOLD[1]} + 25 WHERE id = '${session}'`)
    const overview = await openSeries(series)
    await overview.page.getByRole('button', { name: 'Add guest lists' }).click()
    const made = overview.page.getByRole('dialog')
    await made.getByRole('textbox', { name: 'Name' }).fill('DJ Tom')
    await made.getByRole('button', { name: 'Add guest lists' }).click()
    await made.getByRole('heading', { name: `${coming.length} guest lists added` }).waitFor()
    const links = await made.getByRole('textbox', { name: 'Links' }).inputValue()
    expect(links.match(/\/list\/#[\w-]{22}$/gm)).toHaveLength(coming.length)

    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${session}/lists`,
      { permissions: ENGINE === 'chromium' ? ['clipboard-read', 'clipboard-write'] : [] },
    )
    const row = page.getByRole('table', { name: 'Guest lists' }).getByRole('row').nth(1)
    await expectText(row, /DJ Tom.*0 of 20/)
    const button = (name: string) => row.getByRole('button', { name })
    const pictures = process.env.PICTURES
    const picture = (name: string) =>
      pictures && page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    await picture('lists')

    await button('Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit guest list' })
    const fill = (name: string, value: string) => dialog.getByLabel(name, { exact: true }).fill(value)
    await fill('Name', 'DJ Tim')
    await fill('Places', '30')
    await fill('Companions', '1')
    await fill('Ticket type', 'Friends')
    await fill('Note', 'Stage door.')
    await dialog.getByLabel('At the door').selectOption('Stop')
    await dialog.getByLabel('Those with the link see who has arrived').uncheck()
    const closes = new Date(Date.now() + 7_200_000)
    await fill('Closes', toLocal(closes.getTime(), 'UTC'))
    await expectAccessible(page)
    await picture('lists-edit')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectText(row, /DJ Tim.*0 of 30/)
    const { data } = await series.owner<{ data: object[] }>(
      'GET',
      `/api/organizer/v1/sessions/${session}/guest-lists`,
    )
    expect(data).toMatchObject([
      {
        ...{ name: 'DJ Tim', quota: 30, maxPlusOnes: 1, ticketTypeName: 'Friends', note: 'Stage door.' },
        ...{ flag: 'Stop', showArrivals: false },
        closesAt: `${closes.toISOString().slice(0, 16)}:00.000Z`,
      },
    ])
    // 49 tickets and 30 places for 74.
    await page.getByText('5 more than the capacity of 74').waitFor()

    // A browser that cannot hand a link to another app copies it.
    await button('Share').click()
    await button('Copied').waitFor()
    const { link } = data[0] as { link: string }
    if (ENGINE === 'chromium') expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)

    const code = link.split('#')[1]
    await series.owner('POST', '/api/v1/lists/entries', {
      code,
      entries: [
        { id: crypto.randomUUID(), name: 'Ana', plusOnes: 1 },
        { id: crypto.randomUUID(), name: 'Bo' },
      ],
    })
    await button('Close now').click()
    await page.getByText('DJ Tim is closed.').waitFor()
    await expectText(row, /DJ Tim.*3 of 30.*Closed/)
    await button('Reopen').click()
    await page.getByText(/^DJ Tim is open until /).waitFor()
    await button('Close now').waitFor()
    await picture('lists-open')
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('lists-phone')

    await page.goto(`${service.api}/organizer/#/history`)
    await page.getByText('List of DJ Tim added 3 guests').waitFor()
    await picture('lists-history')
    expect([...problems, ...overview.problems]).toEqual([])
  })
})
