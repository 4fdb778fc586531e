// A listing for machines: schema.org as JSON-LD, and Open Graph.
import { html, raw } from 'hono/html'
import type { Event, Place, WithContext } from 'schema-dts'
import type { ListingPage, PublicSession } from '../../domain/listings/public-listings.ts'
import { wallTime } from '../../domain/local-time.ts'
import { LANGUAGES, type Language, languages } from '../../languages.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MAX_SUMMARY_CHARACTERS = 200

/** Where a text cannot be isolated, its controls of direction would change what is shown beside it. */
export const withoutDirection = (text: string): string => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** With the offset of the time zone, as search engines want it; else in UTC. */
export const withOffset = (instant: number, timeZone: string): string => {
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS
  try {
    const offset = wallTime(minute, timeZone) - minute
    if (Math.abs(offset) > DAY_MS) throw new RangeError('Not a time zone of this year.')
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 3_600_000), (Math.abs(offset) / MINUTE_MS) % 60]
    const pad = (part: number) => String(part).padStart(2, '0')
    const sign = offset < 0 ? '-' : '+'
    return `${new Date(instant + offset).toISOString().slice(0, 19)}${sign}${pad(hours)}:${pad(minutes)}`
  } catch {
    return new Date(instant).toISOString()
  }
}

const summaryOf = ({ listing }: Pick<ListingPage, 'listing'>): string => {
  const text = (listing.shortDescription ?? listing.description ?? '').replace(/\s+/g, ' ').trim()
  const characters = [...withoutDirection(text)]
  return characters.length <= MAX_SUMMARY_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_SUMMARY_CHARACTERS - 1).join('')}…`
}

export const picturesOf = ({ imageUrl, images }: ListingPage['listing']): string[] => [
  ...new Set([...(imageUrl === null ? [] : [imageUrl]), ...images]),
]

/** Other sites and search engines need the whole URL of a file of the service. */
const toAbsolute = (picture: string, page: string): string => new URL(picture, page).href

const placeOf = (listing: ListingPage['listing'], venueName = listing.venueName): Place | undefined => {
  const { venueAddress, venueCity, venueLatitude, venueLongitude } = listing
  const name = venueName ?? venueCity
  if (name === null) return undefined
  return {
    '@type': 'Place',
    name: withoutDirection(name),
    address: {
      '@type': 'PostalAddress',
      ...(venueAddress !== null && { streetAddress: withoutDirection(venueAddress) }),
      ...(venueCity !== null && { addressLocality: withoutDirection(venueCity) }),
    },
    ...(venueLatitude !== null &&
      venueLongitude !== null && {
        geo: { '@type': 'GeoCoordinates', latitude: venueLatitude, longitude: venueLongitude },
      }),
  }
}

const statusOf = (isCancelled: boolean) =>
  isCancelled ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled'

const toEvent = (
  { listing, organizerName, timeZone, isDateCancelled, isCancelled }: ListingPage,
  sessions: readonly PublicSession[],
  url: string,
): WithContext<Event> => {
  const name = withoutDirection(listing.title)
  const next = sessions.find((session) => session.isCancelled === 0)
  // Its own date is cancelled, and another one takes place.
  const isElsewhen = isDateCancelled && next !== undefined
  const start = (isElsewhen ? null : listing.startsAt) ?? next?.startsAt ?? sessions[0]?.startsAt
  const { priceFrom, priceCurrency } = listing
  const place = placeOf(listing)
  const pictures = picturesOf(listing).map((picture) => toAbsolute(picture, url))
  const description = withoutDirection(listing.description ?? listing.shortDescription ?? '')
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    url,
    eventStatus: statusOf(isCancelled),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(description !== '' && { description }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(start !== undefined && { startDate: withOffset(start, timeZone) }),
    ...(listing.endsAt !== null && !isElsewhen && { endDate: withOffset(listing.endsAt, timeZone) }),
    ...(place && { location: place }),
    ...(priceFrom !== null &&
      priceCurrency !== null && {
        offers: { '@type': 'Offer', price: priceFrom, priceCurrency, url: listing.externalUrl ?? url },
      }),
    organizer: { '@type': 'Organization', name: withoutDirection(organizerName) },
    ...(sessions.length > 0 && {
      subEvent: sessions.map(({ startsAt, doorsOpenOffsetMinutes, venueName, ...session }): Event => {
        const location = placeOf(listing, venueName ?? undefined)
        return {
          '@type': 'Event',
          name,
          eventStatus: statusOf(isCancelled || session.isCancelled === 1),
          startDate: withOffset(startsAt, timeZone),
          ...(doorsOpenOffsetMinutes !== null && {
            doorTime: withOffset(startsAt - doorsOpenOffsetMinutes * MINUTE_MS, timeZone),
          }),
          ...(location && { location }),
        }
      }),
    }),
  }
}

/** In a script, `<` could end it. */
const toScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** What machines read in the head of a listing's page. */
export const describeForMachines = (
  page: ListingPage,
  sessions: readonly PublicSession[],
  url: string,
  language: Language,
) => {
  const title = withoutDirection(page.listing.title)
  const summary = summaryOf(page)
  const [picture] = picturesOf(page.listing)
  return html`<link rel="canonical" href="${url}">
${languages.map((other) => html`<link rel="alternate" hreflang="${other}" href="${url}?lang=${other}">\n`)}
${summary && html`<meta name="description" content="${summary}">\n<meta property="og:description" content="${summary}">`}
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${withoutDirection(page.organizerName)}">
<meta property="og:locale" content="${LANGUAGES[language].tag.replace('-', '_')}">
${picture !== undefined && html`<meta property="og:image" content="${toAbsolute(picture, url)}">`}
<script type="application/ld+json">${raw(toScript(toEvent(page, sessions, url)))}</script>`
}
