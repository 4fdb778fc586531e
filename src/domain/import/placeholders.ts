// Companions whose names become known: "Ana +1" of an earlier import is "Ed Sun" in this one.

import type { TicketRow } from './file/table/columns.ts'
import { splitName } from './file/table/rows.ts'
import type { Match } from './matching.ts'

export class Placeholders {
  /** Rows by the reference of their party and the name of their guest. */
  readonly #guests: ReadonlySet<string>
  readonly #tickets = new Map<string, TicketRow[]>()
  readonly #matches: readonly Match[]

  constructor(matches: readonly Match[]) {
    this.#matches = matches
    const rows = new Set(matches.filter(({ companion }) => companion === 'named').map(({ row }) => row))
    this.#guests = new Set(
      matches.flatMap(({ row, companion, values }) =>
        companion === undefined && rows.has(row) && values.attendeeName
          ? [values.attendeeName.toLowerCase()]
          : [],
      ),
    )
  }

  /** Takes a ticket that no row has found. */
  see(ticket: TicketRow): void {
    if (this.#guests.size === 0 || ticket.reference === null || ticket.attendee_name === null) return
    if (ticket.status === 'Refunded' || ticket.status === 'Voided') return
    const guest = splitName(ticket.attendee_name)?.[0].toLowerCase()
    if (guest === undefined || !this.#guests.has(guest)) return
    const key = JSON.stringify([ticket.reference, guest])
    const others = this.#tickets.get(key)
    if (others === undefined) this.#tickets.set(key, [ticket])
    else others.push(ticket)
  }

  /** Gives them to the companions of their party who have no ticket yet. Returns the keys of those. */
  fill(): ReadonlySet<number> {
    const taken = new Set<number>()
    if (this.#tickets.size === 0) return taken
    const guests = new Map(
      this.#matches.filter(({ companion }) => companion === undefined).map((match) => [match.row, match]),
    )
    for (const match of this.#matches) {
      if (match.companion !== 'named' || match.present !== undefined) continue
      const guest = guests.get(match.row)
      const name = guest?.values.attendeeName?.toLowerCase()
      const ticket = this.#tickets.get(JSON.stringify([guest?.present?.reference, name]))?.shift()
      if (ticket === undefined) continue
      match.present = ticket
      taken.add(ticket.key)
    }
    return taken
  }
}
