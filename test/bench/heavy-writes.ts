// Another organizer's first page, while members of one import files and rename a ticket type as fast as they
// are answered, in two isolates.
import { STAFF, sessionOfWriters, TYPE_OF_WRITERS, WRITERS, writer } from './data.ts'
import { type HttpResponse, median, readTiming, send } from './load.ts'
import { askAtRate, type Measuring, summarize, type Waits } from './overload.ts'
import { largestOf, type Scale } from './scale.ts'
import { type Server, ticketsPath } from './server.ts'

export const IMPORTED = 2_000
/** How many members write at once, half of them in each isolate. */
const AT_ONCE = 4
/** Writes before them that are measured for what one takes. */
const ALONE = 3
const ISOLATES = ['limited', 'second'] as const

type Phase = {
  waits: Waits
  byStatus: Record<number, number>
  /** Of a write that is alone: medians, in milliseconds. */
  totalMs: number
  /** Waiting for the database, its SQL included. */
  dbMs: number
  sqlMs: number
}

export type HeavyWritesResult = { quiet: Waits; imports: Phase; renames: Phase }

type Sent = { status: number; ms: number; dbMs: number; sqlMs: number }

export const measureHeavyWrites = async (server: Server, scale: Scale): Promise<HeavyWritesResult> => {
  const member = await server.authorize(STAFF)
  const url = server.urlOf('doorlist', ticketsPath(largestOf(scale), ''))
  const { quietMs, loadedMs } = scale.heavyWrites
  let writers = 0
  /** Each write is another member's, who has all their requests and points. */
  const headersOfNext = async () => {
    writers += 1
    return {
      ...(await server.authorize(writer(writers % WRITERS))),
      'Content-Type': 'application/json',
    }
  }
  const ask = async (ms: number, measuring: Measuring = { times: [], failed: 0 }): Promise<Measuring> => {
    await askAtRate(ms, measuring, () => send(url, member))
    return measuring
  }

  const timed = async (work: () => Promise<HttpResponse>): Promise<Sent> => {
    const start = performance.now()
    const response = await work()
    const { dbMs, sqlMs } = readTiming(response)
    return { status: response.status, ms: performance.now() - start, dbMs, sqlMs }
  }

  /** One member after the other writes in an isolate, until the time is over. */
  const measure = async (
    write: (isolate: (typeof ISOLATES)[number], number: number) => Promise<Sent>,
  ): Promise<Phase> => {
    const alone: Sent[] = []
    let number = 0
    while (number < ALONE) {
      number += 1
      alone.push(await write('limited', number))
    }
    const end = performance.now() + loadedMs
    const sent: Sent[] = []
    const work = async (index: number): Promise<void> => {
      while (performance.now() < end) {
        number += 1
        sent.push(await write(ISOLATES[index % ISOLATES.length] as (typeof ISOLATES)[number], number))
      }
    }
    const [waits] = await Promise.all([
      ask(loadedMs),
      ...Array.from({ length: AT_ONCE }, (_, index) => work(index)),
    ])
    const byStatus: Record<number, number> = {}
    for (const { status } of sent) byStatus[status] = (byStatus[status] ?? 0) + 1
    const medianOf = (name: 'ms' | 'dbMs' | 'sqlMs') => median(alone.map((one) => one[name]))
    return {
      waits: summarize(waits),
      byStatus,
      totalMs: medianOf('ms'),
      dbMs: medianOf('dbMs'),
      sqlMs: medianOf('sqlMs'),
    }
  }

  const importNext = async (isolate: (typeof ISOLATES)[number], number: number): Promise<Sent> => {
    const headers = await headersOfNext()
    const path = `/api/organizer/v1/sessions/${sessionOfWriters(number)}/imports`
    const tickets = Array.from({ length: IMPORTED }, (_, index) => ({
      ticketNumber: `I${number}-${index}`,
      ticketTypeName: 'Standing',
      attendeeName: `Ana Ruiz ${index}`,
      holderEmail: `ana.ruiz${index}@example.com`,
    }))
    const post = (to: string, body: object) =>
      send(server.urlOf(isolate, to), headers, { method: 'POST', body: JSON.stringify(body) })
    const preview = await post(`${path}/preview`, { tickets })
    if (preview.status !== 200) return { status: preview.status, ms: 0, dbMs: 0, sqlMs: 0 }
    const { version } = JSON.parse(preview.body) as { version: string }
    return timed(() => post(path, { tickets, expectedVersion: version }))
  }

  const renameNext = async (isolate: (typeof ISOLATES)[number], number: number): Promise<Sent> => {
    const headers = await headersOfNext()
    const path = `/api/organizer/v1/ticket-types/${TYPE_OF_WRITERS}`
    return timed(() =>
      send(server.urlOf(isolate, path), headers, {
        method: 'PATCH',
        body: JSON.stringify({ name: `Floor ${number}` }),
      }),
    )
  }

  const quiet = await ask(quietMs)
  const imports = await measure(importNext)
  await ask(quietMs, quiet)
  const renames = await measure(renameNext)
  await ask(quietMs, quiet)
  return { quiet: summarize(quiet), imports, renames }
}
