// The name and the description of a series in the organizer console, edited while others edit them too.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type ApiOf,
  countRecords,
  DESCRIPTION,
  eventually,
  expectCount,
  expectText,
  loseResponse,
  NAME,
  openSeries,
  resetSeries,
  SERIES_PATH,
  useApi,
} from '../../support/node/console.ts'
import { useService } from '../../support/node/page.ts'

const PUT = `**${SERIES_PATH}`

describe.skipIf(BROWSER === undefined)('the details of a series', () => {
  const service = useService()
  let owner: ApiOf

  const read = () => owner<{ name: string; description: string | null }>('GET', SERIES_PATH)

  beforeAll(async () => {
    owner = await useApi(service, 'owner')
  })
  beforeEach(() => resetSeries(owner))

  it('are saved in place, and the headings and the history follow', async () => {
    const { page, problems, ...console } = await openSeries(service)
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
    const { page, ...console } = await openSeries(service)
    await console.name.fill('Mine')
    await owner('PUT', SERIES_PATH, { name: 'Theirs', description: 'Other' })
    await console.save.click()
    const alert = page.getByRole('alert')
    await expectText(alert, /owner saved it at .+, while you were editing/)
    const cells = alert.getByRole('row').nth(1).getByRole('cell')
    expect(await cells.allTextContents()).toEqual(['Theirs', 'Mine'])
    expect(await read()).toMatchObject({ name: 'Theirs' })

    await alert.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ name: 'Mine', description: DESCRIPTION })
  })

  it('can be replaced by those of somebody else', async () => {
    const { page, ...console } = await openSeries(service)
    await console.description.fill('Mine')
    await owner('PUT', SERIES_PATH, { description: 'Theirs' })
    await console.save.click()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await eventually(async () => expect(await console.description.inputValue()).toBe('Theirs'))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await read()).toMatchObject({ description: 'Theirs' })
  })

  it('are saved once when the response is lost', async () => {
    const { page, ...console } = await openSeries(service)
    let attempts = 0
    await page.route(PUT, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      attempts += 1
      return attempts === 1 ? loseResponse(route) : route.continue()
    })
    const before = await countRecords(owner)
    await console.name.fill('Saved once')
    await console.save.dblclick()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read()).toMatchObject({ name: 'Saved once' })
    expect(await countRecords(owner)).toBe(before + 1)
    expect(attempts).toBe(2)
  })

  it('show at the field what the service does not accept', async () => {
    const { page, ...console } = await openSeries(service)
    await console.name.fill('x'.repeat(201))
    await console.save.click()
    await page.getByText('Must have 1 to 200 characters.').waitFor()
    await expectText(page.getByRole('alert'), /^The service did not accept this.*Request id \S+$/)
    expect(await console.name.getAttribute('aria-invalid')).toBe('true')
    await console.name.fill('  ')
    await console.save.click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await console.name.inputValue()).toBe(NAME)
    await expectCount(page.getByRole('alert'), 0)
  })

  it('stay as they are typed when the page is loaded in between', async () => {
    const { page, ...console } = await openSeries(service)
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
