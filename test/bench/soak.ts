// The soak test: many concurrent clients for a minute, with the mix of requests of an evening. Every response
// is checked against a model, and the first error or wrong response ends the run.

import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalDatabase } from '../../scripts/lib/local-database.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import {
  EVENT,
  LISTING,
  MANAGER,
  SERIES,
  SESSIONS_PER_SERIES,
  seriesId,
  sessionNumber,
  VENUE,
} from './data.ts'
import { withBenchDatabase } from './database.ts'
import { type Headers, type HttpResponse, median, percentile, send } from './load.ts'
import type { Scale } from './scale.ts'
import { type Server, ticketsPath, withServer } from './server.ts'
import { expectSearches, TYPED } from './soak-model.ts'

const CLIENTS = 64
const SOAK_MS = 60_000
/** How often another service checks a ticket in. */
const CHECK_IN_EVERY_MS = 200
/** Sizes of the session that is searched, and of the one whose tickets are checked in. */
const SEARCHED = 10_000
const CHANGING = 1_000

type Page = Schemas['TicketPage']
type Upload = { method: 'POST'; body: string }
type Kind = 'list, conditional' | 'search, letter by letter' | 'organizer read' | 'bulk update'

export type SoakResult = {
  seconds: number
  clients: number
  requests: { kind: Kind | 'all'; count: number; p50Ms: number; p90Ms: number }[]
  notModified: number
  checkIns: number
  residentMiB: Memory
  /** Of a bare Worker, in a server of its own, with as many clients for as long. */
  bare: { requests: number; residentMiB: Memory }
}

/** Resident memory of wrangler and workerd. */
type Memory = { before: number; highest: number }

/** Measures from now on. */
const watchMemory = (server: Server) => {
  const before = server.usage().residentBytes
  let highest = before
  return {
    look: (): void => {
      highest = Math.max(highest, server.usage().residentBytes)
    },
    result: (): Memory => ({ before: before / 2 ** 20, highest: highest / 2 ** 20 }),
  }
}

const require = (right: boolean, what: string, { status, body }: HttpResponse): void => {
  if (!right) throw new Error(`Soak: ${what}: ${status} ${body.slice(0, 500)}`)
}

const resetCheckIns = (db: LocalDatabase) =>
  db
    .prepare(`UPDATE tickets SET status = 'Valid', checked_in_at = NULL WHERE session_number = ?`)
    .bind(sessionNumber(CHANGING))
    .run()

/** Throws unless every session of each series has the capacity that the last response confirmed. */
const checkCapacities = async (db: LocalDatabase, confirmed: ReadonlyMap<string, number>): Promise<void> => {
  const { results } = await db
    .prepare('SELECT series_id, capacity FROM sessions WHERE series_id IS NOT NULL')
    .all<{ series_id: string; capacity: number }>()
  for (const { series_id, capacity } of results) {
    if ((confirmed.get(series_id) ?? capacity) !== capacity) {
      throw new Error(`Soak: a session of series ${series_id} has capacity ${capacity}.`)
    }
  }
}

const summarize = (times: ReadonlyMap<Kind, number[]>): SoakResult['requests'] =>
  [...times, ['all', [...times.values()].flat()] as const].map(([kind, values]) => ({
    kind,
    count: values.length,
    p50Ms: median(values),
    p90Ms: percentile(values, 0.9),
  }))

/** Runs the soak. Throws on the first error or wrong response. */
export const soak = async (scale: Scale): Promise<SoakResult> => {
  const expected = await withBenchDatabase(scale, async (db) => {
    await resetCheckIns(db)
    return expectSearches(db, sessionNumber(SEARCHED))
  })
  const confirmed = new Map<string, number>()
  const result = await withServer(scale, (server) => runClients(server, expected, confirmed))
  await withBenchDatabase(scale, (db) => checkCapacities(db, confirmed))
  return { ...result, bare: await withServer(scale, soakBareWorker) }
}

/** The guarded baseline has none of the service’s code in its requests. */
const soakBareWorker = async (server: Server): Promise<SoakResult['bare']> => {
  const authorization = await server.authorize(MANAGER)
  const url = server.urlOf('guarded-baseline', ticketsPath(SEARCHED, ''))
  const memory = watchMemory(server)
  const end = performance.now() + SOAK_MS
  let requests = 0
  const run = async (): Promise<void> => {
    while (performance.now() < end) {
      const response = await send(url, authorization)
      require(response.status === 200, 'bare Worker', response)
      requests += 1
    }
  }
  const look = async (): Promise<void> => {
    while (performance.now() < end) {
      memory.look()
      await sleep(CHECK_IN_EVERY_MS)
    }
  }
  await Promise.all([look(), ...Array.from({ length: CLIENTS }, run)])
  return { requests, residentMiB: memory.result() }
}

const runClients = async (
  server: Server,
  expected: ReadonlyMap<string, string[]>,
  confirmed: Map<string, number>,
): Promise<Omit<SoakResult, 'bare'>> => {
  const authorization = await server.authorize(MANAGER)
  const end = performance.now() + SOAK_MS
  let running = true
  const isRunning = () => running && performance.now() < end

  const times = new Map<Kind, number[]>()
  const timed = async (
    kind: Kind,
    path: string,
    headers: Headers,
    upload?: Upload,
  ): Promise<HttpResponse> => {
    const start = performance.now()
    const response = await send(server.urlOf('doorlist', path), { ...authorization, ...headers }, upload)
    const values = times.get(kind) ?? []
    times.set(kind, values)
    values.push(performance.now() - start)
    return response
  }

  const checkIns = { sent: 0, done: 0 }
  let notModified = 0
  /** How many tickets had been checked in before the soak, from the first response. */
  let before: number | undefined

  /** Polls the arrivals: a 304 must not hide a check-in, and a 200 must not invent one. */
  const pollList = () => {
    let tag: string | undefined
    let arrived = 0
    return async () => {
      const doneBefore = checkIns.done
      const path = ticketsPath(CHANGING, '?status=CheckedIn&sort=-checkedInAt')
      const response = await timed('list, conditional', path, { ...(tag && { 'If-None-Match': tag }) })
      if (response.status === 304) notModified += 1
      else {
        require(response.status === 200, 'list', response)
        arrived = (JSON.parse(response.body) as Page).meta.totalCount
        tag = String(response.headers.etag)
        before ??= arrived - checkIns.done
      }
      const seen = arrived - (before ?? 0)
      const right = seen >= doneBefore && seen <= checkIns.sent
      require(right, `${seen} check-ins seen, ${doneBefore} to ${checkIns.sent} made`, response)
    }
  }

  const searchByLetter = (firstWord: number) => {
    let [word, length] = [firstWord, 1]
    return async () => {
      const typed = TYPED[word % TYPED.length] as string
      const q = typed.slice(0, length)
      length += 1
      if (length > typed.length) [word, length] = [word + 1, 1]
      const path = ticketsPath(SEARCHED, `?q=${encodeURIComponent(q)}`)
      const response = await timed('search, letter by letter', path, {})
      require(response.status === 200, `search for ${q}`, response)
      const { data, meta } = JSON.parse(response.body) as Page
      const found = expected.get(q) as string[]
      const right =
        meta.totalCount === found.length &&
        `${data.map(({ ticketNumber }) => ticketNumber)}` === `${found.slice(0, 20)}`
      require(right, `search for ${q}`, response)
    }
  }

  const readListing = async () => {
    const response = await timed('organizer read', `/api/organizer/v1/listings/${LISTING}`, {})
    require(response.status === 200 && JSON.parse(response.body).title === 'Bench', 'listing', response)
  }

  const updateSeries = (series: string) => async () => {
    const newCapacity = 101 + ((confirmed.get(series) ?? 0) % 900)
    const body = JSON.stringify({
      filterType: 'All',
      newCapacity,
      newVenueId: VENUE,
      newDoorsOpenOffset: 'PT45M',
    })
    const path = `/api/organizer/v1/events/${EVENT}/series/${series}/sessions/bulk-update`
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    const response = await timed('bulk update', path, headers, { method: 'POST', body })
    const updated = response.status === 200 && JSON.parse(response.body).sessionsUpdated
    require(updated === SESSIONS_PER_SERIES, 'bulk update', response)
    confirmed.set(series, newCapacity)
  }

  /** Of ten requests, six are lists, three are searches, and one is an organizer's. */
  const runClient = async (client: number): Promise<void> => {
    const poll = pollList()
    const search = searchByLetter(client)
    const organize = client < SERIES ? updateSeries(seriesId(client)) : readListing
    for (let turn = client; isRunning(); turn++) {
      const choice = (turn * 7) % 10
      await (choice < 6 ? poll : choice < 9 ? search : organize)()
    }
  }

  const memory = watchMemory(server)
  const checkPeopleIn = async (): Promise<void> => {
    while (isRunning()) {
      checkIns.sent += 1
      const response = await send(
        server.urlOf('check-in', `/${sessionNumber(CHANGING)}`),
        {},
        { method: 'POST' },
      )
      require(response.status === 200, 'check-in', response)
      checkIns.done += 1
      memory.look()
      await sleep(CHECK_IN_EVERY_MS)
    }
  }

  await pollList()() // sets `before`
  try {
    await Promise.all([checkPeopleIn(), ...Array.from({ length: CLIENTS }, (_, client) => runClient(client))])
  } finally {
    running = false
  }
  return {
    seconds: SOAK_MS / 1000,
    clients: CLIENTS,
    requests: summarize(times),
    notModified,
    checkIns: checkIns.done,
    residentMiB: memory.result(),
  }
}
