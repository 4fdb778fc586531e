// A night from scratch: an organizer sets up an event on a phone, uploads guests, and invites someone.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import {
  chooseAction,
  expectCount,
  expectText,
  holdRequests,
  loseResponse,
  useApi,
  useConsole,
} from './console.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

const guestFile = (count: number): string =>
  [
    'First name,Last name,E-mail,Type,Note,Persons',
    ...Array.from({ length: count }, (_, n) =>
      [
        `Guest${n}`,
        `O'Neill ${n}`,
        `guest${n}@example.com`,
        n % 3 === 0 ? 'VIP' : 'Standing',
        n === 7 ? 'Side entrance' : '',
        n === 9 ? 4 : 1,
      ].join(','),
    ),
  ].join('\n')

const csv = (text: string) => ({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describe.skipIf(BROWSER === undefined)('a first night', () => {
  const { service, open } = useConsole()
  let organizer: string
  let owner: string
  beforeEach(async () => {
    organizer = crypto.randomUUID()
    owner = `owner-${organizer}`
    await service.insert('organizers', { id: organizer, name: 'New Nights' })
    await service.insert('members', { organizer_id: organizer, subject: owner, role: 'owner' })
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** What was just done to many guests. */
  const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: /guests? (added|removed)/ })

  /** Imports what is previewed. */
  const applyIn = async (page: Page): Promise<void> => {
    await button(page, 'Apply').click()
    await noticeOf(page).waitFor()
  }

  /** Confirms the revert whose preview a dialog shows. */
  const revertIn = (page: Page): Promise<void> =>
    page
      .getByRole('dialog', { name: 'Revert', exact: true })
      .getByRole('button', { name: 'Revert', exact: true })
      .click()

  /** Makes an event and a session in the console. Leaves the page at the session's guests. */
  const setUp = async (page: Page, click: (name: string) => Promise<void>): Promise<void> => {
    await click('New event')
    await page.getByRole('textbox', { name: 'Name' }).fill('Summer Night')
    await click('Create event')
    await page.getByRole('heading', { level: 1, name: 'Summer Night' }).waitFor()
    await click('Add session')
    await page.getByRole('textbox', { name: 'Capacity' }).fill('400')
    await page.getByRole('dialog').getByRole('button', { name: 'Add session' }).click()
    await page.getByRole('textbox', { name: 'Search tickets' }).waitFor()
  }

  /** Opens the console, and sets up a night. */
  const openNight = async () => {
    const { page, problems } = await open(owner)
    const click = (name: string) => button(page, name).click()
    await setUp(page, click)
    return { page, problems, click }
  }

  it('is ready on a phone after nine clicks, with 300 guests of a file', async () => {
    const { page, problems } = await open(owner, '/organizer/', PHONE)
    let clicks = 0
    const click = async (name: string): Promise<void> => {
      clicks += 1
      await button(page, name).click()
    }
    const steps = page.getByRole('list', { name: 'Getting started' })
    await steps.waitFor()
    await expectAccessible(page)
    await setUp(page, click)
    await click('Add guests')
    await click('A file')
    clicks += 1
    await page.getByLabel('File').setInputFiles(csv(guestFile(300)))
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    // The preview comes by itself: 300 rows, one of four persons.
    await expectText(dialog.getByRole('status'), /New303/)
    await expectAccessible(page)
    await click('Apply')
    await expectText(noticeOf(page), /^303 guests added, 0 changed, 0 voided\./)
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('oneill 7')
    const rows = page.getByRole('table', { name: 'Guests' }).getByRole('row')
    await expectText(rows.nth(1), /Guest7 O'Neill 7/)
    expect(clicks).toBeLessThanOrEqual(9)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    const api = await useApi(service, owner)
    const [, , eventId, , sessionId] = new URL(page.url()).hash.split('/')
    expect(eventId).toBeDefined()
    const { data } = await api<{ data: { note: string | null; attendee: { name: string } }[] }>(
      'GET',
      `/api/v1/sessions/${sessionId}/tickets?q=side`,
    )
    expect(data).toEqual([])
    expect(problems).toEqual([])
  })

  it('keeps nothing twice when answers are lost', { tags: ['full'] }, async () => {
    const { page } = await open(owner)
    let lost = 0
    await page.route('**/api/organizer/v1/**', async (route) => {
      const isWrite = route.request().method() === 'POST' && !/preview$/.test(route.request().url())
      if (!isWrite || lost >= 3) return route.fallback()
      lost += 1
      return loseResponse(route)
    })
    const click = (name: string) => button(page, name).click()
    await setUp(page, click)
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(csv(guestFile(5)))
    await click('Apply')
    await expectText(noticeOf(page), /^5 guests added/)
    expect(lost).toBe(3)
    const api = await useApi(service, owner)
    const { data } = await api<{ data: { organizerId: string; id: string }[] }>(
      'GET',
      '/api/organizer/v1/events',
    )
    expect(data).toHaveLength(1)
    const sessions = await api<{ data: { counts: { Valid: number } }[] }>(
      'GET',
      `/api/organizer/v1/events/${data[0]?.id}/sessions`,
    )
    expect(sessions.data.map(({ counts }) => counts.Valid)).toEqual([5])
  })

  it('says what is wrong in a file, and takes an upload back', async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    await page.getByLabel('File').setInputFiles(csv('Name,Persons\nAna,0\nBo,2'))
    await expectText(
      dialog.getByRole('alert'),
      /1 problem\..*Line 2: Number of people: must be a whole number/,
    )
    await page.getByLabel('File').setInputFiles(csv('Wer,Was\nAna,VIP'))
    // The preview is still under way while another column is chosen.
    const release = await holdRequests(page, '**/imports/preview')
    await expectText(dialog.getByRole('alert'), /No column is a name/)
    await dialog.getByRole('combobox', { name: 'Wer' }).selectOption('Name')
    await click('Preview')
    await dialog.getByRole('combobox', { name: 'Was' }).selectOption('Ticket type')
    release()
    await expectText(dialog.getByRole('status'), /New1.*New ticket types: VIP/)
    // A corrected file keeps the columns.
    await page.getByLabel('File').setInputFiles(csv('Wer,Was\nAna,VIP\nBo,VIP'))
    await expectText(dialog.getByRole('status'), /New2.*New ticket types: VIP/)
    await click('Apply')
    await click('Revert')
    await revertIn(page)
    await expectText(noticeOf(page), /^2 guests removed\./)
    await click('Close')
    await expectCount(noticeOf(page), 0)
    await page.getByText('No guests yet.').waitFor()
  })

  it('takes its own upload back, not a later one by somebody else', { tags: ['full'] }, async () => {
    const other = `manager-${organizer}`
    await service.insert('members', { organizer_id: organizer, subject: other, role: 'manager' })
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(csv('Name,Type\nAna,VIP'))
    await click('Apply')
    await button(page, 'Revert').waitFor()

    const api = await useApi(service, other)
    const events = await api<{ data: { id: string }[] }>('GET', '/api/organizer/v1/events')
    const sessions = await api<{ data: { id: string }[] }>(
      'GET',
      `/api/organizer/v1/events/${events.data[0]?.id}/sessions`,
    )
    const imports = `/api/organizer/v1/sessions/${sessions.data[0]?.id}/imports`
    const body = { tickets: [{ ticketTypeName: 'VIP', attendeeName: 'Bo' }], match: 'guest' }
    const { version } = await api<{ version: string }>('POST', `${imports}/preview`, body)
    await api('POST', imports, { ...body, expectedVersion: version })

    await click('Revert')
    await revertIn(page)
    await expectText(noticeOf(page), /^1 guest removed\./)
    await page.getByRole('link', { name: 'Bo' }).waitFor()
    await expectCount(page.getByRole('link', { name: 'Ana' }), 0)
  })

  it('reads the export of a ticket shop, with its codes', { tags: ['full'] }, async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(join(import.meta.dirname, '../../scripts/fixtures/tito.csv'))
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    await dialog.getByText('3 rows, exported from Tito.').waitFor()
    await applyIn(page)
    await page.getByRole('link', { name: 'Max Muster' }).click()
    await page.getByText('ti_hJ7nPk2SdF4gZxCv').waitFor()
    await page.getByRole('img', { name: 'Ticket code' }).waitFor()
    await expectAccessible(page)
  })

  it('makes codes for a list whose own codes are not on the tickets', { tags: ['full'] }, async () => {
    const { page } = await open(owner)
    const click = (name: string) => button(page, name).click()
    await setUp(page, click)
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(csv('Name,QR code\nAna,own-code'))
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    const printed = dialog.getByRole('combobox', { name: 'What is printed on the tickets?' })
    await printed.selectOption('Nothing yet: create new codes')
    await click('Preview')
    await applyIn(page)
    await page.getByRole('link', { name: 'Ana' }).click()
    await page.getByRole('img', { name: 'Ticket code' }).waitFor()
    expect(await page.getByText('own-code').count()).toBe(0)
  })

  it('reads a workbook', async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(join(import.meta.dirname, 'fixtures/guests.xlsx'))
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    await expectText(dialog.getByRole('status'), /New3.*New ticket types: VIP, Standing/)
    await applyIn(page)
    await expectCount(page.getByRole('link', { name: 'Ana García' }), 2)
  })

  const workbook = (name: string): string => join(import.meta.dirname, '../../domain/import/workbooks', name)

  it('asks which sheets of a workbook to read, and names the types by them', { tags: ['full'] }, async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(workbook('sheets-two.xlsx'))
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    const friends = dialog.getByRole('checkbox', { name: 'Friends, 2 rows' })
    await friends.waitFor()
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Preview' }).count()).toBe(0)
    await expectAccessible(page)
    await friends.check()
    await expectText(dialog, /Not read: VIP, 1 row\./)
    await expectText(dialog.getByRole('status'), /New2.*New ticket types: Friends/)
    await dialog.getByRole('checkbox', { name: 'VIP, 1 row' }).check()
    await expectText(dialog.getByRole('status'), /New3.*New ticket types: VIP, Friends/)
    await applyIn(page)
    await page.getByRole('link', { name: 'Cy Friend' }).waitFor()
  })

  it('says which rows of a workbook are hidden or rounded, and which sheets it does not read', {
    tags: ['full'],
  }, async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    const file = page.getByLabel('File')
    await file.setInputFiles(workbook('hidden.xlsx'))
    await expectText(dialog, /1 hidden row is read like the others \(line 3\)\./)
    await file.setInputFiles(workbook('sheets-cover.xlsx'))
    await expectText(dialog, /Not read: Read me, 2 rows\./)
    await file.setInputFiles(workbook('rounded.xlsx'))
    await expectText(dialog.getByRole('alert'), /Line 2: code: the spreadsheet has rounded this number\./)
  })

  it('reads a list below a title, with companions, and shows what it skips', { tags: ['full'] }, async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A file')
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    const list = 'Gästeliste Freitag;;\nName;Begleitung;Telefon\nAna;2;030\nBo;;031'
    await page.getByLabel('File').setInputFiles(csv(list))
    await expectText(dialog.getByRole('status'), /New4/)
    await expectText(dialog, /Ana · Bo/)
    await expectText(dialog, /Not imported: Telefon\./)
    await expectAccessible(page)
    const headings = dialog.getByRole('combobox', { name: 'Headings' })
    await headings.selectOption('No headings')
    await expectText(dialog.getByRole('alert'), /No column is a name/)
    await headings.selectOption('Line 2: Name, Begleitung, Telefon')
    await expectText(dialog.getByRole('status'), /New4/)
    await applyIn(page)
    await page.getByRole('link', { name: 'Ana +2' }).waitFor()
  })

  it('shows what is left to do until it is done or dismissed', async () => {
    const { page, problems, click } = await openNight()
    const started = page.getByRole('region', { name: 'Getting started' })
    await page.goto(`${service.api}/organizer/#/today`)
    await expectText(started, '2 of 5')
    await expectAccessible(page)
    await expectCount(started.getByRole('link'), 1)
    await started.getByRole('link', { name: 'Add guests' }).click()
    await click('A pasted list')
    await page.getByRole('textbox', { name: 'Names' }).fill('Ana')
    await click('Preview')
    await expectText(page.getByRole('dialog').getByRole('alert'), /Line 1: Choose the ticket type/)
    // Where there is no type yet, one tap takes the usual one, and previews.
    await page.getByRole('button', { name: 'Guest list: Ticket type' }).click()
    await applyIn(page)
    await service.insert('members', { organizer_id: organizer, subject: `bo-${organizer}`, role: 'manager' })
    await page.getByRole('link', { name: 'Summer Night' }).first().click()
    await expectText(started, '4 of 5')
    const event = page.url()
    // What is typed next belongs to the form, also while the screen behind it loads.
    const release = await holdRequests(page, '**/devices?*')
    await started.getByRole('link', { name: 'Add phone' }).click()
    await page.getByRole('dialog').locator('input:focus').waitFor()
    release()
    await page.keyboard.press('Escape')
    await page.goto(event)
    await click('Dismiss: Getting started')
    await expectCount(started, 0)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Summer Night' }).waitFor()
    await page.goto(`${service.api}/organizer/#/`)
    await page.getByRole('heading', { level: 2, name: 'Summer Night' }).waitFor()
    await expectCount(started, 0)

    // Another person has it until all is done.
    const other = await open(`bo-${organizer}`, '/organizer/#/today')
    const theirs = other.page.getByRole('region', { name: 'Getting started' })
    await expectText(theirs, '4 of 5')
    await service.sql(`UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE session_number IN
      (SELECT number FROM sessions WHERE organizer_id = '${organizer}')`)
    await other.page.reload()
    await other.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await expectCount(theirs, 0)
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('adds pasted names, and copies them to a new session', async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('A pasted list')
    await page.getByRole('textbox', { name: 'Names' }).fill('Press:\n- Ana +1\n2) Bo - photo')
    // Who has pasted a list is asked, once, before it is lost.
    let asked = 0
    page.on('dialog', async (question) => {
      asked += 1
      await (asked === 1 ? question.dismiss() : question.accept())
    })
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog'), 1)
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog'), 0)
    expect(asked).toBe(2)
    await click('Add guests')
    await click('A pasted list')
    await page.getByRole('textbox', { name: 'Names' }).fill('Press:\n- Ana +1\n2) Bo - photo')
    await click('Preview')
    await expectText(page.getByRole('dialog').getByRole('status'), /New3/)
    await expectAccessible(page)
    await applyIn(page)
    await page.getByRole('link', { name: 'Ana +1' }).waitFor()
    const event = new URL(page.url()).hash.split('/')[2]
    await page.goto(`${service.api}/organizer/#/events/${event}`)
    await click('Add session')
    await page.getByRole('textbox', { name: 'Capacity' }).fill('50')
    const copy = page.getByRole('combobox', { name: 'Copy guests from …' })
    await copy.selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Add session' }).click()
    await page.getByRole('link', { name: 'Ana +1' }).waitFor()
    await click('Add guests')
    await click('Another session')
    await expectText(page.getByRole('dialog').getByRole('status'), /New0.*Unchanged3/)
    await expectAccessible(page)
  })

  it('shows the guests of a pasted list as they were read', { tags: ['full'] }, async () => {
    const { page, problems, click } = await openNight()
    await click('Add guests')
    await click('A pasted list')
    const dialog = page.getByRole('dialog', { name: 'Paste a list' })
    const many = Array.from(
      { length: 60 },
      (_, index) => `Guest ${String.fromCharCode(65 + (index % 26))}${'x'.repeat(index)}`,
    )
    const list = [
      'Ana Smith +2 ana@example.com - press',
      'Bo & Cy',
      '----',
      ...many,
      'García López, María José',
    ]
    await page.getByRole('textbox', { name: 'Names' }).fill(list.join('\n'))
    await page.getByRole('combobox', { name: 'Ticket type' }).fill('Crew')
    await click('Preview')
    await expectText(dialog.getByRole('status'), /New66/)
    const rows = dialog.getByRole('table', { name: 'Guests as read' }).getByRole('row')
    await expectText(rows.nth(1), /^Ana Smithana@example\.com · press2Crew$/)
    await expectText(rows.nth(2), /^Bo & CyLine 2: "Bo & Cy" is one guestCrew$/)
    // The headings, the first fifty, and the two of the line with a warning.
    await expectCount(rows, 53)
    await expectText(rows.nth(52), /^María JoséLine 64: two guests, "García López" and "María José"Crew$/)
    await expectText(dialog, /And 12 guests more\./)
    await expectText(dialog, /Line 3: "----" is not a guest/)
    await expectAccessible(page)
    const several = page.getByRole('group', { name: '“Bo & Cy” is' })
    await several.getByRole('radio', { name: 'a guest for each name, and so are lines like it' }).check()
    await click('Preview')
    await expectText(dialog.getByRole('status'), /New67/)
    await expectText(rows.nth(3), /^CyCrew$/)

    // A text file is such a list, too, whose type a person chooses.
    await click('Cancel')
    await click('Add guests')
    await click('A file')
    const file = { ...csv('Ana Smith +1\nBo & Cy\nVIP:\nDi Moon'), name: 'guests.txt' }
    await page.getByLabel('File').setInputFiles(file)
    const upload = page.getByRole('dialog', { name: 'Upload guests' })
    await expectText(upload.getByRole('alert'), /Line 1: Choose the ticket type of these guests\./)
    await upload.getByRole('textbox', { name: 'Ticket type for guests without one' }).fill('Crew')
    await several.getByRole('radio', { name: /^a guest for each name/ }).check()
    await click('Preview')
    await expectText(upload.getByRole('status'), /New5.*New ticket types: Crew, VIP/)
    await expectAccessible(page)

    // So is a table that says who does not come, and has rows of no guest.
    await click('Cancel')
    await click('Add guests')
    await click('A file')
    const table = 'Name,RSVP,Guests\nPress,,\nEd Sun,Going,1\nFi Moe,No,0\nGu Ray,maybe,0\nTotal guests,,1'
    await page.getByLabel('File').setInputFiles(csv(table))
    await click('Preview')
    await expectText(upload.getByRole('status'), /New4.*New ticket types: Press/)
    await expectText(upload, /1 guest with the status “No”: void/)
    await expectText(upload, /Line 2: "Press" is the ticket type of the guests after it/)
    await expectText(upload, /Line 5: "maybe" is read as a guest who comes/)
    await expectText(upload, /Line 6: "Total guests" is left out/)
    await expectAccessible(page)
    expect([...problems]).toEqual([])
  })

  it('asks what happens to guests who are on the list already, and chooses nothing beforehand', async () => {
    const { page, problems, click } = await openNight()
    const dialog = page.getByRole('dialog', { name: 'Upload guests' })
    const upload = async (text: string) => {
      await click('Add guests')
      await click('A file')
      await page.getByLabel('File').setInputFiles(csv(text))
    }
    await upload('Name,Type\nAna Smith,Standing\nBo Lind,Standing')
    await expectText(dialog.getByRole('status'), /New2/)
    await expectCount(dialog.getByRole('radio'), 0)
    await applyIn(page)
    await upload('Name,Type,Plus ones\nana smith,VIP,1\nCy,VIP,\nCY,Crew,')
    const asked = dialog.getByRole('group', { name: '2 guests are on the list already' })
    await expectText(asked, /Line 2: ana smith, VIP, ana smith \+1 – is also: 000001, Standing/)
    await expectText(asked, /Line 4: CY, Crew – is also: Line 3: Cy, VIP/)
    await expectCount(asked.getByRole('radio', { checked: true }), 0)
    const apply = dialog.getByRole('button', { name: 'Apply', exact: true })
    await expectCount(apply, 0)
    await expectAccessible(page)
    await asked.getByRole('radio', { name: 'Add all' }).check()
    await expectText(dialog.getByRole('status'), /New4Changed0/)
    await asked.getByRole('radio', { name: 'Skip them' }).check()
    await expectText(dialog.getByRole('status'), /New1Changed0/)
    await asked.getByRole('radio', { name: 'Change those on the list' }).check()
    await expectText(dialog.getByRole('status'), /New2Changed1/)
    // Something else to import is asked anew.
    await click('Preview')
    await expectCount(asked.getByRole('radio', { checked: true }), 0)
    await asked.getByRole('radio', { name: 'Change those on the list' }).check()
    await apply.click()
    await expectText(noticeOf(page), /^2 guests added, 1 changed/)
    await page.getByRole('link', { name: 'ana smith +1' }).waitFor()
    await expectCount(page.getByRole('link', { name: 'Cy', exact: true }), 1)

    // Somebody comes on another date. The old file says so before it adds them here again.
    const [, , eventId, , sessionId] = new URL(page.url()).hash.split('/')
    const api = await useApi(service, owner)
    const v1 = '/api/organizer/v1'
    const there = crypto.randomUUID()
    await service.sql(
      `INSERT INTO sessions (id, event_id, starts_at, capacity)
       VALUES ('${there}', '${eventId}', ${Date.UTC(2031, 11, 5, 12)}, 9)`,
    )
    const moving = { filter: { q: 'bo lind' }, changes: { sessionId: there } }
    const path = `${v1}/sessions/${sessionId}/tickets/bulk-update`
    const { version } = await api<{ version: string }>('POST', `${path}/preview`, moving)
    await api('POST', path, { ...moving, expectedVersion: version })
    await upload('Name,Type\nBo Lind,Standing\nDi,Standing')
    const gone = dialog.getByRole('group', { name: '1 guest was moved to another date' })
    await expectText(gone, /Line 2: Bo Lind, Standing – was moved to Fri, 5 Dec 2031, 13:00, Summer Night/)
    await expectCount(gone.getByRole('radio'), 2)
    await expectCount(apply, 0)
    await expectAccessible(page)
    await gone.getByRole('radio', { name: 'Skip them' }).check()
    await expectText(dialog.getByRole('status'), /New1Changed0/)
    expect([...problems]).toEqual([])
  })

  it('shows a night as it goes, who has not come, and a list for paper', async () => {
    const { page, problems, click } = await openNight()
    await click('Add guests')
    await click('A file')
    await page.getByLabel('File').setInputFiles(csv(guestFile(30)))
    await applyIn(page)
    const [, , eventId, , sessionId] = new URL(page.url()).hash.split('/')
    await page.goto(`${service.api}/organizer/#/events/${eventId}/sessions/${sessionId}`)
    const types = page.getByRole('table', { name: 'By ticket type' })
    await expectText(types.getByRole('row').nth(2), /^VIP013$/)
    const api = await useApi(service, owner)
    const { data } = await api<{ data: { id: string; ticketTypeName: string }[] }>(
      'GET',
      `/api/v1/sessions/${sessionId}/tickets?q=guest0`,
    )
    await api('POST', `/api/v1/sessions/${sessionId}/check-ins`, {
      device: 'Gate A',
      items: [
        { type: 'CheckIn', id: crypto.randomUUID(), ticketId: data[0]?.id, at: new Date().toISOString() },
      ],
    })
    // Without a click, by the next request.
    await expectText(types.getByRole('row').nth(2), /^VIP112$/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Expected' }).click()
    await page.getByRole('textbox', { name: 'Search tickets' }).waitFor()
    await expectCount(page.getByRole('table', { name: 'Guests' }).getByRole('row'), 1 + 32)
    const saved = page.waitForEvent('download')
    await chooseAction(page, 'Download')
    const file = await (await saved).createReadStream()
    const text = (await file.toArray()).join('')
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 32)
    await page.route('**/tickets.csv?*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'too-often' },
        json: { code: 'rate_limited', message: 'Too many downloads.' },
      }),
    )
    await chooseAction(page, 'Download')
    await expectText(page.getByRole('alert'), /^Too many downloads\.Request id too-often$/)
    await page.goto(`${service.api}/organizer/#/events/${eventId}/sessions/${sessionId}/list`)
    await expectCount(page.getByRole('table', { name: 'Guests' }).getByRole('row'), 1 + 33)
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By ticket type')
    await expectCount(page.getByRole('table', { name: 'VIP' }).getByRole('row'), 1 + 13)
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    expect(await button(page, 'Print').isVisible()).toBe(false)
    // The paper has no navigation, however wide it is.
    const { width = 0 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
    expect(width).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.8)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it('adds dates by rule, across the change of the clock', { tags: ['full'] }, async () => {
    const { page, problems } = await open(owner)
    const click = (name: string) => button(page, name).click()
    await click('New event')
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('ber')
    await page.getByRole('option', { name: 'Europe/Berlin', exact: true }).click()
    await click('Create event')
    await click('Add session')
    await page.getByLabel('Starts').fill('2031-03-23T20:00')
    expect(await page.getByLabel('Until').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly')
    await page.getByLabel('Until').fill('2031-04-06')
    await page.getByRole('textbox', { name: 'Capacity' }).fill('100')
    await page.getByText('3 dates').waitFor()
    await page.getByRole('combobox', { name: 'Venue' }).selectOption({ label: 'A new venue…' })
    await page.getByRole('textbox', { name: 'Name of the venue' }).fill('Glass Hall')
    await page.getByRole('dialog').getByRole('button', { name: 'Add session' }).click()
    const table = page.getByRole('table', { name: 'Sessions' })
    await expectCount(table.getByRole('row'), 4)
    const api = await useApi(service, owner)
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/organizer/v1/events')
    const sessions = await api<{ data: { startsAt: string }[] }>(
      'GET',
      `/api/organizer/v1/events/${data[0]?.id}/sessions`,
    )
    expect(sessions.data.map(({ startsAt }) => startsAt)).toEqual([
      '2031-03-23T19:00:00.000Z',
      '2031-03-30T18:00:00.000Z',
      '2031-04-06T18:00:00.000Z',
    ])
    expect(problems).toEqual([])
  })

  it('changes the capacity of a session and leaves its start as it is, to the second', async () => {
    const api = await useApi(service, owner)
    const [event, session] = [crypto.randomUUID(), crypto.randomUUID()]
    await api('POST', '/api/organizer/v1/events', { id: event, organizerId: organizer, name: 'Weekly' })
    const startsAt = '2031-06-12T18:00:30.000Z'
    await api('POST', `/api/organizer/v1/events/${event}/sessions`, {
      sessions: [{ id: session, startsAt, capacity: 100 }],
    })
    const { page } = await open(owner, `/organizer/#/events/${event}/sessions/${session}`)
    await button(page, 'Edit').click()
    await page.getByRole('textbox', { name: 'Capacity' }).fill('120')
    await button(page, 'Save').click()
    await expectCount(page.getByRole('dialog'), 0)
    expect(await api('GET', `/api/organizer/v1/sessions/${session}`)).toMatchObject({
      startsAt,
      capacity: 120,
    })
  })

  it('shows who added whom at the door', { tags: ['full'] }, async () => {
    const api = await useApi(service, owner)
    const event = crypto.randomUUID()
    await api('POST', '/api/organizer/v1/events', { id: event, organizerId: organizer, name: 'Weekly' })
    const session = crypto.randomUUID()
    await api('POST', `/api/organizer/v1/events/${event}/sessions`, {
      sessions: [{ id: session, startsAt: new Date().toISOString(), capacity: 100 }],
    })
    const { page, problems } = await open(owner, `/organizer/#/events/${event}`)
    await button(page, 'Edit event').click()
    await page.getByRole('combobox', { name: 'Walk-ins' }).selectOption('On')
    await button(page, 'Save').click()
    await expectCount(page.getByRole('dialog'), 0)
    const ticketId = crypto.randomUUID()
    const { results } = await api<{ results: { outcome: string }[] }>(
      'POST',
      `/api/v1/sessions/${session}/check-ins`,
      {
        device: 'Gate B',
        items: [
          {
            ...{ type: 'WalkIn', id: crypto.randomUUID(), ticketId, name: 'Ana Ruiz' },
            ...{ ticketTypeName: 'Box office', at: new Date().toISOString() },
          },
        ],
      },
    )
    expect(results[0]?.outcome).toBe('CheckedIn')
    await page.goto(`${service.api}/organizer/#/events/${event}/sessions/${session}`)
    await expectText(page.getByRole('region', { name: 'At the door', exact: true }), /Walk-ins\s*1/)
    await page.goto(`${service.api}/organizer/#/events/${event}/sessions/${session}/guests/${ticketId}`)
    const entry = page.getByRole('listitem').filter({ hasText: 'Added at the door' })
    await expectText(entry, /Checked in · Added at the door/)
    await expectText(entry, /Gate B/)
    expect(problems).toEqual([])
  })

  it('invites somebody, who joins by the link', async () => {
    const { page, problems } = await open(owner, '/organizer/#/people')
    await button(page, 'Invite').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bo')
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Manager')
    await button(page, 'Create link').click()
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    expect(link).toMatch(/\/organizer\/#join\/[\w-]{22,}$/)
    const guest = `new-${crypto.randomUUID()}`
    const joined = await open(guest, new URL(link).pathname + new URL(link).hash)
    await expectText(joined.page.getByRole('status'), /You have joined New Nights. Your role: Manager\./)
    await button(page, 'Close').click()
    await page.reload()
    const members = page.getByRole('table', { name: 'Members' })
    await expectText(members, /Bo/)
    await members.getByRole('button', { name: 'Change role: Bo' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Door staff')
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Bo is now door staff.').waitFor()
    const api = await useApi(service, owner)
    await eventually(async () => {
      const { data } = await api<{ data: { subject: string; role: string }[] }>(
        'GET',
        `/api/organizer/v1/organizers/${organizer}/members`,
      )
      expect(data.find(({ subject }) => subject === guest)?.role).toBe('staff')
    })
    await expectAccessible(page)
    await page.getByRole('link', { name: 'History' }).click()
    await expectText(
      page.getByRole('table', { name: 'History' }),
      /changed the role of Bo.*accepted an invitation/,
    )
    await expectAccessible(page)
    expect([...problems, ...joined.problems]).toEqual([])
  })

  it('changes a guest beside somebody else, who is shown', async () => {
    const { page, click } = await openNight()
    await click('Add guests')
    await click('One guest')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana')
    await click('Add guest')
    await page.getByRole('link', { name: 'Ana' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor()
    const [, , , , sessionId, , ticketId] = new URL(page.url()).hash.split('/')
    await click('Edit')
    await page.getByRole('textbox', { name: 'Seat' }).fill('A 1')
    const api = await useApi(service, owner)
    await api('PATCH', `/api/organizer/v1/sessions/${sessionId}/tickets/${ticketId}`, { seatLabel: 'B 2' })
    await click('Save')
    const alert = page.getByRole('dialog').getByRole('alert')
    await expectText(alert, /Someone else changed this.*SeatB 2A 1/)
    await click('Save mine')
    await expectText(page.getByRole('region', { name: 'Ticket' }), /SeatA 1/)

    // A check-in during the edit does not conflict with it.
    await click('Edit')
    await page.getByRole('textbox', { name: 'Note' }).fill('Front row')
    const at = new Date().toISOString()
    await api('POST', `/api/v1/sessions/${sessionId}/check-ins`, {
      device: 'Gate A',
      items: [{ type: 'CheckIn', id: crypto.randomUUID(), ticketId, at }],
    })
    await click('Save')
    await expectCount(page.getByRole('dialog'), 0)
    await expectText(page.getByRole('region', { name: 'Ticket' }), /StatusChecked in.*NoteFront row/)
    // The history names what was changed, and nothing else.
    await expectText(
      page.getByRole('table', { name: 'History' }).getByRole('cell').first(),
      /changed the guest .*Changed: Note$/,
    )
    await click('Undo check-in')
    await page.getByRole('alert').getByRole('button', { name: 'Undo check-in' }).click()
    await expectText(page.getByRole('region', { name: 'Ticket' }), /StatusExpected/)
    await click('Void')
    await page.getByRole('alert').getByRole('button', { name: 'Void' }).click()
    await expectText(page.getByRole('region', { name: 'Ticket' }), /StatusVoid/)
    await click('Restore')
    await expectText(page.getByRole('region', { name: 'Ticket' }), /StatusExpected/)
    await click('Check in')
    await expectText(page.getByRole('region', { name: 'Ticket' }), /StatusChecked in/)
  })
})
