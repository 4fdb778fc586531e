// Stands in for the ticket changes of the service: a whole list in parts, and then what has changed.
import type { Changes, Row } from '../../../web/door/core/ticket.ts'
import { doorRow } from '../door-rows.ts'

export type { Changes, Row }

const makeRow = (id: string, version: number): Row =>
  doorRow({
    ...{
      id,
      ticketNumber: `N-${id}`,
      attendeeName: `Name ${version}`,
      check: version,
      codeHash: `hash-${id}`,
    },
    ...(version % 3 === 0 && { status: 'CheckedIn', checkedInAt: new Date(version * 1_000).toISOString() }),
  })

const byId = (a: Row, b: Row): number => (a[0] < b[0] ? -1 : 1)

export class ChangesSource {
  readonly #tickets = new Map<string, Row>()
  /** The ids of tickets in the order in which they changed. */
  readonly #log: string[] = []

  set(id: string, version: number): void {
    this.#tickets.set(id, makeRow(id, version))
    this.#log.push(id)
  }

  remove(id: string): void {
    if (this.#tickets.delete(id)) this.#log.push(id)
  }

  get rows(): Row[] {
    return [...this.#tickets.values()].sort(byId)
  }

  get counts(): Changes['counts'] {
    const counts = { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 }
    for (const [, , status] of this.#tickets.values()) counts[status] += 1
    return counts
  }

  #respond(rows: Row[], removed: string[], next: string, more: boolean): Changes {
    const digest = [...this.#tickets.values()].reduce((sum, row) => sum + row[11], 0)
    return { rows, removed, counts: this.counts, inside: [], more, next, digest, typesVersion: null }
  }

  /** The response to a request with `since`. */
  changes(since: string | null, pageSize: number): Changes {
    const [kind = 'list', begun = this.#log.length, last = ''] = JSON.parse(since ?? '[]') as [
      string?,
      number?,
      string?,
    ]
    if (kind === 'list') {
      const rest = this.rows.filter(([id]) => id > last)
      const rows = rest.slice(0, pageSize)
      if (rest.length > pageSize) {
        return this.#respond(rows, [], JSON.stringify(['list', begun, rows.at(-1)?.[0]]), true)
      }
      const isCurrent = begun === this.#log.length
      return this.#respond(rows, [], JSON.stringify(['log', begun]), !isCurrent)
    }
    const end = Math.min(this.#log.length, begun + pageSize)
    const ids = [...new Set(this.#log.slice(begun, end))]
    const rows = ids.map((id) => this.#tickets.get(id)).filter((row) => row !== undefined)
    const removed = ids.filter((id) => !this.#tickets.has(id))
    return this.#respond(rows, removed, JSON.stringify(['log', end]), end < this.#log.length)
  }
}

/** What a device holds that does what the documentation says, without a disk. */
export type Model = {
  complete: Map<string, Row> | null
  loading: Map<string, Row> | null
  since: string | null
}

export const newModel = (): Model => ({ complete: null, loading: new Map(), since: null })

/** The model after a response. The given one stays as it is. */
export const take = (model: Model, { rows, removed, more, next }: Changes): Model => {
  const tickets = new Map(model.loading ?? model.complete ?? [])
  for (const row of rows) tickets.set(row[0], row)
  for (const id of removed) tickets.delete(id)
  if (model.loading !== null && more) return { ...model, loading: tickets, since: next }
  return { complete: tickets, loading: null, since: next }
}

export const rowsOf = (tickets: ReadonlyMap<string, Row> | null): Row[] | null =>
  tickets && [...tickets.values()].sort(byId)
