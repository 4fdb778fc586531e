// Reads a simulated shop as the service does, without its database.
import {
  isUnchanged,
  type Reader,
  type ReaderDeps,
  type ReadRows,
  type ReadSource,
  SourceError,
} from '../../../src/domain/sources/reader.ts'

/** Fetches from this machine. A lost answer is an error for people, as in the service. */
const fetchFrom: ReaderDeps['fetch'] = async (url, headers = {}) => {
  try {
    const response = await fetch(url, { headers, redirect: 'manual' })
    return {
      url: response.url,
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  } catch {
    throw new SourceError('There was no answer.')
  }
}

export const depsAt = (now: () => number = () => Date.now(), more: Partial<ReaderDeps> = {}): ReaderDeps => ({
  ...{ fetch: fetchFrom, now, deadline: now() + 10_000 },
  ...more,
})

export const sourceOf = (url: string, settings: Record<string, unknown>, secret: string): ReadSource => ({
  ...{ sessionId: 'a session', url, settings, secret, columns: {}, ticketTypeName: null, cursor: null },
})

export type Fields = Record<string, unknown>

/** A list that follows a shop: what the service knows of it after each run. */
export const follow = (reader: Reader, source: ReadSource) => {
  const tickets = new Map<string, Fields>()
  let cursor = source.cursor
  /** One call of the reader; returns what it read. */
  const step = async (deps: ReaderDeps = depsAt()): Promise<ReadRows | 'unchanged'> => {
    const read = await reader(deps, { ...source, cursor })
    if (isUnchanged(read)) {
      if (read !== 'unchanged') ({ cursor } = read)
      return 'unchanged'
    }
    ;({ cursor } = read)
    for (const { line, fields } of read.rows) {
      const number = fields.ticketNumber as string
      if (read.elsewhere?.includes(line) !== true || tickets.has(number)) tickets.set(number, fields)
    }
    return read
  }
  /** Calls until the reading is complete. Returns the numbers of the tickets that were read. */
  const run = async (deps: ReaderDeps = depsAt()): Promise<string[]> => {
    const numbers: string[] = []
    for (;;) {
      const read = await step(deps)
      if (read === 'unchanged') return numbers
      numbers.push(...read.rows.map(({ fields }) => fields.ticketNumber as string))
      if (read.isComplete) return numbers
    }
  }
  return { tickets, step, run, cursor: () => cursor }
}
