// Measures requests in turns, there and back (A B C C B A …), so that changes during the run (heat, caches,
// other processes) affect all of them equally.
import { gzipSync } from 'node:zlib'
import { type Case, makeCases } from './cases.ts'
import { MANAGER } from './data.ts'
import {
  type Headers,
  median,
  percentile,
  readTiming,
  sendExpecting,
  type Target,
  type Timing,
} from './load.ts'
import { largestOf, type Scale } from './scale.ts'
import { type Implementation, type Server, ticketsPath } from './server.ts'

const TURNS = 8
/** The first request that is measured would otherwise be compiled while it is. */
const WARM_UP_REQUESTS = 500

/** A request, and how often it is measured. */
export type SampledTarget = Target & { samples: number }

/** The measurements of one target. */
export type Measured = {
  samples: number
  p50Ms: number
  p90Ms: number
  /** The median of each turn: how much it varies within the run. */
  turnsMs: number[]
  /**
   * Mean durations of the responses up to the p90, from `Server-Timing`: the token check, the wait for D1,
   * and its SQL. Not medians, because the clock of workerd has a resolution of one millisecond.
   */
  meanMs: { total: number; auth: number; db: number; sql: number }
  rowsRead: number
  roundTrips: number
  bytes: number
  gzipBytes: number
  /** CPU time of the server's processes for one request. */
  cpuMs: number
}

type Sample = Timing & { ms: number }

/** The state of one target while it is measured. */
type Samples = { turns: Sample[][]; cpuMs: number; body: string }

const sampleTurn = async (server: Server, target: SampledTarget, samples: Samples): Promise<void> => {
  const { url, headers, status, upload } = target
  // Not measured: the first request refills caches that the other targets have displaced.
  samples.body = (await sendExpecting(status, url, headers, upload?.())).body
  const cpuBefore = server.usage().cpuMs
  const turn: Sample[] = []
  for (let sample = 0; sample < Math.ceil(target.samples / TURNS); sample++) {
    const uploaded = upload?.()
    const start = performance.now()
    const response = await sendExpecting(status, url, headers, uploaded)
    turn.push({ ms: performance.now() - start, ...readTiming(response) })
  }
  samples.cpuMs += server.usage().cpuMs - cpuBefore
  samples.turns.push(turn)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const summarize = ({ turns, cpuMs, body }: Samples): Measured => {
  const all = turns.flat()
  const valuesOf = (name: keyof Sample, of = all) => of.map((sample) => sample[name])
  const p90Ms = percentile(valuesOf('ms'), 0.9)
  const typical = all.filter((sample) => sample.ms <= p90Ms)
  const meanOf = (name: keyof Sample) => mean(valuesOf(name, typical))
  return {
    samples: all.length,
    p50Ms: median(valuesOf('ms')),
    p90Ms,
    turnsMs: turns.map((turn) => median(valuesOf('ms', turn))),
    meanMs: { total: meanOf('ms'), auth: meanOf('authMs'), db: meanOf('dbMs'), sql: meanOf('sqlMs') },
    rowsRead: median(valuesOf('rows')),
    roundTrips: median(valuesOf('trips')),
    bytes: Buffer.byteLength(body),
    gzipBytes: body === '' ? 0 : gzipSync(body).byteLength,
    cpuMs: cpuMs / all.length,
  }
}

export const measureInTurns = async (
  server: Server,
  targets: readonly SampledTarget[],
): Promise<Measured[]> => {
  const pairs = targets.map((target) => ({
    target,
    samples: { turns: [], cpuMs: 0, body: '' } as Samples,
  }))
  const inTurn = [...pairs]
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { target, samples } of inTurn) await sampleTurn(server, target, samples)
    inTurn.reverse()
  }
  return pairs.map(({ samples }) => summarize(samples))
}

export type CaseResult = {
  name: string
  query: string
  aim: number | undefined
  doorlist: Measured
  baseline: Measured
  guardedBaseline: Measured
  naive: Measured | undefined
  /** Only of requests whose floor is the database's. */
  bare: Measured | undefined
}

const measureCase = async (
  server: Server,
  scale: Scale,
  headers: Headers,
  toMeasure: Case,
): Promise<CaseResult> => {
  const { name, query, aim, status = 200, naiveQuery = query, hasFloor = false } = toMeasure
  const size = largestOf(scale)
  const all = { ...headers, ...toMeasure.headers }
  const target = (implementation: Implementation, sent = query): SampledTarget => ({
    url: server.urlOf(implementation, ticketsPath(size, sent)),
    headers: all,
    status,
    samples: scale.samples,
  })
  const targets = {
    doorlist: target('doorlist'),
    guardedBaseline: target('guarded-baseline'),
    baseline: target('baseline'),
    ...(hasFloor && { bare: target('bare') }),
    ...(naiveQuery !== null && {
      naive: { ...target('naive', naiveQuery), samples: scale.naiveSamples },
    }),
  }
  const measured = await measureInTurns(server, Object.values(targets))
  const byName = Object.fromEntries(Object.keys(targets).map((key, index) => [key, measured[index]]))
  return { name, query, aim, ...byName } as CaseResult
}

/** Measures the cases whose names contain `only`, or all. */
export const measureCases = async (
  server: Server,
  scale: Scale,
  only: string | undefined,
): Promise<CaseResult[]> => {
  const headers = await server.authorize(MANAGER)
  for (const implementation of ['doorlist', 'guarded-baseline', 'baseline', 'naive'] as const) {
    const url = server.urlOf(implementation, ticketsPath(scale.sizes[0], ''))
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await sendExpecting(200, url, headers)
  }
  const all = await makeCases(server, largestOf(scale), headers)
  const cases = all.filter(({ name }) => only === undefined || name.includes(only))
  const results: CaseResult[] = []
  for (const [index, one] of cases.entries()) {
    const result = await measureCase(server, scale, headers, one)
    const ratio = result.doorlist.p50Ms / result.guardedBaseline.p50Ms
    console.log(`[${index + 1}/${cases.length}] ${one.name}: ${ratio.toFixed(2)} × guarded baseline`)
    results.push(result)
  }
  return results
}

/** The requests that are measured in sessions of every size. */
const GROWTH_QUERIES = { 'first page by seat': '?sort=seatLabel', 'search for anna smith': '?q=anna%20smith' }

export type GrowthPoint = {
  size: number
  request: string
  implementation: 'doorlist' | 'naive'
  measured: Measured
}

/** Measures the same requests in sessions of every size, all sizes in turn. */
export const measureGrowth = async (server: Server, scale: Scale): Promise<GrowthPoint[]> => {
  const headers = await server.authorize(MANAGER)
  const points = Object.entries(GROWTH_QUERIES).flatMap(([request, query]) =>
    scale.sizes.flatMap((size) =>
      (['doorlist', 'naive'] as const).map((implementation) => ({ size, request, implementation, query })),
    ),
  )
  const measured = await measureInTurns(
    server,
    points.map(({ size, query, implementation }) => ({
      url: server.urlOf(implementation, ticketsPath(size, query)),
      headers,
      status: 200,
      samples: implementation === 'naive' ? scale.naiveSamples : scale.samples / 2,
    })),
  )
  return points.map(({ query, ...point }, index) => ({ ...point, measured: measured[index] as Measured }))
}
