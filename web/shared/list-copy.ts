// A copy of a session's tickets, made of the responses of `ticket-changes`. It has no storage and no timers.

/** How many tickets there are by status. */
export type Counts = { Valid: number; CheckedIn: number; Refunded: number; Voided: number }

/** What the copy reads of a ticket. */
export type Copied = { readonly id: string; readonly status: keyof Counts; readonly check: number }

/** A response, its rows read as tickets. `next` is null if it is not known. */
export type Changes<Ticket> = {
  readonly rows: readonly Ticket[]
  readonly removed: readonly string[]
  readonly next: string | null
}

/** What the tickets amount to. */
export type Figures = { readonly counts: Readonly<Counts>; readonly digest: number }

export const emptyCounts = (): Counts => ({ Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 })

/** A ticket by the names of its fields. */
export const readRow = <Ticket>(fields: readonly string[], row: readonly unknown[]): Ticket =>
  Object.fromEntries(fields.map((field, index) => [field, row[index]])) as Ticket

export class ListCopy<Ticket> implements Figures {
  readonly tickets = new Map<string, Ticket>()
  readonly counts = emptyCounts()
  /** The sum of `check` over the tickets. */
  digest = 0
  /** The parameter of the next request; null for the start of the list. */
  since: string | null = null
  readonly #read: (ticket: Ticket) => Copied

  /** `read` finds in a ticket what the copy needs. */
  constructor(read: (ticket: Ticket) => Copied) {
    this.#read = read
  }

  /** Applies a response. Repeats change nothing. */
  apply({ rows, removed, next }: Changes<Ticket>): void {
    for (const ticket of rows) this.put(ticket)
    for (const id of removed) this.remove(id)
    this.since = next
  }

  /** Adds a ticket, or replaces the one with the same id. */
  put(ticket: Ticket): void {
    this.replace(this.#read(ticket).id, ticket)
  }

  remove(id: string): void {
    this.replace(id, undefined)
  }

  protected replace(id: string, ticket: Ticket | undefined): void {
    this.#count(this.tickets.get(id), -1)
    this.#count(ticket, 1)
    if (ticket === undefined) this.tickets.delete(id)
    else this.tickets.set(id, ticket)
  }

  #count(ticket: Ticket | undefined, by: 1 | -1): void {
    if (ticket === undefined) return
    const { status, check } = this.#read(ticket)
    this.counts[status] += by
    this.digest += by * check
  }
}

/** Whether a copy has exactly the tickets that the service counts. True only of the last part of a list. */
export const isRight = (copy: Figures, { counts, digest }: Figures): boolean =>
  copy.digest === digest &&
  Object.entries(counts).every(([status, count]) => copy.counts[status as keyof Counts] === count)
