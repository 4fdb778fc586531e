// Times by the clock of the event, on phones whose clock shows another one.
// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import {
  addressOf,
  asDoor,
  checkInElsewhere,
  expectText,
  makeTicketSource,
  readCheckIns,
  useDoor,
  WAIT_FOR_RESPONSES,
} from '../../support/node/door.ts'
import { openSignedIn, type PageOptions } from '../../support/node/page.ts'
import { sessionRow } from '../../support/organizer.ts'

const ZONES = ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']

/** Instants around both changes of the clock in Berlin, with the day and the time there. */
const STARTS: [startsAt: string, day: RegExp, time: string][] = [
  ['2031-03-29T22:30:00Z', /^Sat,? 29 Mar$/, '23:30 CET'],
  ['2031-03-30T00:30:00Z', /^Sun,? 30 Mar$/, '01:30 CET'],
  ['2031-03-30T01:30:00Z', /^Sun,? 30 Mar$/, '03:30 CEST'],
  ['2031-10-25T22:30:00Z', /^Sun,? 26 Oct$/, '00:30 CEST'],
  ['2031-10-26T00:30:00Z', /^Sun,? 26 Oct$/, '02:30 CEST'],
  ['2031-10-26T01:30:00Z', /^Sun,? 26 Oct$/, '02:30 CET'],
]

describe.skipIf(BROWSER === undefined)('times on a phone', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)
  /** A session at each instant, by its start. Each has a venue of its own, so that it has its own row. */
  const sessions = new Map<string, string>()

  const addSession = async (startsAt: string): Promise<void> => {
    const [id, venue] = [crypto.randomUUID(), crypto.randomUUID()]
    await service.insert('venues', { id: venue, organizer_id: service.org.id, name: startsAt })
    const row = sessionRow(id, service.org.event, Date.parse(startsAt))
    await service.insert('sessions', { ...row, venue_id: venue })
    sessions.set(startsAt, id)
  }
  const EARLY = '2031-03-01T03:14:00Z'
  beforeAll(async () => {
    await service.sql(
      `UPDATE events SET time_zone = 'Europe/Berlin' WHERE organizer_id = '${service.org.id}'`,
    )
    for (const startsAt of [EARLY, ...STARTS.map(([start]) => start)]) await addSession(startsAt)
  })

  const open = async (path: string, options: PageOptions) => {
    const { page, problems } = await openSignedIn(service, service.org.staff, path, {
      ...{ locale: 'en-GB', script: WAIT_FOR_RESPONSES },
      ...options,
    })
    return asDoor(page, problems)
  }
  const rowOf = (door: ReturnType<typeof asDoor>, startsAt: string) =>
    door.page.locator(`[href*="${sessions.get(startsAt)}"]`)
  /** The heading above a row. */
  const dayOf = (door: ReturnType<typeof asDoor>, startsAt: string): Promise<string> =>
    door.page.evaluate(`{
      let item = document.querySelector('[href*="${sessions.get(startsAt)}"]').closest('li')
      while (item.querySelector('h2') === null) item = item.previousElementSibling
      item.textContent
    }`)

  it.each(ZONES)('are those of the event in %s, which names its zone once', async (timezoneId) => {
    const door = await open('/door/', { timezoneId })
    for (const [startsAt, day, time] of STARTS) {
      await expectText(rowOf(door, startsAt), time)
      expect(await dayOf(door, startsAt)).toMatch(day)
    }
    for (const [startsAt, , time] of STARTS.slice(0, 3)) {
      await door.page.goto(`${service.api}${addressOf(sessions.get(startsAt) ?? '')}`)
      const header = door.page.locator('header')
      await expectText(header, time)
      const text = (await header.textContent()) ?? ''
      expect(text.match(/CES?T/g)).toHaveLength(1)
      expect(text.indexOf(time)).toBeGreaterThan(text.indexOf('Event'))
    }
    expect(door.problems).toEqual([])
  })

  it.each(['Europe/Berlin', 'Europe/Paris'])(
    'name no zone in %s, whose clock is the same',
    async (timezoneId) => {
      const door = await open('/door/', { timezoneId })
      for (const [startsAt, day, time] of STARTS) {
        await expectText(rowOf(door, startsAt), time.slice(0, 5))
        expect(await dayOf(door, startsAt)).toMatch(day)
      }
      expect(await door.page.getByText(/CES?T/).count()).toBe(0)
    },
  )

  it.each([
    ['en-US', 'Europe/Berlin', /(?<!\d)4:14\sAM/],
    ['en-US', 'America/New_York', /(?<!\d)4:14\sAM GMT\+1/],
    ['de-DE', 'Europe/Berlin', /04:14(?! AM)/],
    ['de-DE', 'Asia/Kolkata', /04:14 MEZ/],
  ])('write the hour as %s does, in %s', async (locale, timezoneId, text) => {
    const door = await open('/door/', { locale, timezoneId })
    await expectText(rowOf(door, EARLY), text)
  })

  it.each([
    // A day of 23 hours follows, then the night before one of 25.
    ['2031-03-29T22:45:00Z', '2031-03-30T01:30:00Z', 'Tomorrow'],
    ['2031-03-28T22:45:00Z', '2031-03-30T01:30:00Z', /^Sun/],
    ['2031-10-24T22:30:00Z', '2031-10-26T01:30:00Z', 'Tomorrow'],
    ['2031-10-25T09:00:00Z', '2031-10-25T22:30:00Z', 'Tomorrow'],
    ['2031-10-25T22:10:00Z', '2031-03-29T22:30:00Z', /^Sat/],
  ])('call a day today or tomorrow by the clock of the event: %s', async (now, startsAt, day) => {
    const door = await open('/door/', { timezoneId: 'America/New_York', time: Date.parse(now) })
    await rowOf(door, startsAt).waitFor()
    expect(await dayOf(door, startsAt)).toMatch(day)
  })

  it.each(ZONES)('of check-ins are those of the event in %s', async (timezoneId) => {
    const door = await open(addressOf(service.org.session), { timezoneId })
    await door.ready.waitFor()
    const ticket = await takeTicket()
    await checkInElsewhere(service, ticket, 'Gate B')
    const [checkIn] = await readCheckIns(service, ticket)
    const inBerlin = new Intl.DateTimeFormat('en-GB', {
      ...{ hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' },
    }).format(checkIn?.at)
    await door.enter(ticket.code)
    await expectText(door.alert, 'Already checked in')
    expect(await door.alert.textContent()).toContain(`at ${inBerlin}`)
    expect(door.problems).toEqual([])
  })

  it('name the zone of another session whose ticket is scanned', async () => {
    const door = await open(addressOf(service.org.otherEventSession), { timezoneId: 'Asia/Kolkata' })
    await door.ready.waitFor()
    const ticket = await takeTicket()
    await door.enter(ticket.code)
    await expectText(door.alert, 'For another session')
    await expectText(door.alert, /CES?T/)
  })
})
