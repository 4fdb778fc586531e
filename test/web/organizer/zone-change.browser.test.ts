// Another time zone for an event whose sessions have not begun.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { expectCount, useApi, useConsole } from './console.ts'

const API = '/api/organizer/v1'
/** 20:00 in Berlin. */
const STARTS = '2031-06-12T18:00:00.000Z'

describe.skipIf(BROWSER === undefined)('another time zone for an event', () => {
  const { service, open } = useConsole()

  /** The form of an event in Berlin, seen from Kolkata, with New York chosen. */
  const chooseNewYork = async (startsAt = STARTS) => {
    const org = await service.makeOrganizer({ startsAt: Date.parse(startsAt) })
    const owner = await useApi(service, org.owner)
    await owner('PATCH', `${API}/events/${org.event}`, { timeZone: 'Europe/Berlin' })
    const { page, problems } = await open(org.manager, `/organizer/#/events/${org.event}`, {
      timezoneId: 'Asia/Kolkata',
    })
    await page.getByRole('button', { name: 'Edit event' }).click()
    const dialog = page.getByRole('dialog')
    const choices = dialog.getByRole('radio')
    await dialog.getByRole('combobox', { name: 'Time zone' }).waitFor()
    expect(await choices.count()).toBe(0)
    const zone = dialog.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('new y')
    await dialog.getByRole('option', { name: /^America\/New York/ }).waitFor()
    await zone.press('Enter')
    const rows = dialog.getByRole('table', { name: 'The next sessions' }).locator('tbody').getByRole('row')
    return {
      ...{ page, problems, dialog, choices },
      expectRows: (...expected: RegExp[]) =>
        eventually(async () =>
          expect(await rows.allTextContents()).toEqual(expected.map((row) => expect.stringMatching(row))),
        ),
      save: async () => {
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expectCount(dialog, 0)
        const event = await owner<{ timeZone: string }>('GET', `${API}/events/${org.event}`)
        expect(event.timeZone).toBe('America/New_York')
        return (await owner<{ startsAt: string }>('GET', `${API}/sessions/${org.session}`)).startsAt
      },
    }
  }

  it('keeps the hours of its sessions, unless somebody chooses otherwise', async () => {
    const { page, problems, choices, dialog, expectRows, save } = await chooseNewYork()
    await expectCount(choices, 2)
    expect(await dialog.getByRole('radio', { name: /^Keep the hours/ }).isChecked()).toBe(true)
    await expectRows(/^Thu, 12 Jun 2031, 20:00Thu, 12 Jun 2031, 20:00$/)
    await expectAccessible(page, 'another time zone')
    expect(await save()).toBe('2031-06-13T00:00:00.000Z')
    expect(problems).toEqual([])
  })

  it('keeps the moments where that is chosen', async () => {
    const { dialog, expectRows, save } = await chooseNewYork()
    await dialog.getByRole('radio', { name: /^Keep the moments/ }).check()
    await expectRows(/^Thu, 12 Jun 2031, 20:00Thu, 12 Jun 2031, 14:00$/)
    expect(await save()).toBe(STARTS)
  })

  it('asks nothing where no session is ahead', async () => {
    const past = '2021-06-12T18:00:00.000Z'
    const { page, choices, save } = await chooseNewYork(past)
    await page.waitForLoadState('networkidle')
    expect(await choices.count()).toBe(0)
    expect(await save()).toBe(past)
  })

  it('is found in a box, whose keys neither send the form nor close it', async () => {
    const org = await service.makeOrganizer()
    const { page, problems } = await open(org.owner, '/organizer/', { timezoneId: 'Asia/Kolkata' })
    await page.getByRole('button', { name: 'New event' }).click()
    const dialog = page.getByRole('dialog')
    const zone = dialog.getByRole('combobox', { name: 'Time zone' })
    const options = dialog.getByRole('listbox').getByRole('option')
    expect(await zone.inputValue()).toBe('Asia/Kolkata')
    await dialog.getByText(/^Now \d+:\d\d/).waitFor()
    await zone.fill('ber')
    expect(await options.first().textContent()).toMatch(/^Europe\/Berlin/)
    await expectAccessible(page, 'zones')
    await zone.press('Escape')
    await expectCount(options, 0)
    await expectCount(dialog, 1)
    expect(await zone.inputValue()).toBe('Asia/Kolkata')
    await zone.fill('ber')
    await zone.press('ArrowDown')
    await zone.press('Enter')
    await expectCount(options, 0)
    await expectCount(dialog.getByText('Enter a name.'), 0)
    expect(await zone.inputValue()).toBe('Atlantic/Bermuda')
    // Whoever types and goes on means the first.
    await zone.fill('berl')
    await zone.press('Tab')
    expect(await zone.inputValue()).toBe('Europe/Berlin')
    expect(problems).toEqual([])
  })
})
