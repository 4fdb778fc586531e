// Which ticket of the session each row of an import means, and where the two contradict each other.
import { foldAscii } from '../tickets/fold-ascii.ts'
import type { TicketRow, TicketValues } from './file/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/rows.ts'

/** Folds the name of a ticket type. Names that older versions wrote may be decomposed. */
export const foldType = (name: string): string => foldAscii(name.normalize('NFC'))

const guestKey = (email: string | null | undefined, name: string | null | undefined, type: string): string =>
  JSON.stringify([(email ?? '').toLowerCase(), (name ?? '').toLowerCase(), foldType(type)])

/** What is one ticket's alone. */
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

/** By what a row finds its ticket, and a ticket its row, for each way to match them. */
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

/**
 * The row that has each value of a {@link UNIQUE} field, and the keys of the session's tickets that have it.
 */
class Holders {
  readonly #rows = new Map<string, number>()
  readonly #keys = new Map<string, number[]>()

  /** Returns the row that has the value already. */
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

/** A text from a row as a message quotes it. */
const quote = (text: string): string =>
  `"${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}"`

const describeRepetition = (field: Unique, value: string, row: number): string =>
  field === 'code'
    ? `is also on row ${row}`
    : `${field === 'id' ? value : quote(value)} is also on row ${row}`

/** A row and its ticket of the session, if there is one. */
type Match = RowTicket & { present?: TicketRow }

/**
 * Rows that find the same tickets, and the best of these: those of people who are inside, then those that
 * open the door.
 */
type Group = { equal: Match[]; found: TicketRow[] }

const rankOf = ({ status }: TicketRow): number => (status === 'CheckedIn' ? 0 : status === 'Valid' ? 1 : 2)

/** Takes a ticket into its group. Returns the one for which there is no row. */
const keepBest = ({ equal, found }: Group, ticket: TicketRow): TicketRow | undefined => {
  let place = found.length
  while (place > 0 && rankOf(found[place - 1] as TicketRow) > rankOf(ticket)) place -= 1
  found.splice(place, 0, ticket)
  return found.length > equal.length ? found.pop() : undefined
}

/** Gives the rows of a group their tickets: each its own if it names one, the others in order. */
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

/** The holders of what is one ticket's alone. */
type AllHolders = Record<Unique, Holders>

/** Sorts the rows into groups. A row that repeats what an earlier one holds is a problem instead. */
export const groupRows = (rows: readonly RowTicket[], match: ImportOptions['match']) => {
  const problems: Problem[] = []
  const holders: AllHolders = { ticketNumber: new Holders(), id: new Holders(), code: new Holders() }
  const groups = new Map<string, Group>()
  const matches: Match[] = []
  for (const { row, values } of rows) {
    const [repeated] = UNIQUE.flatMap((field) => {
      const value = ofRow(field, values)
      const other = value === undefined ? undefined : holders[field].claim(value, row)
      if (other === undefined) return []
      return [{ field, message: describeRepetition(field, values[field] as string, other) }]
    })
    if (repeated !== undefined) {
      problems.push({ row, ...repeated })
      continue
    }
    const one: Match = { row, values }
    matches.push(one)
    const key = MATCHING[match].ofRow(values)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { equal: [one], found: [] })
    else group.equal.push(one)
  }
  return { problems, holders, groups, matches }
}

/**
 * Notes what a ticket of the session holds, and takes it into its group. Returns the ticket for which there
 * is no row.
 */
export const placeTicket = (
  { holders, groups }: Pick<ReturnType<typeof groupRows>, 'holders' | 'groups'>,
  match: ImportOptions['match'],
  ticket: TicketRow,
): TicketRow | undefined => {
  for (const field of UNIQUE) holders[field].see(ofTicket[field](ticket), ticket.key)
  const group = groups.get(MATCHING[match].ofTicket(ticket))
  return group === undefined ? ticket : keepBest(group, ticket)
}

/** What is wrong with a row beside the tickets of the session. */
export const conflictOf = (
  { values: { id, ticketNumber, code }, present }: Match,
  holders: AllHolders,
  match: ImportOptions['match'],
  elsewhere: { ids: ReadonlySet<string>; codes: ReadonlySet<string> },
): Omit<Problem, 'row'> | undefined => {
  const isOther = (key: number) => key !== present?.key
  if (ticketNumber !== undefined) {
    const keys = holders.ticketNumber.keysOf(foldAscii(ticketNumber))
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
    if (elsewhere.ids.has(id) || holders.id.keysOf(id).length > 0) {
      return { field: 'id', message: `${id} is the id of another ticket` }
    }
  }
  if (code !== undefined && holders.code.keysOf(code).some(isOther)) {
    return { field: 'code', message: 'is the code of another ticket of the session' }
  }
  if (code !== undefined && elsewhere.codes.has(code)) {
    return { field: 'code', message: 'is the code of a ticket of another organizer', error: 'code_taken' }
  }
  return undefined
}
