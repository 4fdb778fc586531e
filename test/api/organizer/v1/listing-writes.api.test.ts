// Listings that an organizer creates, changes and deletes.
// @module-tag more
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { LISTING_STATUSES, type ListingStatus } from '../../../../src/domain/listings/listing.ts'
import { toSlug } from '../../../../src/domain/listings/slug.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import {
  call,
  callWithBindings,
  expectError,
  jsonRequest,
  listingPath,
  sendJson,
} from '../../../support/api.ts'
import { LISTINGS_PATH } from '../../../support/console.ts'
import { faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import { insertNew, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Listing = Schemas['Listing']
type Fields = Record<string, unknown>

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const FUTURE = '2099-01-01T00:00:00.000Z'
const COMPLETE = { startsAt: '2027-06-12T20:00:00+02:00', venueCity: 'Hamburg' }

/** A title, and so a slug, that no other test has. */
const newTitle = () => `Night ${crypto.randomUUID()}`

const post = (fields: Fields = {}, subject = org.manager) =>
  sendJson('POST', LISTINGS_PATH, subject, { organizerId: org.id, title: newTitle(), ...fields })

const create = async (fields: Fields = {}): Promise<Listing> => {
  const response = await post(fields)
  expect(response.status, await response.clone().text()).toBe(201)
  return response.json<Listing>()
}

const patch = (id: string, fields: unknown, headers: Record<string, string> = {}) =>
  sendJson('PATCH', listingPath(id), org.manager, fields, headers)

const change = async (id: string, fields: Fields): Promise<Listing> => {
  const response = await patch(id, fields)
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json<Listing>()
}

const remove = (id: string, headers: Record<string, string> = {}) =>
  call(listingPath(id), { method: 'DELETE', subject: org.manager, headers })

const read = async (id: string): Promise<Listing> =>
  (await call(listingPath(id), { subject: org.manager })).json<Listing>()

const historyOf = async (id: string) => {
  const path = `/api/organizer/v1/organizers/${org.id}/history?entityId=${id}`
  return (await (await call(path, { subject: org.manager })).json<Schemas['OrganizerHistoryPage']>()).data
}

describe('a new listing', () => {
  it('is a draft with its title, read like any other', async () => {
    const response = await post({ title: 'Łódź & Ærø: Müllers Straße' })
    expect(response.status).toBe(201)
    const listing = await response.json<Listing>()
    expect(listing).toMatchObject({ status: 'Draft', images: [], tags: [], isRecurring: false, sortOrder: 0 })
    expect(listing.slug).toMatch(/^lodz-aeroe-muellers-strasse(-\d+)?$/)
    expect(listing.createdAt).toBe(listing.updatedAt)
    expect(listing).not.toHaveProperty('publishedAt')
    expect(response.headers.get('Location')).toBe(listingPath(listing.id))
    expect(await read(listing.id)).toEqual(listing)
  })

  it('keeps every field', async () => {
    const fields = {
      slug: `all-${crypto.randomUUID()}`,
      description: 'Line one\nLine two',
      shortDescription: 'Short',
      imageUrl: 'https://images.example/1.jpg',
      images: ['https://images.example/2.jpg'],
      venueName: 'Hall',
      venueAddress: 'Street 1',
      venueCity: 'Hamburg',
      venueLatitude: 53.5,
      venueLongitude: -9.25,
      category: 'Music',
      tags: ['live', 'ü'],
      isRecurring: true,
      recurrenceDescription: 'Fridays',
      priceFrom: 12.5,
      priceCurrency: 'EUR',
      priceDescription: 'From 12.50',
      externalUrl: 'https://shop.example/x?y=1',
      externalSource: 'cms',
      externalSourceId: '7',
      platformEventId: org.event,
      isFeatured: true,
      sortOrder: -3,
    }
    const listing = await create({
      ...fields,
      startsAt: '2027-06-12T20:00:00+02:00',
      endsAt: '2027-06-12T22:00:00Z',
      sourceImportedAt: '2026-01-01T00:00:00Z',
    })
    expect(listing).toMatchObject({
      ...fields,
      startsAt: '2027-06-12T18:00:00.000Z',
      endsAt: '2027-06-12T22:00:00.000Z',
      sourceImportedAt: '2026-01-01T00:00:00.000Z',
    })
  })

  it('is created once for an id and content, whatever became of it', async () => {
    const [id, title] = [crypto.randomUUID(), newTitle()]
    const first = await create({ id, title, tags: [] })
    await change(id, { tags: ['new'] })
    const again = await post({ id, title, description: null })
    expect([again.status, await again.json()]).toEqual([
      201,
      { ...first, tags: ['new'], updatedAt: expect.any(String) },
    ])
    await expectError(await post({ id, title: 'Other' }), 'id_taken')
    const other = await makeOrganizer()
    const theirs = await sendJson('POST', LISTINGS_PATH, other.owner, { id, organizerId: other.id, title })
    await expectError(theirs, 'id_taken')
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['listing.update', 'listing.create'])
  })

  it('never has the id of a deleted one', async () => {
    const { id, title } = await create()
    expect((await remove(id)).status).toBe(204)
    await expectError(await post({ id, title }), 'id_taken')
  })

  it('is for owners and managers of its organizer', async () => {
    await expectError(await post({}, org.staff), 'forbidden')
    await expectError(await post({}, org.stranger), 'organizer_not_found')
    expect((await post({}, org.owner)).status).toBe(201)
  })

  it.each<[string, Fields, RegExp]>([
    ['no title', { title: '  ' }, /^title: must have 1 to 200/],
    ['a long title', { title: 'x'.repeat(201) }, /^title: must have 1 to 200/],
    ['capitals in a slug', { slug: 'Night' }, /^slug: must be 1 to 80 of a–z/],
    ['a long slug', { slug: 'x'.repeat(81) }, /^slug: /],
    ['no slug', { slug: '' }, /^slug: /],
    ['a long description', { description: 'x'.repeat(20_001) }, /^description: must have at most 20000/],
    ['control characters', { description: 'a\u0000b' }, /^description: must have no control/],
    ['a long short description', { shortDescription: 'x'.repeat(501) }, /^shortDescription: .*500/],
    ['half a character', { shortDescription: '\uD800' }, /^shortDescription: must be well-formed/],
    ['a picture by http', { imageUrl: 'http://x.example/i.jpg' }, /^imageUrl: must be an https URL/],
    ['a script as a link', { externalUrl: 'javascript:alert(1)' }, /^externalUrl: must be an https URL/],
    [
      'a link with credentials',
      { externalUrl: 'https://bank.example@evil.example/' },
      /^externalUrl: .*credentials/,
    ],
    ['a link with a backslash', { externalUrl: 'https://x.example\\@y.example' }, /^externalUrl: /],
    ['a link without slashes', { externalUrl: 'https:x.example' }, /^externalUrl: /],
    ['a link with a line break', { externalUrl: 'https://x.example/\nb' }, /^externalUrl: /],
    ['a long link', { externalUrl: `https://x.example/${'x'.repeat(2_000)}` }, /^externalUrl: .*2000/],
    [
      'too many pictures',
      { images: Array(21).fill('https://x.example/i.jpg') },
      /^images: must have at most 20/,
    ],
    ['a picture that is none', { images: ['data:image/png;base64,AA'] }, /^images\.0: must be an https URL/],
    ['too many tags', { tags: Array(21).fill('t') }, /^tags: must have at most 20/],
    ['a long tag', { tags: ['x'.repeat(41)] }, /^tags\.0: must have 1 to 40/],
    ['null as a list', { tags: null }, /^tags: must be a list of texts/],
    ['a latitude alone', { venueLatitude: 1 }, /^venueLatitude, venueLongitude: give both/],
    ['a latitude out of range', { venueLatitude: 90.1, venueLongitude: 0 }, /^venueLatitude: .*-90 to 90/],
    [
      'a longitude out of range',
      { venueLatitude: 0, venueLongitude: -181 },
      /^venueLongitude: .*-180 to 180/,
    ],
    ['an end before the start', { startsAt: COMPLETE.startsAt, endsAt: '2027-06-12T17:59:59Z' }, /^endsAt: /],
    ['a date without a time', { startsAt: '2027-06-12' }, /^startsAt: must be an ISO 8601/],
    ['a negative price', { priceFrom: -1, priceCurrency: 'EUR' }, /^priceFrom: must be a number, 0 or more/],
    ['a price without a currency', { priceFrom: 1 }, /^priceCurrency: is needed with priceFrom/],
    ['no currency of ISO 4217', { priceCurrency: 'EURO' }, /^priceCurrency: must be an ISO 4217/],
    ['a small currency', { priceCurrency: 'eur' }, /^priceCurrency: must be an ISO 4217/],
    ['half a sort order', { sortOrder: 1.5 }, /^sortOrder: must be a whole number/],
    ['another status', { status: 'Cancelled' }, /^status: must be one of Draft or Published/],
    ['a time of publication of a draft', { publishedAt: FUTURE }, /^publishedAt: needs the status Published/],
    ['an unknown field', { createdAt: FUTURE }, /^Unknown field "createdAt"/],
  ])('with %s is a 400 that names it', async (_, fields, message) => {
    await expectError(await post(fields), 'invalid_request', message)
  })

  it('can have the longest values', async () => {
    const longest = {
      title: '🎟'.repeat(200),
      description: '🎟'.repeat(20_000),
      shortDescription: '🎟'.repeat(500),
      images: Array.from({ length: 20 }, () => `https://x.example/${'x'.repeat(1_982)}`),
      tags: Array.from({ length: 20 }, () => '🎟'.repeat(40)),
    }
    const listing = await create(longest)
    expect(listing).toMatchObject(longest)
    expect(listing.slug).toMatch(/^listing(-\w+)?$/)
    await change(listing.id, { description: 'Short' })
    const [record] = await query<{ before: number; change: number }>(
      `SELECT max(octet_length(before)) AS before, max(octet_length(change)) AS change FROM audit_log WHERE entity_id = ?`,
      listing.id,
    )
    expect(record?.before).toBeLessThanOrEqual(4_096)
    expect(record?.change).toBeLessThanOrEqual(10_000)
    expect((await historyOf(listing.id))[0]?.before).toMatchObject({
      description: expect.stringMatching(/… \(cut\)$/),
    })
  })

  it('with a body of more than 512 KiB is a 413', async () => {
    await expectError(await post({ description: 'x'.repeat(512 * 1024) }), 'payload_too_large')
  })
})

describe('a slug', () => {
  it('made from a title gets a number while it is taken, by anybody', async () => {
    const title = newTitle()
    const first = await create({ title })
    const other = await makeOrganizer()
    const second = await sendJson('POST', LISTINGS_PATH, other.owner, { organizerId: other.id, title })
    const third = await create({ title })
    expect([first.slug, (await second.json<Listing>()).slug, third.slug]).toEqual([
      toSlug(title),
      `${toSlug(title)}-2`,
      `${toSlug(title)}-3`,
    ])
  })

  it('that was chosen is taken for every organizer, drafts included', async () => {
    const { slug } = await create()
    await expectError(await post({ slug }), 'slug_taken')
    const mine = await create()
    await expectError(await patch(mine.id, { slug }), 'slug_taken')
    expect(await change(mine.id, { slug: mine.slug, title: 'New' })).toMatchObject({
      slug: mine.slug,
      title: 'New',
    })
    const free = `free-${crypto.randomUUID()}`
    expect((await change(mine.id, { slug: free })).slug).toBe(free)
  })

  it('of two concurrent listings is different (unique index)', async () => {
    const title = newTitle()
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ title })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(5)
    const slug = `race-${crypto.randomUUID()}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ slug })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    await expect(
      insertNew('listings', { organizer_id: org.id, title: 'T', slug, created_at: 0, updated_at: 0 }),
    ).rejects.toThrow('UNIQUE')
  })

  it('is found after twenty are taken', async () => {
    const title = newTitle()
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 21)
       INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at)
       SELECT lower(printf('%s-0000-4000-8000-%012x', hex(randomblob(4)), n)), ?, 'T', ? || iif(n = 1, '', '-' || n), 0, 0 FROM c`,
      org.id,
      toSlug(title),
    )
    expect((await create({ title })).slug).toMatch(new RegExp(`^${toSlug(title)}-[0-9a-f]{8}$`))
  })
})

/** A listing with the status, brought there by allowed transitions. */
const withStatus = async (status: ListingStatus): Promise<Listing> => {
  const listing = await create(COMPLETE)
  const path: Record<ListingStatus, ListingStatus[]> = {
    Draft: [],
    Published: ['Published'],
    Unpublished: ['Published', 'Unpublished'],
    Cancelled: ['Published', 'Cancelled'],
    Archived: ['Archived'],
  }
  for (const step of path[status]) await change(listing.id, { status: step })
  return read(listing.id)
}

describe('a status', () => {
  const ALLOWED = ['Draft>Published', 'Draft>Archived', 'Published>Unpublished', 'Unpublished>Published']
    .concat(['Published>Cancelled', 'Cancelled>Published', 'Published>Archived', 'Unpublished>Archived'])
    .concat(['Cancelled>Archived', 'Archived>Draft'])

  it.each(LISTING_STATUSES)('%s can become what is decided, and nothing else', async (from) => {
    for (const to of LISTING_STATUSES) {
      const { id } = await withStatus(from)
      const response = await patch(id, { status: to })
      if (from === to || ALLOWED.includes(`${from}>${to}`)) {
        expect(await response.json(), `${from} > ${to}`).toMatchObject({ status: to })
      } else {
        await expectError(
          response,
          'transition_not_allowed',
          new RegExp(`^status: ${from} can become .*, not ${to}`),
        )
        expect(await read(id)).toMatchObject({ status: from })
      }
    }
  })

  it('Published needs what the public wants to know, and stays complete', async () => {
    const { id } = await create()
    await expectError(
      await patch(id, { status: 'Published' }),
      'listing_incomplete',
      /needs startsAt or recurrenceDescription, and venueCity or venueName\./,
    )
    await expectError(
      await patch(id, { status: 'Published', venueName: 'Hall' }),
      'listing_incomplete',
      /needs startsAt or/,
    )
    await change(id, { status: 'Published', venueName: 'Hall', recurrenceDescription: 'Fridays' })
    await expectError(
      await patch(id, { venueName: null }),
      'listing_incomplete',
      /needs venueCity or venueName\./,
    )
    await change(id, { venueName: null, venueCity: 'Hamburg' })
    await change(id, { status: 'Unpublished' })
    await change(id, { venueCity: null })
    await expectError(await patch(id, { status: 'Published' }), 'listing_incomplete')
    await expectError(await post({ status: 'Published' }), 'listing_incomplete')
    expect(await create({ ...COMPLETE, status: 'Published' })).toMatchObject({ status: 'Published' })
  })

  it('written by SQL does not prevent other changes', async () => {
    const { id } = await create()
    await query(
      `UPDATE listings SET status = 'Published', venue_latitude = 1, price_from = 2, starts_at = 5, ends_at = 1,
         slug = slug || ' Ü' WHERE id = ?`,
      id,
    )
    expect(await change(id, { title: 'Other', description: 'D' })).toMatchObject({
      description: 'D',
      title: 'Other',
    })
  })
})

describe('the time of publication', () => {
  it('is now without a time, and stays when a publication is repeated', async () => {
    const before = Date.now()
    const { id } = await create(COMPLETE)
    const { publishedAt } = await change(id, { status: 'Published' })
    expect(Date.parse(publishedAt as string)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(publishedAt as string)).toBeLessThanOrEqual(Date.now())
    expect(await change(id, { status: 'Published' })).toMatchObject({ publishedAt })
    expect((await historyOf(id)).length).toBe(2)
  })

  it('can be in the future, be changed, and is only for published listings', async () => {
    const { id } = await create(COMPLETE)
    expect(await change(id, { status: 'Published', publishedAt: FUTURE })).toMatchObject({
      publishedAt: FUTURE,
    })
    const earlier = '2098-01-01T00:00:00.000Z'
    expect(await change(id, { publishedAt: earlier })).toMatchObject({
      publishedAt: earlier,
      status: 'Published',
    })
    await change(id, { status: 'Unpublished' })
    await expectError(await patch(id, { publishedAt: FUTURE }), 'transition_not_allowed', /^publishedAt: /)
    await expectError(await patch(id, { publishedAt: null }), 'invalid_request', /^publishedAt: /)
  })

  it('is in the future for at most 500 listings of an organizer', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 500)
       INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at, status, published_at)
       SELECT lower(printf('%s-0000-4000-8000-%012x', hex(randomblob(4)), n)), ?, 'T', hex(randomblob(16)), 0, 0, 'Published', ? FROM c`,
      org.id,
      Date.parse(FUTURE),
    )
    await expectError(await post({ ...COMPLETE, status: 'Published', publishedAt: FUTURE }), 'limit_reached')
    const { id } = await create(COMPLETE)
    await expectError(await patch(id, { status: 'Published', publishedAt: FUTURE }), 'limit_reached')
    expect(await change(id, { status: 'Published' })).toMatchObject({ status: 'Published' })
  })
})

describe('a change', () => {
  it('leaves absent fields, clears by null, and is recorded with the old values', async () => {
    const { id } = await create({ ...COMPLETE, description: 'Old', tags: ['a'], isFeatured: true })
    const changed = await change(id, { description: null, tags: ['b'], endsAt: '2027-06-12T23:00:00Z' })
    expect(changed).toMatchObject({ description: null, tags: ['b'], venueCity: 'Hamburg', isFeatured: true })
    const [record] = await historyOf(id)
    expect(record).toMatchObject({
      action: 'listing.update',
      entityType: 'listing',
      by: org.manager,
      change: { description: null, tags: ['b'], endsAt: '2027-06-12T23:00:00.000Z' },
      before: { description: 'Old', tags: ['a'], status: 'Draft', isFeatured: true },
      about: { name: changed.title },
    })
  })

  it.each<[unknown, RegExp]>([
    [{}, /^Nothing to change: give title, slug/],
    [{ id: crypto.randomUUID() }, /^Unknown field "id"/],
    [{ organizerId: crypto.randomUUID() }, /^Unknown field "organizerId"/],
    [{ title: null }, /^title: /],
    [{ slug: null }, /^slug: /],
    [{ status: 'published' }, /^status: must be one of Draft, Published/],
    [{ venueLongitude: 4 }, /^venueLatitude, venueLongitude: give both/],
    [{ priceCurrency: null, priceFrom: 1 }, /^priceCurrency: is needed/],
    [{ endsAt: '2027-06-12T17:00:00Z' }, /^endsAt: must not be before/],
  ])('%j is a 400 that names the field', async (fields, message) => {
    const { id } = await create(COMPLETE)
    await expectError(await patch(id, fields), 'invalid_request', message)
  })

  it('checks fields together with those that stay', async () => {
    const { id } = await create({
      ...COMPLETE,
      venueLatitude: 1,
      venueLongitude: 2,
      priceFrom: 1,
      priceCurrency: 'EUR',
    })
    await expectError(await patch(id, { venueLatitude: null }), 'invalid_request', /^venueLatitude, /)
    await expectError(await patch(id, { priceCurrency: null }), 'invalid_request', /^priceCurrency: /)
    await change(id, { endsAt: '2027-06-12T23:00:00Z' })
    await expectError(await patch(id, { startsAt: '2027-06-13T00:00:00Z' }), 'invalid_request', /^endsAt: /)
    await change(id, { venueLatitude: null, venueLongitude: null, priceFrom: null, priceCurrency: null })
  })

  it('with If-Match is refused once something else has changed, and may be repeated', async () => {
    const { id } = await create()
    const tag = (await call(listingPath(id), { subject: org.manager })).headers.get('ETag') as string
    const headers = { 'If-Match': tag }
    expect((await patch(id, { title: 'Mine' }, headers)).status).toBe(200)
    expect((await patch(id, { title: 'Mine' }, headers)).status).toBe(200)
    await expectError(await patch(id, { title: 'Theirs' }, headers), 'precondition_failed')
    await expectError(await remove(id, headers), 'precondition_failed')
    const current = (await call(listingPath(id), { subject: org.manager })).headers.get('ETag') as string
    await query('UPDATE listings SET sort_order = 9 WHERE id = ?', id)
    await expectError(await patch(id, { title: 'Theirs' }, { 'If-Match': current }), 'precondition_failed')
  })

  it('whose answer was lost happens once', async () => {
    const { id } = await create(COMPLETE)
    let lost = false
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      if (lost) return results
      lost = true
      throw new Error('Network connection lost.')
    })
    const response = await callWithBindings(
      { DB },
      listingPath(id),
      jsonRequest('PATCH', org.manager, { status: 'Published', tags: ['once'] }),
    )
    expect(await response.json()).toMatchObject({ status: 'Published', tags: ['once'] })
    expect((await historyOf(id)).length).toBe(2)
  })

  it('ends in what a model says, for random changes (property)', async () => {
    const values = fc.record(
      {
        title: fc
          .string({ minLength: 1, maxLength: 20 })
          .map((text) => text.replace(/\p{C}/gu, 'x').trim() || 'T'),
        venueCity: fc.constantFrom('Hamburg', null),
        startsAt: fc.constantFrom('2027-01-01T00:00:00.000Z', null),
        endsAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z', null),
        tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
        status: fc.constantFrom(...LISTING_STATUSES),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 6 }), async (changes) => {
        let model: Fields = await create()
        for (const fields of changes) {
          const response = await patch(model.id as string, fields)
          const stored: Fields = await read(model.id as string)
          if (response.status !== 200) {
            expect(stored).toEqual(model)
            continue
          }
          const given = Object.entries(fields).filter(([, value]) => value !== null)
          expect(stored).toMatchObject(Object.fromEntries(given))
          const [starts, ends] = [stored.startsAt as string, stored.endsAt as string]
          if (starts && ends) expect(ends >= starts).toBe(true)
          if (stored.status === 'Published')
            expect([stored.venueCity, starts]).toEqual(['Hamburg', expect.any(String)])
          model = stored
        }
      }),
      { numRuns: runs(20) },
    )
  })
})

describe('a listing is deleted', () => {
  it('as a draft that was never published', async () => {
    const { id } = await create()
    expect((await remove(id)).status).toBe(204)
    await expectError(await remove(id), 'listing_not_found')
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['listing.delete', 'listing.create'])
  })

  it('not once the public may have seen it', async () => {
    const message = /^Only a draft that was never published can be deleted/
    for (const status of LISTING_STATUSES.slice(1)) {
      const { id } = await withStatus(status)
      await expectError(await remove(id), 'in_use', message)
    }
    const { id } = await withStatus('Published')
    await change(id, { status: 'Archived' })
    await change(id, { status: 'Draft' })
    await expectError(await remove(id), 'in_use', message)
  })
})

describe('the cost of a write', () => {
  it('is a few rows and one trip, however many listings there are', async () => {
    const measure = async (init: ReturnType<typeof jsonRequest> | object, path: string) => {
      const { DB, cost } = measuringDatabase()
      const response = await callWithBindings({ DB }, path, { subject: org.manager, ...init })
      expect(response.status).toBeLessThan(300)
      return cost
    }
    const body = {
      organizerId: org.id,
      title: newTitle(),
      ...COMPLETE,
      status: 'Published',
      publishedAt: FUTURE,
    }
    const made = await measure(jsonRequest('POST', org.manager, body), LISTINGS_PATH)
    const { id } = await create(COMPLETE)
    const slug = `cost-${crypto.randomUUID()}`
    const published = await measure(
      jsonRequest('PATCH', org.manager, { status: 'Published', slug }),
      listingPath(id),
    )
    const { id: unused } = await create()
    const deleted = await measure({ method: 'DELETE' }, listingPath(unused))
    for (const { trips, read, written } of [made, published, deleted]) {
      expect(trips).toBe(1)
      expect(read).toBeLessThanOrEqual(80)
      expect(written).toBeLessThanOrEqual(20)
    }
  })
})
