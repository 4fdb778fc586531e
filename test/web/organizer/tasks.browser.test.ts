// The most frequent tasks in the console, with their clicks. What is typed or chosen in a field is no click.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { expectText, makeSeries, useConsole } from './console.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

describe.skipIf(BROWSER === undefined)('a frequent task', () => {
  const { service, open } = useConsole()

  const counter = (page: Page) => {
    let clicks = 0
    return {
      click: async (role: 'button' | 'link' | 'checkbox', name: string | RegExp): Promise<void> => {
        clicks += 1
        await page.getByRole(role, { name, exact: true }).last().click()
      },
      clicks: () => clicks,
    }
  }

  it('takes one tap on a phone: how full is it?', async () => {
    const { org } = await makeSeries(service)
    const { page } = await open(org.manager, '/organizer/', PHONE)
    const { click, clicks } = counter(page)
    await click('link', 'Today')
    await page.getByText('0 of 60 checked in').waitFor()
    expect(clicks()).toBe(1)
  })

  it('takes no click: finding any guest', async () => {
    const { org } = await makeSeries(service)
    const { page } = await open(org.manager)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('T-49')
    await page.getByRole('region', { name: 'Guests' }).getByRole('link').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'T-49' }).waitFor()
  })

  it('takes three clicks from anywhere: connecting a phone, with the name of a free gate', async () => {
    const { org } = await makeSeries(service)
    const { page } = await open(org.manager)
    for (const gate of ['Gate A', 'Gate B']) {
      const { click, clicks } = counter(page)
      await click('link', 'Phones')
      await page.getByRole('table', { name: 'Phones' }).or(page.getByText('No phones yet')).first().waitFor()
      await click('button', 'Add phone')
      await click('button', 'Add phone')
      await page.getByRole('img', { name: 'Code to connect' }).waitFor()
      expect(clicks()).toBe(3)
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('table', { name: 'Phones' }).getByRole('rowheader', { name: gate }).waitFor()
    }
  })

  it('takes two clicks in a series: the capacity of all coming sessions', async () => {
    const series = await makeSeries(service)
    const { page } = await open(series.org.manager, series.address)
    const { click, clicks } = counter(page)
    await page.getByRole('textbox', { name: 'New capacity' }).fill('300')
    await click('button', 'Preview')
    await expectText(page.getByRole('group', { name: 'Bulk edit' }).getByRole('status'), /^7 sessions/)
    await click('button', 'Apply')
    await expectText(
      page.getByRole('group', { name: 'Bulk edit' }).getByRole('status'),
      /^7 sessions changed/,
    )
    expect(clicks()).toBe(2)
  })

  it('takes four clicks at a session: uploading a list', async () => {
    const { org, coming } = await makeSeries(service)
    const { page } = await open(org.manager, `/organizer/#/events/${org.event}/sessions/${coming[2]}`)
    const { click, clicks } = counter(page)
    await page.getByRole('link', { name: 'Paper list' }).waitFor()
    await click('link', 'Guests')
    await click('button', 'Add guests')
    await click('button', 'A file')
    await page.getByLabel('File').setInputFiles({
      ...{ name: 'guests.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('Name,Plus-ones\nAna García,2\nBo Fox,0\n'),
    })
    await click('button', 'Apply')
    await page.getByRole('link', { name: 'Bo Fox' }).waitFor()
    expect(clicks()).toBe(4)
  })
})
