// The name and the description of a series in the organizer console, edited while others edit them too.
// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import {
  DESCRIPTION,
  expectCount,
  expectText,
  loseResponse,
  type MadeSeries,
  makeSeries,
  NAME,
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
