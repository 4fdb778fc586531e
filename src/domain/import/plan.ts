// Compares the rows of an import with a session: which tickets are new, changed, missing or as they are.
import { MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { MAX_IN_EVENT } from '../organizer/limits-of-event.ts'
import type { TicketRow, TicketValues } from './columns.ts'
import type { ImportOptions, Problem, RowTicket } from './rows.ts'
import { changedRow, differences, newRow, sizeError } from './ticket-row.ts'

export type TicketType = { id: string; name: string }

/** A session before the import. */
export type ImportedSession = {
  number: number
  eventId: string
  types: readonly TicketType[]
  /** Ids of the rows that belong to tickets of other sessions. */
  takenIds: ReadonlySet<string>
}

export type Plan = {
  newTypes: TicketType[]
  inserts: TicketRow[]
  /** Only the values that differ. */
  updates: { present: TicketRow; change: Partial<TicketRow> }[]
  /** Tickets to void. */
  voids: TicketRow[]
  unchanged: number
  /** The key of the session's last ticket, or the one before the first. */
  lastKey: number
  /** New tickets that are checked in without a time. */
  checkedInWithoutTime: number
  /** Tickets of rows that stay refunded or voided although their row does not say so. */
  notAdmitted: number
  /** Tickets that stay checked in although their row says that they are refunded or voided. */
  stillCheckedIn: number
  /** How many more `Valid` and `CheckedIn` tickets there are afterwards. */
  sold: number
}

/** Folds case as SQLite's NOCASE does: ASCII letters only. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Folds the name of a ticket type. Names that older versions wrote may be decomposed. */
const foldType = (name: string): string => foldAscii(name.normalize('NFC'))

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

/** The row that has each value of a {@link UNIQUE} field, and the keys of the session's tickets that have it. */
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

const describeRepetition = (field: Unique, value: string, place: string): string =>
  field === 'code' ? `is also on ${place}` : `${field === 'id' ? value : quote(value)} is also on ${place}`

/** Finds ticket types by name, ignoring ASCII case. A type that the event does not have is added to `newTypes`. */
const collectTypes = (types: readonly TicketType[]) => {
  const newTypes: TicketType[] = []
  const byName = new Map<string, TicketType>()
  // The first of several types with the same name counts.
  for (const type of types.toReversed()) byName.set(foldType(type.name), type)
  const typeNamed = (name: string): TicketType => {
    const known = byName.get(foldType(name))
    if (known !== undefined) return known
    const type = { id: crypto.randomUUID(), name }
    byName.set(foldType(name), type)
    newTypes.push(type)
    return type
  }
  return { newTypes, typeNamed }
}

const isSold = ({ status }: TicketRow): boolean => status === 'Valid' || status === 'CheckedIn'

/** A row and its ticket of the session, if there is one. */
type Match = RowTicket & { present?: TicketRow }

/** Rows that find the same tickets, and the best of these: those of people who are inside, then those that open the door. */
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
const pair = ({ equal, found }: Group): void => {
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
const groupRows = (rows: readonly RowTicket[], match: ImportOptions['match'], place: string) => {
  const problems: Problem[] = []
  const holders: AllHolders = { ticketNumber: new Holders(), id: new Holders(), code: new Holders() }
  const groups = new Map<string, Group>()
  const matches: Match[] = []
  for (const { row, values } of rows) {
    const [repeated] = UNIQUE.flatMap((field) => {
      const value = ofRow(field, values)
      const other = value === undefined ? undefined : holders[field].claim(value, row)
      if (other === undefined) return []
      return [{ field, message: describeRepetition(field, values[field] as string, `${place} ${other}`) }]
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

/** What is wrong with a row beside the tickets of the session. */
const conflictOf = (
  { values: { id, ticketNumber, code }, present }: Match,
  holders: AllHolders,
  match: ImportOptions['match'],
  takenIds: ReadonlySet<string>,
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
    if (takenIds.has(id) || holders.id.keysOf(id).length > 0) {
      return { field: 'id', message: `${id} is the id of another ticket` }
    }
  }
  if (code !== undefined && holders.code.keysOf(code).some(isOther)) {
    return { field: 'code', message: 'is the code of another ticket of the session' }
  }
  return undefined
}

/** What callers may add to a comparison. */
type Context = {
  /** What `row` counts, for messages. */
  place?: 'line' | 'row'
  /** The id of a new ticket whose row has none, by its index among the rows. */
  idOf?: (index: number) => string
  /** Called with each ticket, as it was, that the plan changes or voids, checked in or not. */
  onTouched?: (row: TicketRow) => void
}

/**
 * Compares rows with a session, whose tickets come in pages by key. New tickets get the keys after the last one. If there are
 * problems, the plan must not be carried out.
 */
export const planImport = async (
  session: ImportedSession,
  rows: readonly RowTicket[],
  options: ImportOptions,
  pages: AsyncIterable<readonly TicketRow[]> | Iterable<readonly TicketRow[]>,
  { place = 'line', idOf = () => crypto.randomUUID(), onTouched = () => {} }: Context = {},
): Promise<{ plan: Plan; problems: Problem[] }> => {
  const { problems, holders, groups, matches } = groupRows(rows, options.match, place)
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  let lastKey = firstKey
  const voids: TicketRow[] = []
  const plainNumbers = new Set<string>()
  for await (const page of pages) {
    for (const ticket of page) {
      lastKey = Math.max(lastKey, ticket.key)
      for (const field of UNIQUE) holders[field].see(ofTicket[field](ticket), ticket.key)
      if (/^\d{6,7}$/.test(ticket.ticket_number)) plainNumbers.add(ticket.ticket_number)
      const group = groups.get(MATCHING[options.match].ofTicket(ticket))
      const spare = group === undefined ? ticket : keepBest(group, ticket)
      if (spare !== undefined && options.missing === 'void' && isSold(spare)) {
        onTouched(spare)
        if (spare.status === 'Valid') voids.push(spare)
      }
    }
  }
  for (const group of groups.values()) pair(group)

  const { newTypes, typeNamed } = collectTypes(session.types)
  const plan: Plan = {
    newTypes,
    inserts: [],
    updates: [],
    voids,
    unchanged: 0,
    lastKey,
    checkedInWithoutTime: 0,
    notAdmitted: 0,
    stillCheckedIn: 0,
    sold: -voids.length,
  }
  let key = lastKey

  /** The place in the session, unless another ticket has that number. */
  const freeNumber = (id: string): string => {
    const number = String(key - firstKey).padStart(6, '0')
    const isTaken = plainNumbers.has(number) || holders.ticketNumber.has(number)
    return isTaken ? `${number}-${id.slice(0, 8)}` : number
  }

  for (const [index, match] of matches.entries()) {
    const { row, values, present } = match
    const conflict = conflictOf(match, holders, options.match, session.takenIds)
    if (conflict !== undefined) {
      problems.push({ row, ...conflict })
      continue
    }
    if (present === undefined && ++key - firstKey > MAX_TICKETS_IN_SESSION) {
      const message = `a session holds up to ${MAX_TICKETS_IN_SESSION.toLocaleString('en')} tickets`
      problems.push({ row, field: null, message })
      break
    }
    const id = values.id ?? present?.id ?? idOf(index)
    const after =
      present === undefined
        ? newRow({ key, id, sessionNumber: session.number }, { ticketNumber: freeNumber(id), ...values })
        : changedRow(present, values)
    // An event may have two types with the same name. A ticket keeps the one that it has.
    if (foldType(after.ticket_type_name) !== foldType(values.ticketTypeName)) {
      const type = typeNamed(values.ticketTypeName)
      after.ticket_type_id = type.id
      after.ticket_type_name = type.name
    }
    const change = present && differences(present, after)
    const isChanged = change === undefined || Object.keys(change).length > 0
    const tooLong = isChanged ? sizeError(after) : undefined
    if (tooLong !== undefined) problems.push({ row, field: null, message: tooLong })
    if (present === undefined || change === undefined) {
      plan.inserts.push(after)
      plan.sold += Number(isSold(after))
      if (after.status === 'CheckedIn' && after.checked_in_at === null) plan.checkedInWithoutTime += 1
      continue
    }
    if (!isSold(after) && values.status !== after.status) plan.notAdmitted += 1
    const staysIn =
      after.status === 'CheckedIn' && (values.status === 'Refunded' || values.status === 'Voided')
    if (staysIn) plan.stillCheckedIn += 1
    if (isChanged || staysIn) onTouched(present)
    if (!isChanged) {
      plan.unchanged += 1
      continue
    }
    plan.updates.push({ present, change })
    plan.sold += Number(isSold(after)) - Number(isSold(present))
  }
  const added = session.types.length + newTypes.length
  if (newTypes.length > 0 && added > MAX_IN_EVENT.ticket_types) {
    problems.push({
      row: rows[0]?.row ?? 1,
      field: 'ticketTypeName',
      message: `the event would have ${added.toLocaleString('en')} ticket types; it may have ${MAX_IN_EVENT.ticket_types}`,
    })
  }
  return { plan, problems }
}
