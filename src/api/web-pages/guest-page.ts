// A guest's own page, opened by a link without an account or a script.
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { languageDetector } from 'hono/language'
import ical from 'ical-generator'
import encodeQR from 'qr'
import { isOurs } from '../../domain/tickets/code.ts'
import { findByCode, type GuestTicket } from '../../domain/tickets/find-by-code.ts'
import { AppError } from '../../errors.ts'
import { LANGUAGES, type Language, languages, localeOf } from '../../languages.ts'
import type { AppEnv } from '../http/context.ts'
import { limitGuesses } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'
import { GUEST_TEXTS } from './guest-texts.ts'

const MINUTE_MS = 60_000
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** Sizes, spaces and colours are those of web/shared/tokens.css. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; background: #f6f7f9; color: #14171c }
body { margin: 0 auto; padding: 16px; max-width: 24.5rem; overflow-wrap: anywhere; hyphens: auto }
article { margin-block-end: 48px; break-after: page; overflow: hidden; border: 1px solid #dfe3ea; border-radius: 16px; background: #fff }
article:last-child { break-after: auto }
figure { margin: 0; padding: 16px; background: #fff; color: #14171c; text-align: center }
figure svg { display: block; inline-size: 100%; max-inline-size: 17.5rem; margin-inline: auto; block-size: auto }
figcaption { margin-block-start: 8px; font: 600 1rem/1.5 ui-monospace, monospace; hyphens: none }
figcaption span:not(:first-child) { margin-inline-start: 8px }
header { padding: 16px 16px 0 }
h1, header p, figcaption { unicode-bidi: plaintext }
h1, header p { text-align: -webkit-match-parent; text-align: match-parent }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 }
header p, dt { color: #4c5461 }
dl { display: grid; grid-template-columns: auto 1fr; align-items: baseline; gap: 4px 16px; margin: 0; padding: 16px }
dd { margin: 0; font-weight: 600 }
.facts { border-block: 1px solid #dfe3ea; margin-block-start: 16px }
.facts dd { font-size: 1.25rem; line-height: 1.25 }
.state { padding: 12px 16px; background: #14171c; color: #fff; font-size: 1.25rem; font-weight: 700; text-align: center }
article:not(:has(figure)) .state { background: #c8102e }
.tip { padding: 0 16px 4px; color: #4c5461; background: #fff; font-size: .875rem; text-align: center }
.tip a { display: inline-block; padding-block: 12px; color: inherit }
nav { display: flex; flex-wrap: wrap; gap: 4px 24px; font-size: .875rem }
nav a { padding-block: 12px; color: inherit }
@media (max-width: 22em) { dl { grid-template-columns: 1fr } }
@media (prefers-color-scheme: dark) { :root { background: #0d1014; color: #f1f3f6 } article { border-color: #2e353f; background: #161a20 } header p, dt { color: #adb6c4 } .facts { border-color: #2e353f } }
@media print { nav, .tip { display: none } body { padding: 0 } article { border-color: #14171c } figure svg { max-inline-size: 12rem } }
@media (forced-colors: active) { .state { border: 2px solid } }
`

/** Allows only this style, and no script. */
const policy = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE))
  const hash = new Uint8Array(digest).toBase64()
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

type Html = ReturnType<typeof html>

/** Without a script, the choice of language is in the URL. */
const links = (label: string) => html`<nav aria-label="${label}">
${languages.map(
  (language) => html`<a href="?lang=${language}" lang="${language}">${LANGUAGES[language].name}</a>\n`,
)}</nav>`

const page = (language: Language, title: string, body: Html) => html`<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
${links(GUEST_TEXTS[language].languages)}
</body>
</html>`

/** In the event’s time zone. Unknown time zones are shown as UTC. */
const formatTime = (
  time: number,
  timeZone: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string => {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(time)
  } catch {
    return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeZoneName: 'short', ...options }).format(
      time,
    )
  }
}

const row = (name: string, value: string | null) =>
  value === null ? '' : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`

/** In groups of four, as people read it out. Copied, it has no spaces. */
const inFours = (code: string) =>
  html`<data value="${code}">${(code.match(/.{1,4}/g) ?? []).map((part) => html`<span>${part}</span><wbr>`)}</data>`

/** When the doors open, as a time of day. */
const doorsOf = ({ startsAt, timeZone, doorsOpenOffsetMinutes: offset }: GuestTicket, locale: string) =>
  offset === null ? null : formatTime(startsAt - offset * MINUTE_MS, timeZone, locale, TIME)

const isUsable = ({ status }: GuestTicket): boolean => status === 'Valid' || status === 'CheckedIn'

/** Without the ticket's code or link: people share their calendars. */
const toCalendar = (tickets: readonly GuestTicket[], language: Language, host: string): string => {
  const calendar = ical()
  for (const ticket of tickets) {
    const { id, eventName, venueName, startsAt } = ticket
    const doors = doorsOf(ticket, localeOf(language))
    calendar.createEvent({
      id: `${id}@${host}`,
      summary: eventName,
      location: venueName,
      start: new Date(startsAt),
      description: doors && `${GUEST_TEXTS[language].doors} ${doors}`,
    })
  }
  return calendar.toString()
}

const showTicket = (ticket: GuestTicket, code: string, language: Language) => {
  const texts = GUEST_TEXTS[language]
  const { startsAt, timeZone, status } = ticket
  const locale = localeOf(language)
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return html`<article>
${status === 'Valid' ? '' : html`<p class="state">${texts.states[status]}</p>`}
${
  isUsable(ticket)
    ? html`<figure>
<div role="img" aria-label="${texts.code}">${raw(encodeQR(code, 'svg', { ecc: 'medium', border: 4 }))}</div>
<figcaption>${inFours(code)}</figcaption>
</figure>
<p class="tip">${texts.brightness}<br><a href="/t/${code}/calendar.ics">${texts.calendar}</a></p>`
    : ''
}
<header>
<h1>${ticket.eventName}</h1>
<p>${ticket.organizerName}</p>
</header>
<dl class="facts">
${row(texts.date, formatTime(startsAt, timeZone, locale, date))}
${row(texts.doors, doorsOf(ticket, locale))}
${row(texts.start, formatTime(startsAt, timeZone, locale, TIME))}
${row(texts.venue, ticket.venueName)}
</dl>
<dl>
${row(texts.attendee, ticket.attendeeName)}
${row(texts.ticket, ticket.ticketTypeName)}
${row(texts.seat, ticket.seatLabel)}
${row(texts.number, ticket.ticketNumber)}
</dl>
</article>`
}

/** A ticket's page is nobody else's. */
const setPrivate = (c: Context<AppEnv>): void => {
  c.header('Content-Language', c.get('language') as Language)
  c.header('Vary', 'Accept-Language', { append: true })
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
}

const answer = async (c: Context<AppEnv>, title: string, body: Html, status: 200 | 404) => {
  const language = c.get('language') as Language
  setPrivate(c)
  c.header('Content-Security-Policy', await policy())
  return c.html(page(language, title, body), status)
}

const find = async (c: Context<AppEnv>, code: string): Promise<GuestTicket[]> => {
  const tickets = isOurs(code) ? await readFromNearest(c, (db) => findByCode(db, code, new Date())) : []
  if (tickets.length === 0) throw new AppError('ticket_not_found')
  return tickets
}

/**
 * The language in the URL, else the first supported one of the browser (RFC 4647, section 3.4). No cookie.
 */
const detectLanguage = languageDetector({
  order: ['querystring', 'header'],
  supportedLanguages: languages,
  fallbackLanguage: 'en',
  caches: false,
})

/** Answers with the tickets of the code in the path, or says that there are none. */
const withTickets = async (
  c: Context<AppEnv, '/t/:code'>,
  respond: (
    tickets: readonly GuestTicket[],
    code: string,
    language: Language,
  ) => Response | Promise<Response>,
): Promise<Response> => {
  const language = c.get('language') as Language
  const code = c.req.param('code').toUpperCase()
  try {
    return await respond(await limitGuesses(c, () => find(c, code), 'ticket'), code, language)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ticket_not_found')) throw error
    const { notFound, notFoundHelp } = GUEST_TEXTS[language]
    return answer(c, notFound, html`<h1>${notFound}</h1>\n<p>${notFoundHelp}</p>`, 404)
  }
}

export const guestPage = new Hono<AppEnv>()
guestPage.use('/t/*', detectLanguage)
guestPage.get('/t/:code', (c) =>
  withTickets(c, (tickets, code, language) => {
    const body = html`${tickets.map((ticket) => showTicket(ticket, code, language))}`
    return answer(c, tickets[0]?.eventName ?? '', body, 200)
  }),
)
guestPage.get('/t/:code/calendar.ics', (c) =>
  withTickets(c, (tickets, _, language) => {
    const usable = tickets.filter(isUsable)
    if (usable.length === 0) throw new AppError('ticket_not_found')
    setPrivate(c)
    c.header('Content-Type', 'text/calendar; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="calendar.ics"')
    return c.body(toCalendar(usable, language, new URL(c.req.url).host))
  }),
)
