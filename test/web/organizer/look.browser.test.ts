// Every screen of the console: axe-core in light and dark, on phones and desktops, and by keyboard alone.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { DESKTOP, expectCount, expectText, makeSeries, useConsole } from './console.ts'
import { emptyScreens, makeEmpty, makeRich, type Rich, richScreens, type Screen } from './every-screen.ts'
import { largeTextProblems, layoutProblems, mixedDirections, unseenInForcedColours } from './layout.ts'

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

const PICTURES = process.env.PICTURES

/** Saves pictures of a screen in the folder `$PICTURES`, if it is set. */
const takePictures = async (page: Page, screen: string): Promise<void> => {
  if (PICTURES === undefined) return
  for (const [width, height] of [
    [390, 844],
    [768, 1_024],
    [1_280, 800],
    [1_680, 1_050],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: `${PICTURES}/${screen.replaceAll(' ', '-')}-${width}-${colorScheme}.png`,
      })
    }
  }
}

/** Adds rules to those of the page. */
const addStyle = (page: Page, css: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets.push(sheet)
  })()`)

const WITHOUT_ROOM = { width: 320, height: 700 }
const PHONE = { width: 390, height: 844 }

/** Asserts that a screen has no barrier, nothing is wider than a small phone, and no number is broken. */
const expectGoodLook = async (page: Page, screen: string): Promise<void> => {
  await page.setViewportSize(WITHOUT_ROOM)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, `${screen}: pixels too wide`).toBeLessThanOrEqual(0)
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(BROKEN_NUMBERS), `${screen}: broken numbers`).toEqual([])
  await expectAccessible(page, screen)
  await takePictures(page, screen)
}

const DEMO_SESSION = `/organizer/#/events/${demoId('10')}/sessions/${demoId('30')}`

describe.skipIf(BROWSER === undefined)('every screen of the console', () => {
  const { service, open, openSeries } = useConsole()

  /** Draws each screen once, with its dialogs. Returns what is wrong with their boxes. */
  const drawEach = async (subject: string, screens: readonly Screen[]): Promise<string[]> => {
    const { page, problems } = await open(subject)
    // Leaves what was typed.
    page.on('dialog', (dialog) => void dialog.accept())
    const found: string[] = []
    const look = async (name: string) => {
      const problems = [
        ...(await layoutProblems(page)),
        ...(await largeTextProblems(page)),
        ...(await mixedDirections(page)),
      ]
      found.push(...problems.map((problem) => `${name}, ${problem}`))
      await expectGoodLook(page, name)
      await page.setViewportSize(DESKTOP)
    }
    for (const { name, show, dialogs } of screens) {
      await show({ page, go: (address) => page.goto(service.api + address) })
      await look(name)
      // What a phone has no room for.
      if (dialogs !== undefined) await expectAccessible(page, `${name}, on a desktop`)
      for (const [dialog, openDialog] of Object.entries(dialogs ?? {})) {
        await openDialog(page)
        await page.getByRole('dialog').waitFor()
        await look(`${name}, ${dialog}`)
        // A field with a text takes the first for itself.
        await page.keyboard.press('Escape')
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
        await expectCount(page.getByRole('dialog'), 0)
        if (await page.evaluate('document.activeElement === document.body'))
          found.push(`${name}, ${dialog}: the focus is lost`)
      }
      // Without the edits of the last screen.
      await page.goto('about:blank')
    }
    expect(problems).toEqual([])
    return found
  }

  it('has its boxes in order, and no barrier: of an organizer who has something of everything', async () => {
    const rich = await makeRich(service)
    expect(await drawEach(rich.org.owner, richScreens(rich))).toEqual([])
  })

  it('has its boxes in order, and no barrier: of an organizer who begins', async () => {
    const empty = await makeEmpty(service)
    expect(await drawEach(empty.owner, emptyScreens(empty))).toEqual([])
  })

  /** The screens, and those that load more once they know which event or session they are about. */
  const addressesOf = ({ org, series, session, listing }: Rich) => {
    const event = `/events/${org.event}`
    const night = `${event}/sessions/${session}`
    const parts = [
      ...['/phones', '/people', '/venues', '/listings', '/programs', '/webhooks', '/history'],
      ...[event, `${event}/series/${series}`, `/listings/${listing}`],
      ...['', '/guests', '/sources', '/lists', '/figures', '/list', '/inside', '/wall'].map(
        (tab) => night + tab,
      ),
    ]
    return { anything: ['/', '/today', '/privacy', ...parts], 'what it shows': parts }
  }
  const FIRST = /\/(organizers|events|sessions)(\/[0-9a-f-]{36})?$/
  const REFUSED = {
    status: 500,
    headers: { 'X-Request-Id': '7f2c1b9e-5d1f-4c1a-9a58-0b0f5c7d2e11' },
    json: { code: 'internal_error', message: 'Something went wrong.' },
  }

  it.each([
    ['loads', 'anything'],
    ['loads', 'what it shows'],
    ['cannot load', 'anything'],
    ['cannot load', 'what it shows'],
  ] as const)('has its boxes in order while it %s %s', async (state, what) => {
    const rich = await makeRich(service)
    const { page } = await open(rich.org.owner, '/organizer/#/nothing')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    // At once, not after a moment.
    await addStyle(page, '.loading { animation: none }')
    await page.route('**/api/**', (route) => {
      const isFirst = FIRST.test(new URL(route.request().url()).pathname)
      if (what !== 'anything' && isFirst) return route.continue()
      // What has no answer is aborted when the next screen is shown.
      return state === 'loads' ? undefined : route.fulfill(REFUSED)
    })
    const shown = page
      .locator('main')
      .locator(state === 'loads' ? '.loading, .skeleton, progress' : '[role=alert]')
      .first()
    const found: string[] = []
    for (const address of addressesOf(rich)[what]) {
      await page.evaluate(`new Promise((done) => {
        location.hash = ${JSON.stringify(address)}
        requestAnimationFrame(() => requestAnimationFrame(done))
      })`)
      await shown.waitFor()
      found.push(...(await layoutProblems(page)).map((problem) => `${address}, ${problem}`))
    }
    await expectAccessible(page, `a screen that ${state}`)
    expect(found).toEqual([])
  })

  it('leaves nothing unseen in forced colours', async () => {
    const rich = await makeRich(service)
    const { page } = await open(rich.org.owner, '/organizer/', { forcedColors: 'active' })
    const found: string[] = []
    const look = async (name: string) =>
      found.push(...(await unseenInForcedColours(page)).map((problem) => `${name}, ${problem}`))
    const chosen =
      /^(today|event|doors|series with a preview|guests that are chosen|guest lists|phones|listings)$/
    for (const { name, show, dialogs } of richScreens(rich).filter(({ name }) => chosen.test(name))) {
      await show({ page, go: (address) => page.goto(service.api + address) })
      await look(name)
      for (const [dialog, openDialog] of Object.entries(dialogs ?? {}).slice(0, 1)) {
        await openDialog(page)
        await page.getByRole('dialog').waitFor()
        await look(`${name}, ${dialog}`)
      }
      await page.goto('about:blank')
    }
    expect(found).toEqual([])
  })

  it.each([
    [
      'a field that is wider than its card',
      '.card .input { flex: none; width: 1700px }',
      /wider than its card/,
    ],
    ['a box that covers another', '.choices { margin-inline-start: -160px }', /overlap/],
    ['a page that is too wide', '.card { min-width: 400px }', /390: wider than the page/],
    ['actions below their title', '.title .spread { flex-direction: column }', /not in the row of its title/],
    [
      'a name that is broken within a word',
      'tbody th { max-width: 1px !important; overflow-wrap: anywhere }',
      /a broken word/,
    ],
    ['a chip that is too low for a finger', '.chips a { padding: 0 !important }', /390: a small target/],
  ])('would not be overlooked on the guests of a session: %s', async (_, css, problem) => {
    const { page } = await open('manager', `${DEMO_SESSION}/guests`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
    expect(await layoutProblems(page)).toEqual([])
    await addStyle(page, css)
    expect((await layoutProblems(page)).join('\n')).toMatch(problem)
  })

  it('would not overlook a box that is too wide for large text, nor an Arabic name among others', async () => {
    const { page } = await open('manager', `${DEMO_SESSION}/guests`)
    await page.getByRole('table', { name: 'Guests' }).waitFor()
    expect([...(await largeTextProblems(page)), ...(await mixedDirections(page))]).toEqual([])
    await addStyle(page, '.card { min-width: 400px }')
    await page.evaluate("document.querySelector('.title p').append('محمد, 12')")
    expect((await largeTextProblems(page)).join()).toMatch(/200 %, 390: wider than the page/)
    expect(await mixedDirections(page)).toHaveLength(1)
  })

  it('would not overlook that the rule for the rows of Today is lost', async () => {
    const org = await service.makeOrganizer({ tickets: 20 })
    const { page } = await open(org.owner, '/organizer/#/today')
    await page.getByRole('progressbar').first().waitFor()
    expect(await layoutProblems(page)).toEqual([])
    // The rule for rows without a time is left.
    await addStyle(
      page,
      '.days > li:not(.rest):has(> time) { grid-template-columns: minmax(0, 1fr) 160px 200px !important }',
    )
    expect(await layoutProblems(page)).toContainEqual(expect.stringMatching(/^1280: an empty column/))
  })

  it('leads to every page on a phone, and tells the keys beside icons', async () => {
    const rich = await makeRich(service)
    const { page } = await open(rich.org.owner, '/organizer/#/today', { viewport: PHONE })
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('button', { name: 'More' }).click()
    const dialog = page.getByRole('dialog')
    expect([
      ...(await pages.getByRole('link').allTextContents()),
      ...(await dialog.getByRole('listitem').getByRole('link').allTextContents()),
    ]).toEqual([
      ...['Today', 'Events', 'Guests', 'Phones', 'People'],
      ...['Venues', 'Listings', 'Programs', 'Webhooks', 'Privacy', 'History'],
    ])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectCount(dialog, 0)
    await page.setViewportSize({ width: 1_024, height: 768 })
    await page.keyboard.press('?')
    await dialog.getByText('Ctrl K').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectCount(dialog, 0)
  })

  it('moves the focus to what it asks, and back, also where the question takes the place of the button', async () => {
    const rich = await makeRich(service)
    const night = `/events/${rich.org.event}/sessions/${rich.session}`
    const { page } = await open(rich.org.owner, '/organizer/#/programs')
    const focused = page.locator(':focus')
    const question = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Cancel' }) })
    const expectFocus = (name: string) =>
      eventually(async () =>
        expect((await focused.getAttribute('aria-label')) ?? (await focused.textContent())).toBe(name),
      )
    const cases: [address: string, button: string][] = [
      ['/programs', 'Revoke: Shop'],
      [`/listings/${rich.listing}`, 'Archive'],
      [`/listings/${rich.listing}`, 'Delete'],
      [`${night}/sources`, 'Remove: Sheet of Tom'],
      [`${night}/lists`, 'New link: DJ Tom'],
    ]
    for (const [address, name] of cases) {
      await page.goto(`${service.api}/organizer/#${address}`)
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await question.waitFor()
      await expectFocus('Cancel')
      await page.keyboard.press('Enter')
      await expectCount(question, 0)
      await expectFocus(name)
    }
  })

  it('leaves the focus in the card of a row that is deleted', async () => {
    const rich = await makeRich(service)
    const { page } = await open(rich.org.owner, '/organizer/#/programs')
    await page.getByRole('button', { name: 'Revoke: Shop' }).press('Enter')
    await page.getByRole('alert').getByRole('button', { name: 'Revoke' }).press('Enter')
    await page.getByText('No programs.').waitFor()
    await expectCount(page.locator('.card:focus'), 1)
  })

  it('tells door staff where the door is without a barrier', async () => {
    const { page } = await open('door')
    await page.getByRole('link', { name: 'Go to the door page' }).waitFor()
    await expectGoodLook(page, 'nothing to manage')
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
