// Every screen of the console: axe-core in light and dark, on phones and desktops, and by keyboard alone.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectCount, expectText, type MadeSeries, makeSeries, partsOf, useConsole } from './console.ts'
import { layoutProblems } from './layout.ts'

/** The times and large numbers of a page that go over the end of a line. */
const BROKEN_NUMBERS = `(() => {
  const broken = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { 0: number, index } of node.data.matchAll(/\\d+(?:[.,:]\\d+)+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + number.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(number)
    }
  }
  return broken
})()`

/** Asserts that axe-core finds no violation, nothing is wider than the window, and no number is broken. */
const expectGoodLook = async (page: Page, screen?: string): Promise<void> => {
  await expectAccessible(page, screen)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, `${screen}: pixels too wide`).toBeLessThanOrEqual(0)
  expect(await page.evaluate(BROKEN_NUMBERS), `${screen}: broken numbers`).toEqual([])
}

const WIDTHS = [320, 390, 1_440] as const
const HEIGHT = 900

type Visit = { page: Page; series: MadeSeries; go: (address: string) => Promise<unknown> }

const DEMO_SESSION = `/organizer/#/events/${demoId('10')}/sessions/${demoId('30')}`

/** A part of a series. On wide screens all parts stand beside the sessions, too. */
const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'On this screen' }).getByRole('button', { name }).click()

const openPreview = async ({ page, series, go }: Visit): Promise<void> => {
  await go(series.address)
  const console = partsOf(page)
  await console.sessions.waitFor()
  await console.capacity.fill('50')
  await console.doors.fill('40')
  await console.makePreview.click()
  await console.preview.waitFor()
}

/** Each screen of the series' manager: opens it and waits until it is complete. */
const SERIES_SCREENS: Record<string, (visit: Visit) => Promise<unknown>> = {
  events: async ({ page, go }) => {
    await go('/organizer/')
    await page.getByRole('link', { name: /^Weekly nights/ }).waitFor()
  },
  event: async ({ page, series, go }) => {
    await go(`/organizer/#/events/${series.org.event}`)
    await page.getByRole('table', { name: 'Sessions' }).waitFor()
  },
  series: openPreview,
  'form errors': async (visit) => {
    await openPreview(visit)
    const console = partsOf(visit.page)
    await console.capacity.fill('x')
    await console.sessions.getByRole('checkbox').nth(2).check()
    await console.which.selectOption('FromDate')
    await console.makePreview.click()
    await console.form.getByText('Choose a date and a time.').waitFor()
  },
  conflict: async (visit) => {
    await openPreview(visit)
    await openTab(visit.page, 'Details')
    await partsOf(visit.page).name.fill('Mine')
    await visit.series.owner('PUT', visit.series.path, { name: `Theirs ${crypto.randomUUID()}` })
    await partsOf(visit.page).save.click()
    await visit.page.getByRole('button', { name: 'Save mine' }).waitFor()
  },
  revert: async (visit) => {
    await openPreview(visit)
    await openTab(visit.page, 'History')
    await partsOf(visit.page).history.getByRole('button', { name: 'Revert' }).first().click()
    await visit.page.getByRole('dialog').getByRole('table').waitFor()
  },
  'not found': async ({ page, series: { org }, go }) => {
    await go(`/organizer/#/events/${org.event}/series/${org.event}`)
    await page.getByRole('alert').waitFor()
  },
}

/** Screens of the demo's manager. */
const DEMO_SCREENS: Record<string, (visit: Omit<Visit, 'series'>) => Promise<unknown>> = {
  session: async ({ page, go }) => {
    await go(DEMO_SESSION)
    await page.getByText('Show as a table').click()
    await page.getByRole('table', { name: 'Problems at the door' }).waitFor()
  },
  today: async ({ page, go }) => {
    await go('/organizer/#/today')
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  },
  'guest lists': async ({ page, go }) => {
    await go(`${DEMO_SESSION}/lists`)
    await page.getByRole('heading', { level: 2, name: 'Guest lists' }).waitFor()
    await page.getByRole('button', { name: 'Add guest list' }).waitFor()
  },
  sources: async ({ page, go }) => {
    await go(`${DEMO_SESSION}/sources`)
    await page.getByRole('heading', { level: 2, name: 'Sources' }).waitFor()
    await page.getByText('No sources.').waitFor()
    await page.getByRole('button', { name: 'Add source' }).click()
    await page.getByRole('dialog', { name: 'Add source' }).waitFor()
  },
  'guest search': async ({ page, go }) => {
    await go('/organizer/#/guests')
    await page.getByRole('searchbox', { name: 'Search guests' }).fill('mar')
    await page.getByRole('list').getByRole('link', { name: /^Mar/ }).first().waitFor()
  },
  privacy: async ({ page, go }) => {
    await go('/organizer/#/privacy')
    await page.getByRole('heading', { level: 2, name: 'Erase by e-mail address' }).waitFor()
  },
  guests: async ({ page, go }) => {
    await go(`${DEMO_SESSION}/guests`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
  },
  guest: async ({ page, go }) => {
    await go(`${DEMO_SESSION}/guests`)
    await page.getByRole('table', { name: 'Guests' }).getByRole('rowheader').getByRole('link').first().click()
    await page.getByRole('heading', { level: 2, name: 'Check-ins' }).waitFor()
  },
  upload: async ({ page, go }) => {
    await go(`${DEMO_SESSION}/guests`)
    await page.getByRole('button', { name: 'Add guests' }).click()
    await page.getByRole('button', { name: 'A file' }).click()
    await page.getByRole('dialog', { name: 'Upload guests' }).waitFor()
  },
  'paper list': async ({ page, go }) => {
    await go(`${DEMO_SESSION}/list`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
  },
  people: async ({ page, go }) => {
    await go('/organizer/#/people')
    await page.getByRole('table', { name: 'Members' }).waitFor()
  },
  'all history': async ({ page, go }) => {
    await go('/organizer/#/history')
    await page.getByRole('heading', { level: 2, name: 'History' }).waitFor()
  },
  'closing figures': async ({ page, go }) => {
    await go(`${DEMO_SESSION}/figures`)
    await page.getByRole('table', { name: 'By gate' }).waitFor()
  },
  listings: async ({ page, go }) => {
    await go('/organizer/#/listings')
    await page.getByRole('list', { name: 'Listings' }).waitFor()
  },
  listing: async ({ page, go }) => {
    await go(`/organizer/#/listings/${demoId('41')}`)
    await page.getByText('Hafenstraße 12').waitFor()
  },
}

describe.skipIf(BROWSER === undefined)('every screen of the console', () => {
  const { service, open, openSeries } = useConsole()

  it('has no barrier on small phones, usual ones and desktops', async () => {
    const series = await makeSeries(service)
    await series.owner('POST', series.bulkUpdate, { filterType: 'All', newDoorsOpenOffset: 90 })
    /** Draws the screen once, and checks it at each width. */
    const look = async (page: Page, screen?: string): Promise<void> => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        await expectGoodLook(page, `${screen}, ${width} pixels wide`)
      }
      await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
    }
    const visit = async (subject: string, screens: Record<string, (visit: Visit) => Promise<unknown>>) => {
      const { page } = await open(subject, '/organizer/', { viewport: { width: WIDTHS[0], height: HEIGHT } })
      for (const [screen, show] of Object.entries(screens)) {
        await show({ page, series, go: (address) => page.goto(service.api + address) })
        await look(page, screen)
        // Without the dialogs and edits of the last screen.
        await page.goto('about:blank')
      }
      return page
    }
    await visit(series.org.manager, SERIES_SCREENS)
    const page = await visit('manager', DEMO_SCREENS)
    await page.goto(`${service.api}/organizer/`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).last().click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await look(page, 'signed out')
  })

  it.each([
    [
      'a field that is wider than its card',
      '.card .input { flex: none; width: 1700px }',
      /wider than its card/,
    ],
    ['a box that covers another', '.choices { margin-inline-start: -160px }', /overlap/],
  ])('would not be overlooked on the guests of a session: %s', async (_, css, problem) => {
    const { page } = await open('manager', `${DEMO_SESSION}/guests`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
    expect(await layoutProblems(page)).toEqual([])
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(${JSON.stringify(css)})
      document.adoptedStyleSheets.push(sheet)
    })()`)
    expect((await layoutProblems(page)).join('\n')).toMatch(problem)
  })

  it('tells door staff where the door is without a barrier', async () => {
    const { page } = await open('door')
    await page.getByRole('link', { name: 'Go to the door page' }).waitFor()
    await expectGoodLook(page)
  })

  it('works with the keyboard alone', async () => {
    const series = await makeSeries(service)
    await series.owner('POST', series.bulkUpdate, { filterType: 'All', newDoorsOpenOffset: 90 })
    const { page, ...console } = await openSeries(series)
    const { keyboard } = page
    await console.sessions.getByRole('checkbox').nth(3).focus()
    await keyboard.press('Space')
    await console.which.focus()
    expect(await console.which.inputValue()).toBe('Selected')
    await keyboard.press('Tab')
    await keyboard.type('321')
    await keyboard.press('Tab')
    await keyboard.type('55')
    for (const _ of ['venue', 'cancelled', 'notice', 'preview']) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectText(console.status, /^1 session, none refused$/)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectText(console.status, /^1 session changed/)

    await console.history.getByRole('button', { name: 'Revert' }).first().focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    await keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.getByText('The values from before that change are restored.').waitFor()
  })

  it('moves the focus to the heading of the next screen', async () => {
    const { page } = await open('manager')
    await page.getByRole('link', { name: 'Listings' }).press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: 'Listings' })
    await heading.waitFor()
    await expectCount(page.locator('h1:focus'), 1)
    expect(await page.title()).toBe('Listings – Doorlist')
  })

  it('leads from the selection to the bulk edit on a phone', async () => {
    const { page, ...console } = await openSeries(await makeSeries(service), {
      viewport: { width: 390, height: 844 },
    })
    await console.sessions.getByRole('checkbox').nth(2).check()
    await page.getByText('1 session selected').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expectCount(page.locator('fieldset:focus'), 1)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectCount(page.getByText('1 session selected'), 0)
  })
})
