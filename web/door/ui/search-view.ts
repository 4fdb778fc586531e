// What is searched for, and what is found.
import { computed, signal } from '@preact/signals'
import type { Status, Ticket } from '../core/ticket.ts'
import type { Found, TicketList } from '../core/tickets.ts'
import { dispatch, list, marks, state } from '../runtime.ts'

/** Rows that a search shows at first: two screens of a phone. Each row costs time with each letter. */
export const FIRST_ROWS = 20
/** Rows that each further step adds. */
const MORE_ROWS = 100

export const query = signal('')
export const filter = signal<Status | undefined>(undefined)
const limit = signal(FIRST_ROWS)

const copy = (): TicketList | undefined => {
  const found = list.value?.copy as TicketList | undefined
  return found?.search === undefined ? undefined : found
}

const version = computed(() => list.value?.version)

/** Undefined while nothing is asked for: names on a lit screen are nobody's business. */
export const found = computed((): Found | undefined => {
  const [q, status] = [query.value, filter.value]
  if (q.trim() === '' && status === undefined) return undefined
  version.value
  return copy()?.search({ q, status, overlay: marks.value, limit: limit.value }) ?? { tickets: [], count: 0 }
})

/** A ticket with what was done on this device. */
export const withMark = (ticket: Ticket): Ticket => ({ ...ticket, ...marks.value.get(ticket.id) })

export const ticketById = (id: string): Ticket | undefined => {
  const ticket = list.value?.copy.get(id)
  return ticket && withMark(ticket)
}

/** The tickets of the same holder, with what was done on this device. */
export const ticketsOfHolder = (ticket: Ticket): Ticket[] => (copy()?.ofHolder(ticket) ?? []).map(withMark)

export const show = (text: string): void => {
  query.value = text
  limit.value = FIRST_ROWS
}

/** What staff type. The card of the guest before leaves. */
export const type = (text: string): void => {
  show(text)
  if (state.peek().card !== null) dispatch({ type: 'search began' })
}

export const showStatus = (status: Status | undefined): void => {
  filter.value = status
  limit.value = FIRST_ROWS
}

export const showMore = (): void => {
  limit.value += MORE_ROWS
}

/** More than two have one seat only by mistake, but many numbers can begin like it. */
const MAX_HITS = 200

/** The ids of the first tickets that a search finds, whatever their status. */
export const hitsOf = (q: string): string[] =>
  copy()
    ?.search({ q, status: undefined, overlay: marks.peek(), limit: MAX_HITS })
    .tickets.map(({ id }) => id) ?? []

/** Begins anew with another session. */
export const resetSearch = (): void => {
  show('')
  filter.value = undefined
}
