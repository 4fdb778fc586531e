// The public page of a listing, without a script.
import { Hono } from 'hono'
import { html } from 'hono/html'
import {
  getListingPage,
  type ListingPage,
  type PublicSession,
} from '../../domain/listings/public-listings.ts'
import { AppError } from '../../errors.ts'
import { setPublic } from '../http/conditional.ts'
import type { AppEnv } from '../http/context.ts'
import { admitPublic } from '../http/public.ts'
import { readFromNearest } from '../http/request-database.ts'
import { GUEST_TEXTS } from './guest-texts.ts'
import { describeForMachines, picturesOf, withOffset, withoutDirection } from './listing-data.ts'
import { LISTING_TEXTS } from './listing-texts.ts'
import { answerPage, detectLanguage, formatIn, type Reader, readerOf, row } from './plain-page.ts'

const MINUTE_MS = 60_000
const DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: 'numeric', timeZoneName: 'short' } as const

/** The page is for everybody, so its width is that of a text. */
const STYLE = `
body { max-width: 40rem }
img { display: block; position: relative; inline-size: 100%; block-size: auto; aspect-ratio: 16 / 9; object-fit: cover; background: #eef0f4; overflow: hidden }
/* Covers the sign of a picture that did not load. Pictures that did have no such box. */
img::before { content: ""; position: absolute; inset: 0; aspect-ratio: 16 / 9; background: inherit }
.lead { padding: 12px 16px 0; font-size: 1.25rem; line-height: 1.4 }
.text { padding: 16px; white-space: pre-line }
.lead, .text { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent }
.facts dd { font-size: 1rem; line-height: 1.5 }
.state { background: #c8102e }
.more { padding: 16px 16px 0 }
.more a { display: inline-block; padding: 12px 16px; border-radius: 10px; background: #2747c7; color: #fff; font-weight: 600; text-decoration: none }
h2 { margin: 0; padding: 16px 16px 0; font-size: 1.25rem; line-height: 1.25 }
ul { margin: 0; padding: 8px 16px 16px; list-style: none }
li { padding-block: 8px; border-block-end: 1px solid #dfe3ea }
li:last-child { border: 0 }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 4px }
@media (prefers-color-scheme: dark) { img { background: #1f242c } li { border-color: #2e353f } .more a { background: #9db2ff; color: #0d1014 } }
@media (forced-colors: active) { .more a { border: 2px solid } }
`

/** Pictures come from wherever the organizer keeps them. */
const LOOK = { style: STYLE, pictures: 'https:' }
/** Those of the demo are files of the service. */
const OWN_PICTURES = { ...LOOK, pictures: "https: 'self'" }

const formatPrice = (price: number, currency: string | null, locale: string): string => {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currency ?? '' }).format(price)
  } catch {
    // SQL can store any currency, or none.
    return `${price} ${currency ?? ''}`.trim()
  }
}

const priceOf = (listing: ListingPage['listing'], { language, locale }: Reader): string | null => {
  const { priceFrom, priceCurrency, priceDescription } = listing
  if (priceDescription !== null || priceFrom === null) return priceDescription
  return `${LISTING_TEXTS[language].from} ${formatPrice(priceFrom, priceCurrency, locale)}`
}

const timesOf = ({ listing: { startsAt, endsAt }, timeZone }: ListingPage, { language, locale }: Reader) => {
  const [texts, more] = [GUEST_TEXTS[language], LISTING_TEXTS[language]]
  const time = formatIn(timeZone, locale, TIME)
  if (startsAt === null) return ''
  const date = formatIn(timeZone, locale, DATE).formatRange(startsAt, Math.max(endsAt ?? startsAt, startsAt))
  return html`${row(texts.date, date)}
${row(texts.start, time.format(startsAt))}
${endsAt !== null && row(more.end, time.format(endsAt))}`
}

const showSession = (
  { startsAt, doorsOpenOffsetMinutes: offset, venueName, isCancelled }: PublicSession,
  timeZone: string,
  { language, locale }: Reader,
) => {
  const time = formatIn(timeZone, locale, TIME)
  const facts = [
    time.format(startsAt),
    ...(offset === null
      ? []
      : [`${GUEST_TEXTS[language].doors} ${time.format(startsAt - offset * MINUTE_MS)}`]),
  ]
  const date = formatIn(timeZone, locale, DATE).format(startsAt)
  const shown = html`<time datetime="${withOffset(startsAt, timeZone)}">${date}</time>`
  return html`<li>${isCancelled === 1 ? html`<s>${shown}</s> <strong>${LISTING_TEXTS[language].cancelledDate}</strong>` : shown}
<br>${facts.join(' · ')}${venueName !== null && html` · <bdi>${venueName}</bdi>`}</li>`
}

const showListing = (page: ListingPage, sessions: readonly PublicSession[], reader: Reader) => {
  const { listing, organizerName, timeZone } = page
  const { language } = reader
  const texts = LISTING_TEXTS[language]
  const [picture, ...pictures] = picturesOf(listing)
  const venue = [listing.venueName, listing.venueAddress, listing.venueCity].filter((part) => part !== null)
  return html`<article>
${page.isCancelled && html`<p class="state" role="status">${texts.cancelled}</p>`}
${picture !== undefined && html`<img src="${picture}" alt="">`}
<header>
<h1>${listing.title}</h1>
<p>${organizerName}</p>
</header>
${listing.shortDescription !== null && html`<p class="lead">${listing.shortDescription}</p>`}
<dl class="facts">
${timesOf(page, reader)}
${row(texts.repeats, listing.recurrenceDescription)}
${row(GUEST_TEXTS[language].venue, venue.length === 0 ? null : venue.join(', '))}
${row(texts.price, priceOf(listing, reader))}
</dl>
${
  listing.externalUrl !== null &&
  html`<p class="more"><a href="${listing.externalUrl}" rel="noopener noreferrer nofollow">${texts.more}</a></p>`
}
${listing.description !== null && html`<p class="text">${listing.description}</p>`}
${
  sessions.length > 0 &&
  html`<h2>${texts.dates}</h2>
<ul>
${sessions.map((session) => showSession(session, timeZone, reader))}
</ul>`
}
${
  pictures.length > 0 &&
  html`<div class="pictures">
${pictures.map((url) => html`<img src="${url}" alt="" loading="lazy">`)}
</div>`
}
</article>`
}

const explain = (title: string, help: string) => html`<h1>${title}</h1>\n<p>${help}</p>`

export const listingPage = new Hono<AppEnv>()
listingPage.use('/e/*', admitPublic, detectLanguage)
listingPage.get('/e/:slug', async (c) => {
  const reader = readerOf(c)
  const { language } = reader
  const { notFound, notFoundHelp, gone, goneHelp } = LISTING_TEXTS[language]
  const slug = c.req.param('slug')
  c.header('Cache-Control', 'no-store')
  try {
    const page = await readFromNearest(c, (db) => getListingPage(db, slug, new Date()))
    if (page === undefined) return answerPage(c, LOOK, { title: gone, body: explain(gone, goneHelp) }, 410)
    const { sessions, ...shown } = page
    const url = `${new URL(c.req.url).origin}/e/${encodeURIComponent(slug)}`
    setPublic(c)
    return answerPage(
      c,
      picturesOf(shown.listing).some((url) => url.startsWith('/')) ? OWN_PICTURES : LOOK,
      {
        title: withoutDirection(shown.listing.title),
        head: describeForMachines(shown, sessions, url, language),
        body: showListing(shown, sessions, reader),
      },
      200,
    )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'listing_not_found')) throw error
    return answerPage(c, LOOK, { title: notFound, body: explain(notFound, notFoundHelp) }, 404)
  }
})
