// A session that gets another start: what moves with it, and what does not.
import { describe, expect, it } from 'vitest'
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
})
