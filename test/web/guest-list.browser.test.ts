// The page of a guest list, on a phone of somebody without an account.
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/languages.ts'
import { expectAccessible } from '../support/node/axe.ts'
import { BROWSER } from '../support/node/browser.ts'
import { useDoor } from '../support/node/door.ts'
import { openProfile, type PageOptions } from '../support/node/page.ts'

/** What the page may load before anybody types. */
const MAX_BYTES = 40_000

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const NAMES = Array.from({ length: 20 }, (_, index) => `Ana ${String.fromCharCode(65 + index)}lvarez`)

describe.skipIf(BROWSER === undefined)('the page of a guest list', () => {
  const service = useDoor()

  const makeList = async (body: object = {}): Promise<{ id: string; link: string }> => {
    const starts = Date.now() + 86_400_000
    await service.sql(`UPDATE sessions SET starts_at = ${starts} WHERE id = '${service.org.session}'`)
    const response = await fetch(
      `${service.api}/api/organizer/v1/sessions/${service.org.session}/guest-lists`,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${await service.token(service.org.owner)}`,
        },
        body: JSON.stringify({ name: 'DJ Tom', quota: 30, ...body }),
      },
    )
    expect(response.status).toBe(201)
    return (await response.json()) as { id: string; link: string }
  }

  const open = async (link: string, options: PageOptions = {}) => {
    const opened = await openProfile({ ...PHONE, ...options })
    const loaded: Promise<number>[] = []
    opened.page.on('response', (response) => {
      if (!response.url().includes('/list/')) return
      const size = response.body().then((body) => body.length)
      // A page that is closed or left has no body any more, and most tests ask for none.
      size.catch(() => undefined)
      loaded.push(size)
    })
    await opened.page.goto(link)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return { ...opened, loaded }
  }

  it('takes 20 pasted names with three taps, and loads little', async () => {
    const { link, id } = await makeList()
    const { page, problems, loaded } = await open(link)
    await page.getByText('30 places left').waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(loaded)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
    let taps = 0
    const tap = async (name: string, role: 'textbox' | 'button') => {
      taps += 1
      await page.getByRole(role, { name }).tap()
    }
    await tap('Names', 'textbox')
    // One tap for "paste" in the menu of the phone.
    taps += 1
    await page.getByRole('textbox', { name: 'Names' }).fill(`1. ${NAMES.join('\n- ')} +2`)
    await page.locator('.read li').nth(19).waitFor()
    await tap('Add 22', 'button')
    await page.getByText('22 persons added.').waitFor()
    await page.getByText('8 places left').waitFor()
    expect(taps).toBe(3)
    const rows = await service.sql<{ name: string }>(
      `SELECT attendee_name AS name FROM tickets WHERE guest_list_id = '${id}' ORDER BY key`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...NAMES, ...['Ana Tlvarez +1', 'Ana Tlvarez +2']])
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it('changes and removes an entry, and says what is too much', async () => {
    const { link } = await makeList({ quota: 3 })
    const { page } = await open(link)
    const names = page.getByRole('textbox', { name: 'Names' })
    await names.fill('Ana\nBo +2')
    await page.getByText('That is more than the 3 left.').waitFor()
    await names.fill('Hi Tom,\nAna und Begleitung\nPress')
    await page.getByText('Line 1 has no name.').waitFor()
    await page.getByText('Line 3 has no name.').waitFor()
    await page.getByRole('button', { name: 'Add 2' }).tap()
    await page.getByRole('button', { name: 'Change: Ana' }).tap()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna')
    await page.getByLabel('Friends').selectOption('0')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByText('2 places left').waitFor()
    await page.getByRole('button', { name: 'Change: Anna' }).tap()
    await page.getByRole('button', { name: 'Remove' }).tap()
    await page.getByRole('button', { name: 'Remove Anna?' }).tap()
    await page.getByText('3 places left').waitFor()
    await page.getByText('Nobody yet.').waitFor()
  })

  it('adds nobody twice when an answer is lost, also of a list that takes two requests', async () => {
    const { id, link } = await makeList({ quota: 130 })
    const { page, problems } = await open(link)
    let requests = 0
    await page.route('**/lists/entries', async (route) => {
      requests += 1
      if (requests === 1) return route.continue()
      // The first part is stored; the second never arrives; then it does, and its answer is lost.
      if (requests > 2) await route.fetch()
      return route.abort()
    })
    const lines = Array.from({ length: 120 }, (_, index) => `Ana B${index.toString(36)}lvarez`)
    await page.getByRole('textbox', { name: 'Names' }).fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Add 120' }).tap()
    await page.getByText('No connection. Try again.').waitFor()
    await page.getByText('30 places left').waitFor()
    // One more, while the others are on their way.
    await page.getByRole('textbox', { name: 'Names' }).fill([...lines, 'Zoe'].join('\n'))
    await page.getByRole('button', { name: 'Add 21' }).tap()
    await page.getByText('121 persons added.').waitFor()
    await page.getByText('9 places left').waitFor()
    const [count] = await service.sql(`SELECT count(*) AS count FROM tickets WHERE guest_list_id = '${id}'`)
    expect([count, requests]).toEqual([{ count: 121 }, 3])
    expect(problems).toEqual([])
  })

  it('leaves what another phone has changed meanwhile', async () => {
    const { id, link } = await makeList()
    const [{ page: mine }, { page: yours }] = [await open(link), await open(link)]
    await mine.getByRole('textbox', { name: 'Names' }).fill('Ana')
    await mine.getByRole('button', { name: 'Add 1' }).tap()
    await mine.getByRole('button', { name: 'Change: Ana' }).tap()
    await yours.reload()
    await yours.getByRole('button', { name: 'Change: Ana' }).tap()
    await yours.getByLabel('Friends').selectOption('2')
    await yours.getByRole('button', { name: 'Save' }).tap()
    await yours.getByText('27 places left').waitFor()
    await mine.getByRole('textbox', { name: 'Note for the door' }).fill('Cake')
    await mine.getByRole('button', { name: 'Save' }).tap()
    await mine.getByText('27 places left').waitFor()
    const rows = await service.sql(
      `SELECT attendee_name AS name, note FROM tickets WHERE guest_list_id = '${id}' ORDER BY key`,
    )
    expect(rows).toEqual(['Ana', 'Ana +1', 'Ana +2'].map((name) => ({ name, note: 'Cake' })))
  })

  it('never shows one list under the link of another, and asks no more about an unknown link', async () => {
    const [first, second] = [await makeList({ name: 'Tom’s' }), await makeList({ name: 'Ida’s' })]
    const { page } = await open(first.link)
    await page.getByRole('heading', { name: 'Tom’s' }).waitFor()
    await page.route('**/lists/inspect', (route) => route.abort())
    await page.goto(second.link)
    await page.getByText('No connection. Try again.').waitFor()
    expect(await page.getByText('Tom’s').count()).toBe(0)
    await page.unroute('**/lists/inspect')
    await page.getByRole('button', { name: 'Try again' }).tap()
    await page.getByRole('heading', { name: 'Ida’s' }).waitFor()
    await page.goto(`${first.link.split('#')[0]}#unknown`)
    await page.getByText('This link does not work.').waitFor()
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.goto(second.link)
    await page.getByRole('heading', { name: 'Ida’s' }).waitFor()
    expect(asked).toBe(1)
  })

  it('says that it is closed, or that the link is unknown', async () => {
    const { link } = await makeList({ closesAt: '2026-01-01T00:00:00Z' })
    const { page } = await open(link)
    await page.getByText('This list is closed.').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    const other = await open(`${link.split('#')[0]}#unknown`)
    await other.page.getByText('This link does not work.').waitFor()
  })

  it.each(languages)('fits on a phone in the language %s', async (language) => {
    const { link } = await makeList({ name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim() })
    const { page, problems } = await open(link, { locale: language, colorScheme: 'dark' })
    await page.locator('textarea').fill('Ana +1\nBo - friend of the band')
    await page.locator('.read li').nth(1).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
