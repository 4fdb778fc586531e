// Times by the clock of the event, for people whose clock shows another one.
// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import type { Organizer } from '../../support/organizer.ts'
import { sessionRow } from '../../support/organizer.ts'
import { expectCount, expectText, useConsole } from './console.ts'

const ZONES = ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']
const NOTE = 'Times in Europe/Berlin'

/** Instants around both changes of the clock in Berlin, with the day and the time there. */
const STARTS: [startsAt: string, shown: RegExp][] = [
  ['2031-03-29T22:30:00Z', /^Sat,? 29 Mar 2031, 23:30/],
  ['2031-03-30T00:30:00Z', /^Sun,? 30 Mar 2031, 01:30/],
  ['2031-03-30T01:30:00Z', /^Sun,? 30 Mar 2031, 03:30/],
  ['2031-10-25T22:30:00Z', /^Sun,? 26 Oct 2031, 00:30(?! C)/],
  ['2031-10-26T00:30:00Z', /^Sun,? 26 Oct 2031, 02:30 CEST/],
  ['2031-10-26T01:30:00Z', /^Sun,? 26 Oct 2031, 02:30 CET/],
]

describe.skipIf(BROWSER === undefined)('times in the console', () => {
  const { service, open } = useConsole()
  let org: Organizer
  let ticket: string
  beforeAll(async () => {
    const [[first], ...rest] = STARTS as [[string, RegExp], ...[string, RegExp][]]
    org = await service.makeOrganizer({ startsAt: Date.parse(first), tickets: 20 })
    await service.sql(`UPDATE events SET time_zone = 'Europe/Berlin' WHERE organizer_id = '${org.id}'`)
    for (const [startsAt] of rest)
      await service.insert('sessions', sessionRow(crypto.randomUUID(), org.event, Date.parse(startsAt)))
    const [row] = await service.sql<{ id: string }>(
      `SELECT id FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`,
    )
    ticket = row?.id ?? ''
  })

  it.each(ZONES)('are those of the event in %s, which names its zone once', async (timezoneId) => {
    const address = `/organizer/#/events/${org.event}`
    const { page, problems } = await open(org.manager, address, { timezoneId })
    const headers = page.getByRole('table', { name: 'Sessions' }).getByRole('rowheader')
    await expectCount(headers, STARTS.length)
    for (const [index, [, shown]] of STARTS.entries()) await expectText(headers.nth(index), shown)
    await expectCount(page.getByText(NOTE), 1)

    const session = `${address}/sessions/${org.session}`
    for (const tab of ['', '/guests', '/sources', '/lists', '/figures', '/list', '/inside', '/wall']) {
      await page.goto(`${service.api}${session}${tab}`)
      await page.getByText(/23:30/).first().waitFor()
      await expectCount(page.getByText(NOTE), 1)
    }
    await page.goto(`${service.api}${session}/guests/${ticket}`)
    await page.getByRole('heading', { level: 2, name: 'Check-ins' }).waitFor()
    await expectCount(page.getByText(NOTE), 1)
    await page.goto(`${service.api}/organizer/#/`)
    await page
      .getByText(/29 Mar 2031, 23:30/)
      .first()
      .waitFor()
    await expectCount(page.getByText(NOTE), 1)
    expect(problems).toEqual([])
  })

  it('name no zone where the clock is the same', async () => {
    const address = `/organizer/#/events/${org.event}`
    const { page } = await open(org.manager, address, { timezoneId: 'Europe/Paris' })
    await expectText(
      page.getByRole('table', { name: 'Sessions' }).getByRole('rowheader').first(),
      /29 Mar 2031, 23:30/,
    )
    await expectCount(page.getByText(/^Times in/), 0)
  })

  it.each([
    ['en-US', /11:30\sPM/],
    ['de-DE', /23:30/],
  ])('write the hour as %s does', async (locale, shown) => {
    const { page } = await open(org.manager, `/organizer/#/events/${org.event}/sessions/${org.session}`, {
      ...{ locale, timezoneId: 'America/New_York' },
    })
    await page.getByText(shown).first().waitFor()
    await expectCount(page.getByText(/0\d:\d\d\s[AP]M/), 0)
  })
})
