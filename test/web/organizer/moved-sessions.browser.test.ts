// A session that gets another start: what moves with it, and what does not.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { eventually } from '../../support/node/page.ts'
import { expectCount, loseResponse, useApi, useConsole } from './console.ts'

const API = '/api/organizer/v1'
/** 20:00 in the zone of the event. */
const STARTS = '2031-06-12T18:00:00.000Z'
const TWO_LATER = '2031-06-12T22:00'

describe.skipIf(BROWSER === undefined)('a session that starts later', () => {
  const { service, open } = useConsole()

  /** A session in Berlin, seen from New York, with its form open. */
  const openForm = async () => {
    const org = await service.makeOrganizer({ startsAt: Date.parse(STARTS) })
    const owner = await useApi(service, org.owner)
    await owner('PATCH', `${API}/events/${org.event}`, { timeZone: 'Europe/Berlin' })
    const setRule = (type: string, rule: object) => owner('PATCH', `${API}/ticket-types/${type}`, rule)
    const path = `${API}/sessions/${org.session}`
    const start = async () => (await owner<{ startsAt: string }>('GET', path)).startsAt
    const address = `/organizer/#/events/${org.event}/sessions/${org.session}`
    const edit = async () => {
      const { page, problems } = await open(org.manager, address, { timezoneId: 'America/New_York' })
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog')
      const starts = dialog.getByLabel('Starts')
      await starts.waitFor()
      const hours = dialog.getByRole('table', { name: 'The hours of these ticket types move' })
      return {
        ...{ page, problems, dialog, starts, hours },
        save: () => dialog.getByRole('button', { name: 'Save' }).click(),
        rows: () => hours.locator('tbody').getByRole('row').allTextContents(),
      }
    }
    return { org, owner, setRule, path, start, edit }
  }

  it('moves the hours of its ticket types, which the form names before and after', async () => {
    const { org, setRule, start, edit } = await openForm()
    await setRule(org.types.VIP, { from: -30, until: 60 })
    await setRule(org.types.Standing, { until: 90 })
    const { starts, hours, rows, save, dialog, problems } = await edit()
    expect(await hours.count()).toBe(0)
    await starts.fill(TWO_LATER)
    await eventually(async () =>
      expect(await rows()).toEqual([
        'Standinguntil 21:30until 23:30',
        'VIPfrom 19:30 until 21:00from 21:30 until 23:00',
      ]),
    )
    await starts.fill('2031-06-13T20:00')
    await eventually(async () =>
      expect((await rows())[0]).toMatch(/^Standinguntil .*12 Jun.*21:30until .*13 Jun.*21:30$/),
    )
    await starts.fill('')
    await expectCount(hours, 0)
    await starts.fill('2031-06-12T20:00')
    await expectCount(hours, 0)
    await starts.fill(TWO_LATER)
    await save()
    await expectCount(dialog, 0)
    expect(await start()).toBe('2031-06-12T20:00:00.000Z')
    expect(problems).toEqual([])
  })

  it('says nothing where no ticket type has hours', async () => {
    const { edit, start } = await openForm()
    const { starts, hours, dialog, save } = await edit()
    await starts.fill(TWO_LATER)
    await save()
    await expectCount(dialog, 0)
    expect(await hours.count()).toBe(0)
    expect(await start()).toBe('2031-06-12T20:00:00.000Z')
  })

  it('is saved once when the answer is lost, and shows what another manager has saved', async () => {
    const { org, owner, setRule, path, start, edit } = await openForm()
    await setRule(org.types.VIP, { until: 60 })
    const { page, starts, rows, save, dialog } = await edit()
    await starts.fill(TWO_LATER)
    await eventually(async () => expect(await rows()).toEqual(['VIPuntil 21:00until 23:00']))
    await owner('PATCH', path, { startsAt: '2031-06-12T19:00:00.000Z' })
    await save()
    // From what the service has by now.
    await eventually(async () => expect(await rows()).toEqual(['VIPuntil 22:00until 23:00']))
    let attempts = 0
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      attempts += 1
      return attempts === 1 ? loseResponse(route) : route.continue()
    })
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expectCount(dialog, 0)
    expect(await start()).toBe('2031-06-12T20:00:00.000Z')
    expect(attempts).toBe(2)
    const { data } = await owner<{ data: unknown[] }>(
      'GET',
      `${API}/organizers/${org.id}/history?entityId=${org.session}`,
    )
    expect(data).toHaveLength(2)
  })

  /** A published listing of the session, with an end. */
  const addListing = async (
    owner: Awaited<ReturnType<typeof useApi>>,
    org: { id: string; event: string },
  ) => {
    const id = crypto.randomUUID()
    await owner('POST', `${API}/listings`, {
      ...{ id, organizerId: org.id, title: 'Summer Night', venueCity: 'Hamburg', status: 'Published' },
      ...{ startsAt: STARTS, endsAt: '2031-06-12T22:00:00.000Z', platformEventId: org.event },
    })
    return {
      id,
      times: async () => {
        const { startsAt, endsAt } = await owner<{ startsAt: string; endsAt: string }>(
          'GET',
          `${API}/listings/${id}`,
        )
        return [startsAt, endsAt]
      },
    }
  }
  const NEW_TIMES = ['2031-06-12T20:00:00.000Z', '2031-06-13T00:00:00.000Z']

  it('leaves its listing behind, which takes the new time after the form was saved', async () => {
    const { org, owner, edit } = await openForm()
    const listing = await addListing(owner, org)
    const { page, starts, save, dialog, problems } = await edit()
    expect(await dialog.getByRole('button', { name: 'Take the new time' }).count()).toBe(0)
    await starts.fill(TWO_LATER)
    await save()
    await dialog.getByRole('heading', { name: 'Listings with the old date' }).waitFor()
    await dialog
      .getByText(/^No session of its event begins at .*20:00\. The nearest one begins at .*22:00\.$/)
      .waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Take the new time: Summer Night' }).click()
    await expectCount(dialog, 0)
    expect(await listing.times()).toEqual(NEW_TIMES)
    expect(problems).toEqual([])
  })

  it('says in its form that a listing kept the old date, once it has moved', async () => {
    const { org, owner, path, edit } = await openForm()
    const listing = await addListing(owner, org)
    await owner('PATCH', path, { startsAt: NEW_TIMES[0] })
    const { dialog } = await edit()
    const button = dialog.getByRole('button', { name: 'Take the new time: Summer Night' })
    await button.click()
    await expectCount(button, 0)
    expect(await listing.times()).toEqual(NEW_TIMES)
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(1)
  })

  it('is named in the list of listings, where its time is taken once, and not over that of somebody else', async () => {
    const { org, owner, path } = await openForm()
    const listing = await addListing(owner, org)
    await owner('PATCH', path, { startsAt: NEW_TIMES[0] })
    const { page } = await open(org.manager, '/organizer/#/listings')
    const list = page.getByRole('list', { name: 'Listings' })
    const button = list.getByRole('button', { name: 'Take the new time: Summer Night' })
    await button.waitFor()
    await expectAccessible(page)
    const address = `**${API}/listings/${listing.id}`
    // Somebody else changes it between the reading and the writing.
    let patches = 0
    await page.route(address, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      patches += 1
      if (patches === 1) await owner('PATCH', `${API}/listings/${listing.id}`, { title: 'Night of theirs' })
      return patches === 2 ? loseResponse(route) : route.fallback()
    })
    await button.click()
    await list.getByRole('link', { name: /^Night of theirs/ }).waitFor()
    expect(await listing.times()).toEqual([STARTS, '2031-06-12T22:00:00.000Z'])
    await list.getByRole('button', { name: 'Take the new time: Night of theirs' }).dblclick()
    await expectCount(list.getByRole('button'), 0)
    expect(await listing.times()).toEqual(NEW_TIMES)
    expect(patches).toBe(3)
    const { data } = await owner<{ data: unknown[] }>(
      'GET',
      `${API}/organizers/${org.id}/history?entityId=${listing.id}`,
    )
    expect(data).toHaveLength(3)
  })
})
