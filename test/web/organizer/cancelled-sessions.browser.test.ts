// Cancelling a session in the console, for its guests and its listing, and taking that back.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { chooseAction, expectCount, makeSeries, partsOf, useApi, useConsole } from './console.ts'

const API = '/api/organizer/v1'
const STARTS = '2031-06-12T18:00:00.000Z'
const NOTICE = 'The band is ill. Your ticket is valid on 26 June.'
const pictures = process.env.PICTURES

type State = { cancelledAt: string | null; cancelNotice: string | null }

describe.skipIf(BROWSER === undefined)('cancelling a session', () => {
  const { service, open } = useConsole()

  const openSession = async () => {
    const org = await service.makeOrganizer({ startsAt: Date.parse(STARTS), tickets: 3 })
    const owner = await useApi(service, org.owner)
    const path = `${API}/sessions/${org.session}`
    const stateOf = async () => {
      const { cancelledAt, cancelNotice } = await owner<State>('GET', path)
      return [cancelledAt !== null, cancelNotice]
    }
    const address = `/organizer/#/events/${org.event}/sessions/${org.session}`
    const opened = await open(org.manager, address)
    const { page } = opened
    const dialog = page.getByRole('dialog')
    const openForm = async () => {
      await chooseAction(page, 'Cancel session')
      await dialog.getByLabel('Notice').waitFor()
    }
    return { ...opened, org, owner, path, stateOf, dialog, openForm }
  }
  const shoot = async (page: Awaited<ReturnType<typeof open>>['page'], name: string) => {
    if (pictures === undefined) return
    for (const [width, scheme] of [
      [390, 'light'],
      [1280, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png` })
    }
  }

  it('shows what guests will see, offers to cancel its listing, and is taken back', async () => {
    const { page, problems, org, owner, stateOf, dialog, openForm } = await openSession()
    const listing = crypto.randomUUID()
    await owner('POST', `${API}/listings`, {
      ...{
        id: listing,
        organizerId: org.id,
        title: 'Summer Night',
        venueCity: 'Hamburg',
        status: 'Published',
      },
      ...{ startsAt: STARTS, platformEventId: org.event },
    })
    await openForm()
    await dialog.getByLabel('Notice').fill('x'.repeat(501))
    const submit = dialog.getByRole('button', { name: 'Cancel session' })
    await submit.click()
    await dialog.getByText('Enter at most 500 characters.').waitFor()
    await dialog.getByLabel('Notice').fill(NOTICE)
    await dialog.getByRole('figure').getByText(NOTICE).waitFor()
    await expectAccessible(page)
    await shoot(page, 'cancel-dialog')
    expect(await stateOf()).toEqual([false, null])
    await submit.click()
    await dialog.getByText(/^Its session at .* is cancelled\.$/).waitFor()
    expect(await stateOf()).toEqual([true, NOTICE])
    await shoot(page, 'cancel-listing')
    await dialog.getByRole('button', { name: 'Cancel the listing: Summer Night' }).click()
    await expectCount(dialog, 0)
    expect((await owner<{ status: string }>('GET', `${API}/listings/${listing}`)).status).toBe('Cancelled')

    const notice = page.getByRole('region', { name: 'Cancelled' })
    await notice.getByText(NOTICE).waitFor()
    await expectAccessible(page)
    await shoot(page, 'cancelled-session')
    await expectCount(page.getByRole('button', { name: 'More actions' }), 0)
    await notice.getByRole('button', { name: 'Change notice' }).click()
    await dialog.getByLabel('Notice').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectCount(dialog, 0)
    expect(await stateOf()).toEqual([true, null])
    await notice.getByRole('button', { name: 'Take back' }).click()
    await expectCount(notice, 0)
    expect(await stateOf()).toEqual([false, null])
    await page.goto(`${service.api}/organizer/#/history`)
    await page.getByText(/took back the cancellation of a session of/).waitFor()
    await page.getByText(/ cancelled a session of/).waitFor()
    expect(problems).toEqual([])
  })

  it('needs no notice, and says so in the form of the session and in the lists', async () => {
    const { page, org, owner, stateOf, dialog, openForm } = await openSession()
    await openForm()
    await dialog.getByRole('button', { name: 'Cancel session' }).click()
    await expectCount(dialog, 0)
    expect(await stateOf()).toEqual([true, null])
    // Two sessions of the same day: the one that takes place is first.
    await owner('POST', `${API}/events/${org.event}/sessions`, {
      sessions: [{ startsAt: '2031-06-12T19:00:00Z', capacity: 10 }],
    })
    await page.goto(`${service.api}/organizer/#/events/${org.event}`)
    const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row')
    await expectCount(rows, 2)
    const texts = await rows.allTextContents()
    expect(texts.map((text) => text.includes('Cancelled'))).toEqual([false, true])
    await shoot(page, 'cancelled-event')
  })

  it('can be done to many sessions of a series, with a preview', async () => {
    const { org, address, readSessions } = await makeSeries(service)
    const { page, problems } = await open(org.manager, address)
    const { form, makePreview, preview, apply, status } = partsOf(page)
    await form.getByLabel('Cancellation').selectOption({ label: 'Cancel them' })
    await form.getByLabel('Notice').fill('Rain')
    await makePreview.click()
    await preview.getByText('Cancelled: Rain').first().waitFor()
    await shoot(page, 'cancel-bulk')
    await apply.click()
    await status.getByText(/sessions changed/).waitFor()
    for (const { startsAt, cancelNotice } of await readSessions()) {
      expect(cancelNotice).toBe(Date.parse(startsAt) > Date.now() ? 'Rain' : null)
    }
    expect(problems).toEqual([])
  })
})
