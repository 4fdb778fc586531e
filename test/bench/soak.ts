// A door for a minute: many clients at once, in the mix of an evening, each answer checked against a model. It
// measures nothing that an error or a wrong answer does not end.

import type * as z from 'zod'
import type { Ticket, TicketPage } from '../../src/api/schemas/tickets.ts'
import { EVENT, LISTING, SEASONS, SESSIONS_A_SEASON, seasonOf, VENUE } from './data.ts'
import { type Answer, percentile, send, usage } from './load.ts'
import { originOf, pathOf, withBenchDatabase, withServer } from './server.ts'

const CLIENTS = 64
const SOAK_MS = 60_000
/** A check-in, by another part of the platform, each so often. */
const CHECK_IN_EVERY_MS = 200
/** The session that is searched, and the one that people are checked in to (their numbers are their places in SIZES). */
const SEARCHED = 10_000
const SEARCHED_NUMBER = 3
const CHANGING = 1_000
const CHANGING_NUMBER = 2

type Page = z.infer<typeof TicketPage>
type Row = Pick<z.infer<typeof Ticket>, 'id' | 'ticketNumber' | 'seatLabel' | 'holderEmail'> & {
  name: string
}
type Kind = 'list, conditional' | 'search, as one types' | 'organizer read' | 'bulk update'

/** The words that people at a door type, letter by letter. */
const TYPED = ['anna smith', 'garcia', 'muller ol', 'b003-01', 'zoe ki', 'smith peter', 'tanaka', 'xyz']

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The rule of the search, said a second time. */
const isFound = (row: Row, typed: string): boolean => {
  const endings = [4, 5, 6, 7, 8].map((length) => row.ticketNumber.slice(-length))
  const text = [row.ticketNumber, ...endings, row.seatLabel ?? '', row.holderEmail ?? '', row.name].join(' ')
  const words = plain(text).split(/[^a-z0-9]+/)
  return plain(typed)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .every((word) => words.some((other) => other.startsWith(word)))
}

const require = (right: boolean, what: string, answer: Answer): void => {
  if (!right) throw new Error(`${what}: ${answer.status} ${answer.body.slice(0, 500)}`)
}

/** Nobody has come yet. */
const restock = (db: D1Database) =>
  db
    .prepare(`UPDATE tickets SET status = 'Valid', checked_in_at = NULL WHERE session_number = ?`)
    .bind(CHANGING_NUMBER)
    .run()

const readRows = (db: D1Database): Promise<Row[]> =>
  db
    .prepare(
      `SELECT tickets.id, ticket_number AS ticketNumber, seat_label AS seatLabel, holder_email AS holderEmail,
         attendee_name AS name FROM tickets WHERE session_number = ? ORDER BY ticket_number`,
    )
    .bind(SEARCHED_NUMBER)
    .all<Row>()
    .then(({ results }) => results)

const readCapacities = (db: D1Database): Promise<Map<string, number[]>> =>
  db
    .prepare('SELECT series_id, capacity FROM sessions WHERE series_id IS NOT NULL')
    .all<{ series_id: string; capacity: number }>()
    .then(({ results }) => Map.groupBy(results, ({ series_id }) => series_id))
    .then((groups) => new Map([...groups].map(([id, rows]) => [id, rows.map(({ capacity }) => capacity)])))

/** Runs the soak, and says in Markdown what was seen. Throws at the first error or wrong answer. */
export const soak = async (): Promise<string> => {
  const rows = await withBenchDatabase(async (db) => {
    await restock(db)
    return readRows(db)
  })
  const expected = new Map<string, string[]>()
  for (const typed of TYPED) {
    for (let length = 1; length <= typed.length; length++) {
      const q = typed.slice(0, length)
      const found = rows.filter((row) => isFound(row, q)).map(({ ticketNumber }) => ticketNumber)
      expected.set(q, q.trim() === '' ? rows.map(({ ticketNumber }) => ticketNumber) : found)
    }
  }

  const times = new Map<Kind, number[]>()
  const capacities = new Map<string, number>()
  const checkIns = { asked: 0, done: 0 }
  let first: { checkedIn: number } | undefined
  let unchanged = 0
  let peakBytes = 0
  let startBytes = 0

  await withServer(async (authorization) => {
    const ours = originOf('ours')
    const end = performance.now() + SOAK_MS
    let running = true

    const timed = async (kind: Kind, ...request: Parameters<typeof send>): Promise<Answer> => {
      const start = performance.now()
      const answer = await send(...request)
      const of = times.get(kind) ?? []
      times.set(kind, of)
      of.push(performance.now() - start)
      return answer
    }

    /** The list of who has come, asked again and again: a 304 must not hide a check-in, nor a 200 invent one. */
    const pollList = (held: { tag?: string; checkedIn?: number }) => async () => {
      const doneBefore = checkIns.done
      const headers = { ...authorization, ...(held.tag && { 'If-None-Match': held.tag }) }
      const answer = await timed(
        'list, conditional',
        ours + pathOf(CHANGING, '?status=CheckedIn&sort=-checkedInAt'),
        headers,
      )
      if (answer.status !== 304) {
        require(answer.status === 200, 'list', answer)
        held.checkedIn = (JSON.parse(answer.body) as Page).meta.totalCount
        held.tag = String(answer.headers.etag)
        first ??= { checkedIn: held.checkedIn - checkIns.done }
      } else unchanged += 1
      const now = (held.checkedIn as number) - (first?.checkedIn as number)
      require(now >= doneBefore &&
        now <= checkIns.asked, `${now} of ${doneBefore} to ${checkIns.asked} check-ins`, answer)
    }

    const type = (state: { word: number; length: number }) => async () => {
      const word = TYPED[state.word % TYPED.length] as string
      const q = word.slice(0, state.length)
      state.length += 1
      if (state.length > word.length) Object.assign(state, { word: state.word + 1, length: 1 })
      const path = pathOf(SEARCHED, `?q=${encodeURIComponent(q)}`)
      const answer = await timed('search, as one types', ours + path, authorization)
      require(answer.status === 200, `search ${q}`, answer)
      const { data, meta } = JSON.parse(answer.body) as Page
      const found = expected.get(q) as string[]
      const numbers = data.map(({ ticketNumber }) => ticketNumber)
      require(meta.totalCount === found.length &&
        `${numbers}` === `${found.slice(0, 20)}`, `search ${q}`, answer)
    }

    const readListing = async () => {
      const path = `${ours}/api/organizer/v1/listings/${LISTING}`
      const answer = await timed('organizer read', path, authorization)
      require(answer.status === 200 && JSON.parse(answer.body).title === 'Bench', 'listing', answer)
    }

    /** Each season has one client that changes it, so that the last answer says what must be there in the end. */
    const changeSeason = (season: number) => async () => {
      const series = seasonOf(season)
      const capacity = 100 + ((capacities.get(series) ?? 0) % 900)
      const body = JSON.stringify({
        filterType: 'All',
        newCapacity: capacity + 1,
        newVenueId: VENUE,
        newDoorsOpenOffset: 'PT45M',
      })
      const path = `${ours}/api/organizer/v1/events/${EVENT}/series/${series}/sessions/bulk-update`
      const headers = {
        ...authorization,
        'Content-Type': 'application/json',
        'Content-Length': `${body.length}`,
      }
      const answer = await timed('bulk update', path, headers, 'POST', body)
      require(answer.status === 200 &&
        JSON.parse(answer.body).sessionsUpdated === SESSIONS_A_SEASON, 'bulk update', answer)
      capacities.set(series, capacity + 1)
    }

    const client = async (number: number): Promise<void> => {
      const poll = pollList({})
      const search = type({ word: number, length: 1 })
      const organize = number < SEASONS ? changeSeason(number) : readListing
      // Of ten requests: six lists, three searches, one of the organizer's.
      for (let turn = number; running && performance.now() < end; turn++) {
        const of = (turn * 7) % 10
        await (of < 6 ? poll : of < 9 ? search : organize)()
      }
    }

    const checkPeopleIn = async (): Promise<void> => {
      while (running && performance.now() < end) {
        checkIns.asked += 1
        const answer = await send(`${new URL(ours).origin}/platform/${CHANGING_NUMBER}`, {}, 'POST')
        require(answer.status === 200 || answer.status === 409, 'check-in', answer)
        if (answer.status === 200) checkIns.done += 1
        await new Promise((resolve) => setTimeout(resolve, CHECK_IN_EVERY_MS))
        peakBytes = Math.max(peakBytes, usage().residentBytes)
      }
    }

    startBytes = usage().residentBytes
    // So that the model knows how many had come before.
    await pollList({})()
    try {
      await Promise.all([checkPeopleIn(), ...Array.from({ length: CLIENTS }, (_, number) => client(number))])
    } finally {
      running = false
    }
  })

  const stored = await withBenchDatabase(readCapacities)
  for (const [series, capacity] of capacities) {
    if (!stored.get(series)?.every((value) => value === capacity))
      throw new Error(`Capacities of ${series} differ.`)
  }
  return report(times, unchanged, checkIns.done, { start: startBytes, peak: peakBytes })
}

const report = (
  times: Map<Kind, number[]>,
  unchanged: number,
  checkIns: number,
  bytes: { start: number; peak: number },
): string => {
  const all = [...times.values()].flat()
  const line = (name: string, of: readonly number[]) => {
    const sorted = of.toSorted((a, b) => a - b)
    return `| ${name} | ${of.length} | ${percentile(sorted, 0.5).toFixed(0)} | ${percentile(sorted, 0.99).toFixed(0)} |`
  }
  const mebibytes = (count: number) => `${Math.round(count / 2 ** 20)} MiB`
  return `## A minute at the door

${CLIENTS} clients at once for ${SOAK_MS / 1000} seconds: six of ten requests ask for the list again, three search as one types, one is an
organizer's. ${checkIns} tickets were checked in meanwhile by plain SQL. Each answer was checked against a model (what is found and in
which order; that no 304 hides a check-in; what the database holds in the end): no error, no wrong answer. ${unchanged} of the
lists were 304. workerd's memory: ${mebibytes(bytes.start)} before, ${mebibytes(bytes.peak)} at the most
(that of the floor, which keeps nothing, grows by as much a request: it is what \`wrangler dev\` keeps). ${Math.round((all.length * 1000) / SOAK_MS)} requests a second, client and server on one machine.

| request | count | p50 ms | p99 ms |
| --- | --- | --- | --- |
${[...times].map(([kind, of]) => line(kind, of)).join('\n')}
${line('all', all)}
`
}
