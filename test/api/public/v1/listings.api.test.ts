// The listings that everyone may read.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import {
  call,
  callWithBindings,
  expectError,
  listingPath,
  okBody,
  sendJson,
  withQuery,
} from '../../../support/api.ts'
import { countingLimiter } from '../../../support/counting-limiter.ts'
import { failingDatabase, faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import { addVisible } from '../../../support/listings.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

type PublicListing = Schemas['PublicListing']
type Page = Schemas['PublicListingPage']

const LISTINGS = '/api/public/v1/listings'
const DAY_MS = 86_400_000
const START = Date.UTC(2027, 5, 12)

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const list = async (parameters: Record<string, string | number> = {}): Promise<Page> =>
  okBody<Page>(await call(withQuery(LISTINGS, { organizerId: org.id, ...parameters })))

const idsOf = ({ data }: Page) => data.map(({ id }) => id)

/** Every page of the list. */
const listAll = async (parameters: Record<string, string | number>): Promise<string[]> => {
  const ids: string[] = []
  let path: string | null = withQuery(LISTINGS, { organizerId: org.id, ...parameters })
  while (path !== null) {
    const page: Page = await okBody<Page>(await call(path))
    ids.push(...idsOf(page))
    path = page.links.next
  }
  return ids
}

describe('a visible listing', () => {
  it('has the fields of the organizer’s view without those that are only theirs', async () => {
    const { id, slug } = await addVisible(org, {
      external_source: 'SECRET-source',
      external_source_id: 'SECRET-id',
      platform_event_id: org.event,
      sort_order: 77,
      source_imported_at: 5,
      starts_at: START,
      venue_city: 'Hamburg',
    })
    const response = await call(`${LISTINGS}/${slug}`)
    const body = await okBody<PublicListing>(response)
    const theirs = await okBody<Record<string, unknown>>(await call(listingPath(id), { subject: org.owner }))
    for (const name of [
      'externalSource',
      'externalSourceId',
      'platformEventId',
      'sortOrder',
      'sourceImportedAt',
    ]) {
      expect(theirs).toHaveProperty(name)
      delete theirs[name]
    }
    expect(body).toEqual(theirs)
    expect((await list()).data).toEqual([body])
  })

  it('is kept by everybody for a minute, and is a 304 until it changes', async () => {
    const { id, slug } = await addVisible(org)
    for (const path of [`${LISTINGS}/${slug}`, withQuery(LISTINGS, { organizerId: org.id })]) {
      const first = await call(path)
      expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
      expect(first.headers.get('Vary')).toBeNull()
      const headers = { 'If-None-Match': first.headers.get('ETag') as string }
      const again = await call(path, { headers })
      expect([again.status, again.headers.get('Cache-Control')]).toEqual([304, 'public, max-age=60'])
      await query('UPDATE listings SET title = title || ? WHERE id = ?', 'x', id)
      expect((await call(path, { headers })).status).toBe(200)
    }
  })

  it('has links and pictures by https only, whatever SQL wrote', async () => {
    const { slug } = await addVisible(org, {
      image_url: 'javascript:alert(1)',
      images: JSON.stringify([
        'https://a.example/1.jpg',
        'http://a.example/2.jpg',
        'data:image/png;base64,A',
        7,
      ]),
      external_url: 'https://bank.example@evil.example/',
    })
    const body = await okBody<PublicListing>(await call(`${LISTINGS}/${slug}`))
    expect(body).toMatchObject({ imageUrl: null, externalUrl: null, images: ['https://a.example/1.jpg'] })
  })
})

/** What the public must not see, as columns of a row. */
const HIDDEN: [string, Record<string, string | number | null>][] = [
  ['a draft', { status: 'Draft' }],
  ['an unpublished one', { status: 'Unpublished' }],
  ['an archived one', { status: 'Archived' }],
  ['a scheduled one', { published_at: Date.now() + DAY_MS }],
  ['a scheduled one that was cancelled', { status: 'Cancelled', published_at: Date.now() + DAY_MS }],
]

describe('a hidden listing', () => {
  it.each(HIDDEN)('%s is not in the list, and is the same 404 as an unknown slug', async (_, columns) => {
    const { slug } = await addVisible(org, columns)
    expect(await list()).toEqual({ data: [], links: { self: expect.any(String), next: null } })
    const [hidden, unknown] = await Promise.all(
      [slug, crypto.randomUUID()].map(async (asked) => {
        const response = await call(`${LISTINGS}/${asked}`, { headers: { 'If-None-Match': '*' } })
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        const { instance, ...body } = await response.json<{ instance: string }>()
        expect(instance).toContain(asked)
        return [response.status, body, response.headers.get('ETag')]
      }),
    )
    expect(hidden).toEqual(unknown)
  })

  it('leaves no trace in the pages of the list', async () => {
    const days = [0, 1, 2, 3, 4, 5, 6, 7]
    const rows = await Promise.all(
      days.map((day) =>
        addVisible(org, {
          starts_at: START + day * DAY_MS,
          ...(day % 2 === 1 && { published_at: Date.now() + DAY_MS }),
        }),
      ),
    )
    const visible = rows.filter((_, day) => day % 2 === 0).map(({ id }) => id)
    expect(await listAll({ pageSize: 2 })).toEqual(visible)
    const { links } = await list({ pageSize: 4 })
    expect(links.next).toBeNull()
  })

  it('is visible from its time on, without a job', async () => {
    const draft = await sendJson('POST', '/api/organizer/v1/listings', org.owner, {
      ...{ organizerId: org.id, title: crypto.randomUUID(), startsAt: new Date(START).toISOString() },
      ...{
        venueCity: 'Hamburg',
        status: 'Published',
        publishedAt: new Date(Date.now() + DAY_MS).toISOString(),
      },
    })
    const { id, slug } = await draft.json<{ id: string; slug: string }>()
    await expectError(await call(`${LISTINGS}/${slug}`), 'listing_not_found')
    await query('UPDATE listings SET published_at = ? WHERE id = ?', Date.now() - 1, id)
    expect((await call(`${LISTINGS}/${slug}`)).status).toBe(200)
    expect(idsOf(await list())).toEqual([id])
  })

  it('without a time, as SQL may publish it, is visible', async () => {
    const { id } = await addVisible(org, { published_at: null })
    expect(idsOf(await list())).toEqual([id])
  })
})

describe('the list', () => {
  it('is of one organizer by start, those without one last, page by page', async () => {
    const other = await makeOrganizer()
    await addVisible(other, { starts_at: START })
    const none = await addVisible(org, { recurrence_description: 'Fridays' })
    const late = await addVisible(org, { starts_at: START + DAY_MS, status: 'Cancelled' })
    const same = [await addVisible(org, { starts_at: START }), await addVisible(org, { starts_at: START })]
    const ids = [...same.map(({ id }) => id).sort(), late.id, none.id]
    for (const pageSize of [1, 2, 3, 50]) expect(await listAll({ pageSize })).toEqual(ids)
  })

  it('is of a range of starts', async () => {
    const [first, second] = [
      await addVisible(org, { starts_at: START }),
      await addVisible(org, { starts_at: START + DAY_MS }),
    ]
    const none = await addVisible(org)
    const [from, to] = [new Date(START + 1).toISOString(), new Date(START + DAY_MS).toISOString()]
    expect(idsOf(await list({ from }))).toEqual([second.id, none.id])
    expect(idsOf(await list({ to }))).toEqual([first.id])
    expect(idsOf(await list({ from, to }))).toEqual([])
  })

  it('is empty for an organizer that nobody knows', async () => {
    expect((await list({ organizerId: crypto.randomUUID() })).data).toEqual([])
  })

  it('needs an organizer, and the cursor of the same list', async () => {
    await expectError(await call(LISTINGS), 'invalid_request', /^organizerId: must be a UUID/)
    await expectError(await call(`${LISTINGS}?organizerId=`), 'invalid_request', /^organizerId: /)
    await expectError(
      await call(`${LISTINGS}?organizerId=${org.id}&from=2027-01-01`),
      'invalid_request',
      /^from: /,
    )
    await addVisible(org, { starts_at: START })
    await addVisible(org)
    const next = new URL((await list({ pageSize: 1 })).links.next as string, 'https://x.example')
    next.searchParams.set('organizerId', crypto.randomUUID())
    await expectError(await call(`${LISTINGS}${next.search}`), 'invalid_cursor')
  })
})

describe('what a request costs', () => {
  const measure = async (path: string) => {
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings({ DB }, path)
    return { ...cost, response }
  }

  it('is bounded by what is shown, however many listings there are', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000)
       INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at, status, starts_at, published_at)
       SELECT lower(printf('%s-0000-4000-8000-%012x', hex(randomblob(4)), n)), ?, 'T', hex(randomblob(16)), 0, 0,
         iif(n % 3 = 0, 'Draft', 'Published'), iif(n > 2000, NULL, n * 1000), 0 FROM c`,
      org.id,
    )
    const { slug } = await addVisible(org, { starts_at: START })
    const first = await measure(withQuery(LISTINGS, { organizerId: org.id, pageSize: 20 }))
    const { links } = await first.response.json<Page>()
    const second = await measure(links.next as string)
    const undated = await measure(
      withQuery(LISTINGS, { organizerId: org.id, pageSize: 20, from: new Date(1_990_000).toISOString() }),
    )
    const cursor = (await undated.response.json<Page>()).links.next as string
    const last = await measure(cursor)
    const one = await measure(`${LISTINGS}/${slug}`)
    const none = await measure(`${LISTINGS}/${crypto.randomUUID()}`)
    for (const { read, trips } of [first, second, undated, last]) {
      expect(trips).toBe(1)
      expect(read).toBeLessThanOrEqual(5 * 21 + 5)
    }
    for (const { read, trips } of [one, none]) {
      expect(trips).toBe(1)
      expect(read).toBeLessThanOrEqual(6)
    }
  })

  it('grows by one row of an index for each scheduled listing, of which there are 500', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 500)
       INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at, status, starts_at, published_at)
       SELECT lower(printf('%s-0000-4000-8000-%012x', hex(randomblob(4)), n)), ?, 'T', hex(randomblob(16)), 0, 0,
         'Published', n, ? FROM c`,
      org.id,
      Date.now() + DAY_MS,
    )
    const { read, response } = await measure(withQuery(LISTINGS, { organizerId: org.id }))
    expect((await response.json<Page>()).data).toEqual([])
    expect(read).toBeLessThanOrEqual(510)
  })

  it('is at most a megabyte of texts', async () => {
    for (let count = 0; count < 40; count++) await addVisible(org, { description: 'x'.repeat(20_000) })
    const response = await call(withQuery(LISTINGS, { organizerId: org.id, pageSize: 50 }))
    const { data, links } = await okBody<Page>(response)
    expect(JSON.stringify(data).length).toBeLessThan(1_000_000)
    expect(data.length).toBeLessThan(40)
    expect(await listAll({ pageSize: 50 })).toHaveLength(40)
    expect(links.next).not.toBeNull()
  })
})

describe('the service', () => {
  it('has no such path unless PUBLIC_LISTINGS is on', async () => {
    const { slug } = await addVisible(org)
    for (const PUBLIC_LISTINGS of ['', 'off', 'On', 'true']) {
      for (const path of [`${LISTINGS}/${slug}`, withQuery(LISTINGS, { organizerId: org.id })]) {
        const response = await callWithBindings({ PUBLIC_LISTINGS }, path)
        await expectError(response, 'route_not_found')
      }
    }
  })

  it('counts requests by address, apart from those who sign in there', async () => {
    const { slug } = await addVisible(org)
    const RATE_LIMIT = countingLimiter(2)
    const get = (path: string) =>
      callWithBindings({ RATE_LIMIT }, path, { headers: { 'CF-Connecting-IP': '192.0.2.9' } })
    expect((await get(`${LISTINGS}/${slug}`)).status).toBe(200)
    expect((await get(withQuery(LISTINGS, { organizerId: org.id }))).status).toBe(200)
    const refused = await get(`${LISTINGS}/${slug}`)
    await expectError(refused, 'rate_limited')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(new Set(RATE_LIMIT.keys)).toEqual(new Set(['visitor 192.0.2.9']))
  })

  it('answers with problem documents, and writes nothing', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      await expectError(await call(`${LISTINGS}/x`, { method }), 'method_not_allowed')
    const down = (message: string) => callWithBindings({ DB: failingDatabase(message) }, `${LISTINGS}/x`)
    await expectError(await down('D1 DB is overloaded'), 'database_unavailable')
    await expectError(await down('boom'), 'internal_error')
    for (const slug of ['%00', '%F0%9F%8E%9F', 'a'.repeat(3_000), "x'%20OR%201=1--"])
      await expectError(await call(`${LISTINGS}/${slug}`), 'listing_not_found')
    let writes = 0
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      for (const { meta } of results) writes += meta.rows_written
      return results
    })
    await callWithBindings({ DB }, withQuery(LISTINGS, { organizerId: org.id }))
    expect(writes).toBe(0)
  })
})
