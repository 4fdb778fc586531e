// The guests of an organizer in the console: found, copied, read from elsewhere, and erased.
import type { Route } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { startServer } from '../../support/shops/server.ts'
import { expectCount, expectText, holdRequests, NAME, useApi, useConsole } from './console.ts'

const EMAIL = 'Ann@Example.net'

const refuse = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { 'X-Request-Id': 'broken' },
    json: { code: 'internal_error', message: 'Something is broken.' },
  })

describe.skipIf(BROWSER === undefined)('the guests of an organizer', () => {
  const { service, open } = useConsole()

  const closings: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closings) await close()
  })

  const makeGuests = async () => {
    const org = await service.makeOrganizer()
    const owner = await useApi(service, org.owner)
    const path = `/api/organizer/v1/organizers/${org.id}`
    await owner('POST', `/api/organizer/v1/sessions/${org.session}/tickets`, {
      tickets: [
        { attendee: { name: 'Ann Fox', email: 'ann@example.net' }, ticketTypeName: 'Standing' },
        { attendee: { name: 'Bo Fox' }, holderEmail: 'bo@example.net', ticketTypeName: 'Standing' },
      ],
    })
    const readDays = async () => (await owner<{ eraseAfterDays: number | null }>('GET', path)).eraseAfterDays
    return { org, owner, path, readDays }
  }

  it('finds a guest, erases the address after a preview, and leaves the others', async () => {
    const { org } = await makeGuests()
    const { page, problems } = await open(org.manager, '/organizer/#/guests')
    const search = page.getByRole('region', { name: 'Search guests' })
    const box = search.getByRole('searchbox', { name: 'Search guests' })
    await box.fill('ann')
    await search.getByRole('link', { name: 'Ann Fox' }).waitFor()

    await page.getByRole('link', { name: 'Privacy' }).click()
    const erase = page.getByRole('region', { name: 'Erase by e-mail address' })
    const email = erase.getByRole('textbox', { name: 'E-mail' })
    await email.fill('nobody@example.net')
    await erase.getByRole('button', { name: 'Preview' }).click()
    await expectText(erase.getByRole('status'), 'No guests found.')
    await email.fill(EMAIL)
    await erase.getByRole('button', { name: 'Preview' }).click()
    const asked = erase.getByRole('alert')
    await expectText(asked, '1 ticket in 1 session will be erased. This cannot be undone.')
    await expectAccessible(page)
    // Another address needs another preview, also where it is typed before the answer comes.
    await email.fill('bo@example.net')
    await expectCount(asked, 0)
    await email.fill(EMAIL)
    const release = await holdRequests(page, '**/erase/preview')
    const answer = page.waitForResponse('**/erase/preview')
    await erase.getByRole('button', { name: 'Preview' }).click()
    await email.fill('bo@example.net')
    release()
    await (await answer).finished()
    await erase.locator('button[aria-disabled=false]').waitFor()
    await expectCount(asked, 0)
    await email.fill(EMAIL)
    await erase.getByRole('button', { name: 'Preview' }).click()
    await asked.getByRole('button', { name: 'Erase the guest' }).click()
    await expectText(erase.getByRole('status'), '1 ticket was erased.')

    await page.getByRole('link', { name: 'Guests', exact: true }).click()
    await box.fill('ann')
    await expectText(search.getByRole('status'), 'No guests found.')
    await box.fill('fox')
    await search.getByRole('link', { name: 'Bo Fox' }).click()
    await page.getByRole('heading', { name: 'Bo Fox' }).waitFor()
    expect(problems).toEqual([])
  })

  it('are searched as one types: by name from three characters on, and exactly by what is chosen', async () => {
    const { org } = await makeGuests()
    const { page, problems } = await open(org.manager, '/organizer/#/guests')
    const search = page.getByRole('region', { name: 'Search guests' })
    const box = search.getByRole('searchbox', { name: 'Search guests' })
    const choose = (kind: string) => search.getByRole('link', { name: kind, exact: true }).click()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/tickets')) asked.push(searchParams.toString())
    })
    await box.pressSequentially('fo')
    await box.pressSequentially('x')
    await expectCount(search.getByRole('listitem'), 2)
    expect(asked).toEqual(['q=fox'])
    await expectAccessible(page)

    // A newer search ends the one before.
    await page.route(/q=bo\+f$/, () => undefined)
    const ended = page.waitForEvent('requestfailed')
    const begun = page.waitForRequest(/q=bo\+f$/)
    await box.fill('bo f')
    await begun
    await box.fill('bo fox')
    expect(new URL((await ended).url()).searchParams.get('q')).toBe('bo f')
    await expectCount(search.getByRole('listitem'), 1)
    await box.fill('fox')

    // What is typed stays, and half an address is nobody's.
    await choose('E-mail address')
    await search.getByText('Finds exactly what you type, in all sessions.').waitFor()
    await expectText(search.getByRole('status'), 'No guests found.')
    await expectCount(search.getByRole('listitem'), 0)
    expect(await box.inputValue()).toBe('fox')
    await box.fill(` ${EMAIL} `)
    await expectText(search.getByRole('listitem'), /Ann Fox/)
    expect(asked.at(-1)).toBe(new URLSearchParams({ q: EMAIL, by: 'email' }).toString())
    await page.reload()
    await box.fill('bo@example.net')
    await expectText(search.getByRole('listitem'), /Bo Fox/)
    await expectAccessible(page)

    await page.route('**/tickets?*', refuse)
    await choose('Code')
    await expectText(search.getByRole('alert'), /Something is broken/)
    await expectCount(search.getByRole('listitem'), 0)
    await page.unroute('**/tickets?*')
    await search.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expectText(search.getByRole('status'), 'No guests found.')
    expect(problems).toEqual([])
  })

  it('says that nothing was erased when the service fails', { tags: ['full'] }, async () => {
    const { org } = await makeGuests()
    const { page } = await open(org.manager, '/organizer/#/privacy')
    const erase = page.getByRole('region', { name: 'Erase by e-mail address' })
    await erase.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL)
    await erase.getByRole('button', { name: 'Preview' }).click()
    await page.route('**/erase', refuse)
    await erase.getByRole('button', { name: 'Erase the guest' }).click()
    await expectText(erase.getByRole('alert'), 'Something is broken.')
    await expectCount(erase.getByRole('status'), 0)
  })

  it('erases by itself after the days that an owner sets', async () => {
    const { org, readDays } = await makeGuests()
    const { page, problems } = await open(org.owner, '/organizer/#/privacy')
    const setting = page.getByRole('region', { name: 'Erase guests automatically' })
    const days = setting.getByRole('textbox', { name: 'Days' })
    const save = setting.getByRole('button', { name: 'Save' })
    for (const wrong of ['0', '3651', '1.5', 'x']) {
      await days.fill(wrong)
      await save.click()
      await setting.getByText('Enter a whole number from 1 to 3,650.').waitFor()
    }
    await days.fill('30')
    await save.click()
    await expectText(setting.getByRole('alert'), /The next daily run erases the guests of 0 sessions/)
    const release = await holdRequests(page, '**/erase/preview')
    const answer = page.waitForResponse('**/erase/preview')
    await setting.getByRole('button', { name: 'Cancel' }).click()
    await save.click()
    await days.fill('3')
    release()
    await (await answer).finished()
    await setting.locator('button[aria-disabled=false]').waitFor()
    await expectCount(setting.getByRole('alert'), 0)
    await days.fill('30')
    await save.click()
    await setting.getByRole('alert').waitFor()
    await expectAccessible(page)
    expect(await readDays()).toBeNull()
    await setting.getByRole('alert').getByRole('button', { name: 'Save' }).click()
    await expectText(setting.getByRole('status'), 'Saved')
    expect(await readDays()).toBe(30)
    await page.reload()
    expect(await days.inputValue()).toBe('30')
    await days.fill('')
    await save.click()
    await expectText(setting.getByRole('status'), 'Saved')
    expect(await readDays()).toBeNull()

    const other = await open(org.manager, '/organizer/#/privacy')
    await other.page.getByRole('region', { name: 'Erase by e-mail address' }).waitFor()
    await expectCount(other.page.getByRole('region', { name: 'Erase guests automatically' }), 0)
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('opens beside the list on a wide screen, where J and K lead on and a message offers Undo', {
    tags: ['full'],
  }, async () => {
    const { org } = await makeGuests()
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${org.session}/guests`,
    )
    await page.setViewportSize({ width: 1_440, height: 900 })
    const rows = page.getByRole('table', { name: 'Guests' }).getByRole('row')
    const panel = page.getByRole('complementary', { name: 'Ticket' })
    await rows.nth(1).getByRole('cell').last().click()
    const nameIn = async (row: number) => (await rows.nth(row).getByRole('link').textContent()) ?? ''
    const [first, second] = [await nameIn(1), await nameIn(2)]
    await panel.getByRole('heading', { name: first }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await panel.getByRole('heading', { name: second }).waitFor()
    await panel.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectText(rows.nth(2), /Checked in/)
    await expectText(page.getByText(`${second}: Checked in`), 'Checked in')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectText(rows.nth(2), /Expected|Valid/)
    await page.keyboard.press('k')
    await panel.getByRole('heading', { name: first }).waitFor()
    await page.keyboard.press('Escape')
    await expectCount(panel, 0)
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.textContent')).toBe(first),
    )
    // Another list has other guests.
    await page.keyboard.press('j')
    await panel.waitFor()
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('nobody')
    await expectCount(panel, 0)
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('')
    // The name leads to the page of the guest, and so does the row of a phone.
    await page.setViewportSize({ width: 390, height: 844 })
    await rows.nth(2).getByRole('cell').last().click()
    await page.getByRole('heading', { level: 1, name: second }).waitFor()
    expect(problems).toEqual([])
  })

  it('are sorted by their headings and chosen by type, with search, status and download', async () => {
    const { org, owner } = await makeGuests()
    await owner('POST', `/api/organizer/v1/sessions/${org.session}/tickets`, {
      tickets: ['Zoe', 'Yan'].map((name, n) => ({
        ...{ attendee: { name: `${name} Very` }, ticketTypeName: 'VIP', seatLabel: `Z${9 - n}` },
        ...{ ticketNumber: `0${n}` },
      })),
    })
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${org.session}/guests`,
    )
    const table = page.getByRole('table', { name: 'Guests' })
    const heading = (name: string) => table.getByRole('columnheader', { name })
    const rows = table.getByRole('row')
    await expectText(rows.nth(1), /Zoe/)
    expect(await heading('Number').getAttribute('aria-sort')).toBe('ascending')
    await heading('Seat').getByRole('link').press('Enter')
    await eventually(async () => expect(await heading('Seat').getAttribute('aria-sort')).toBe('ascending'))
    await heading('Seat').getByRole('link').press('Enter')
    await expectText(rows.nth(1), /Zoe.*Z9/)
    await expectText(rows.nth(2), /Yan.*Z8/)
    expect(await heading('Seat').getAttribute('aria-sort')).toBe('descending')
    expect(await heading('Number').getAttribute('aria-sort')).toBeNull()
    // The address keeps it.
    await page.reload()
    await expectText(rows.nth(1), /Zoe.*Z9/)
    await page.getByRole('combobox', { name: 'Type of ticket' }).selectOption('VIP')
    await expectCount(rows, 1 + 2)
    expect(await heading('Ticket type').getAttribute('aria-sort')).toBe('ascending')
    await expectCount(heading('Seat').getByRole('link'), 0)
    await heading('Ticket type').getByRole('link').click()
    await expectText(rows.nth(1), /Yan/)
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('zoe')
    await expectCount(rows, 1 + 1)
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /Void/ }).click()
    await page.getByText('No guests found.').waitFor()
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /Expected/ })
      .click()
    await expectCount(rows, 1 + 1)
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    const menu = page.getByRole('button', { name: 'More actions' })
    // Its first entry has the focus before the next key can come.
    const focused = await page.evaluate(`(async () => {
      document.querySelector('[aria-haspopup=menu]').click()
      for (let turn = 0; turn < 5; turn += 1) await undefined
      return document.activeElement.role
    })()`)
    expect(focused).toBe('menuitem')
    await page.keyboard.press('Escape')
    await menu.press('Enter')
    await page.keyboard.press('Escape')
    expect(await menu.getAttribute('aria-expanded')).toBe('false')
    await menu.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const text = (await (await (await saved).createReadStream()).toArray()).join('')
    expect(text.match(/,VIP,/g)).toHaveLength(2)
    expect(text.trim().split('\r\n')).toHaveLength(1 + 2)
    expect(problems).toEqual([])
  })

  it('are changed many at once after a preview, and changed back in the notice and in the history', async () => {
    const { org, owner } = await makeGuests()
    const tickets = Array.from({ length: 130 }, (_, n) => ({
      ...{
        attendee: { name: `Guest ${n}` },
        ticketTypeName: 'VIP',
        ticketNumber: `0-${String(n).padStart(3, '0')}`,
      },
    }))
    for (const from of [0, 100])
      await owner('POST', `/api/organizer/v1/sessions/${org.session}/tickets`, {
        tickets: tickets.slice(from, from + 100),
        overCapacity: true,
      })
    const count = async (query: string) => {
      const path = `/api/v1/sessions/${org.session}/tickets?${query}`
      return (await owner<{ meta: { totalCount: number } }>('GET', path)).meta.totalCount
    }
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${org.session}/guests?type=VIP`,
    )
    const table = page.getByRole('table', { name: 'Guests' })
    const ticks = table.getByRole('checkbox')
    const bar = page.getByRole('region', { name: 'Chosen guests' })
    const dialog = page.getByRole('dialog')
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    await expectCount(ticks, 1 + 100)
    await expectCount(bar, 0)
    // By keyboard, and a range with Shift.
    await ticks.nth(2).focus()
    await page.keyboard.press('Space')
    await expectText(bar, /^1 guest chosen/)
    await ticks.nth(4).click({ modifiers: ['Shift'] })
    await expectText(bar, /^3 guests chosen/)
    await expectText(page.getByRole('status').first(), '3 guests chosen')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Void' }).press('Enter')
    await expectText(dialog.getByRole('status'), /Chosen guests3Changed3Unchanged0/)
    await expectAccessible(page)
    expect(await count('status=Voided&ticketTypeName=VIP')).toBe(0)
    // Somebody was quicker: nothing is changed unseen.
    const { data } = await owner<{ data: { id: string }[] }>(
      'GET',
      `/api/v1/sessions/${org.session}/tickets?ticketTypeName=VIP&pageSize=3`,
    )
    await owner('PATCH', `/api/organizer/v1/sessions/${org.session}/tickets/${data[2]?.id}`, {
      status: 'Voided',
    })
    await dialog.getByRole('button', { name: 'Void: 3 guests' }).click()
    await expectText(dialog.getByRole('alert'), /^Something has changed since the preview/)
    await dialog.getByRole('button', { name: /^Void: / }).click()
    await page.getByText(/guests? changed\.$/).waitFor()
    await expectCount(bar, 0)
    expect(await count('status=Voided&ticketTypeName=VIP')).toBe(3)
    await expectText(table.getByRole('row').nth(2), /Void/)
    await button('Revert').click()
    await dialog.getByText('Valid again').waitFor()
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await page.getByText(/valid again\./).waitFor()

    // The page, then all that match.
    await ticks.first().click()
    await expectText(bar, /^100 guests chosen/)
    await button('Choose all 130 that match').click()
    await expectText(bar, /^130 guests chosen/)
    await bar.getByRole('button', { name: 'Change type' }).click()
    await dialog.getByRole('combobox', { name: 'Ticket type' }).selectOption('Standing')
    await expectText(dialog.getByRole('status'), /Chosen guests130Changed130/)
    await dialog.getByRole('button', { name: 'Change type: 130 guests' }).click()
    await page.getByText('130 guests changed.').waitFor()
    expect(await count('ticketTypeName=VIP')).toBe(0)
    await page.goto(`${service.api}/organizer/#/history`)
    await page
      .getByText(/changed guests of/)
      .first()
      .waitFor()
    await button(/^Revert/)
      .first()
      .click()
    await dialog.getByText('Old values back').waitFor()
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await page.getByText(/130 guests have the old values/).waitFor()
    expect(await count('ticketTypeName=VIP')).toBe(130)
    expect(problems).toEqual([])
  })

  it('are moved to another session and get a note, by touch on a phone', { tags: ['full'] }, async () => {
    const { org, owner } = await makeGuests()
    const other = crypto.randomUUID()
    await owner('POST', `/api/organizer/v1/events/${org.event}/sessions`, {
      sessions: [{ id: other, startsAt: new Date(Date.now() + 86_400_000).toISOString(), capacity: 0 }],
    })
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${org.session}/guests`,
      { viewport: { width: 390, height: 844 }, hasTouch: true },
    )
    const dialog = page.getByRole('dialog')
    const table = page.getByRole('table', { name: 'Guests' })
    const choose = (name: string) => table.getByRole('checkbox', { name: `Select ${name}` }).tap()
    await choose('Ann Fox')
    await page.getByRole('button', { name: 'Note', exact: true }).tap()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Side door')
    await dialog.getByRole('button', { name: 'Preview' }).tap()
    await dialog.getByRole('button', { name: 'Note: 1 guest' }).tap()
    await page.getByText('1 guest changed.').waitFor()
    await choose('Bo Fox')
    await choose('Ann Fox')
    await page.getByRole('button', { name: 'Move', exact: true }).tap()
    await dialog.getByRole('combobox', { name: 'Session' }).selectOption(other)
    await dialog.getByText('2 guests over capacity.').waitFor()
    await expectAccessible(page)
    const move = dialog.getByRole('button', { name: 'Move: 2 guests' })
    expect(await move.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /more guests than the capacity/ }).tap()
    await move.tap()
    await page.getByText('2 guests changed.').waitFor()
    await expectCount(table.getByText('Fox'), 0)
    const { data } = await owner<{ data: { attendee: { name: string } }[] }>(
      'GET',
      `/api/v1/sessions/${other}/tickets`,
    )
    expect(data.map(({ attendee }) => attendee.name).toSorted()).toEqual(['Ann Fox', 'Bo Fox'])
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(excess).toBe(0)
    expect(problems).toEqual([])
  })

  it('reverts an import whole in the history, once', async () => {
    const { org, owner } = await makeGuests()
    const imports = `/api/organizer/v1/sessions/${org.session}/imports`
    const tickets = ['Cy Imported', 'Di Imported'].map((attendeeName) => ({
      ...{ attendeeName, ticketTypeName: 'Standing' },
    }))
    const body = { tickets, match: 'guest', missing: 'void' }
    const { version } = await owner<{ version: string }>('POST', `${imports}/preview`, body)
    await owner('POST', imports, { ...body, expectedVersion: version })
    const list = async (q: string) => {
      const path = `/api/v1/sessions/${org.session}/tickets?${q}`
      return (await owner<{ data: { id: string; ticketNumber: string; status: string }[] }>('GET', path)).data
    }
    const voided = (await list('status=Voided')).length
    expect(voided).toBeGreaterThan(0)
    const [guest] = await list('q=cy')
    const item = { id: crypto.randomUUID(), type: 'CheckIn', ticketId: guest?.id, admitted: true }
    await owner('POST', `/api/v1/sessions/${org.session}/check-ins`, {
      items: [{ ...item, at: new Date().toISOString() }],
    })
    const { page, problems } = await open(org.manager, '/organizer/#/history')
    const revert = page.getByRole('button', { name: /^Revert/ })
    await revert.first().click()
    const dialog = page.getByRole('dialog', { name: /^Revert the import from/ })
    await dialog.getByText('Valid again').waitFor()
    await dialog.getByText(`${guest?.ticketNumber}: checked in by now`).waitFor()
    await dialog.getByText(/^The old values are kept until/).waitFor()
    await expectAccessible(page)
    // Somebody must decide what becomes of the guest who is in.
    expect(await dialog.getByRole('button', { name: 'Revert' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Keep 1 guest of the import who was checked in' }).check()
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await page.getByText(/^1 guest removed, \d+ valid again\. 1 ticket was left/).waitFor()
    expect((await list('q=imported')).map(({ status }) => status)).toEqual(['CheckedIn'])
    expect(await list('status=Voided')).toEqual([])
    // It can be reverted once.
    await page.reload()
    await page
      .getByText(/reverted/)
      .first()
      .waitFor()
    await expectCount(revert, 0)
    expect(problems).toEqual([])
  })

  it('follow a list elsewhere, which stops when it shrinks, and its changes are reverted in the history', {
    tags: ['full'],
  }, async () => {
    const { org, owner } = await makeGuests()
    let guests = 2
    let type = 'text/csv'
    const sheet = await startServer(() => {
      const rows = Array.from({ length: guests }, (_, n) => `Guest ${n} of Tom,g${n}@example.net`)
      const body = type === 'text/html' ? '<p>Sign in</p>' : ['Who dances,E-mail', ...rows].join('\n')
      return { headers: { 'Content-Type': type }, body }
    }, '')
    closings.push(sheet.close)
    const { page, problems } = await open(
      org.manager,
      `/organizer/#/events/${org.event}/sessions/${org.session}/guests`,
    )
    const dialog = page.getByRole('dialog')
    const entry = page.getByRole('region', { name: 'Sources' }).getByRole('listitem')
    const look = async (name: string): Promise<void> => {
      for (const width of [320, 390, 1_280]) {
        await page.setViewportSize({ width, height: 900 })
        await expectAccessible(page, `${name}, ${width} pixels wide`)
        const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect(await page.evaluate<number>(excess)).toBeLessThanOrEqual(0)
        if (process.env.SHOTS) {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const path = `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`
            await page.screenshot({ path, fullPage: true })
          }
        }
      }
    }
    await page.getByRole('button', { name: 'Add guests' }).click()
    await dialog.getByRole('button', { name: 'A list elsewhere' }).click()
    await page.getByText('No sources.').waitFor()

    await page.getByRole('button', { name: 'Add source' }).click()
    await dialog.getByText('Who has the link can read the whole guest list').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sheet of Tom')
    await dialog.getByRole('textbox', { name: 'Link' }).fill(`${sheet.url}/tom.csv`)
    await look('source-form')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectText(dialog.getByRole('status'), /New2/)
    await dialog.getByRole('combobox', { name: 'Who dances' }).selectOption('attendeeName')
    await dialog.getByRole('table', { name: 'Guests as read' }).getByText('Guest 1 of Tom').waitFor()
    await look('source-preview')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectText(entry, /Sheet of Tom.*Reads.*2 rows · Last read .* last change /)

    guests = 25
    await entry.getByRole('button', { name: 'Read now' }).click()
    await page.getByText('Sheet of Tom was read: 25 rows.').waitFor()
    guests = 4
    await entry.getByRole('button', { name: 'Read now' }).click()
    await expectText(entry, /Stopped.*25 guests were read before, now 4\. Nothing was changed\./)
    await look('sources')
    await page.getByRole('link', { name: 'Doors' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Sheet of Tom is stopped. 25 guests were read' })
    await alert.waitFor()
    await look('stopped-source')
    await alert.getByRole('link', { name: 'Open the sources' }).click()
    await entry.getByRole('button', { name: 'Keep stopped' }).click()
    await expectText(entry, /Stopped.*It reads nothing until somebody starts it/)
    await entry.getByRole('button', { name: 'Start' }).click()
    await entry.getByRole('button', { name: 'Take it' }).click()
    await expectText(entry, /Reads.*4 rows/)
    type = 'text/html'
    guests = 5
    await entry.getByRole('button', { name: 'Read now' }).click()
    await expectText(entry, /Problem.*The link leads to a web page/)

    await entry.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('textbox', { name: 'Read every' }).fill('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Must be a whole number from 1 to 1440').waitFor()
    await dialog.getByRole('textbox', { name: 'Read every' }).fill('10')
    await dialog.getByRole('combobox', { name: 'Guests who are no longer on the list' }).selectOption('void')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await entry.getByRole('button', { name: 'Remove' }).click()
    await entry.getByText('Its guests stay, and follow no list.').waitFor()
    await entry.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No sources.').waitFor()
    const path = `/api/v1/sessions/${org.session}/tickets?q=tom&pageSize=100`
    const count = async () => (await owner<{ data: unknown[] }>('GET', path)).data.length
    expect(await count()).toBe(25)

    await page.goto(`${service.api}/organizer/#/history`)
    const record = page.getByRole('row').filter({ hasText: 'Sheet of Tom added 23 guests to' })
    await record.waitFor()
    await look('source-history')
    await record.getByRole('button', { name: /^Revert/ }).click()
    await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
    await page.getByText(/^23 guests removed/).waitFor()
    expect(await count()).toBe(2)
    expect(problems).toEqual([])
  })

  it('says that the guests of a new session could not be copied', { tags: ['full'] }, async () => {
    const { org } = await makeGuests()
    const { page } = await open(org.manager, `/organizer/#/events/${org.event}`)
    await page.route('**/imports/preview', refuse)
    await page.getByRole('button', { name: 'Add session' }).click()
    await page.getByRole('textbox', { name: 'Capacity' }).fill('50')
    await page.getByRole('combobox', { name: 'Copy guests from …' }).selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Add session' }).click()
    await page.getByText('without guests: they could not be copied').waitFor()
    await page.getByRole('textbox', { name: 'Search tickets' }).waitFor()
  })

  it('puts a new session into a series, and takes it out', async () => {
    const { org, owner } = await makeGuests()
    const series = crypto.randomUUID()
    const event = `/api/organizer/v1/events/${org.event}`
    await owner('POST', `${event}/series`, { id: series, name: NAME })
    const readSessions = async () =>
      (await owner<{ data: { id: string }[] }>('GET', `${event}/series/${series}/sessions`)).data
    const { page, problems } = await open(org.manager, `/organizer/#/events/${org.event}`)
    await page.getByRole('button', { name: 'Add session' }).click()
    await page.getByRole('textbox', { name: 'Capacity' }).fill('50')
    await page.getByRole('combobox', { name: 'Series' }).selectOption(NAME)
    await page.getByRole('dialog').getByRole('button', { name: 'Add session' }).click()
    await page.getByRole('textbox', { name: 'Search tickets' }).waitFor()
    const [session] = await readSessions()
    expect(page.url()).toContain(session?.id)

    await page.goto(`${service.api}/organizer/#/events/${org.event}/sessions/${session?.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Series' }).selectOption('None')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectCount(page.getByRole('dialog'), 0)
    expect(await readSessions()).toEqual([])
    expect(problems).toEqual([])
  })
})
