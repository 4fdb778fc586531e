// A sheet behind a link, and the source that reads it.
import { vi } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { call } from './api.ts'
import { makeOrganizer, type Organizer, query, type Row } from './rows.ts'
import { API, create, send } from './setup.ts'

export type Source = Schemas['Source']

type Answer = (request: Request) => Response | Promise<Response>

const answers = new Map<string, Answer>()

/** Serves lists in place of the network, for the tests of a file. */
export const serveLists = (): void => {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const answer = answers.get(request.url) ?? answers.get(new URL(request.url).origin)
    return answer?.(request) ?? fetch(request)
  })
}

/** A list that a test writes, with what was asked for it. */
export class List {
  readonly url = `http://127.0.0.1:9/${crypto.randomUUID()}.csv`
  readonly requests: Request[] = []
  #content: string | Uint8Array = ''
  type = 'text/csv'
  #tag = 0

  constructor(content: string | Uint8Array = '') {
    this.write(content)
    answers.set(this.url, (request) => {
      this.requests.push(request)
      return this.#answer(request)
    })
  }

  #answer(request: Request): Response {
    const ETag = `"${this.#tag}"`
    if (request.headers.get('If-None-Match') === ETag) return new Response(null, { status: 304 })
    return new Response(this.#content as never, { headers: { 'Content-Type': this.type, ETag } })
  }

  write(content: string | Uint8Array): void {
    this.#content = content
    this.#tag += 1
  }

  /** A heading, and a row for each guest. */
  rows(heading: string, ...rows: string[]): void {
    this.write([heading, ...rows].join('\n'))
  }

  answer(answer: Answer): void {
    answers.set(this.url, answer)
  }
}

let port = 20_000

/** A shop of its own origin, with what it answers. */
export const openShop = (answer: Answer): string => {
  port += 1
  const origin = `http://127.0.0.1:${port}`
  answers.set(origin, answer)
  return origin
}

export const sourcesPath = (session: string): string => `/sessions/${session}/sources`

export const addSource = (session: string, subject: string, url: string, more: object = {}) =>
  create<Source>(sourcesPath(session), subject, { name: 'Sheet of Tom', kind: 'Link', url, ...more })

/** Runs a source, without a body unless `more` is given. */
export const run = async ({ id }: { id: string }, subject: string, more?: object): Promise<Source> => {
  if (more !== undefined) return (await send<Source>('POST', `/sources/${id}/run`, subject, more)).body
  const response = await call(`${API}/sources/${id}/run`, { method: 'POST', subject })
  return response.json<Source>()
}

/** The tickets of a session, by number of their keys. */
export const ticketsOf = (session: string): Promise<Row[]> =>
  query(
    `SELECT tickets.* FROM tickets JOIN sessions ON sessions.number = session_number WHERE sessions.id = ? ORDER BY key`,
    session,
  )

/** The name and status of each guest of a session. */
export const guestsOf = async (session: string): Promise<string[]> =>
  (await ticketsOf(session)).map(({ attendee_name, status }) => `${attendee_name} ${status}`)

/** A new organizer, and a list that its sources may follow. */
export const makeSheet = async (): Promise<{ org: Organizer; list: List }> => {
  serveLists()
  return { org: await makeOrganizer(), list: new List() }
}
