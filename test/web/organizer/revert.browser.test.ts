// The history of a series in the organizer console, and reverting what was changed.
import { beforeEach, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  DESCRIPTION,
  expectText,
  loseResponse,
  type MadeSeries,
  makeSeries,
  NAME,
  useConsole,
} from './console.ts'

describe.skipIf(BROWSER === undefined)('the history', () => {
  const { service, openSeries } = useConsole()
  let series: MadeSeries
  beforeEach(async () => {
    series = await makeSeries(service)
  })

  /** Opens the series, and the dialog that reverts its latest change. */
  const openRevert = async () => {
    const console = await openSeries(series)
    const latest = console.history.getByRole('row').nth(1)
    await latest.getByRole('button', { name: 'Revert', exact: true }).click()
    const dialog = console.page.getByRole('dialog')
    return {
      ...console,
      latest,
      dialog,
      preview: dialog.getByRole('table', { name: 'Preview' }),
      apply: dialog.getByRole('button', { name: 'Apply' }),
    }
  }

  it('says who changed what', async () => {
    await series.owner('POST', series.bulkUpdate, {
      filterType: 'Selected',
      sessionIds: series.empty,
      newCapacity: 300,
      newVenueId: series.harbourStage,
    })
    const { history } = await openSeries(series)
    const cells = history.getByRole('row').nth(1).getByRole('cell')
    await expectText(cells.nth(0), series.org.owner)
    await expectText(cells.nth(1), /^Capacity 300Venue Old Harbour Stage3 sessions$/)
    await expectText(cells.nth(2), /^3$/)
  })

  it('shows the beginning of a long text, and the rest when asked', { tags: ['full'] }, async () => {
    const description = `${'x'.repeat(3_000)} the end`
    await series.owner('PUT', series.path, { name: NAME, description })
    const { page, problems } = await openSeries(series)
    await page.goto(`${service.api}/organizer/#/history`)
    const cell = page
      .getByRole('table', { name: 'History' })
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .first()
    await cell.getByText(`${'x'.repeat(300)}…`, { exact: true }).waitFor()
    const end = cell.getByText(/the end$/)
    expect(await end.isVisible()).toBe(false)
    await cell.getByText('Show more').click()
    expect(await end.isVisible()).toBe(true)
    expect(problems).toEqual([])
  })

  it('puts the values of sessions back after a preview, and that can be reverted too', async () => {
    await series.owner('POST', series.bulkUpdate, {
      filterType: 'Selected',
      sessionIds: series.empty,
      newCapacity: 300,
      newDoorsOpenOffset: 15,
    })
    const { page, problems, history, ...console } = await openRevert()
    await expectText(console.dialog.getByRole('status'), /^3 sessions, none refused$/)
    const cells = console.preview.getByRole('row').nth(1).getByRole('cell')
    expect(await cells.allTextContents()).toEqual([
      'Capacity 300Doors 15 min',
      'Capacity 20,500 (20,200 more)Doors 60 min',
    ])
    expect((await series.readSessions()).filter(({ capacity }) => capacity === 300)).toHaveLength(3)

    await console.apply.click()
    await page.getByText('The values from before that change are restored.').waitFor()
    expect(await console.dialog.count()).toBe(0)
    expect((await series.readSessions()).every(({ capacity }) => capacity === 20_500)).toBe(true)
    await expectText(history.getByRole('row').nth(1), /Revert the change from/)

    await history.getByRole('row').nth(1).getByRole('button', { name: 'Revert', exact: true }).click()
    await console.preview.waitFor()
    await console.apply.click()
    await page.getByText('The values from before that change are restored.').waitFor()
    expect((await series.readSessions()).filter(({ capacity }) => capacity === 300)).toHaveLength(3)
    expect(problems).toEqual([])
  })

  it('names sessions that were changed since', async () => {
    await series.owner('POST', series.bulkUpdate, { filterType: 'Upcoming', newCapacity: 20_100 })
    await series.owner('POST', series.bulkUpdate, {
      filterType: 'Selected',
      sessionIds: [series.coming[1]],
      newCapacity: 20_200,
    })
    const { page, history } = await openSeries(series)
    await history.getByRole('row').nth(2).getByRole('button', { name: 'Revert', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expectText(dialog.getByRole('status'), /^7 sessions, none refused, 1 changed since$/)
    const first = dialog.getByRole('table', { name: 'Preview' }).getByRole('row').nth(1)
    expect(await first.getByRole('cell').allTextContents()).toEqual([
      '20,200',
      '20,500 (300 more)',
      'Changed since',
    ])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The values from before that change are restored.').waitFor()
    expect((await series.readSessions()).every(({ capacity }) => capacity === 20_500)).toBe(true)
  })

  it('shows a new preview when something has changed since the last one', { tags: ['full'] }, async () => {
    await series.owner('POST', series.bulkUpdate, { filterType: 'Upcoming', newCapacity: 20_100 })
    const { page, ...console } = await openRevert()
    await console.preview.waitFor()
    await series.owner('POST', series.bulkUpdate, {
      filterType: 'Selected',
      sessionIds: [series.coming[1]],
      newCapacity: 20_300,
    })
    await console.apply.click()
    await expectText(console.dialog.getByRole('alert'), /^Something has changed since the preview/)
    await console.preview.getByRole('cell', { name: '20,300' }).waitFor()
    await console.apply.click()
    await page.getByText('The values from before that change are restored.').waitFor()
  })

  it('puts the name and the description of the series back', async () => {
    await series.owner('PUT', series.path, { name: 'Wrong name' })
    const { page, ...console } = await openRevert()
    const rows = console.preview.getByRole('row')
    await expectText(rows.nth(1), `NameWrong name${NAME}`)
    await expectText(rows.nth(2), `Description${DESCRIPTION}No change`)
    await console.apply.click()
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    expect(await console.name.inputValue()).toBe(NAME)
    expect(await series.owner('GET', series.path)).toMatchObject({ name: NAME, description: DESCRIPTION })
  })

  it('shows the values of the series that it would replace, and new ones when they have changed', {
    tags: ['full'],
  }, async () => {
    await series.owner('PUT', series.path, { name: 'Wrong name' })
    const { page, ...console } = await openRevert()
    await console.preview.waitFor()
    await series.owner('PUT', series.path, { name: 'Renamed meanwhile', description: null })
    await console.apply.click()
    await expectText(console.dialog.getByRole('alert'), /^Something has changed since the preview/)
    const rows = console.preview.getByRole('row')
    await expectText(rows.nth(1), `NameRenamed meanwhile${NAME}`)
    await expectText(rows.nth(2), `DescriptionNone${DESCRIPTION}`)
    expect(await series.owner('GET', series.path)).toMatchObject({ name: 'Renamed meanwhile' })
    await console.apply.click()
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
    expect(await series.owner('GET', series.path)).toMatchObject({ name: NAME, description: DESCRIPTION })
  })

  it('reverts once when the response is lost', { tags: ['full'] }, async () => {
    await series.owner('POST', series.bulkUpdate, { filterType: 'Upcoming', newCapacity: 20_100 })
    const before = await series.countRecords()
    const { page, ...console } = await openRevert()
    let attempts = 0
    await page.route('**/revert', (route) => {
      attempts += 1
      return attempts === 1 ? loseResponse(route) : route.continue()
    })
    await console.preview.waitFor()
    await console.apply.dblclick()
    await page.getByText('The values from before that change are restored.').waitFor()
    expect(attempts).toBe(2)
    expect(await series.countRecords()).toBe(before + 1)
  })

  it('changes nothing when the dialog is closed', { tags: ['full'] }, async () => {
    await series.owner('PUT', series.path, { name: 'Wrong name' })
    const before = await series.countRecords()
    const { page, ...console } = await openRevert()
    await console.preview.waitFor()
    await page.keyboard.press('Escape')
    await console.dialog.waitFor({ state: 'detached' })
    expect(await series.countRecords()).toBe(before)
  })
})
