// The public page of a listing.
// @module-tag more
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { withOffset } from '../../../src/api/web-pages/listing-data.ts'
import worker from '../../../src/index.ts'
import { languages } from '../../../src/languages.ts'
import { ORIGIN, withBindings } from '../../support/address.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { measuringDatabase } from '../../support/faulty-database.ts'
import { addVisible } from '../../support/listings.ts'
import { addSeries, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { runs } from '../../support/runs.ts'

const START = Date.UTC(2027, 5, 12, 18, 30)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
  await query("UPDATE events SET time_zone = 'Europe/Berlin' WHERE id = ?", org.event)
})

const open = async (slug: string, headers: Record<string, string> = {}, bindings: Partial<Env> = {}) => {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}/e/${slug}`, { headers })
  const response = await worker.fetch(request, withBindings(bindings), context)
  await waitOnExecutionContext(context)
  return response
}

const FULL = {
  description: 'Line one\nLine two',
  short_description: 'New music',
  image_url: 'https://images.example/1.jpg',
  images: '["https://images.example/2.jpg"]',
  venue_name: 'Glass Hall',
  venue_address: 'Hafenstraße 12',
  venue_city: 'Hamburg',
  venue_latitude: 53.5,
  venue_longitude: 9.9,
  starts_at: START,
  ends_at: START + 4 * HOUR_MS,
  recurrence_description: 'Every Friday',
  price_from: 18.5,
  price_currency: 'EUR',
  external_url: 'https://shop.example/?a=1&b=2',
}

/** The structured data and the meta tags, read by a parser of its own. */
const extract = (text: string) => {
  const { jsonld, metatags, errors } = new WebAutoExtractor().parse(text)
  expect(errors ?? []).toEqual([])
  return { event: jsonld.Event?.[0] as Record<string, unknown>, metatags }
}

describe('a listing’s page', () => {
  it('shows everything in the time zone of its event', async () => {
    const { slug } = await addVisible(org, { ...FULL, platform_event_id: org.event })
    const response = await open(slug)
    const text = await response.text()
    expect(response.status).toBe(200)
    for (const shown of [
      '<h1>Summer Night</h1>',
      'Organizer',
      'New music',
      'Line one\nLine two',
      '20:30 CEST',
    ])
      expect(text).toContain(shown)
    for (const shown of ['00:30 CEST', 'Glass Hall, Hafenstraße 12, Hamburg', 'Every Friday', 'from €18.50'])
      expect(text).toContain(shown)
    expect(text).toContain('href="https://shop.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow"')
    expect(text).toContain('<img src="https://images.example/1.jpg" alt="">')
    expect(text.match(/<script/g)).toHaveLength(1)
  })

  it('can be kept for a minute, runs nothing, and shows pictures by https only', async () => {
    const { slug } = await addVisible(org)
    const { headers } = await open(slug)
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(headers.get('Vary')).toContain('Accept-Language')
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    for (const path of ['/t/AAAAAAAAAAAAAAAAAAAA', '/']) {
      const other = await worker.fetch(new Request(`${ORIGIN}${path}`), env, createExecutionContext())
      expect(other.headers.get('Content-Security-Policy')).not.toContain('https:')
    }
  })

  it('has structured data that a parser reads', async () => {
    const { slug } = await addVisible(org, { ...FULL, platform_event_id: org.event })
    const { event, metatags } = extract(await (await open(slug)).text())
    const url = `${ORIGIN}/e/${slug}`
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Summer Night',
      url,
      startDate: '2027-06-12T20:30:00+02:00',
      endDate: '2027-06-13T00:30:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      image: ['https://images.example/1.jpg', 'https://images.example/2.jpg'],
      location: {
        '@type': 'Place',
        name: 'Glass Hall',
        address: { '@type': 'PostalAddress', streetAddress: 'Hafenstraße 12', addressLocality: 'Hamburg' },
        geo: { '@type': 'GeoCoordinates', latitude: 53.5, longitude: 9.9 },
      },
      offers: { '@type': 'Offer', price: 18.5, priceCurrency: 'EUR', url: 'https://shop.example/?a=1&b=2' },
      organizer: { '@type': 'Organization', name: 'Organizer' },
    })
    expect(metatags).toMatchObject({
      'og:title': ['Summer Night'],
      'og:url': [url],
      'og:image': ['https://images.example/1.jpg'],
      'og:description': ['New music'],
      description: ['New music'],
    })
  })

  it('has one address, whatever the language', async () => {
    const { slug } = await addVisible(org)
    const seen = new Set<string>()
    for (const language of languages) {
      const text = await (await open(`${slug}?lang=${language}`)).text()
      expect(text).toContain(`<html lang="${language}"`)
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/e/${slug}">`)
      expect(text).not.toContain('noindex')
      const cancelled = await (async () => {
        await query("UPDATE listings SET status = 'Cancelled' WHERE slug = ?", slug)
        return (await open(slug, { 'Accept-Language': language })).text()
      })()
      seen.add(/<p class="state" role="status">(.*?)<\/p>/.exec(cancelled)?.[1] ?? '')
    }
    expect(seen.size).toBe(languages.length)
  })

  it('of a cancelled listing says so, to people and machines', async () => {
    const { slug } = await addVisible(org, { ...FULL, status: 'Cancelled' })
    const text = await (await open(slug)).text()
    expect(text).toContain('This event is cancelled.')
    expect(extract(text).event).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  })

  it('lists the sessions to come of its event, and of no other organizer’s', async () => {
    const { sessions } = await addSeries(org, [
      Date.now() - HOUR_MS,
      Date.now() + 2 * DAY_MS,
      Date.now() + DAY_MS,
    ])
    await query('UPDATE sessions SET doors_open_offset_minutes = 60 WHERE id = ?', sessions[1] as string)
    const { slug } = await addVisible(org, {
      platform_event_id: org.event.toUpperCase(),
      venue_city: 'Hamburg',
    })
    const { event } = extract(await (await open(slug)).text())
    const starts = (event.subEvent as { startDate: string; doorTime?: string }[]).filter(
      ({ startDate }) => Date.parse(startDate) < Date.now() + 3 * DAY_MS,
    )
    expect(starts.map(({ doorTime }) => doorTime !== undefined)).toEqual([false, true])
    expect(event.startDate).toBe(starts[0]?.startDate)
    const other = await makeOrganizer()
    for (const [owner, id] of [
      [other, org.event],
      [org, 'not-an-event'],
      [org, crypto.randomUUID()],
    ] as const) {
      const theirs = await addVisible(owner, { platform_event_id: id })
      const text = await (await open(theirs.slug)).text()
      expect(text).not.toContain('<h2>Dates</h2>')
      expect(extract(text).event).not.toHaveProperty('subEvent')
    }
  })

  it('marks the dates that are cancelled, in their place', async () => {
    const day = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const starts = [day + 2 * DAY_MS, day + 3 * DAY_MS]
    const own = await makeOrganizer()
    await query('DELETE FROM sessions WHERE event_id = ?', own.event)
    const { sessions } = await addSeries(own, starts)
    const cancel = (id = sessions[0] as string) =>
      query(`UPDATE sessions SET cancelled_at = 1, cancel_notice = 'SECRET' WHERE id = ?`, id)
    const show = async (starts_at: number | null) => {
      const { slug } = await addVisible(own, { platform_event_id: own.event, starts_at })
      const text = await (await open(slug)).text()
      const { event } = extract(text)
      const states = [event, ...(event.subEvent as { eventStatus: string }[])].map(({ eventStatus }) =>
        String(eventStatus).replace('https://schema.org/Event', ''),
      )
      return { text, states, start: Date.parse(event.startDate as string) }
    }
    const [first = 0, second = 0] = starts
    expect((await show(first)).states).toEqual(['Scheduled', 'Scheduled', 'Scheduled'])
    await cancel()
    for (const startsAt of [first, null]) {
      const { text, states, start } = await show(startsAt)
      expect(states).toEqual(['Scheduled', 'Cancelled', 'Scheduled'])
      // The next date that takes place.
      expect(start).toBe(second)
      expect(text).toMatch(/<s><time[^>]*>[^<]*<\/time><\/s> <strong>Cancelled<\/strong>/)
      expect(text).not.toMatch(/This event is cancelled|SECRET/)
    }
    await cancel(sessions[1])
    for (const startsAt of [first, null]) {
      const { text, states, start } = await show(startsAt)
      expect(states).toEqual(['Cancelled', 'Cancelled', 'Cancelled'])
      expect(start).toBe(first)
      expect(text).toContain('This event is cancelled.')
    }
    // Its date is not that of a session.
    expect((await show(day + 9 * DAY_MS)).states).toEqual(['Scheduled', 'Cancelled', 'Cancelled'])
  })

  it.each([
    ['Draft', { status: 'Draft' }, 404],
    ['Unpublished', { status: 'Unpublished' }, 404],
    ['scheduled', { published_at: Date.now() + DAY_MS }, 404],
    ['Archived', { status: 'Archived' }, 410],
    ['Archived before its time', { status: 'Archived', published_at: Date.now() + DAY_MS }, 404],
  ])('of a listing that is %s shows nothing of it', async (_, columns, status) => {
    const { slug } = await addVisible(org, { ...FULL, ...columns, title: 'SECRET' })
    const response = await open(slug)
    const text = await response.text()
    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toMatch(/SECRET|Hamburg|ld\+json/)
    if (status === 404) expect(text).toBe(await (await open(crypto.randomUUID())).text())
  })

  it('does not exist unless PUBLIC_LISTINGS is on, and counts visitors by address', async () => {
    const { slug } = await addVisible(org)
    const off = await open(slug, { Accept: 'text/html' }, { PUBLIC_LISTINGS: '' })
    expect(off.status).toBe(404)
    expect(await off.text()).toContain('There is no page at this address.')
    const RATE_LIMIT = countingLimiter(1)
    const headers = { 'CF-Connecting-IP': '192.0.2.10' }
    expect((await open(slug, headers, { RATE_LIMIT })).status).toBe(200)
    expect((await open(slug, headers, { RATE_LIMIT })).status).toBe(429)
    expect(RATE_LIMIT.keys).toEqual(['visitor 192.0.2.10', 'visitor 192.0.2.10'])
  })

  it('costs a few rows, however many sessions and listings there are', async () => {
    await addSeries(
      org,
      Array.from({ length: 300 }, (_, index) => Date.now() + (index + 1) * HOUR_MS),
    )
    const { slug } = await addVisible(org, { ...FULL, platform_event_id: org.event })
    const { DB, cost } = measuringDatabase()
    const text = await (await open(slug, {}, { DB })).text()
    expect(text.match(/<li>/g)).toHaveLength(50)
    expect(cost.trips).toBe(1)
    expect(cost.read).toBeLessThanOrEqual(2 * 51 + 15)
  })
})

describe('other people’s text', () => {
  const ATTACKS = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '&lt;b&gt; &amp;quot;',
    '\u2028\u2029{{x}}',
    '\u202Egnp.evil\u2066',
    ']]></title><h1>',
  ]

  const COLUMNS = [
    'title',
    'description',
    'short_description',
    'venue_name',
    'venue_address',
    'venue_city',
  ].concat(['recurrence_description', 'price_description', 'category'])

  /** Only what the page itself has: its tags are those of a page with a harmless text. */
  const tagsOf = (text: string): string[] =>
    [...text.matchAll(/<\/?([a-z][a-z0-9]*)((?:\s+[a-z-:]+(?:="[^"]*")?)*)\s*>/g)].map(
      ([, name = '', attributes = '']) =>
        `${name}${[...attributes.matchAll(/([a-z-:]+)=?/g)].map(([, key]) => key).length > 0 ? '+' : ''}`,
    )

  it.each(ATTACKS)('%j stays text in HTML and in JSON-LD', async (attack) => {
    const columns = Object.fromEntries(COLUMNS.map((name) => [name, attack]))
    const harmless = Object.fromEntries(COLUMNS.map((name) => [name, 'x']))
    const { slug } = await addVisible(org, columns)
    await query('UPDATE organizers SET name = ? WHERE id = ?', attack, org.id)
    const text = await (await open(slug)).text()
    const plain = await (await open((await addVisible(org, harmless)).slug)).text()
    expect(tagsOf(text)).toEqual(tagsOf(plain))
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(json).not.toContain('<')
    const shown = attack.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    expect(JSON.parse(json)).toMatchObject({ name: shown, description: shown, organizer: { name: shown } })
    expect(/<head>.*<\/head>/s.exec(text)?.[0]).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  })

  it('is what a parser reads, whatever it is (property)', async () => {
    const { id, slug } = await addVisible(org, FULL)
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/[\0\r]/.test(text))
    await fc.assert(
      fc.asyncProperty(texts, async (title) => {
        await query('UPDATE listings SET title = ?, description = ? WHERE id = ?', title, title, id)
        const { event } = extract(await (await open(slug)).text())
        const shown = title.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
        expect(event).toMatchObject({ name: shown, description: shown })
      }),
      { numRuns: runs(100) },
    )
  })

  it('is never a link or a picture that is not https, also where SQL wrote it', async () => {
    const bad = [
      'javascript:alert(1)',
      'http://x.example',
      'data:text/html,x',
      '//x.example',
      'https://u:p@x.example',
    ]
    for (const url of bad) {
      const { slug } = await addVisible(org, {
        ...{ ...FULL, image_url: url, external_url: url, images: JSON.stringify([url]) },
      })
      const text = await (await open(slug)).text()
      expect(text).not.toContain(url)
      expect(text).not.toContain('<img')
      expect(extract(text).event).not.toHaveProperty('image')
    }
  })

  it('shows files of the service as pictures where SQL wrote their paths', async () => {
    const path = '/api/docs/northlight-nights.svg'
    const { slug } = await addVisible(org, { ...FULL, image_url: path, images: '["//x.example/1.jpg"]' })
    const response = await open(slug)
    const text = await response.text()
    expect(response.headers.get('Content-Security-Policy')).toContain("img-src https: 'self';")
    expect(text.match(/<img[^>]*>/g)).toEqual([`<img src="${path}" alt="">`])
    const { event, metatags } = extract(text)
    expect(event).toMatchObject({ image: [`${ORIGIN}${path}`] })
    expect(metatags).toMatchObject({ 'og:image': [`${ORIGIN}${path}`] })
  })

  it('of unknown forms, written by SQL, does not break the page', async () => {
    const { slug } = await addVisible(org, {
      price_from: 5,
      price_currency: 'EURO',
      starts_at: -62_135_596_800_000,
    })
    await query("UPDATE events SET time_zone = 'Mars/Base' WHERE organizer_id = ?", org.id)
    const response = await open(slug)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('from 5 EURO')
    expect(extract(text).event).toMatchObject({ startDate: '0001-01-01T00:00:00.000Z' })
  })
})

it('an instant with the offset of a time zone is the same instant (property)', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC', 'Pacific/Apia')
  const instants = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2100, 0) })
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const second = Math.floor(instant / 1_000) * 1_000
      expect(Date.parse(withOffset(second, zone))).toBe(second)
    }),
  )
})
