// A guest's own page: what opens from a link in a message, without an account or a script.
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import encodeQR from 'qr'
import { isOurs } from '../../domain/tickets/code.ts'
import { findByCode, type GuestTicket } from '../../domain/tickets/find-by-code.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../http/context.ts'
import { limitGuesses } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'

const MINUTE_MS = 60_000

const STYLE = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 26rem; overflow-wrap: anywhere }
article { margin-block-end: 3rem; break-after: page }
article:last-child { break-after: auto }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
p { margin: .25rem 0 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1.25rem 0 }
dt { opacity: .75 }
dd { margin: 0; font-weight: 600 }
figure { margin: 0; padding: 1.25rem; background: #fff; color: #000; border-radius: .75rem; text-align: center }
figure svg { display: block; inline-size: 100%; max-inline-size: 18rem; margin-inline: auto; block-size: auto }
figcaption { margin-block-start: .75rem; font: 600 1rem/1.4 ui-monospace, monospace }
.state { padding: .75rem 1rem; border: 2px solid; border-radius: .75rem; font-weight: 700 }
@media print { body { padding: 0 } figure { border: 1px solid #000 } figure svg { max-inline-size: 12rem } }
`

/** The page has no script, and no style but this one. */
const policy = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE))
  const hash = new Uint8Array(digest).toBase64()
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>`

/** In the time zone of the event. One that the browser's data do not have is shown as UTC. */
const formatTime = (time: number, timeZone: string, options: Intl.DateTimeFormatOptions): string => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(time)
  } catch {
    return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeZoneName: 'short', ...options }).format(
      time,
    )
  }
}

const row = (name: string, value: string | null) =>
  value === null ? '' : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`

const STATES: Record<GuestTicket['status'], string | null> = {
  Valid: null,
  CheckedIn: 'Checked in.',
  Refunded: 'This ticket was refunded. It does not open the door.',
  Voided: 'This ticket is no longer valid.',
}

const showTicket = (ticket: GuestTicket, code: string) => {
  const { startsAt, timeZone, doorsOpenOffsetMinutes: offset, status } = ticket
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const state = STATES[status]
  const isUsable = status === 'Valid' || status === 'CheckedIn'
  return html`<article>
<h1>${ticket.eventName}</h1>
<p>${ticket.organizerName}</p>
<dl>
${row('Date', formatTime(startsAt, timeZone, date))}
${row('Doors', offset === null ? null : formatTime(startsAt - offset * MINUTE_MS, timeZone, time))}
${row('Start', formatTime(startsAt, timeZone, time))}
${row('Venue', ticket.venueName)}
${row('Ticket', ticket.ticketTypeName)}
${row('Seat', ticket.seatLabel)}
${row('Name', ticket.attendeeName)}
${row('Number', ticket.ticketNumber)}
</dl>
${state === null ? '' : html`<p class="state">${state}</p>`}
${
  isUsable
    ? html`<figure>
<div role="img" aria-label="Ticket code">${raw(encodeQR(code, 'svg', { ecc: 'medium', border: 4 }))}</div>
<figcaption>${code}</figcaption>
</figure>`
    : ''
}
</article>`
}

const NOT_FOUND = html`<h1>Ticket not found</h1>
<p>Open the link again exactly as you got it. If it still does not work, ask whoever sent it to you.</p>`

const answer = async (
  c: Context<AppEnv>,
  title: string,
  body: ReturnType<typeof html>,
  status: 200 | 404,
) => {
  c.header('Content-Security-Policy', await policy())
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
  return c.html(page(title, body), status)
}

const find = async (c: Context<AppEnv>, code: string): Promise<GuestTicket[]> => {
  const tickets = isOurs(code) ? await readFromNearest(c, (db) => findByCode(db, code)) : []
  if (tickets.length === 0) throw new AppError('ticket_not_found')
  return tickets
}

export const guestPage = new Hono<AppEnv>().get('/t/:code', async (c) => {
  const code = c.req.param('code').toUpperCase()
  try {
    const tickets = await limitGuesses(c, () => find(c, code), { kind: 'ticket' })
    const title = tickets[0]?.eventName ?? ''
    return await answer(c, title, html`${tickets.map((ticket) => showTicket(ticket, code))}`, 200)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ticket_not_found')) throw error
    return answer(c, 'Ticket not found', NOT_FOUND, 404)
  }
})
