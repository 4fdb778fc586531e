// The search at the door and its results.
import { computed, signal } from '@preact/signals'
import { findByNumber } from '../core/codes.ts'
import { isUnlistedWalkIn } from '../core/overlay.ts'
import { rowOf, type Status, type Ticket } from '../core/ticket.ts'
import { type Found, indexRow, TicketList } from '../core/ticket-list.ts'
import { role } from '../role.ts'
import { checkIns, copy, dispatch, overlay, session, state } from '../runtime.ts'

/** The first rows of a search fill two screens of a phone. Each row costs time with each letter. */
export const FIRST_ROWS = 20
/** How many rows "Show more" adds. */
const MORE_ROWS = 100

export const query = signal('')
export const filter = signal<Status | undefined>(undefined)
const limit = signal(FIRST_ROWS)

const NOBODY = new TicketList()

/** Walk-ins of this device that the list may lack. Always the same object if empty, to avoid searches. */
export const walkIns = computed((): TicketList => {
  const missing = [...checkIns.value.values()].filter(
    (one) =>
      one.sessionId === session.value?.id && isUnlistedWalkIn(one) && copy()?.get(one.guest.id) === undefined,
  )
  if (missing.length === 0) return NOBODY
  const own = new TicketList()
  for (const { guest, walkIn } of missing) {
    const { id, number, name, type } = guest
    const known = { id, ticketNumber: number, status: 'Voided', ticketTypeName: type, attendeeName: name }
    own.put(indexRow(rowOf({ ...known, transferCount: 0, check: 0, note: walkIn?.note })))
  }
  return own
})

const searchFor = (q: string, status: Status | undefined, most: number): Found => {
  if (role) {
    const tickets = [walkIns.value, copy()].flatMap((all) => (all ? findByNumber(all, q) : []))
    return { tickets, count: tickets.length }
  }
  const search = { q, status, overlay: overlay.value, limit: most }
  const [own, listed] = [walkIns.value.search(search), copy()?.search(search)]
  if (listed === undefined || own.count === 0) return listed ?? own
  return { tickets: [...own.tickets, ...listed.tickets].slice(0, most), count: own.count + listed.count }
}

/** What shows found tickets as rows. */
export type RowsProps = { tickets: readonly Ticket[]; label: string }

/** Undefined without a search: names on a lit screen are nobody's business. */
export const found = computed((): Found | undefined => {
  const [q, status] = [query.value, filter.value]
  if (q.trim() === '' && status === undefined) return undefined
  return searchFor(q, status, limit.value)
})

/** Whether there is a search or a filter. */
export const isSearching = computed(() => found.value !== undefined)

/** Applies the overlay to a ticket. */
export const withOverlay = (ticket: Ticket): Ticket => ({ ...ticket, ...overlay.value.get(ticket.id) })

export const ticketById = (id: string): Ticket | undefined => {
  const ticket = copy()?.get(id) ?? walkIns.value.get(id)
  return ticket && withOverlay(ticket)
}

/** The guests who come together, with the overlay: how many there are and are in, and those who are not. */
export const partyOf = (ticket: Ticket) => {
  const all = (copy()?.groupOf(ticket) ?? []).map(withOverlay)
  const waiting = all.filter(({ status }) => status === 'Valid')
  const inside = all.filter(({ status }) => status === 'CheckedIn').length
  return { waiting, inside, size: waiting.length + inside }
}

export const show = (text: string): void => {
  query.value = text
  limit.value = FIRST_ROWS
}

/** Handles typing, which dismisses the card of the previous guest. */
export const type = (text: string): void => {
  show(text)
  const { card, burst } = state.peek()
  if (card !== null || burst.length > 0) dispatch({ type: 'search began' })
}

export const showStatus = (status: Status | undefined): void => {
  filter.value = status
  limit.value = FIRST_ROWS
}

export const showMore = (): void => {
  limit.value += MORE_ROWS
}

/** Checking in more than this needs a second tap that names the number. */
export const MAX_WITHOUT_QUESTION = 10

/** A seat has more than two tickets only by mistake, but many numbers can begin with its name. */
const MAX_HITS = 200

/** The ids of the first tickets that a search finds, in any status. */
export const hitsOf = (q: string): string[] => searchFor(q, undefined, MAX_HITS).tickets.map(({ id }) => id)

/** Clears the search for another session. */
export const resetSearch = (): void => {
  show('')
  filter.value = undefined
}
