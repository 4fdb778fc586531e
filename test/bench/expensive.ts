// Finds the most expensive requests that a member can send.
import { numberPrefix, sessionNumber } from './data.ts'
import { type Headers, median, readTiming, sendExpecting } from './load.ts'
import { type Server, ticketsPath } from './server.ts'

const MAX_PAGE = 2_147_483_647

/** For each allowance: how many of the most expensive requests are measured again, how often, and how many are reported. */
const FINALISTS = 10
const REPEATS = 5
const REPORTED = 5

/** The limit that a request counts against: only that of all requests, or also that of numbered search pages. */
export type Allowance = 'any' | 'numbered search page'

export type Candidate = { query: string; allowance: Allowance; sqlMs: number; rowsRead: number }

type Found = { meta: { totalCount: number }; links: { next: string | null; prev: string | null } }

/** Searches with many hits or many words, and no search. */
const searchesOf = (size: number): (string | undefined)[] => {
  const prefix = numberPrefix(sessionNumber(size)).toLowerCase()
  return [
    undefined,
    prefix, // every ticket
    's',
    `${prefix} com`,
    `${prefix} ${sessionNumber(size)} com example a j m n o s k 1`, // twelve words
  ]
}
const SORTS = ['ticketNumber', '-ticketTypeName', 'seatLabel', '-checkedInAt']
const STATUSES = [undefined, 'Valid']
const PAGE_SIZES = [20, 500]

const queryOf = (parameters: Record<string, string | number | undefined>): string => {
  const present = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`
}

/** Measures a first page, a numbered page in the middle and its neighbours by link, and a page past the end. */
const explore = async (
  measure: (query: string, allowance: Allowance) => Promise<Found>,
  selection: Record<string, string | number | undefined>,
): Promise<void> => {
  const { meta } = await measure(queryOf(selection), 'any')
  const allowance = selection.q === undefined ? 'any' : 'numbered search page'
  const middle = Math.max(2, Math.ceil(meta.totalCount / Number(selection.pageSize) / 2))
  const { links } = await measure(queryOf({ ...selection, page: middle }), allowance)
  for (const link of [links.next, links.prev]) {
    if (link !== null) await measure(link.slice(link.indexOf('?')), 'any')
  }
  await measure(queryOf({ ...selection, page: MAX_PAGE }), allowance)
}

/** Tries all combinations once, and the most expensive ones again. Returns those by allowance, most expensive first. */
export const findExpensive = async (server: Server, size: number, headers: Headers): Promise<Candidate[]> => {
  const candidates: Candidate[] = []
  const get = (query: string) =>
    sendExpecting(200, server.urlOf('doorlist', ticketsPath(size, query)), headers)
  const measure = async (query: string, allowance: Allowance): Promise<Found> => {
    const response = await get(query)
    const { sqlMs, rows } = readTiming(response)
    candidates.push({ query, allowance, sqlMs, rowsRead: rows })
    return JSON.parse(response.body) as Found
  }
  for (const q of searchesOf(size)) {
    for (const sort of SORTS) {
      for (const status of STATUSES) {
        for (const pageSize of PAGE_SIZES) await explore(measure, { q, sort, status, pageSize })
      }
    }
  }
  console.log(`  ${candidates.length} requests tried`)

  const byCost = (a: Candidate, b: Candidate) => b.sqlMs - a.sqlMs
  const expensive: Candidate[] = []
  for (const allowance of ['any', 'numbered search page'] as const) {
    const finalists = candidates.filter((candidate) => candidate.allowance === allowance).sort(byCost)
    const measured: Candidate[] = []
    for (const finalist of finalists.slice(0, FINALISTS)) {
      const again: number[] = []
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        again.push(readTiming(await get(finalist.query)).sqlMs)
      }
      measured.push({ ...finalist, sqlMs: median(again) })
    }
    expensive.push(...measured.sort(byCost).slice(0, REPORTED))
  }
  return expensive
}
