// What happens at other gates: the bytes of 100 changed tickets, and the time until a check-in is seen.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Browser } from 'playwright-core'
import { PATIENCE_MS } from './browser.ts'
import { countBytes, openReady } from './opening.ts'
import type { Service } from './service.ts'

const CHANGED = 100
const CHECK_INS = 12

export type Ticket = { id: string; ticketNumber: string }

/** Valid tickets of the session, the last ones by number. */
export const readValid = async ({ api, sessions, token }: Service, count: number): Promise<Ticket[]> => {
  const path = `/api/v1/sessions/${sessions[20_000]}/tickets?status=Valid&sort=-ticketNumber&pageSize=${count}`
  const response = await fetch(api + path, { headers: { Authorization: `Bearer ${token}` } })
  const { data } = (await response.json()) as { data: Ticket[] }
  if (data.length < count)
    throw new Error('The session has too few valid tickets. Remove .wrangler/bench/door.')
  return data
}

/** What a scanner reads. A ticket number alone admits nobody. */
export const readCode = async ({ api, sessions, token }: Service, { id }: Ticket): Promise<string> => {
  const path = `/api/organizer/v1/sessions/${sessions[20_000]}/tickets/${id}`
  const response = await fetch(api + path, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return ((await response.json()) as { code: string }).code
}

const checkIn = async ({ api, sessions, token }: Service, tickets: readonly Ticket[]): Promise<void> => {
  const at = new Date().toISOString()
  const response = await fetch(`${api}/api/v1/sessions/${sessions[20_000]}/check-ins`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      device: 'Gate B',
      items: tickets.map(({ id }) => ({
        type: 'CheckIn',
        id: crypto.randomUUID(),
        ticketId: id,
        at,
        admitted: true,
      })),
    }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
}

const changesPath = ({ api, sessions }: Service, since: string): string =>
  `${api}/api/v1/sessions/${sessions[20_000]}/ticket-changes?since=${encodeURIComponent(since)}&pageSize=2000`

/** A position from which only what happens next is read. */
const readPosition = async (service: Service): Promise<string> => {
  for (let since = ''; ; ) {
    const response = await fetch(changesPath(service, since).replace('since=&', ''), {
      headers: { Authorization: `Bearer ${service.token}` },
    })
    const { next, more } = (await response.json()) as { next: string; more: boolean }
    if (!more) return next
    since = next
  }
}

/** The bytes of a body as a browser gets it. */
const bodyBytes = async (service: Service, since: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${service.token}`, 'Accept-Encoding': 'gzip, deflate, br, zstd' }
  const [response] = (await once(get(changesPath(service, since), { headers }), 'response')) as [
    IncomingMessage,
  ]
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}

/**
 * Bytes on the wire until a page that was up to date has 100 tickets that changed: with headers, and of the
 * body alone.
 */
export const measureChanges = async (
  browser: Browser,
  service: Service,
): Promise<{ all: number; body: number }> => {
  const since = await readPosition(service)
  const tickets = await readValid(service, CHANGED)
  const { page, context, cdp } = await openReady(browser, service, service.sessions[20_000])
  const [last] = tickets.slice(-1) as [Ticket]
  await page.getByRole('searchbox').fill(last.ticketNumber)
  await page.getByRole('button', { name: last.ticketNumber }).waitFor()
  const bytes = countBytes(cdp, /ticket-changes$/)
  await checkIn(service, tickets)
  await page
    .getByRole('button', { name: last.ticketNumber })
    .filter({ hasText: 'Checked in' })
    .waitFor({ timeout: PATIENCE_MS })
  // The page shows the tickets when the response is there, before the browser has reported its size.
  await page.waitForTimeout(500)
  await context.close()
  return { all: bytes(), body: await bodyBytes(service, since) }
}

/** From "Checked in" at one gate to the changed row at another, both online. */
export const measureOtherGate = async (browser: Browser, service: Service): Promise<number[]> => {
  const tickets = await readValid(service, CHECK_INS)
  const [here, there] = [
    await openReady(browser, service, service.sessions[20_000]),
    await openReady(browser, service, service.sessions[20_000]),
  ]
  const times: number[] = []
  for (const ticket of tickets) {
    const { ticketNumber } = ticket
    const row = there.page.getByRole('list', { name: 'Tickets' }).getByRole('button', { name: ticketNumber })
    await there.page.getByRole('searchbox').fill(ticketNumber)
    await row.filter({ hasText: 'Expected' }).waitFor()
    // At any moment of the other gate's five seconds.
    await here.page.waitForTimeout(Math.random() * 5_000)
    await here.page.getByRole('searchbox').fill(await readCode(service, ticket))
    await here.page.getByRole('searchbox').press('Enter')
    await here.page.getByRole('alert').filter({ hasText: ticketNumber }).waitFor()
    const start = performance.now()
    await row.filter({ hasText: 'Checked in' }).waitFor()
    times.push(performance.now() - start)
  }
  await here.context.close()
  await there.context.close()
  return times
}
