// The busiest minute of a door with 20 phones, which share one account, in a session of 20,000 tickets: the
// real limiters refuse nothing.
// @module-tag slow
// @module-tag full
import { env, exports } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../../src/api/http/rate-limit.ts'
import { jsonRequest, ORIGIN } from '../../support/api.ts'
import { movementsPath } from '../../support/check-ins.ts'
import { fillSession, MANY_NAMES } from '../../support/fill-session.ts'
import { addSession, addStaff, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { tokenFor } from '../../support/tokens.ts'

const PHONES = 20
const TICKETS = 20_000
const PAGE = 2_000
/** Of one phone in a minute: a poll every five seconds, a guest every three, and a guest sought online. */
const POLLS = 12
const GUESTS = 20
const TYPED = ['a', 'an', 'ann', 'anna', 'anna s', 'anna sm', 'smith', 't0']
/** What a phone sends after an hour without a network, in the batches of the page. */
const OFFLINE = { batches: 2, items: 20 }
/** Two supervisors look at the plot and at the problems every 15 seconds. */
const LOOKS = 8

let org: Organizer
let session: string
let tickets: string[]
beforeAll(async () => {
  org = await makeOrganizer()
  session = await addSession(org)
  await fillSession(org, session, TICKETS, MANY_NAMES)
  const rows = await query<{ id: string }>(
    `SELECT tickets.id FROM tickets JOIN sessions ON number = session_number
     WHERE sessions.id = ? AND status = 'Valid' LIMIT 2000`,
    session,
  )
  tickets = rows.map(({ id }) => id)
}, 300_000)

it('never sees a 429', async () => {
  const subject = await addStaff(org)
  const authorization = { Authorization: `Bearer ${await tokenFor(subject)}` }
  const path = `/api/v1/sessions/${session}`
  /** Without a comparison with the OpenAPI document, which would take longer than everything else. */
  const request = (url: string, init: RequestInit = {}): Promise<Response> =>
    exports.default.fetch(`${ORIGIN}${url}`, { ...init, headers: { ...init.headers, ...authorization } })
  const statuses: Record<string, number> = {}
  /** Requests that a whole minute counts. */
  const send = async (below: string, init: RequestInit = {}): Promise<Response> => {
    const response = await request(`${path}${below}`, init)
    const name = `${below.replace(/\?.*/, '')} ${response.status}`
    statuses[name] = (statuses[name] ?? 0) + 1
    return response
  }
  const checkIn = (ids: readonly string[], device: number) =>
    send(
      '/check-ins',
      jsonRequest('POST', subject, {
        device: `Gate ${device}`,
        items: ids.map((ticketId) => ({
          ...{ type: 'CheckIn', id: crypto.randomUUID(), ticketId },
          ...{ at: new Date().toISOString(), admitted: true },
        })),
      }),
    )
  const phone = async (number: number): Promise<void> => {
    await send('')
    let [since, more] = ['', true]
    let loads = 0
    while (more) {
      const query = since === '' ? '' : `&since=${encodeURIComponent(since)}`
      const part = await send(`/ticket-changes?pageSize=${PAGE}${query}`)
      ;({ next: since, more } = await part.json<{ next: string; more: boolean }>())
      loads += 1
    }
    expect(loads).toBeGreaterThanOrEqual(TICKETS / PAGE)
    const own = tickets.slice(number * 80, number * 80 + 80)
    for (let batch = 0; batch < OFFLINE.batches; batch += 1) {
      await checkIn(own.slice(GUESTS + batch * OFFLINE.items).slice(0, OFFLINE.items), number)
    }
    for (let turn = 0; turn < GUESTS; turn += 1) {
      await checkIn([own[turn] as string], number)
      if (turn < POLLS) {
        await (await send(`/ticket-changes?pageSize=${PAGE}&since=${encodeURIComponent(since)}`)).text()
      }
      const q = TYPED[turn]
      if (q !== undefined) await (await send(`/tickets?q=${encodeURIComponent(q)}`)).text()
    }
  }
  const supervisor = async (): Promise<void> => {
    for (let look = 0; look < LOOKS / 2; look += 1) {
      const plot = await request(movementsPath(session))
      // All of this at once makes the queue of a slow machine long.
      expect([200, 503]).toContain(plot.status)
      await (await send('/check-ins?problem=true')).text()
    }
  }
  await Promise.all([
    supervisor(),
    supervisor(),
    ...Array.from({ length: PHONES }, (_, number) => phone(number)),
  ])
  const refused = Object.keys(statuses).filter((name) => !name.endsWith(' 200'))
  expect(refused, JSON.stringify(statuses)).toEqual([])
  // On a slow machine this was more than a minute: what the limits leave to this one decides.
  const counts = Object.fromEntries(
    Object.entries(statuses).map(([name, count]) => [name.replace(' 200', ''), count]),
  )
  const { '/ticket-changes': changes = 0, '/check-ins': checkIns = 0, ...others } = counts
  const requests = Object.values(others).reduce((sum, count) => sum + count, 0)
  expect(changes).toBeLessThan(RATE_LIMITS.changes.limit)
  expect(checkIns).toBeLessThan(RATE_LIMITS.checkIns.limit)
  expect(requests).toBeLessThan(RATE_LIMITS.requests.limit)
  expect(changes - PHONES * POLLS).toBeLessThan(RATE_LIMITS.listParts.limit)
  // Nor are the points of the account used up.
  const { success } = await env.COST_RATE_LIMIT.limit({ key: subject })
  expect(success).toBe(true)
}, 600_000)
