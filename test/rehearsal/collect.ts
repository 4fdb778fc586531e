// Reads what is left of a night: from the service over the API, and from the disk of each phone.
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import type { Outcome, TicketStatus } from '../../src/domain/check-in-rule.ts'
import { toPresence } from '../../web/door/core/ticket.ts'
import type { IndexedRow } from '../../web/door/core/ticket-list.ts'
import { readStore, readWaiting } from '../support/node/door.ts'
import type { Counts, Inside, Recorded, Sources, Tickets } from './compare.ts'

/** Requests with the token of a manager. Returns the text of the response. */
export type Api = (method: string, path: string, body?: unknown) => Promise<string>

const toTime = (text: string | null): number | null => (text ? Date.parse(text) : null)

/** A ticket as the download has it. */
export type Row = Record<
  'ticketNumber' | 'status' | 'code' | 'flag' | 'attendeeName' | 'checkedInAt' | 'list',
  string
> & { status: TicketStatus }

export const readDownload = async (api: Api, session: string): Promise<Row[]> =>
  parse(await api('GET', `/api/organizer/v1/sessions/${session}/tickets.csv`), { bom: true, columns: true })

export const toTickets = (rows: readonly Row[]): Tickets =>
  new Map(
    rows.map(({ ticketNumber, status, checkedInAt }) => [
      ticketNumber,
      { status, checkedInAt: toTime(checkedInAt) },
    ]),
  )

type CheckInPage = {
  data: {
    id: string
    type: 'CheckIn' | 'Exit' | 'Tally'
    ticketNumber: string | null
    areaId: string | null
    people: number | null
    at: string
    device: string | null
    admitted: boolean
    walkIn: boolean
    outcome: Outcome
    undoneAt: string | null
  }[]
  links: { next: string | null }
}

/** All check-ins and exits of a session in the order of receipt, or those that a query asks for. */
export const readRecords = async (api: Api, session: string, query = ''): Promise<Recorded[]> => {
  const records: Recorded[] = []
  let path: string | null = `/api/v1/sessions/${session}/check-ins?pageSize=100${query}`
  while (path !== null) {
    const { data, links }: CheckInPage = JSON.parse(await api('GET', path))
    for (const { ticketNumber, at, undoneAt, ...record } of data)
      records.push({ ...record, number: ticketNumber, at: Date.parse(at), isUndone: undoneAt !== null })
    path = links.next
  }
  return records.toReversed()
}

/** The session's tickets on the phone's disk. Within a generation, later entries replace earlier ones. */
const readList = async (page: Page, session: string): Promise<Tickets> => {
  const entries = await readStore(page, 'sessions')
  const generation = entries.find(({ id }) => id === session)?.generation
  const parts = (await readStore(page, 'tickets')) as unknown as {
    sessionId: string
    generation: number
    number: number
    rows: IndexedRow[]
    removed: string[]
  }[]
  const rows = new Map<string, IndexedRow['row']>()
  for (const part of parts.toSorted((a, b) => a.number - b.number)) {
    if (part.sessionId !== session || part.generation !== generation) continue
    for (const { row } of part.rows) rows.set(row[0], row)
    for (const id of part.removed) rows.delete(id)
  }
  return new Map(
    [...rows.values()].map((row) => {
      const presence = toPresence(row[16], row[17], row[18], row[19], row[20]) ?? null
      return [row[1], { status: row[2], checkedInAt: toTime(row[9]), presence }] as const
    }),
  )
}

/** The phones' door pages are closed, and `page` is another page of their origin. */
export const collect = async (
  api: Api,
  session: string,
  rows: readonly Row[],
  gates: readonly { name: string; page: Page }[],
): Promise<Omit<Sources, 'guests' | 'seen' | 'headers' | 'lists'>> => {
  const problems = await readRecords(api, session, '&problem=true')
  const { counts }: { counts: Counts } = JSON.parse(await api('GET', `/api/v1/sessions/${session}`))
  const { inside }: { inside: Inside[] } = JSON.parse(
    await api('GET', `/api/v1/sessions/${session}/ticket-changes`),
  )
  return {
    download: toTickets(rows),
    records: await readRecords(api, session),
    problems: new Set(problems.map(({ id }) => id)),
    phones: await Promise.all(
      gates.map(async ({ name, page }) => ({
        name,
        tickets: await readList(page, session),
        waiting: (await readWaiting(page)).length,
      })),
    ),
    counts,
    tallies: await readRecords(api, session, '&types=Tally'),
    inside,
  }
}
