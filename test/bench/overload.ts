// The overload scenario: one member sends the most expensive requests, as many as the rate limits allow, while another
// member reads a first page ten times per second.
import { setTimeout as sleep } from 'node:timers/promises'
import { MANAGER, STAFF } from './data.ts'
import { type Allowance, type Candidate, findExpensive } from './expensive.ts'
import { median, percentile, send } from './load.ts'
import { largestOf, type Scale } from './scale.ts'
import { type Server, ticketsPath } from './server.ts'

/** The service's limits for each subject: of 600 requests per minute, 60 may be numbered pages of a search. */
const REQUESTS_PER_MINUTE = 600
const REQUESTS_PER_SECOND = REQUESTS_PER_MINUTE / 60
const NUMBERED_EVERY = 10
/** How many expensive requests may be in flight. More would only lengthen the queue, and the run would not end. */
const MAX_UNDER_WAY = 32

/** Calls `sendOne` at a fixed rate, whether or not the earlier ones have ended; then waits for all. */
const sendAtRate = async (
  ms: number,
  sendOne: (index: number, due: number) => Promise<void>,
  shiftOf: (index: number) => number = () => 0,
): Promise<void> => {
  const interval = 1000 / REQUESTS_PER_SECOND
  const start = performance.now()
  const sent: Promise<void>[] = []
  for (let index = 0; index < ms / interval; index++) {
    const due = start + (index + shiftOf(index)) * interval
    await sleep(Math.max(0, due - performance.now()))
    sent.push(sendOne(index, due))
  }
  await Promise.all(sent)
}

/** How long the member waited for first pages in a phase. */
export type Waits = { samples: number; p50Ms: number; p99Ms: number; maxMs: number; failed: number }

type Phase = 'usual' | 'overloaded'

export type OverloadResult = {
  size: number
  candidates: Candidate[]
  /** SQL of all expensive requests that one member may send per minute. */
  sqlMsPerMinute: number
  usual: Waits
  /** With the expensive requests at an even rate. */
  overloaded: Waits
  /** Expensive requests by response status, and those not sent because too many were in flight. */
  expensive: { byStatus: Record<number, number>; notSent: number }
}

export const measureOverload = async (server: Server, scale: Scale): Promise<OverloadResult> => {
  const size = largestOf(scale)
  const member = await server.authorize(STAFF)
  const other = await server.authorize(MANAGER)
  const candidates = await findExpensive(server, size, other)
  const mostExpensive = (allowance: Allowance) =>
    candidates.find((candidate) => candidate.allowance === allowance) as Candidate
  const [expensive, numbered] = [mostExpensive('any'), mostExpensive('numbered search page')]
  const tenth = numbered.sqlMs > expensive.sqlMs ? numbered : expensive

  const times: Record<Phase, number[]> = { usual: [], overloaded: [] }
  const failed: Record<Phase, number> = { usual: 0, overloaded: 0 }
  // Counted from when the request was due, so that a slow response does not delay, and so hide, the next request.
  const askForPage = (phase: Phase) => async (_: number, due: number) => {
    const { status } = await send(server.urlOf('doorlist', ticketsPath(size, '')), member)
    times[phase].push(performance.now() - due)
    if (status !== 200) failed[phase] += 1
  }

  const byStatus: Record<number, number> = {}
  let underWay = 0
  let notSent = 0
  const sendExpensive = async (index: number) => {
    if (underWay === MAX_UNDER_WAY) {
      notSent += 1
      return
    }
    underWay += 1
    const { query } = index % NUMBERED_EVERY === 0 ? tenth : expensive
    const { status } = await send(server.urlOf('limited', ticketsPath(size, query)), other)
    byStatus[status] = (byStatus[status] ?? 0) + 1
    underWay -= 1
  }
  /** Spreads the expensive requests over the member's intervals, so that they meet at every distance. */
  const golden = (index: number) => (index * 0.618_034) % 1

  const { rounds, quietMs, loadedMs } = scale.overload
  for (let round = 1; round <= rounds; round++) {
    console.log(`  round ${round} of ${rounds}`)
    await sendAtRate(quietMs, askForPage('usual'))
    await Promise.all([
      sendAtRate(loadedMs, askForPage('overloaded')),
      sendAtRate(loadedMs, sendExpensive, golden),
    ])
  }
  const summarize = (phase: Phase): Waits => ({
    samples: times[phase].length,
    p50Ms: median(times[phase]),
    p99Ms: percentile(times[phase], 0.99),
    maxMs: Math.max(...times[phase]),
    failed: failed[phase],
  })
  return {
    size,
    candidates,
    sqlMsPerMinute:
      REQUESTS_PER_MINUTE * (expensive.sqlMs * (1 - 1 / NUMBERED_EVERY) + tenth.sqlMs / NUMBERED_EVERY),
    usual: summarize('usual'),
    overloaded: summarize('overloaded'),
    expensive: { byStatus, notSent },
  }
}
