// Listings in the console: from a title to a public page and back.
// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectCount, expectText, loseResponse, makeSeries, useApi, useConsole } from './console.ts'

type Listing = {
  id: string
  title: string
  slug: string
  status: string
  publishedAt?: string
  tags: string[]
}

describe.skipIf(BROWSER === undefined)('the listings of the console', () => {
  const { service, open } = useConsole()

  /** An organizer of its own, with the screen of its listings. */
  const openListings = async () => {
    const { org } = await makeSeries(service)
    const { page, problems } = await open(org.manager, '/organizer/#/listings')
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor()
    const api = await useApi(service, org.manager)
    const readFirst = async (): Promise<Listing> => {
      const { data } = await api<{ data: { id: string }[] }>('GET', '/api/organizer/v1/listings')
      return api<Listing>('GET', `/api/organizer/v1/listings/${data[0]?.id}`)
    }
    return { page, problems, api, org, readFirst }
  }

  const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  const make = async (page: Page, title: string): Promise<void> => {
    await click(page, 'New listing')
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await click(page, 'Create listing')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value)
  }

  const complete = async (page: Page): Promise<void> => {
    await click(page, 'Edit listing')
    await fill(page, { Starts: '2031-06-12T20:00', City: 'Hamburg' })
    await click(page, 'Save')
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  }

  it('leave no broken sign on the public page where a picture does not load', async () => {
    const { page, api, org } = await openListings()
    const { slug } = await api<{ slug: string }>('POST', '/api/organizer/v1/listings', {
      organizerId: org.id,
      title: `Night ${crypto.randomUUID()}`,
      startsAt: '2031-06-12T18:00:00.000Z',
      venueCity: 'Hamburg',
      imageUrl: 'https://images.example/gone.jpg',
      status: 'Published',
      slug: `night-${crypto.randomUUID()}`,
    })
    await page.route('https://images.example/**', (route) => route.abort())
    await page.goto(`${service.api}/e/${slug}`)
    await page.waitForLoadState('load')
    const box = await page.locator('article img').boundingBox()
    expect(box?.height).toBeCloseTo(((box?.width ?? 0) * 9) / 16, -1)
    // The sign of the browser would be in the corner.
    const look = (x: number, y: number) =>
      page.screenshot({ clip: { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y, width: 60, height: 60 } })
    expect((await look(20, 20)).equals(await look(100, 60))).toBe(true)
    expect((await look(2, 20)).equals(await look(100, 60))).toBe(true)
  })

  it('go from a title to the public page, with what is missing and a preview', async () => {
    const { page, problems, readFirst } = await openListings()
    const title = `Night ${crypto.randomUUID()}`
    await make(page, title)
    await page.getByText('Before it can be published: a start, or how it repeats; a city or venue.').waitFor()
    await expectCount(page.getByRole('button', { name: 'Publish', exact: true }), 0)
    await expectAccessible(page)

    await click(page, 'Edit listing')
    await fill(page, {
      Starts: '2031-06-12T20:00',
      City: 'Hamburg',
      'Price from': '12,50',
      Currency: 'EUR',
      Tags: 'live, open air',
      'Main image': 'https://images.example/1.jpg',
    })
    const preview = page.getByRole('region', { name: 'Preview' })
    await expectText(preview, /Picture from images\.example.*Hamburg/)
    await expectAccessible(page)
    await click(page, 'Save')

    await click(page, 'Publish')
    await page.getByText('Public since').waitFor()
    const listing = await readFirst()
    expect(listing).toMatchObject({ status: 'Published', tags: ['live', 'open air'] })
    await page.getByRole('link', { name: 'Open the public page' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/e/${listing.slug}`)
    await expectAccessible(page)
    await page.goBack()

    await click(page, 'Cancel event')
    await page.getByRole('alert').getByRole('button', { name: 'Cancel event' }).click()
    await page.locator('.tag.bad').waitFor()
    await click(page, 'Archive')
    await page.getByRole('alert').getByRole('button', { name: 'Archive' }).click()
    await click(page, 'Back to draft')
    await page.locator('.tag.warn').waitFor()
    await expectCount(page.getByRole('button', { name: 'Delete' }), 0)

    await page.goto(`${service.api}/organizer/#/history`)
    await page.getByText(/created the listing/).waitFor()
    await expectCount(page.getByText(/changed the listing/), 5)
    expect(problems).toEqual([])
  })

  it('are scheduled, published at once, and taken back with a way back', async () => {
    const { page, readFirst } = await openListings()
    await make(page, `Night ${crypto.randomUUID()}`)
    await complete(page)
    await click(page, 'Schedule')
    await fill(page, { 'Publish at': '2020-01-01T10:00' })
    await click(page, 'Schedule')
    await page.getByText('Choose a time in the future.').waitFor()
    await fill(page, { 'Publish at': '2098-01-01T10:00' })
    await click(page, 'Schedule')
    await page.getByText(/^Scheduled for/).waitFor()
    await expectCount(page.getByRole('link', { name: 'Open the public page' }), 0)
    expect(await readFirst()).toMatchObject({
      status: 'Published',
      publishedAt: expect.stringMatching(/^2098-/),
    })
    await page.goBack()
    await page
      .getByRole('list', { name: 'Listings' })
      .getByText(/Scheduled for/)
      .waitFor()
    await page.goForward()

    await click(page, 'Publish')
    await page.getByText('Public since').waitFor()
    const { publishedAt } = await readFirst()
    await click(page, 'Unpublish')
    await page.getByText('The public cannot see it.').waitFor()
    await click(page, 'Undo')
    await page.getByText('Public since').waitFor()
    expect(await readFirst()).toMatchObject({ status: 'Published', publishedAt })
  })

  it('are made and changed once, although the answer was lost', async () => {
    const { page, api } = await openListings()
    const title = `Night ${crypto.randomUUID()}`
    await page.route('**/listings', loseResponse, { times: 1 })
    await make(page, title)
    await complete(page)
    await page.route('**/listings/*', loseResponse, { times: 1 })
    await click(page, 'Publish')
    await page.getByText('Public since').waitFor()
    const { data } = await api<{ data: { title: string }[] }>('GET', '/api/organizer/v1/listings')
    expect(data.map((item) => item.title)).toEqual([title])
  })

  it('show what was not accepted at its field, and keep what was typed', async () => {
    const { page } = await openListings()
    await make(page, 'Night')
    await click(page, 'Edit listing')
    await fill(page, { Latitude: 'north', 'External URL': 'http://x.example' })
    await click(page, 'Save')
    await page.getByText('Must be a number.').waitFor()
    await fill(page, { Latitude: '' })
    await click(page, 'Save')
    await page.getByText('Must be an https URL without credentials.').waitFor()
    expect(await page.getByLabel('External URL').inputValue()).toBe('http://x.example')
    page.once('dialog', (dialog) => dialog.accept())
    await click(page, 'Cancel')
    await click(page, 'Edit listing')
    expect(await page.getByLabel('External URL').inputValue()).toBe('')
  })

  it('do not overwrite what somebody else has saved', async () => {
    const { page, api, readFirst } = await openListings()
    await make(page, 'Night')
    await click(page, 'Edit listing')
    await fill(page, { City: 'Mine' })
    const { id } = await readFirst()
    await api('PATCH', `/api/organizer/v1/listings/${id}`, { venueCity: 'Theirs' })
    await click(page, 'Save')
    await expectText(page.getByRole('alert'), /Theirs/)
    expect(await readFirst()).toMatchObject({ venueCity: 'Theirs' })
  })

  it('are deleted while nobody has seen them', async () => {
    const { page } = await openListings()
    await make(page, 'Night')
    await click(page, 'Delete')
    await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no listings.').waitFor()
  })
})
