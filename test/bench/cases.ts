// The measured requests, and the aim for each.
import { SORT_KEYS } from '../../src/domain/tickets/sort.ts'
import { sendExpecting } from './load.ts'
import { type Server, ticketsPath } from './server.ts'

export type Case = {
  name: string
  query: string
  headers?: Record<string, string>
  status?: number
  /** The most that its median may be, as a multiple of the guarded baseline's. */
  aim?: number
  /** The equivalent query for the naive implementation, if it differs; null if there is none. */
  naiveQuery?: string | null
  /** Whether it is compared with a bare query for the same rows. */
  hasFloor?: boolean
}

const BROWSE_AIM = 1.15
const LARGE_PAGE_AIM = 1.3
const SEARCH_AIMS = { twoWords: 1.8, commonName: 1.8, oneLetter: 3 }

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided']

/** The page in the middle of a session, at 20 tickets a page and at most 1,000. */
const deepPage = (size: number): number => Math.min(1_000, size / 40)

export const makeCases = async (
  server: Server,
  size: number,
  headers: Record<string, string>,
): Promise<Case[]> => {
  const get = (query: string) =>
    sendExpecting(200, server.urlOf('doorlist', ticketsPath(size, query)), headers)
  const nextOf = async (query: string): Promise<string> => {
    const { links } = JSON.parse((await get(query)).body) as { links: { next: string } }
    return links.next.slice(links.next.indexOf('?'))
  }
  const deep = deepPage(size)
  const byLink = (page: number, query: string): Case => ({
    name: `page ${page.toLocaleString('en')} by link`,
    query,
    aim: BROWSE_AIM,
    naiveQuery: `?page=${page}`,
  })
  const browse = (query: string, name = query.slice(1)): Case => ({ name, query, aim: BROWSE_AIM })
  return [
    browse('', 'first page'),
    ...SORT_KEYS.slice(1).map((sort) => browse(`?sort=${sort}`)),
    browse('?sort=-checkedInAt'),
    ...STATUSES.map((status) => browse(`?status=${status}`)),
    byLink(2, await nextOf('')),
    byLink(deep, await nextOf(`?page=${deep - 1}`)),
    browse(`?page=${deep}`, `page ${deep.toLocaleString('en')} by number`),
    { ...browse('?pageSize=500'), aim: LARGE_PAGE_AIM, hasFloor: true },
    {
      ...browse('', '304 (unchanged)'),
      headers: { 'If-None-Match': String((await get('')).headers.etag) },
      status: 304,
      naiveQuery: null,
    },
    { name: 'q=anna smith (two words)', query: '?q=anna%20smith', aim: SEARCH_AIMS.twoWords, hasFloor: true },
    { name: 'q=smith (common name)', query: '?q=smith', aim: SEARCH_AIMS.commonName, hasFloor: true },
    { name: 'q=s (one letter)', query: '?q=s', aim: SEARCH_AIMS.oneLetter, hasFloor: true },
    { name: 'q=rarissima (one ticket)', query: '?q=rarissima' },
    { name: 'q=qqqq (no ticket)', query: '?q=qqqq' },
  ]
}
