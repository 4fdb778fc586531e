// The search over everything, and the shortcuts of the keyboard.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectCount, expectText, makeSeries, NAME, useApi, useConsole } from './console.ts'

describe.skipIf(BROWSER === undefined)('quick find', () => {
  const { service, open } = useConsole()
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Quick find' })

  const openFor = async (address?: string) => {
    const { org, coming } = await makeSeries(service)
    const owner = await useApi(service, org.owner)
    const { data } = await owner<{ data: { id: string; code: string }[] }>(
      'POST',
      `/api/organizer/v1/sessions/${coming[1]}/tickets`,
      { tickets: [{ attendee: { name: 'Zoë Ångström' }, ticketTypeName: 'Standing' }] },
    )
    const opened = await open(org.manager, address)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return { ...opened, org, guest: data[0] as { id: string; code: string } }
  }

  it('finds a guest by name, number and code with the keyboard alone', async () => {
    const { page, problems, guest } = await openFor('/organizer/#/venues')
    const box = dialogOf(page).getByRole('searchbox')
    await page.keyboard.press('Control+k')
    await expectAccessible(page)
    await page.keyboard.type('zoe ang')
    const hit = dialogOf(page).getByRole('region', { name: 'Guests' }).getByRole('link')
    await expectText(hit, 'Zoë Ångström')
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Zoë Ångström')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zoë Ångström' }).waitFor()
    await expectCount(dialogOf(page), 0)

    // A scanner types the code and Enter, and does not wait.
    await page.goto(`${page.url().split('#')[0]}#/venues`)
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    await page.keyboard.press('/')
    await box.fill(guest.code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zoë Ångström' }).waitFor()

    // Enter right after more typing opens nothing that was found for the shorter text.
    await page.goto(`${page.url().split('#')[0]}#/venues`)
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    await page.keyboard.press('/')
    await box.fill('T-4')
    await dialogOf(page).getByRole('link', { name: 'T-4' }).first().waitFor()
    await page.evaluate(`(async () => {
      const field = document.querySelector('dialog [type=search]')
      field.value = 'zoe ang'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      for (let turn = 0; turn < 5; turn += 1) await undefined
      field.form.requestSubmit()
    })()`)
    await expectCount(dialogOf(page), 0)
    await page.getByRole('heading', { level: 1, name: 'Zoë Ångström' }).waitFor()
    expect(problems).toEqual([])
  })

  it('finds sessions, series and pages, and says that nothing was found', async () => {
    const { page } = await openFor()
    await page.getByRole('button', { name: 'Quick find' }).click()
    const box = dialogOf(page).getByRole('searchbox')
    await box.fill('weekly')
    await expectCount(dialogOf(page).getByRole('region', { name: 'Sessions' }).getByRole('link'), 6)
    await expectText(dialogOf(page).getByRole('region', { name: 'Events' }).getByRole('link'), NAME)
    await box.fill('hist')
    await expectText(dialogOf(page).getByRole('region', { name: 'Pages' }).getByRole('link'), 'History')
    await box.fill('qqqqqq')
    await expectText(dialogOf(page).getByRole('status'), 'Nothing found.')
    await page.keyboard.press('Enter')
    // The first clears the field.
    await page.keyboard.press('Escape')
    await dialogOf(page).getByRole('region', { name: 'Pages' }).waitFor()
    await page.keyboard.press('Escape')
    await expectCount(dialogOf(page), 0)
  })

  it('opens the forms for something new, also on the screen where they are', async () => {
    const { page, problems } = await openFor()
    const find = async (text: string) => {
      await page.keyboard.press('/')
      await dialogOf(page).getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
    }
    const form = (name: string) => page.getByRole('dialog', { name })
    for (const [text, name] of [
      ['new ev', 'New event'],
      ['new event', 'New event'],
      ['new ve', 'New venue'],
      ['inv', 'Invite'],
    ] as const) {
      await find(text)

      await form(name).waitFor()
      await form(name).getByRole('button', { name: 'Cancel' }).click()
      await expectCount(form(name), 0)
    }
    expect(page.url()).toMatch(/#\/people$/)
    expect(problems).toEqual([])
  })

  it('says that guests could not be searched, and still leads to pages', async () => {
    const { page } = await openFor()
    await page.route('**/tickets?*', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await page.keyboard.type('phones')
    await expectText(dialogOf(page).getByRole('alert'), 'The service cannot be reached.')
    await dialogOf(page).getByRole('link', { name: 'Phones' }).click()
    await page.getByRole('heading', { level: 1, name: 'Phones' }).waitFor()
  })

  it('leaves the keys to fields and dialogs, and lists the shortcuts', async () => {
    const { page } = await openFor('/organizer/#/guests')
    await page.getByRole('searchbox', { name: 'Search guests' }).press('/')
    expect(await page.getByRole('searchbox', { name: 'Search guests' }).inputValue()).toBe('/')
    await expectCount(page.getByRole('dialog'), 0)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await expectText(page.getByRole('dialog', { name: 'Keyboard shortcuts' }), /Quick find/)
    await expectAccessible(page)
    await page.keyboard.press('/')
    await expectCount(page.getByRole('dialog'), 1)
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog'), 0)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  })
})
