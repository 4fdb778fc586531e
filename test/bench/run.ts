// npm run bench: measures the list over HTTP beside the floor and the textbook, in turn within one run, and
// writes RESULTS.md and the drawing. Everything is on loopback and ends by itself.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { fail } from '../../scripts/local.ts'
import { SORT_KEYS } from '../../src/domain/tickets/sort.ts'
import { SIZES } from './data.ts'
import { drawCost, type Point } from './draw.ts'
import { type Answer, load, type Sample, send, sizes, summarize, usage } from './load.ts'
import { originOf, pathOf, prepareDatabase, WHO, type Who, withServer } from './server.ts'
import { soak } from './soak.ts'

const LARGEST = 100_000
const CONNECTIONS = [1, 8, 32] as const
/** How long each of them is asked in one turn, and how many turns there are. */
const TURN_MS = 200
const TURNS = 6

type Case = {
  name: string
  query: string
  headers?: Record<string, string>
  expected?: number
  textbookQuery?: string | null
}
type Measured = Sample & {
  rows: number
  trips: number
  raw: number
  gzip: number
  cpuMs: number
  rates: Record<number, number>
}

const cost = ({ headers }: Answer) => {
  const timing = String(headers['server-timing'] ?? '')
  const figure = (name: string) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1] ?? Number.NaN)
  return { rows: figure('rows'), trips: figure('trips') }
}

const makeCases = async (authorization: Record<string, string>): Promise<Case[]> => {
  const first = async (query: string) => send(originOf('ours') + pathOf(LARGEST, query), authorization)
  const links = async (query: string) => JSON.parse((await first(query)).body).links
  const queryOf = (link: string) => link.slice(link.indexOf('?'))
  // Page 1,000 by links: its cursor, without following 999 of them.
  const before = queryOf((await links('?page=999')).next)
  const tag = String((await first('')).headers.etag)
  return [
    { name: 'first page', query: '' },
    ...SORT_KEYS.slice(1).map((sort) => ({ name: `sort ${sort}`, query: `?sort=${sort}` })),
    { name: 'sort -checkedInAt', query: '?sort=-checkedInAt' },
    ...['Valid', 'CheckedIn', 'Refunded', 'Voided'].map((status) => ({
      name: `status ${status}`,
      query: `?status=${status}`,
    })),
    { name: 'search: one letter', query: '?q=s' },
    { name: 'search: common name', query: '?q=smith' },
    { name: 'search: rare name', query: '?q=rarissima' },
    { name: 'search: two words', query: '?q=anna%20smith' },
    { name: 'search: nothing', query: '?q=qqqq' },
    { name: 'page 2 by link', query: queryOf((await links('')).next), textbookQuery: '?page=2' },
    { name: 'page 1,000 by link', query: before, textbookQuery: '?page=1000' },
    { name: 'page 1,000 by number', query: '?page=1000' },
    { name: 'pageSize 500', query: '?pageSize=500' },
    { name: '304', query: '', headers: { 'If-None-Match': tag }, expected: 304, textbookQuery: null },
  ]
}

/** Measures one request of each of them in turn, there and back (A B C C B A …), at each number of connections. */
const measure = async (
  authorization: Record<string, string>,
  requests: { url: string; headers?: Record<string, string>; expected: number }[],
  connections: readonly number[],
): Promise<Measured[]> => {
  const once = await Promise.all(
    requests.map(({ url, headers }) => send(url, { ...authorization, ...headers })),
  )
  const times = requests.map(() => new Map<number, number[]>(connections.map((count) => [count, []])))
  const cpu = requests.map(() => ({ ms: 0, count: 0 }))
  const inTurn = [...requests.entries()]
  for (let turn = 0; turn < TURNS; turn++) {
    for (const count of connections) {
      for (const [index, { url, headers, expected }] of inTurn) {
        await send(url, { ...authorization, ...headers }) // what the one before it has driven out of the caches
        const before = usage().cpuMs
        const made = await load(url, { ...authorization, ...headers }, expected, {
          connections: count,
          ms: TURN_MS,
        })
        times[index]?.get(count)?.push(...made)
        if (count === 1) {
          const of = cpu[index] as { ms: number; count: number }
          of.ms += usage().cpuMs - before
          of.count += made.length
        }
      }
      inTurn.reverse()
    }
  }
  return requests.map((_, index) => {
    const of = times[index] as Map<number, number[]>
    const rates = Object.fromEntries(
      connections.map((count) => [count, summarize(of.get(count) as number[], TURN_MS * TURNS).perSecond]),
    )
    const answer = once[index] as Answer
    const used = cpu[index] as { ms: number; count: number }
    return {
      ...summarize(of.get(connections[0] as number) as number[], TURN_MS * TURNS),
      ...cost(answer),
      ...sizes(answer.body),
      cpuMs: used.ms / used.count,
      rates,
    }
  })
}

const measureCases = async (authorization: Record<string, string>, cases: Case[]): Promise<string[]> => {
  const rows: string[] = []
  for (const { name, query, headers, expected = 200, textbookQuery } of cases) {
    const request = (who: Who, size: number, asked: string) => ({
      url: originOf(who) + pathOf(size, asked),
      expected,
      ...(headers && { headers }),
    })
    const requests = (['ours', 'floor', 'guarded-floor'] as const).map((who) => request(who, LARGEST, query))
    // A cursor or tag of one session is none of another's: these have no small twin by the same query.
    const small = !query.includes('cursor=') && expected === 200
    if (small) requests.push(request('ours', 100, query))
    if (textbookQuery !== null)
      requests.push({ ...request('textbook', LARGEST, textbookQuery ?? query), expected: 200 })
    const [ours, floor, guarded, ...others] = (await measure(authorization, requests, CONNECTIONS)) as [
      Measured,
      Measured,
      Measured,
      ...Measured[],
    ]
    const hundred = small ? others.shift() : undefined
    const textbook = others.shift()
    const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))
    const ratio = (a: number | undefined, b: number | undefined) =>
      a === undefined || b === undefined ? '–' : (a / b).toFixed(2)
    const rates = (one: Measured | undefined) =>
      one === undefined ? '–' : CONNECTIONS.map((count) => one.rates[count]?.toFixed(0)).join(' / ')
    const row = [
      name,
      `${ms(ours.p50)} / ${ms(ours.p99)}`,
      `${ms(floor.p50)} / ${ms(floor.p99)}`,
      `${ms(guarded.p50)} / ${ms(guarded.p99)}`,
      `${ms(textbook?.p50)} / ${ms(textbook?.p99)}`,
      rates(ours),
      rates(floor),
      rates(guarded),
      rates(textbook),
      `${ours.rows}`,
      `${ours.trips}`,
      `${ours.raw} / ${ours.gzip}`,
      `${ms(ours.cpuMs)} / ${ms(floor.cpuMs)} / ${ms(textbook?.cpuMs)}`,
      ratio(ours.p50, floor.p50),
      `**${ratio(ours.p50, guarded.p50)}**`,
      ratio(ours.rates[8], floor.rates[8]),
      ratio(ours.rates[8], guarded.rates[8]),
      ratio(ours.p50, hundred?.p50),
      `**${ratio(textbook?.p50, ours.p50)}**`,
      ratio(textbook?.p50, guarded.p50),
    ]
    rows.push(`| ${row.join(' | ')} |`)
    console.log(row.join('  '))
  }
  return rows
}

/** What is asked of sessions of every size. */
const GROWTH: Record<string, string> = {
  'first page by seat': '?sort=seatLabel',
  'search: anna smith': '?q=anna%20smith',
}

const measureGrowth = async (authorization: Record<string, string>): Promise<Point[]> => {
  const asked = SIZES.flatMap((size) =>
    Object.keys(GROWTH).flatMap((request) =>
      (['ours', 'textbook'] as const).map((who) => ({ size, request, who })),
    ),
  )
  const requests = asked.map(({ size, request, who }) => ({
    url: originOf(who) + pathOf(size, GROWTH[request] as string),
    expected: 200,
  }))
  const measured = await measure(authorization, requests, [1])
  return measured.map(({ rows, p50 }, index) => {
    return { ...(asked[index] as (typeof asked)[number]), rows, p50 }
  })
}

/** Measures the cases, or those that are named so; gives the report. */
const measureAll = async (
  authorization: Record<string, string>,
  only: string | undefined,
): Promise<string> => {
  // Warm: code compiled, pages of the database cached.
  for (const who of WHO) {
    const url = originOf(who) + pathOf(LARGEST, '?sort=seatLabel')
    await load(url, authorization, 200, { connections: 8, ms: 1000 })
  }
  const cases = (await makeCases(authorization)).filter(
    ({ name }) => only === undefined || name.includes(only),
  )
  const rows = await measureCases(authorization, cases)
  if (only !== undefined) return ''
  const points = await measureGrowth(authorization)
  drawCost(points, join(import.meta.dirname, 'cost.svg'))
  return report(rows, points)
}

const report = (rows: string[], points: Point[]): string => {
  const { dependencies, devDependencies } = packageJson
  return `# Benchmark

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model}, Node.js
${process.version}, wrangler ${devDependencies.wrangler}, hono ${dependencies.hono}, drizzle-orm ${dependencies['drizzle-orm']}. Over HTTP on loopback against one \`wrangler dev\`, in turn
within one run (${TURNS} turns of ${TURN_MS} ms each, there and back); client and server share the machine. A session of 100,000 tickets among 1,111,100, pages of 20.

- **floor**: a Worker that verifies the same token, does one D1 batch of one read by primary key, and returns the same bytes, headers and body.
- **guarded floor**: the floor with what no such service can do without: it asks the rate limiter and writes one log line, which
  \`wrangler dev\` simulates by calls to other processes (in production neither has a latency to speak of), and the body is what it reads from D1.
- **textbook**: the list as it is usually written (a query for the membership, \`count(*)\`, \`LIKE '%q%'\`, \`OFFSET\`), on a table of its own
  with the ordinary indexes ([textbook.ts](textbook.ts)).
- Set as targets were 1.15 × the floor at p50 (304: 1.0) and 0.85 of its requests a second at 8 connections. What the plain floor lacks
  comes to a third of its time, most of it the limiter's (the simulation writes a row of SQLite and waits for it). Added to the guarded floor one by
  one, a first page's statement is 0.3 to 0.5 ms (it is longer than a look-up by key, and D1 compiles it each time), the page, parsed and
  written again, 0.2 ms, and all else (routing, validation, headers, tag, cursors, links) 0.2 ms. Sorts without a filter merge four ranges
  of an index, one for each status, in a statement a third longer.
- Two words with some hundred hits look each of them up twice (for the total and for the page) and read each ticket found from the table to sort
  it: two milliseconds more than a first page. Searches for what many tickets have hold all hits against the first places of the order.
- The textbook against the guarded floor is the most that the textbook against ours can come to.
- Milliseconds are p50 / p99 with one connection; requests a second are with 1 / 8 / 32 connections; rows and round trips are D1's;
  bytes are raw / gzip; CPU is milliseconds of workerd's processes for a request, ours / floor / textbook.

| request | ours ms | floor ms | guarded floor ms | textbook ms | ours req/s | floor req/s | guarded floor req/s | textbook req/s | rows read | trips | bytes | CPU ms | ours/floor p50 | ours/guarded floor p50 | ours/floor req/s at 8 | ours/guarded floor req/s at 8 | 100,000/100 p50 | textbook/ours p50 | textbook/guarded floor p50 |
|${' --- |'.repeat(20)}
${rows.join('\n')}

## Cost against session size

![Cost against session size](cost.svg)

| request | tickets | ours rows | textbook rows (page query alone) | ours p50 ms | textbook p50 ms |
| --- | --- | --- | --- | --- | --- |
${points
  .filter(({ who }) => who === 'ours')
  .map((ours) => {
    const textbook = points.find(
      ({ who, size, request }) => who === 'textbook' && size === ours.size && request === ours.request,
    )
    return `| ${ours.request} | ${ours.size} | ${ours.rows} | ${textbook?.rows} | ${ours.p50.toFixed(1)} | ${textbook?.p50.toFixed(1)} |`
  })
  .join('\n')}
`
}

const run = async (): Promise<void> => {
  await prepareDatabase()
  const only = process.argv[2]
  const measured: { text: string } = { text: '' }
  if (only !== 'soak') {
    await withServer(async (authorization) => {
      measured.text = await measureAll(authorization, only)
    })
  }
  if (only !== undefined && only !== 'soak') return
  const soaked = await soak()
  console.log(soaked)
  if (only === undefined)
    writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${measured.text}\n${soaked}`)
}

run().catch(fail)
