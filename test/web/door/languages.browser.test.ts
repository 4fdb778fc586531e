// The door page, the sign-in and a guest's page in other languages, on a small phone.
// @module-tag full
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../web/shared/language.ts'
import { type AllDoorTexts, doorTexts } from '../../support/door-texts.ts'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  checkInElsewhere,
  expectGone,
  expectText,
  inSession,
  makeTicketSource,
  useDoor,
  WAIT_FOR_RESPONSES,
} from '../../support/node/door.ts'
import { expectFits } from '../../support/node/fit.ts'
import {
  eventually,
  type OpenedPage,
  openProfile,
  openSignedIn,
  type PageOptions,
  signIn,
} from '../../support/node/page.ts'

const SMALL = { width: 360, height: 740 }
const MAX_BYTES_BEFORE_DATA = 60_000

/** The English texts of more than one word. */
const ENGLISH = Object.values(doorTexts('en')).filter(
  (text) => typeof text === 'string' && text.trim().includes(' '),
)

/** All that people see and hear. */
const READ_ALL = `[
  document.body.innerText,
  ...[...document.querySelectorAll('*')].flatMap(({ ariaLabel, placeholder, title }) => [ariaLabel, placeholder, title]),
].join('\\n')`

/** The start of a sentence up to its first number or name. */
const startOf = (text: string): RegExp => new RegExp(`^${text.replace(/[\d\u2068].*/s, '').trim()}`)

/** A script that makes the texts of a language 40 % longer, word by word. No page has it. */
const LENGTHEN = `const lengthen = (text) =>
  typeof text === 'string' ? text.replace(/\\p{L}+/gu, (word) => word + word.slice(0, Math.round(word.length * 0.4)))
  : typeof text === 'function' ? (...values) => lengthen(text(...values))
  : Object.fromEntries(Object.entries(text).map(([name, value]) => [name, lengthen(value)]))`

const lengthen = new Function(`${LENGTHEN}; return lengthen`)() as (texts: AllDoorTexts) => AllDoorTexts

describe.skipIf(BROWSER === undefined)('the pages in other languages', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  beforeAll(() =>
    service.sql(
      `UPDATE events SET walk_ins = 1 WHERE id = '${service.org.event}'`,
      `UPDATE sessions SET capacity = 1 WHERE id = '${service.org.session}'`,
    ),
  )

  const open = (locale: string, path: string, options: PageOptions = {}): Promise<OpenedPage> =>
    openSignedIn(service, service.org.staff, path, {
      ...{ locale, viewport: SMALL, script: WAIT_FOR_RESPONSES },
      ...options,
    })

  const pictures = process.env.PICTURES

  /** Opens each screen of the page by its names in a language. */
  const walk = async (
    { page, context }: OpenedPage,
    texts: AllDoorTexts,
    look: (screen: string) => Promise<void>,
  ): Promise<void> => {
    const [ticket, twice] = [await takeTicket(), await takeTicket()]
    const dialog = page.getByRole('dialog')
    const alert = page.getByRole('alert')
    const search = page.getByRole('searchbox', { name: texts.search })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const choose = async ({ number }: { number: string }) => {
      await search.fill(number)
      await page.getByRole('list', { name: texts.tickets }).getByRole('button', { name: number }).click()
      await dialog.waitFor()
    }
    const checkIn = async (number: string) => {
      await dialog.getByRole('button', { name: texts.checkIn, exact: true }).click()
      await expectText(alert, number)
    }
    await page.getByRole('heading', { name: texts.sessions }).waitFor()
    await page.locator(`[href*="${service.org.session}"]`).waitFor()
    await look('sessions')

    await page.locator(`[href*="${service.org.session}"]`).click()
    await page.getByRole('radio', { name: texts.filters.expected }).check()
    await page.getByRole('list', { name: texts.tickets }).getByRole('button').first().waitFor()
    await look('list')
    await page.getByRole('radio', { name: texts.filters.all }).check()
    await choose(ticket)
    await look('ticket')
    await checkIn(ticket.number)
    await expectText(alert, startOf(texts.outcomes.CheckedIn))
    await look('checked in')

    await checkInElsewhere(service, twice, 'Gate B')
    await search.fill(twice.code)
    await search.press('Enter')
    await expectText(alert, startOf(texts.outcomes.AlreadyCheckedIn))
    await look('already checked in')
    await search.fill('XX999-000001')
    await search.press('Enter')
    await expectText(alert, startOf(texts.outcomes.UnknownTicket))

    await search.fill('Xaver Ypsilon')
    await press(texts.addNamed('Xaver Ypsilon'))
    await look('add guest')
    await press(texts.addAndCheckIn(1))
    await expectText(alert, startOf(texts.outcomes.CheckedIn))
    await look('over capacity')
    const [walkIn] = await service.sql<{ id: string }>(
      `SELECT id FROM tickets WHERE ${inSession(service.org.session)} AND ticket_number LIKE 'W-%'`,
    )
    await service.sql(`DELETE FROM tickets WHERE id = '${walkIn?.id}'`)

    const late = await takeTicket()
    await context.setOffline(true)
    await expectText(page.getByRole('status', { name: texts.connection }), startOf(texts.offlineSince('1')))
    await choose(late)
    await checkIn(late.number)
    await press(texts.settings)
    await look('settings')
    await press(texts.signOut)
    await dialog.getByRole('alert').waitFor()
    await look('unsent')
    await page.keyboard.press('Escape')
    await checkInElsewhere(service, late, 'Gate B')
    await context.setOffline(false)
    await press(texts.conflicts.twice(1))
    await look('admitted twice')
    await press(texts.seen)
    await expectGone(dialog)
    await press(texts.scan)
    await page.getByText(texts.noCamera).waitFor()
    await look('without a camera')
  }

  const lookAt = (page: Page, language: string) => async (screen: string) => {
    const name = `${language}, ${screen}`
    await expectFits(page, name)
    const read = await page.evaluate<string>(READ_ALL)
    expect(
      ENGLISH.filter((text) => read.includes(String(text))),
      name,
    ).toEqual([])
    await expectAccessible(page, name)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
  }

  it.each([
    ['de', 'de-AT', doorTexts('de')],
    ['fr', 'fr-CA', doorTexts('fr')],
    ['es', 'es-MX', doorTexts('es')],
    ['pl', 'pl', doorTexts('pl')],
    ['ar', 'ar-EG', doorTexts('ar')],
  ] as const)('fit the screen and are accessible in %s', async (language, locale, texts) => {
    const opened = await open(locale, '/door/')
    const { page, problems } = opened
    await walk(opened, texts, lookAt(page, language))
    const html = page.locator('html')
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
      language,
      LANGUAGES[language].direction,
    ])
    expect(problems).toEqual([])
  })

  it('have room for texts that are 40 % longer', async () => {
    const opened = await open('en', '/', { serviceWorkers: 'block' })
    await opened.page.route(/\/en-\w+\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `import { makeTexts as make } from '${route.request().url()}?original'
          ${LENGTHEN}
          export const makeTexts = (words) => lengthen(make(words))`,
      }),
    )
    await opened.page.route(/\/dialogs-en-\w+\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `import { makeDialogTexts as make } from '${route.request().url()}?original'
          ${LENGTHEN}
          export const makeDialogTexts = (words) => lengthen(make(words))`,
      }),
    )
    await opened.page.goto(`${service.api}/door/`)
    await walk(opened, lengthen(doorTexts('en')), async (screen) => {
      await expectFits(opened.page, screen)
      if (pictures !== undefined) await opened.page.screenshot({ path: `${pictures}/long, ${screen}.png` })
    })
  })

  const languagesIn = (urls: Iterable<string>): string[] =>
    [...urls].flatMap((url) => /\/assets\/(\w\w)-[^/]+\.js$/.exec(url)?.[1] ?? [])

  const untilInstalled = (page: Page) =>
    eventually(async () =>
      expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'),
    )

  it('load one language, and show it without a network', async () => {
    const texts = doorTexts('ar')
    const { context, page } = await openProfile({ locale: 'ar-EG', viewport: SMALL })
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(request.url()))
    await page.goto(`${service.api}/door/`)
    await page.getByRole('button', { name: texts.signIn }).waitFor()
    expect(languagesIn(loaded)).toEqual(['ar'])
    const bodies = await Promise.all(
      [...loaded].map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())),
    )
    const sizes = bodies.map((body) => Math.min(body.length, gzipSync(body).length))
    // Arabic has the longest texts.
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES_BEFORE_DATA)
    await lookAt(page, 'ar')('signed out')

    await untilInstalled(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByText(texts.signInLead).waitFor()
  })

  it('follow the setting, which stays for the next person', async () => {
    const [english, arabic] = [doorTexts('en'), doorTexts('ar')]
    const { page, context } = await open('en-US', addressOf(service.org.session))
    const choice = page.getByRole('combobox')
    const openSettings = (texts: AllDoorTexts) => page.getByRole('button', { name: texts.settings }).click()
    const expectDirection = (direction: string) =>
      eventually(async () => expect(await page.locator('html').getAttribute('dir')).toBe(direction))
    await untilInstalled(page)
    await openSettings(english)
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Same as device',
      'English',
      'Deutsch',
      'Français',
      'Español',
      'Polski',
      'العربية',
    ])
    await context.setOffline(true)
    await choice.selectOption('ar')
    await expectDirection('rtl')
    await page.getByRole('searchbox', { name: arabic.search }).waitFor()
    await page.reload()
    await page.getByRole('searchbox', { name: arabic.search }).waitFor()
    await expectDirection('rtl')
    await context.setOffline(false)

    await openSettings(arabic)
    await page.getByRole('button', { name: arabic.signOut }).click()
    await page.getByRole('button', { name: arabic.signIn }).waitFor()
    await lookAt(page, 'ar')('signed out')
    await page.getByRole('combobox', { name: arabic.language }).selectOption('')
    await expectDirection('ltr')
    await page.getByRole('button', { name: english.signIn }).waitFor()
  })

  it('keep the language if another one does not load, and say so', async () => {
    const english = doorTexts('en')
    const { page, problems } = await openProfile({ locale: 'en', serviceWorkers: 'block' })
    await page.goto(`${service.api}/door/`)
    const choice = page.getByRole('combobox', { name: english.language })
    await choice.waitFor()
    await page.route(/\/fr-\w+\.js$/, (route) => route.abort())
    await choice.selectOption('fr')
    await page.getByText(english.languageFailed).waitFor()
    expect(await choice.inputValue()).toBe('')
    expect(problems).toEqual([])
  })

  it('open in English if a language does not load, and offer to try again if none does', async () => {
    const { context, page } = await openProfile({ locale: 'de', viewport: SMALL })
    await page.route(/\/(de|fr|es|pl|ar)-\w+\.js$/, (route) => route.abort())
    await page.goto(`${service.api}/door/`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await context.close()

    const { page: other } = await openProfile({ locale: 'de', viewport: SMALL })
    await other.route(/\/\w\w-\w+\.js$/, (route) => route.abort())
    await other.goto(`${service.api}/door/`)
    await other.getByRole('button', { name: 'Doorlist' }).waitFor()
    await other.unrouteAll()
    await other.getByRole('button', { name: 'Doorlist' }).click()
    await other.getByRole('button', { name: 'Anmelden' }).waitFor()
  })

  it('lead to a console in English', async () => {
    const { page } = await openProfile({ locale: 'de', viewport: SMALL })
    await page.goto(`${service.api}/organizer/`)
    const button = page.getByRole('button', { name: 'Anmelden' })
    await button.waitFor()
    await lookAt(page, 'de')('console, signed out')
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('ar')
    await page.getByText('فعاليات مؤسستك').waitFor()
    await lookAt(page, 'ar')('console, signed out')
    await page.getByRole('combobox').selectOption('en')
    await signIn(page, service.org.manager)
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('include the guest’s page, from right to left', async () => {
    const { code } = await takeTicket()
    const { page } = await openProfile({ locale: 'ar', viewport: SMALL })
    await page.goto(`${service.api}/t/${code}`)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await lookAt(page, 'ar')('guest')
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByText('Beginn').waitFor()
    await lookAt(page, 'de')('guest')
  })
})
