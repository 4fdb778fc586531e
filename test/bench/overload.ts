// The overload scenario: one member, and then ten at once, send the most expensive requests of each
// operation, as many as the rate limits allow, while another member reads a first page.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, prepareAttacks } from './attacks.ts'
import { ATTACKERS, attacker, MANAGER, STAFF } from './data.ts'
import { type Headers, type HttpResponse, median, percentile, readTiming, send } from './load.ts'
import { largestOf, type Scale } from './scale.ts'
import { type Server, ticketsPath } from './server.ts'

const PAGES_PER_SECOND = 20
/** How many members send at once, in turns. */
export const CROWDS = [1, 10] as const
/**
 * How many expensive requests of a member, and of all, may be in flight. More would only lengthen the queue,
 * and the run would not end.
 */
const MAX_UNDER_WAY = { member: 16, all: 64 }
const COST_SAMPLES = 3

/** Calls `sendOne` at a fixed rate, whether or not the earlier ones have ended; then waits for all. */
const sendAtRate = async (
  ms: number,
  perSecond: number,
  sendOne: (index: number, due: number) => Promise<void>,
  shiftOf: (index: number) => number = () => 0,
): Promise<void> => {
  const interval = 1000 / perSecond
  const start = performance.now()
  const sent: Promise<void>[] = []
  for (let index = 0; index < ms / interval; index++) {
    const due = start + (index + shiftOf(index)) * interval
    await sleep(Math.max(0, due - performance.now()))
    sent.push(sendOne(index, due))
  }
  await Promise.all(sent)
}

/** How long the member waited for first pages. */
export type Waits = { samples: number; p50Ms: number; p99Ms: number; maxMs: number; failed: number }

/** What `members` members did to another one. */
type Crowd = {
  members: number
  waits: Waits
  /** Requests by response status, and those not sent because too many were in flight. */
  byStatus: Record<number, number>
  notSent: number
}

type AttackResult = Pick<Attack, 'name' | 'perMinute'> & {
  /** Of one request. */
  sqlMs: number
  rowsRead: number
  /** Of its longest statement. */
  mostRowsRead: number
  /** Whether it writes, when its statements may be as long as what they write. */
  writes: boolean
  bytes: number
  crowds: Crowd[]
  /** One member whose requests are answered by another isolate than the first pages. */
  apart: Crowd
}

export type OverloadResult = { usual: Waits; attacks: AttackResult[] }

export type Measuring = { times: number[]; failed: number }

export const summarize = ({ times, failed }: Measuring): Waits => ({
  samples: times.length,
  p50Ms: median(times),
  p99Ms: percentile(times, 0.99),
  maxMs: Math.max(...times),
  failed,
})

/** Asks for pages. Counted from when a request was due, so that a slow response hides no wait of the next. */
export const askAtRate = async (
  ms: number,
  measuring: Measuring,
  ask: () => Promise<HttpResponse>,
): Promise<void> =>
  sendAtRate(ms, PAGES_PER_SECOND, async (_, due) => {
    const { status } = await ask()
    measuring.times.push(performance.now() - due)
    if (status !== 200) measuring.failed += 1
  })

/** Spreads the expensive requests over their intervals, so that they meet the pages at every distance. */
const golden = (index: number): number => (index * 0.618_034) % 1

/** @param only a part of the name of each operation to measure; undefined for all */
export const measureOverload = async (
  server: Server,
  scale: Scale,
  only: string | undefined,
): Promise<OverloadResult> => {
  const size = largestOf(scale)
  const member = await server.authorize(STAFF)
  const json = { 'Content-Type': 'application/json' }

  const askForPages = (ms: number, measuring: Measuring): Promise<void> =>
    askAtRate(ms, measuring, () => send(server.urlOf('doorlist', ticketsPath(size, '')), member))
  const sendOf = async (
    { next }: Attack,
    index: number,
    headers: Headers,
    implementation: 'doorlist' | 'limited' | 'second',
  ): Promise<HttpResponse> => {
    const { path, ...upload } = await next(index, headers)
    return send(server.urlOf(implementation, path), headers, upload)
  }

  let attackers = 0
  const authorizeNext = async (): Promise<Headers> => {
    attackers += 1
    return { ...(await server.authorize(attacker(attackers % ATTACKERS))), ...json }
  }

  const { quietMs, loadedMs } = scale.overload
  const attackWith = async (
    attack: Attack,
    members: number,
    implementation: 'limited' | 'second' = 'limited',
  ): Promise<Crowd> => {
    const crowd = await Promise.all(Array.from({ length: members }, authorizeNext))
    const measuring: Measuring = { times: [], failed: 0 }
    const byStatus: Record<number, number> = {}
    const mostUnderWay = Math.min(MAX_UNDER_WAY.member * members, MAX_UNDER_WAY.all)
    let [underWay, notSent] = [0, 0]
    const sendExpensive = async (index: number): Promise<void> => {
      if (underWay === mostUnderWay) {
        notSent += 1
        return
      }
      underWay += 1
      const { status } = await sendOf(attack, index, crowd[index % members] as Headers, implementation)
      byStatus[status] = (byStatus[status] ?? 0) + 1
      underWay -= 1
    }
    await Promise.all([
      askForPages(loadedMs, measuring),
      sendAtRate(loadedMs, (attack.perMinute / 60) * members, sendExpensive, golden),
    ])
    return { members, waits: summarize(measuring), byStatus, notSent }
  }

  const usual: Measuring = { times: [], failed: 0 }
  const results: AttackResult[] = []
  const manager = { ...(await server.authorize(MANAGER)), ...json }
  const attacks = await prepareAttacks(server, scale, manager)
  for (const attack of attacks.filter(({ name }) => name.includes(only ?? ''))) {
    console.log(`  ${attack.name}`)
    const one = await authorizeNext()
    const costs = []
    for (let sample = 0; sample < COST_SAMPLES; sample++) {
      const response = await sendOf(attack, sample, one, 'doorlist')
      // A 503 is a result: the service gives up on slow statements.
      if (response.status >= 400 && response.status !== 503)
        throw new Error(`${attack.name}: ${response.status} ${response.body}`)
      costs.push({ ...readTiming(response), bytes: Buffer.byteLength(response.body) })
    }
    await askForPages(quietMs, usual)
    const crowds = []
    for (const members of CROWDS) crowds.push(await attackWith(attack, members))
    const apart = await attackWith(attack, 1, 'second')
    results.push({
      name: attack.name,
      perMinute: attack.perMinute,
      writes: attack.writes,
      sqlMs: median(costs.map(({ sqlMs }) => sqlMs)),
      rowsRead: median(costs.map(({ rows }) => rows)),
      mostRowsRead: Math.max(...costs.map(({ mostRows }) => mostRows)),
      bytes: median(costs.map(({ bytes }) => bytes)),
      crowds,
      apart,
    })
  }
  return { usual: summarize(usual), attacks: results }
}
