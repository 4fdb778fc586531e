// A guest's own page, opened by a link without an account. It needs no script.
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import ical, { ICalEventStatus } from 'ical-generator'
import encodeQR from 'qr'
import { isOurs } from '../../domain/tickets/code.ts'
import { findByCode, type GuestTicket } from '../../domain/tickets/find-by-code.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'
import { limitGuesses } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'
import { GUEST_TEXTS } from './guest-texts.ts'
import { answerPage, detectLanguage, formatIn, type Html, type Reader, readerOf, row } from './plain-page.ts'
import { SAVE_PICTURE } from './save-picture.ts'

const MINUTE_MS = 60_000
/** As the language writes the hour: 4:14 AM, 04:14. */
const TIME = { hour: 'numeric', minute: 'numeric' } as const

const STYLE = `
/* Forced colours would draw the code black on black. */
figure { margin: 0; padding: 16px; background: #fff; color: #14171c; text-align: center; forced-color-adjust: none }
figure svg { display: block; inline-size: 100%; max-inline-size: 17.5rem; margin-inline: auto; block-size: auto }
figcaption { margin-block-start: 8px; font: 600 1rem/1.5 ui-monospace, monospace; hyphens: none }
figcaption span:not(:first-child) { margin-inline-start: 8px }
article:not(:has(figure)) .state { background: #c8102e }
.tip { padding: 0 16px 4px; color: #4c5461; background: #fff; font-size: .875rem; text-align: center }
.tip :is(a, button) { display: inline-block; padding: 12px 8px; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer }
.notice { margin: 0; padding: 16px; color: #14171c; background: #fff; font-size: 1.25rem; line-height: 1.4; white-space: pre-line }
@media print { .tip { display: none } figure svg { max-inline-size: 12rem } }
`

/** In groups of four, as people read it out. Copied, it has no spaces. */
const inFours = (code: string) =>
  html`<data value="${code}" dir="ltr">${(code.match(/.{1,4}/g) ?? []).map((part) => html`<span>${part}</span><wbr>`)}</data>`

/** When the doors open, as a time of day. */
const doorsOf = ({ startsAt, timeZone, doorsOpenOffsetMinutes: offset }: GuestTicket, locale: string) =>
  offset === null ? null : formatIn(timeZone, locale, TIME).format(startsAt - offset * MINUTE_MS)

const isUsable = ({ status }: GuestTicket): boolean => status === 'Valid' || status === 'CheckedIn'

/**
 * Without the ticket's code or link: people share their calendars. A calendar that has the event replaces it
 * by one with a higher sequence, so that of each minute is higher: a date moves, and a cancellation is taken
 * back.
 */
const toCalendar = (tickets: readonly GuestTicket[], { language, locale }: Reader, host: string): string => {
  const calendar = ical()
  const sequence = Math.floor(Date.now() / MINUTE_MS)
  for (const ticket of tickets) {
    const { id, eventName, venueName, startsAt } = ticket
    const doors = doorsOf(ticket, locale)
    calendar.createEvent({
      id: `${id}@${host}`,
      summary: eventName,
      location: venueName,
      start: new Date(startsAt),
      description: doors && `${GUEST_TEXTS[language].doors} ${doors}`,
      sequence,
      ...(ticket.cancelledAt !== null && { status: ICalEventStatus.CANCELLED }),
    })
  }
  return calendar.toString()
}

const showTicket = (ticket: GuestTicket, code: string, { language, locale }: Reader) => {
  const texts = GUEST_TEXTS[language]
  const { startsAt, timeZone, status, cancelNotice } = ticket
  const isCancelled = ticket.cancelledAt !== null
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return html`<article data-save="${texts.savePicture}">
${isCancelled ? html`<p class="state">${texts.cancelled}</p>\n${cancelNotice && html`<p class="notice" dir="auto">${cancelNotice}</p>`}` : ''}
${status === 'Valid' ? '' : html`<p class="state">${texts.states[status]}</p>`}
${
  isUsable(ticket) && !isCancelled
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
${row(texts.date, formatIn(timeZone, locale, date).format(startsAt))}
${row(texts.doors, doorsOf(ticket, locale))}
${row(texts.start, formatIn(timeZone, locale, TIME).format(startsAt))}
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
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
}

const answer = (c: Context<AppEnv>, title: string, body: Html, status: 200 | 404) => {
  setPrivate(c)
  return answerPage(c, { style: STYLE, script: SAVE_PICTURE }, { title, body }, status)
}

const find = async (c: Context<AppEnv>, code: string): Promise<GuestTicket[]> => {
  const tickets = isOurs(code) ? await readFromNearest(c, (db) => findByCode(db, code, new Date())) : []
  if (tickets.length === 0) throw new AppError('ticket_not_found')
  return tickets
}

/** Answers with the tickets of the code in the path, or says that there are none. */
const withTickets = async (
  c: Context<AppEnv, '/t/:code'>,
  respond: (tickets: readonly GuestTicket[], code: string, reader: Reader) => Response | Promise<Response>,
): Promise<Response> => {
  const reader = readerOf(c)
  const code = c.req.param('code').toUpperCase()
  try {
    return await respond(await limitGuesses(c, () => find(c, code), 'ticket'), code, reader)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ticket_not_found')) throw error
    const { notFound, notFoundHelp } = GUEST_TEXTS[reader.language]
    return answer(c, notFound, html`<h1>${notFound}</h1>\n<p>${notFoundHelp}</p>`, 404)
  }
}

export const guestPage = new Hono<AppEnv>()
guestPage.use('/t/*', detectLanguage)
guestPage.get('/t/:code', (c) =>
  withTickets(c, (tickets, code, reader) => {
    const body = html`${tickets.map((ticket) => showTicket(ticket, code, reader))}`
    return answer(c, tickets[0]?.eventName ?? '', body, 200)
  }),
)
guestPage.get('/t/:code/calendar.ics', (c) =>
  withTickets(c, (tickets, _, reader) => {
    const usable = tickets.filter(isUsable)
    if (usable.length === 0) throw new AppError('ticket_not_found')
    setPrivate(c)
    c.header('Content-Language', reader.language)
    c.header('Vary', 'Accept-Language', { append: true })
    c.header('Content-Type', 'text/calendar; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="calendar.ics"')
    return c.body(toCalendar(usable, reader, new URL(c.req.url).host))
  }),
)
