// Matches the rows of an import to tickets of the session, and finds contradictions.
import { foldAscii } from '../tickets/ticket.ts'
import type { TicketRow, TicketValues } from './file/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/rows.ts'

/** Folds the name of a ticket type. Names from older versions may be decomposed. */
export const foldType = (name: string): string => foldAscii(name.normalize('NFC'))

const guestKey = (email: string | null | undefined, name: string | null | undefined, type: string): string =>
  JSON.stringify([(email ?? '').toLowerCase(), (name ?? '').toLowerCase(), foldType(type)])

/** Fields whose values are unique within a session. */
const UNIQUE = ['ticketNumber', 'id', 'code'] as const
type Unique = (typeof UNIQUE)[number]

const ofRow = (field: Unique, values: TicketValues): string | undefined =>
  field === 'ticketNumber' && values.ticketNumber !== undefined
    ? foldAscii(values.ticketNumber)
    : values[field]

const ofTicket: Record<Unique, (row: TicketRow) => string> = {
  ticketNumber: (row) => foldAscii(row.ticket_number),
  id: (row) => row.id,
  code: (row) => row.code,
}

/** The key that rows and tickets have in common, for each way to match them. */
const MATCHING: Record<
  ImportOptions['match'],
  { ofRow: (values: TicketValues) => string; ofTicket: (row: TicketRow) => string }
> = {
  number: {
    ofRow: (values) => ofRow('ticketNumber', values) ?? '',
    ofTicket: ofTicket.ticketNumber,
  },
  code: { ofRow: (values) => ofRow('code', values) ?? '', ofTicket: ofTicket.code },
  guest: {
    ofRow: ({ attendeeEmail, holderEmail, attendeeName, ticketTypeName }) =>
      guestKey(attendeeEmail ?? holderEmail, attendeeName, ticketTypeName),
    ofTicket: (row) =>
      guestKey(row.attendee_email ?? row.holder_email, row.attendee_name, row.ticket_type_name),
  },
}

/** For each value of a unique field, the row that gives it and the keys of tickets that have it. */
class UniqueValues {
  readonly #rows = new Map<string, number>()
  readonly #keys = new Map<string, number[]>()

  /** Returns the row that already gives this value. */
  claim(value: string, row: number): number | undefined {
    const other = this.#rows.get(value)
    if (other === undefined) this.#rows.set(value, row)
    return other
  }

  see(value: string, key: number): void {
    if (!this.#rows.has(value)) return
    const keys = this.#keys.get(value)
    if (keys === undefined) this.#keys.set(value, [key])
    else keys.push(key)
  }

  keysOf(value: string): readonly number[] {
    return this.#keys.get(value) ?? []
  }

  has(value: string): boolean {
    return this.#rows.has(value)
  }
}

/** Quotes text of a row in a message. */
const quote = (text: string): string =>
  `"${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}"`

const describeRepetition = (field: Unique, value: string, row: number): string =>
  field === 'code'
    ? `is also on row ${row}`
    : `${field === 'id' ? value : quote(value)} is also on row ${row}`

/** A row and its ticket of the session, if it has one. */
export type Match = RowTicket & { present?: TicketRow }

/** Rows with the same key, and the best tickets for them: checked-in ones first, then valid ones. */
type Group = { equal: Match[]; found: TicketRow[] }

const rankOf = ({ status }: TicketRow): number => (status === 'CheckedIn' ? 0 : status === 'Valid' ? 1 : 2)

/** Adds a ticket to its group. Returns the ticket that is left without a row. */
const keepBest = ({ equal, found }: Group, ticket: TicketRow): TicketRow | undefined => {
  let place = found.length
  while (place > 0 && rankOf(found[place - 1] as TicketRow) > rankOf(ticket)) place -= 1
  found.splice(place, 0, ticket)
  return found.length > equal.length ? found.pop() : undefined
}

/** Assigns tickets to the rows of a group: by number if the row has one, otherwise in order. */
export const pair = ({ equal, found }: Group): void => {
  const left = new Map(found.toSorted((a, b) => a.key - b.key).map((ticket) => [ticket.key, ticket]))
  const named = new Map(found.map((ticket) => [foldAscii(ticket.ticket_number), ticket]))
  for (const match of equal) {
    const own = named.get(foldAscii(match.values.ticketNumber ?? ''))
    if (own === undefined) continue
    match.present = own
    left.delete(own.key)
  }
  const rest = left.values()
  for (const match of equal) {
    const next = match.present === undefined ? rest.next().value : undefined
    if (next !== undefined) match.present = next
  }
}

type AllUniqueValues = Record<Unique, UniqueValues>

type Groups = Record<ImportOptions['match'], Map<string, Group>>

/**
 * Groups the rows by what they are matched by; those of another session are matched by guest. A row that
 * repeats a unique value of an earlier one is a problem instead.
 */
export const groupRows = (rows: readonly RowTicket[], by: ImportOptions['match']) => {
  const problems: Problem[] = []
  const uniqueValues: AllUniqueValues = {
    ticketNumber: new UniqueValues(),
    id: new UniqueValues(),
    code: new UniqueValues(),
  }
  const groups: Groups = { number: new Map(), code: new Map(), guest: new Map() }
  const repeatedIn = ({ row, values }: RowTicket) => {
    const [repeated] = UNIQUE.flatMap((field) => {
      const value = ofRow(field, values)
      const other = value === undefined ? undefined : uniqueValues[field].claim(value, row)
      if (other === undefined) return []
      return [{ field, message: describeRepetition(field, values[field] as string, other) }]
    })
    if (repeated !== undefined) problems.push({ row, ...repeated })
    return repeated
  }
  const isOwn = ({ isElsewhere }: RowTicket) => isElsewhere !== true
  const repeated = new Set(rows.filter((ticket) => isOwn(ticket) && repeatedIn(ticket) !== undefined))
  const matches: Match[] = []
  for (const ticket of rows) {
    if (repeated.has(ticket)) continue
    const match: Match = isOwn(ticket)
      ? { ...ticket }
      : { ...ticket, values: wishedNumber(ticket, uniqueValues) }
    if (!isOwn(ticket) && repeatedIn(match) !== undefined) continue
    matches.push(match)
    const kind = isOwn(ticket) ? by : 'guest'
    const key = MATCHING[kind].ofRow(match.values)
    const group = groups[kind].get(key)
    if (group === undefined) groups[kind].set(key, { equal: [match], found: [] })
    else group.equal.push(match)
  }
  return { problems, uniqueValues, groups, matches }
}

/** The values of a row of another session, without a number that another row has. */
const wishedNumber = ({ values }: RowTicket, uniqueValues: AllUniqueValues): TicketValues => {
  const { ticketNumber, ...others } = values
  const isFree = ticketNumber !== undefined && !uniqueValues.ticketNumber.has(foldAscii(ticketNumber))
  return isFree ? values : others
}

/** Registers a ticket’s unique values and adds it to its group. Returns the ticket left without a row. */
export const placeTicket = (
  { uniqueValues, groups }: Pick<ReturnType<typeof groupRows>, 'uniqueValues' | 'groups'>,
  ticket: TicketRow,
): TicketRow | undefined => {
  for (const field of UNIQUE) uniqueValues[field].see(ofTicket[field](ticket), ticket.key)
  for (const by of ['number', 'code', 'guest'] as const) {
    const group = groups[by].size > 0 ? groups[by].get(MATCHING[by].ofTicket(ticket)) : undefined
    if (group !== undefined) return keepBest(group, ticket)
  }
  return ticket
}

/** How a row conflicts with the tickets of the session and of other organizers. */
export const conflictOf = (
  { values: { id, ticketNumber, code }, present, isElsewhere }: Match,
  uniqueValues: AllUniqueValues,
  match: ImportOptions['match'],
  elsewhere: { ids: ReadonlySet<string>; codes: ReadonlySet<string> },
): Omit<Problem, 'row'> | undefined => {
  const isOther = (key: number) => key !== present?.key
  if (ticketNumber !== undefined && isElsewhere !== true) {
    const keys = uniqueValues.ticketNumber.keysOf(foldAscii(ticketNumber))
    if (match === 'number' && keys.length > 1) {
      const message = `${quote(ticketNumber)} is the number of several tickets of the session`
      return { field: 'ticketNumber', message }
    }
    if (keys.some(isOther)) {
      const message = `${quote(ticketNumber)} is the number of another ticket of the session`
      return { field: 'ticketNumber', message }
    }
  }
  if (id !== undefined && id !== present?.id) {
    if (present !== undefined) {
      const message = `the ticket ${quote(present.ticket_number)} has the id ${present.id}, and an id never changes`
      return { field: 'id', message }
    }
    if (elsewhere.ids.has(id) || uniqueValues.id.keysOf(id).length > 0) {
      return { field: 'id', message: `${id} is the id of another ticket` }
    }
  }
  if (code !== undefined && uniqueValues.code.keysOf(code).some(isOther)) {
    return { field: 'code', message: 'is the code of another ticket of the session' }
  }
  if (code !== undefined && elsewhere.codes.has(code)) {
    return { field: 'code', message: 'is the code of a ticket of another organizer', error: 'code_taken' }
  }
  return undefined
}
