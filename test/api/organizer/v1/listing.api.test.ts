import { beforeAll, describe, expect, it } from 'vitest'
import { Listing } from '../../../../src/api/resources/listing.ts'
import { LISTING_STATUSES } from '../../../../src/domain/listings/listing.ts'
import { call, callWithBindings, expectError, listingPath, readCost } from '../../../support/api.ts'
import { failingDatabase } from '../../../support/faulty-database.ts'
import { insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const bare = (id: string = crypto.randomUUID(), organizer = org.id) => ({
  id,
  organizer_id: organizer,
  title: 'T',
  slug: id,
  created_at: Date.UTC(2026, 0, 1),
  updated_at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
})

const addListing = async (columns: Record<string, string | number | null> = {}): Promise<string> => {
  const row = bare()
  await insert('listings', { ...row, ...columns })
  return row.id
}

describe('a listing', () => {
  it('without optional values has null in nullable fields and leaves out the others', async () => {
    const id = await addListing()
    const response = await call(listingPath(id), { subject: org.manager })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    const body = await response.json()
    expect(body).toEqual({
      id,
      title: 'T',
      slug: id,
      description: null,
      shortDescription: null,
      imageUrl: null,
      images: [],
      venueName: null,
      venueAddress: null,
      category: null,
      tags: [],
      isRecurring: false,
      recurrenceDescription: null,
      priceDescription: null,
      externalUrl: null,
      externalSource: null,
      externalSourceId: null,
      platformEventId: null,
      status: 'Draft',
      isFeatured: false,
      sortOrder: 0,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T03:04:05.006Z',
    })
    expect(Listing.parse(body)).toEqual(body)
    expect(readCost(response).trips).toBe(1)
  })

  it('with every value has every field', async () => {
    const at = Date.UTC(2026, 5, 12, 18, 30)
    const id = await addListing({
      description: 'D',
      short_description: 'S',
      image_url: 'https://x.example/i.jpg',
      images: '["https://x.example/1.jpg"]',
      venue_name: 'V',
      venue_address: 'A',
      venue_city: 'C',
      venue_latitude: 53.5,
      venue_longitude: -9.25,
      category: 'Music',
      tags: '["a","ü"]',
      starts_at: at,
      ends_at: at + 1,
      is_recurring: 1,
      recurrence_description: 'R',
      price_from: 0,
      price_currency: 'EUR',
      price_description: 'P',
      external_url: 'https://x.example',
      external_source: 'ES',
      external_source_id: 'EI',
      platform_event_id: 'PE',
      status: 'Published',
      is_featured: 1,
      sort_order: -3,
      source_imported_at: 0,
      published_at: at,
    })
    const body = await (await call(listingPath(id), { subject: org.owner })).json()
    expect(body).toEqual({
      id,
      title: 'T',
      slug: id,
      description: 'D',
      shortDescription: 'S',
      imageUrl: 'https://x.example/i.jpg',
      images: ['https://x.example/1.jpg'],
      venueName: 'V',
      venueAddress: 'A',
      venueCity: 'C',
      venueLatitude: 53.5,
      venueLongitude: -9.25,
      category: 'Music',
      tags: ['a', 'ü'],
      startsAt: '2026-06-12T18:30:00.000Z',
      endsAt: '2026-06-12T18:30:00.001Z',
      isRecurring: true,
      recurrenceDescription: 'R',
      priceFrom: 0,
      priceCurrency: 'EUR',
      priceDescription: 'P',
      externalUrl: 'https://x.example',
      externalSource: 'ES',
      externalSourceId: 'EI',
      platformEventId: 'PE',
      status: 'Published',
      isFeatured: true,
      sortOrder: -3,
      sourceImportedAt: '1970-01-01T00:00:00.000Z',
      publishedAt: '2026-06-12T18:30:00.000Z',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T03:04:05.006Z',
    })
    expect(Listing.parse(body)).toEqual(body)
  })

  it.each(LISTING_STATUSES)('is readable when %s', async (status) => {
    const id = await addListing({ status })
    expect(await (await call(listingPath(id.toUpperCase()), { subject: org.owner })).json()).toMatchObject({
      id,
      status,
    })
  })

  it('is a 304 until anything in it changes', async () => {
    const id = await addListing()
    const get = (held?: string) =>
      call(listingPath(id), {
        subject: org.owner,
        headers: held === undefined ? {} : { 'If-None-Match': held },
      })
    const first = await get()
    const tag = first.headers.get('ETag') as string
    for (const name of ['Cache-Control', 'Vary', 'X-D1-Bookmark', 'X-Request-Id'])
      expect(first.headers.has(name)).toBe(true)
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    for (const held of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await get(held)
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
    }
    await query(`UPDATE listings SET tags = '["new"]' WHERE id = ?`, id)
    const changed = await get(tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(tag)
  })
})

describe('errors on the listing path', () => {
  it('are problem documents for 400, 401, 403, 404 and 405', async () => {
    const id = await addListing()
    await expectError(await call(listingPath(id)), 'missing_token')
    await expectError(
      await call(listingPath(id), { headers: { Authorization: 'Bearer x' } }),
      'invalid_token',
    )
    await expectError(await call(listingPath('x'), { subject: org.owner }), 'invalid_request', /^id: .*UUID/)
    await expectError(await call(listingPath(id), { subject: org.staff }), 'forbidden')
    await expectError(
      await call(listingPath(crypto.randomUUID()), { subject: org.owner }),
      'listing_not_found',
    )
    const method = await call(listingPath(id), { method: 'PUT' })
    expect(method.headers.get('Allow')).toBe('GET, HEAD, PATCH, DELETE')
    await expectError(method, 'method_not_allowed')
    await expectError(await call(`${listingPath(id)}/x`), 'route_not_found')
    await expectError(await call('/api/organizer/v1/listings/'), 'route_not_found')
    await expectError(await call('/api/organizer/v1/listings'), 'missing_token')
  })

  it('are problem documents for 429, 500 and 503 as well', async () => {
    const path = listingPath(crypto.randomUUID())
    const send = async (bindings: Partial<Env>) => {
      const response = await callWithBindings(bindings, path, { subject: org.owner })
      const body = await response.json<{ code: string; status: number }>()
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(body.status).toBe(response.status)
      return body.code
    }
    expect(await send({ RATE_LIMIT: { limit: async () => ({ success: false }) } })).toBe('rate_limited')
    expect(await send({ DB: failingDatabase('boom') })).toBe('internal_error')
    expect(await send({ DB: failingDatabase('D1 DB is overloaded') })).toBe('database_unavailable')
    expect(await send({ AUTH_JWKS_URL: 'http://127.0.0.1:9/listing' })).toBe('auth_unavailable')
  })

  it('are the same for a listing of another organizer and an unknown id', async () => {
    const other = await makeOrganizer()
    const id = await addListing()
    const [theirs, none] = await Promise.all(
      [id, crypto.randomUUID()].map(async (asked) => {
        const response = await call(listingPath(asked), { subject: other.owner })
        const body = await expectError(response, 'listing_not_found')
        return JSON.stringify(body).replaceAll(asked, 'ID')
      }),
    )
    expect(theirs).toBe(none)
  })
})
