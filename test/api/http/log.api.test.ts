// What the service logs: one line for each request, and no personal data.
// @module-tag slow
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import worker from '../../../src/index.ts'
import wranglerConfig from '../../../wrangler.toml?raw'
import { withBindings } from '../../support/address.ts'
import {
  bulkUpdatePath,
  call,
  callWithBindings,
  ORIGIN,
  type Page,
  sendJson,
  ticketsPath,
} from '../../support/api.ts'
import { checkIn, checkInsPath } from '../../support/check-ins.ts'
import { failingDatabase, faultyDatabase } from '../../support/faulty-database.ts'
import { addTarget, callOperation, OPERATIONS, requestOf } from '../../support/operations.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { seconds, sign, tokenFor, validClaims } from '../../support/tokens.ts'
import { until } from '../../support/until.ts'

const PERSON = 'Philippa Privatperson'
const EMAIL = 'philippa.privatperson@example.org'
const COMPANY = 'Quietworks'
const SEAT = 'Balcony Q77'
const NUMBER = 'QN-5551234'
const SEARCHES = ['privatperson', 'phil priv', 'Sekretsearch', '5551234']
const NEW_NAME = 'Renamed by Quill'

/** Everything written to the console, with any method. */
const logged: string[] = []
/** What must not appear in it. */
const secrets: string[] = [PERSON, EMAIL, COMPANY, SEAT, NUMBER, NEW_NAME, ...SEARCHES]
/** How many requests were sent. */
let requests = 0

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  const target = await addTarget(org)
  await addTickets(org, [
    {
      ticket_number: NUMBER,
      seat_label: SEAT,
      holder_email: EMAIL,
      attendee_name: PERSON,
      attendee_email: EMAIL,
      attendee_company: COMPANY,
    },
    {},
  ])
  await query(`UPDATE listings SET title = ? WHERE id = ?`, PERSON, target.listing)
  secrets.push(org.owner, org.staff, org.stranger, org.eventStaff)

  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => {
      logged.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '))
    })
  }
  const counted = async (response: Promise<Response>): Promise<Response> => {
    requests += 1
    return response
  }

  for (const q of SEARCHES) {
    const path = ticketsPath(org.session, { q, sort: 'holderEmail', pageSize: 1 })
    const page = await (await counted(call(path, { subject: org.staff }))).json<Page>()
    if (page.links.next !== null) await counted(call(page.links.next, { subject: org.staff }))
    await counted(call(`${path}&page=${encodeURIComponent(PERSON)}`, { subject: org.staff }))
    await counted(call(`${path}&cursor=${encodeURIComponent(PERSON)}`, { subject: org.staff }))
    await counted(call(`${path}&access_token=${await tokenFor(org.owner)}`))
  }
  const expired = await sign({ ...validClaims(EMAIL), exp: seconds(-99) })
  const tokens = [
    await tokenFor(org.owner),
    expired,
    `${expired.slice(0, -9)}AAAAAAAAA`,
    PERSON.replace(' ', '.'),
  ]
  secrets.push(...tokens, ...tokens.flatMap((token) => token.split('.').filter((part) => part.length > 20)))
  for (const operation of OPERATIONS) {
    for (const token of tokens) {
      await counted(callOperation(operation, target, { headers: { Authorization: `Bearer ${token}` } }))
    }
    for (const subject of [org.owner, org.eventStaff, org.stranger]) {
      await counted(callOperation(operation, target, { subject }))
    }
    for (const message of [
      `D1_ERROR: UNIQUE constraint failed: "${EMAIL}"`,
      `D1_ERROR: malformed '${PERSON}' near ${EMAIL}`,
      'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
    ]) {
      const bindings = { DB: failingDatabase(message) }
      await counted(
        callWithBindings(bindings, operation.path(target), {
          subject: org.owner,
          ...requestOf(operation, target),
        }),
      )
    }
  }
  const path = `/api/organizer/v1/events/${target.event}/series/${target.series}`
  for (const body of [
    { name: NEW_NAME, description: PERSON },
    { [PERSON]: EMAIL },
    `{"name": "${PERSON}"`,
    { name: [EMAIL] },
  ]) {
    await counted(sendJson('PUT', path, org.owner, body))
  }
  const bulk = bulkUpdatePath(target.event, target.series)
  for (const body of [{ filterType: PERSON }, { filterType: 'All', newDoorsOpenOffset: EMAIL }]) {
    await counted(sendJson('POST', bulk, org.owner, body))
  }
  const gates = checkInsPath(org.session)
  for (const body of [
    { device: PERSON, items: [checkIn(org.event, { admitted: true })] },
    { device: PERSON, items: [checkIn(EMAIL)] },
    { device: PERSON, items: [{ ...checkIn(org.event), [PERSON]: EMAIL }] },
  ]) {
    await counted(sendJson('POST', gates, org.owner, body))
  }
  await counted(call(`${gates}?ticketId=${EMAIL}`, { subject: org.staff }))
  await counted(call(`/${encodeURIComponent(PERSON)}?q=${EMAIL}`))

  const lines = () => logged.filter((line) => line.includes('"requestId"'))
  await until(() => lines().length >= requests)
  expect(lines()).toHaveLength(requests)
  vi.restoreAllMocks()
})

describe('the log', () => {
  it('has one line for each request, with known fields only', () => {
    expect(requests).toBeGreaterThan(50)
    expect(logged).toHaveLength(requests)
    const known = [
      'requestId',
      'method',
      'route',
      'status',
      'code',
      'cause',
      'at',
      'ms',
      'authMs',
      'dbMs',
      'sqlMs',
      'queueMs',
    ]
    known.push('roundTrips', 'rowsRead', 'rowsWritten', 'sizeAfter')
    const statuses = new Set<number>()
    for (const line of logged) {
      const fields = JSON.parse(line)
      expect(known).toEqual(expect.arrayContaining(Object.keys(fields)))
      statuses.add(fields.status)
      expect(fields.sizeAfter > 0, line).toBe(fields.rowsWritten > 0)
    }
    expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 403, 404, 409, 500, 503])
  })

  it('contains no token, name, e-mail address or search text', () => {
    const all = logged.join('\n').toLowerCase()
    for (const secret of secrets) {
      for (const written of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')]) {
        expect(all.includes(written.toLowerCase()), written.slice(0, 40)).toBe(false)
      }
    }
  })

  it('is the only one: the platform’s own, which records URLs with their queries, is off', () => {
    expect(wranglerConfig).toMatch(/^\[observability\.logs\]\n(?:\w.*\n)*invocation_logs = false$/m)
  })
})

describe('the log line of a request whose client disconnects', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is written once the request is done, with `aborted` and the status', async () => {
    const lines: Record<string, unknown>[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(JSON.parse(line)))
    const client = new AbortController()
    const context = createExecutionContext()
    const waitUntil = vi.spyOn(context, 'waitUntil')
    const DB = faultyDatabase((real) => (statements) => {
      // The runtime continues an aborted request only if `waitUntil` was called before the client
      // disconnected.
      expect(waitUntil).toHaveBeenCalled()
      client.abort()
      return real(statements)
    })
    const request = new Request(`${ORIGIN}${ticketsPath(org.session)}`, {
      headers: { Authorization: `Bearer ${await tokenFor(org.staff)}` },
      signal: client.signal,
    })
    await worker.fetch(request, withBindings({ DB }), context)
    await waitOnExecutionContext(context)
    expect(lines).toEqual([expect.objectContaining({ status: 200, aborted: true, roundTrips: 1 })])
  })
})

describe('Server-Timing', () => {
  it('has the rows read only where the operator asks for them', async () => {
    const org = await makeOrganizer()
    const timing = async (SERVER_TIMING: string) =>
      (
        await callWithBindings({ SERVER_TIMING } as Partial<Env>, ticketsPath(org.session), {
          subject: org.staff,
        })
      ).headers.get('Server-Timing')
    expect(await timing('rows')).toMatch(
      /^auth;dur=.*, db;dur=.*, sql;dur=.*, trips;desc="1", rows;desc="\d+", statement;desc="\d+"$/,
    )
    expect(await timing('')).toMatch(/^auth;dur=.*, db;dur=.*, sql;dur=.*, trips;desc="1"$/)
  })
})
