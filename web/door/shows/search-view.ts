// What is searched for, and what is found.
import { computed, signal } from '@preact/signals'
import type { Status } from '../holds/ticket.ts'
import type { OpenSession } from '../open-session.ts'

/** Rows that a search shows at first, and that each further step adds. */
const PAGE_ROWS = 50

export class SearchView {
  readonly #open: OpenSession
  readonly query = signal('')
  readonly filter = signal<Status | undefined>(undefined)
  readonly #limit = signal(PAGE_ROWS)

  /** Undefined while nothing is asked for: names on a lit screen are nobody's business. */
  readonly found = computed(() => {
    const [q, status] = [this.query.value, this.filter.value]
    if (q.trim() === '' && status === undefined) return undefined
    this.#open.version.value
    return this.#open.tickets.search({
      q,
      status,
      overlay: this.#open.marks.value,
      limit: this.#limit.value,
    })
  })

  constructor(open: OpenSession) {
    this.#open = open
  }

  show(query: string): void {
    this.query.value = query
    this.#limit.value = PAGE_ROWS
  }

  showStatus(status: Status | undefined): void {
    this.filter.value = status
    this.#limit.value = PAGE_ROWS
  }

  showMore(): void {
    this.#limit.value += PAGE_ROWS
  }

  /** How many tickets a search finds, whatever their status. */
  finds(q: string): number {
    const overlay = this.#open.marks.value
    return this.#open.tickets.search({ q, status: undefined, overlay, limit: 0 }).count
  }
}
