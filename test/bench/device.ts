// The costs of a device at a gate: check-ins one by one and in batches, the whole list, what has changed, and
// polls.
import { gzipSync } from 'node:zlib'
import type { Schemas } from '../../web/shared/schemas.ts'
import { GATE_TICKETS, gateSessionId, gateTickets, MANAGER } from './data.ts'
import { withBenchDatabase } from './database.ts'
import { type Headers, measureThroughput, median, send, sendExpecting, type Upload } from './load.ts'
import { type Measured, measureInTurns, type SampledTarget } from './measure.ts'
import type { Scale } from './scale.ts'
import type { Server } from './server.ts'

const LARGE_BATCH = 100
const CONNECTIONS = 64
/** How often the whole list and 100 changes are read. */
const READS = 6

/** What one or several requests cost together. */
type Reading = { requests: number; ms: number; bytes: number; gzipBytes: number; cpuMs: number }

export type DeviceResult = {
  checkIn: Measured
  writeBaseline: Measured
  batch: Measured
  /** Responses 304 to a poll of the changes and of the list, and a poll without `If-None-Match`. */
  poll: Measured
  listPoll: Measured
  unconditionalPoll: Measured
  wholeList: Reading
  changes: Reading
  /** Check-ins per second over 64 connections, one in each request, in a full run. */
  checkInsPerSecond: number | undefined
}

/** Uploads of check-ins, each of a ticket that is still valid. */
const checkInUploads = (tickets: readonly string[]) => {
  let used = 0
  return (count: number) => (): Upload => {
    const items = tickets.slice(used, used + count).map((ticketId) => ({
      type: 'CheckIn',
      id: crypto.randomUUID(),
      ticketId,
      at: new Date().toISOString(),
    }))
    if (items.length < count) throw new Error('The session has too few valid tickets.')
    used += count
    return { method: 'POST', body: JSON.stringify({ device: 'Gate 1', items }) }
  }
}

/** The medians of each figure. */
const summarize = (readings: readonly Reading[]): Reading => {
  const of = (name: keyof Reading) => median(readings.map((reading) => reading[name]))
  return {
    requests: of('requests'),
    ms: of('ms'),
    bytes: of('bytes'),
    gzipBytes: of('gzipBytes'),
    cpuMs: readings.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / readings.length,
  }
}

/** Reads the tickets that a device lacks, in as many requests as it takes. */
const readChanges = async (
  server: Server,
  url: string,
  headers: Headers,
  since: string,
): Promise<{ next: string; tickets: number; reading: Reading }> => {
  const cpuBefore = server.usage().cpuMs
  const start = performance.now()
  const bodies: string[] = []
  let [next, tickets] = [since, 0]
  for (let more = true; more; ) {
    const { body } = await sendExpecting(200, `${url}?since=${encodeURIComponent(next)}`, headers)
    bodies.push(body)
    const changes = JSON.parse(body) as Schemas['TicketChanges']
    tickets += changes.rows.length
    next = changes.next
    more = changes.more
  }
  const ms = performance.now() - start
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  const reading = {
    requests: bodies.length,
    ms,
    bytes: sum(bodies.map((body) => Buffer.byteLength(body))),
    gzipBytes: sum(bodies.map((body) => gzipSync(body).byteLength)),
    cpuMs: server.usage().cpuMs - cpuBefore,
  }
  return { next, tickets, reading }
}

const requireCount = (what: string, actual: number, expected: number): void => {
  if (actual !== expected) throw new Error(`${what}: ${actual} tickets instead of ${expected}`)
}

/** Must be called before the server starts: reads the tickets that can be checked in. */
export const readValidTickets = (scale: Scale): Promise<string[]> =>
  withBenchDatabase(scale, (db) => gateTickets(db, scale, 'Valid'))

export const measureDevice = async (
  server: Server,
  scale: Scale,
  validTickets: readonly string[],
): Promise<DeviceResult> => {
  const authorization = await server.authorize(MANAGER)
  const json = { ...authorization, 'Content-Type': 'application/json' }
  const path = `/api/v1/sessions/${gateSessionId(scale)}`
  const changesUrl = server.urlOf('doorlist', `${path}/ticket-changes`)
  const uploadOf = checkInUploads(validTickets)
  const write = (implementation: 'doorlist' | 'write-baseline', count: number, samples: number) =>
    ({
      url: server.urlOf(implementation, `${path}/check-ins`),
      headers: json,
      status: 200,
      upload: uploadOf(count),
      samples,
    }) satisfies SampledTarget

  const single = write('doorlist', 1, scale.samples)
  const [checkIn, writeBaseline, batch] = (await measureInTurns(server, [
    single,
    write('write-baseline', 1, scale.samples),
    write('doorlist', LARGE_BATCH, scale.samples / 8),
  ])) as [Measured, Measured, Measured]

  const wholeLists: Reading[] = []
  const changes: Reading[] = []
  let since = ''
  for (let read = 0; read < READS; read++) {
    const whole = await readChanges(server, changesUrl, authorization, '')
    requireCount('The whole list', whole.tickets, GATE_TICKETS)
    wholeLists.push(whole.reading)
    await sendExpecting(200, single.url, json, uploadOf(LARGE_BATCH)())
    const changed = await readChanges(server, changesUrl, authorization, whole.next)
    requireCount('The changes', changed.tickets, LARGE_BATCH)
    changes.push(changed.reading)
    since = changed.next
  }

  const pollUrl = `${changesUrl}?since=${encodeURIComponent(since)}`
  const listUrl = server.urlOf('doorlist', `${path}/tickets`)
  const conditional = async (url: string): Promise<SampledTarget> => {
    const { etag } = (await send(url, authorization)).headers
    const headers = { ...authorization, 'If-None-Match': String(etag) }
    return { url, headers, status: 304, samples: scale.samples }
  }
  const [poll, listPoll, unconditionalPoll] = (await measureInTurns(server, [
    await conditional(pollUrl),
    await conditional(listUrl),
    { url: pollUrl, headers: authorization, status: 200, samples: scale.samples },
  ])) as [Measured, Measured, Measured]

  const checkInsPerSecond =
    scale.checkInsMs === 0
      ? undefined
      : await measureThroughput(single, { connections: CONNECTIONS, ms: scale.checkInsMs })
  return {
    checkIn,
    writeBaseline,
    batch,
    poll,
    listPoll,
    unconditionalPoll,
    wholeList: summarize(wholeLists),
    changes: summarize(changes),
    checkInsPerSecond,
  }
}
