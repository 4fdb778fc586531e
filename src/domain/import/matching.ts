// Matches the rows of an import to tickets of the session, and finds contradictions.
import { foldAscii } from '../tickets/ticket.ts'
import type { TicketRow, TicketValues } from './file/table/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/table/rows.ts'

/** Folds the name of a ticket type. Names from older versions may be decomposed. */
export const foldType = (name: string): string => foldAscii(name.normalize('NFC').replaceAll(/^ +| +$/g, ''))

export const guestKey = (
  email: string | null | undefined,
  name: string | null | undefined,
  type: string,
): string => JSON.stringify([(email ?? '').toLowerCase(), (name ?? '').toLowerCase(), foldType(type)])

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
  readonly #ofTicket: (ticket: TicketRow) => string
  readonly #rows = new Map<string, number>()
  readonly #keys = new Map<string, number[]>()

  constructor(field: Unique) {
    this.#ofTicket = ofTicket[field]
  }

  /** Returns the row that already gives this value. */
  claim(value: string, row: number): number | undefined {
    const other = this.#rows.get(value)
    if (other === undefined) this.#rows.set(value, row)
    return other
  }

  see(ticket: TicketRow): void {
    if (this.#rows.size === 0) return
    const value = this.#ofTicket(ticket)
    if (!this.#rows.has(value)) return
    const keys = this.#keys.get(value)
    if (keys === undefined) this.#keys.set(value, [ticket.key])
    else keys.push(ticket.key)
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

/**
 * Rows with the same key, and the best tickets for them: those with their numbers and codes, refused ones for
 * the rows that say so, then checked-in ones, then valid ones. So the same rows find the same tickets again.
 */
type Group = {
  equal: Match[]
  numbers: Set<string>
  codes: Set<string>
  /** How many rows say that their ticket is refused, and how many tickets were found for them. */
  refusing: number
  refused: number
  /** Which ticket is a companion's is known when the guests have theirs. Until then all are kept. */
  hasCompanions: boolean
  /** By rank, the best first. */
  found: [TicketRow[], TicketRow[], TicketRow[], TicketRow[], TicketRow[]]
  count: number
}

const isRefused = ({ status }: { status?: string }): boolean => status === 'Refunded' || status === 'Voided'

const addRow = (group: Group, match: Match): void => {
  const { ticketNumber, code } = match.values
  group.equal.push(match)
  group.hasCompanions ||= match.companion !== undefined
  if (code !== undefined) group.codes.add(code)
  if (ticketNumber !== undefined) group.numbers.add(foldAscii(ticketNumber))
  if (isRefused(match.values)) group.refusing += 1
}

const rankIn = (group: Group, ticket: TicketRow): 0 | 1 | 2 | 3 | 4 => {
  if (group.numbers.has(foldAscii(ticket.ticket_number)) || group.codes.has(ticket.code)) return 0
  if (isRefused(ticket)) return group.refused++ < group.refusing ? 1 : 4
  return ticket.status === 'CheckedIn' ? 2 : 3
}

/** Adds a ticket to its group. Returns the ticket that is left without a row. */
const keepBest = (group: Group, ticket: TicketRow): TicketRow | undefined => {
  const { equal, found } = group
  found[rankIn(group, ticket)].push(ticket)
  group.count += 1
  if (group.hasCompanions || group.count <= equal.length) return undefined
  group.count -= 1
  return found.findLast((tickets) => tickets.length > 0)?.pop()
}

/**
 * Assigns the tickets of a group: by number, by code, to companions in the party of their guest, refused ones
 * to rows that say so, then in order. Returns those that are left.
 */
const pair = (
  { equal, found }: Group,
  partyOf: (match: Match) => string | undefined,
): readonly TicketRow[] => {
  const left = new Set(found.flat())
  if (left.size === 0) return []
  const named = new Map([...left].map((ticket) => [foldAscii(ticket.ticket_number), ticket]))
  const coded = new Map([...left].map((ticket) => [ticket.code, ticket]))
  const ofParty = Map.groupBy(left, ({ reference }) => reference)
  const assign = (match: Match, ticket: TicketRow | undefined): void => {
    if (ticket === undefined || !left.has(ticket)) return
    match.present = ticket
    left.delete(ticket)
  }
  for (const match of equal) assign(match, named.get(foldAscii(match.values.ticketNumber ?? '')))
  for (const match of equal) {
    if (match.present === undefined) assign(match, coded.get(match.values.code ?? ''))
  }
  for (const match of equal) {
    const party = match.present === undefined ? partyOf(match) : undefined
    if (party !== undefined) assign(match, ofParty.get(party)?.shift())
  }
  // Somebody else of that name is not the companion.
  const unassigned = () =>
    equal.filter(({ present, companion }) => present === undefined && companion !== 'named')
  const best = [...left].slice(0, unassigned().length).sort((a, b) => a.key - b.key)
  const refused = best.filter(isRefused).values()
  for (const match of unassigned()) if (isRefused(match.values)) assign(match, refused.next().value)
  const rest = best.filter((ticket) => left.has(ticket)).values()
  for (const match of unassigned()) assign(match, rest.next().value)
  return [...left]
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
    ticketNumber: new UniqueValues('ticketNumber'),
    id: new UniqueValues('id'),
    code: new UniqueValues('code'),
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
    const known = group ?? {
      equal: [],
      numbers: new Set<string>(),
      codes: new Set<string>(),
      refusing: 0,
      refused: 0,
      hasCompanions: false,
      found: [[], [], [], [], []],
      count: 0,
    }
    groups[kind].set(key, known)
    addRow(known, match)
  }
  return { problems, uniqueValues, groups, matches }
}

/** A ticket that is left without a row. `isKnown`: a guest of the rows is equal to it. */
export type Spare = { ticket: TicketRow; isKnown: boolean }

/** Assigns tickets to the rows of all groups: to guests first. Returns the tickets that are left. */
export const pairAll = ({
  groups,
  matches,
}: Pick<ReturnType<typeof groupRows>, 'groups' | 'matches'>): Spare[] => {
  const guests = new Map(
    matches.filter(({ companion }) => companion === undefined).map((match) => [match.row, match]),
  )
  const partyOf = ({ row, companion }: Match): string | undefined =>
    companion === undefined ? undefined : (guests.get(row)?.present?.reference ?? undefined)
  const isOfGuests = ({ equal }: Group) => equal.some(({ companion }) => companion === undefined)
  const order = (group: Group) => (group.hasCompanions ? (isOfGuests(group) ? 1 : 2) : 0)
  return Object.values(groups)
    .flatMap((kind) => [...kind.values()])
    .sort((a, b) => order(a) - order(b))
    .flatMap((group) => pair(group, partyOf).map((ticket): Spare => ({ ticket, isKnown: isOfGuests(group) })))
}

/** The values of a row of another session, without a number that another row has. */
const wishedNumber = ({ values }: RowTicket, uniqueValues: AllUniqueValues): TicketValues => {
  const { ticketNumber, ...others } = values
  const isFree = ticketNumber !== undefined && !uniqueValues.ticketNumber.has(foldAscii(ticketNumber))
  return isFree ? values : others
}

/**
 * Registers a ticket’s unique values and adds it to its group. Returns the ticket left without a row, and
 * whether rows are equal to it, but fewer than there are tickets.
 */
export const placeTicket = (
  { uniqueValues, groups }: Pick<ReturnType<typeof groupRows>, 'uniqueValues' | 'groups'>,
  ticket: TicketRow,
): { spare: TicketRow | undefined; isKnown: boolean } => {
  for (const field of UNIQUE) uniqueValues[field].see(ticket)
  for (const by of ['number', 'code', 'guest'] as const) {
    const group = groups[by].size > 0 ? groups[by].get(MATCHING[by].ofTicket(ticket)) : undefined
    if (group !== undefined) return { spare: keepBest(group, ticket), isKnown: true }
  }
  return { spare: ticket, isKnown: false }
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
