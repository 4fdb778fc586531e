// Compares a file with a session: which tickets are new, changed or unchanged.
import { randomUUID } from 'node:crypto'
import { MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import type { TicketRow, TicketValues } from './columns.ts'
import type { LineError } from './read.ts'
import { differences, emptyRow, sizeError, withValues } from './ticket-row.ts'
import type { FileTicket } from './tickets.ts'

export type TicketType = { id: string; name: string }

/** A session before the import. */
export type SessionState = {
  number: number
  eventId: string
  /** Every change of a ticket changes it. */
  listVersion: string
  types: TicketType[]
  tickets: TicketRow[]
  /** The file's ids that belong to tickets of other sessions. */
  takenIds: ReadonlySet<string>
}

export type Plan = {
  newTypes: TicketType[]
  inserts: TicketRow[]
  /** Only the values that differ. */
  updates: { key: number; change: Partial<TicketRow> }[]
  unchanged: number
  /** How many of the written tickets are checked in without a time. */
  checkedInWithoutTime: number
}

/** Folds case as SQLite's NOCASE does: ASCII letters only. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The session's tickets by number. Numbers need not be unique in a session. */
const groupByNumber = (tickets: readonly TicketRow[]): Map<string, TicketRow[]> => {
  const groups = new Map<string, TicketRow[]>()
  for (const row of tickets) {
    const number = foldAscii(row.ticket_number)
    const group = groups.get(number)
    if (group === undefined) groups.set(number, [row])
    else group.push(row)
  }
  return groups
}

/** Finds ticket types by name, ignoring ASCII case. A type that the event does not have is added to `newTypes`. */
const collectTypes = (types: readonly TicketType[]) => {
  const newTypes: TicketType[] = []
  const byName = new Map<string, TicketType>()
  // The first of several types with the same name counts.
  for (const type of types.toReversed()) byName.set(foldAscii(type.name), type)
  const typeNamed = (name: string): TicketType => {
    const known = byName.get(foldAscii(name))
    if (known !== undefined) return known
    const type = { id: randomUUID(), name }
    byName.set(foldAscii(name), type)
    newTypes.push(type)
    return type
  }
  return { newTypes, typeNamed }
}

/** Returns a function that gives the error for a ticket whose number, id or code an earlier line has. */
const repetitionFinder = () => {
  const lineOfNumber = new Map<string, number>()
  const lineOfId = new Map<string, number>()
  const lineOfCode = new Map<string, number>()
  return ({ line, values: { id, ticketNumber, code } }: FileTicket): string | undefined => {
    const number = foldAscii(ticketNumber)
    const sameNumber = lineOfNumber.get(number)
    if (sameNumber !== undefined) return `ticketNumber: "${ticketNumber}" is also on line ${sameNumber}`
    lineOfNumber.set(number, line)
    if (code !== undefined) {
      const sameCode = lineOfCode.get(code)
      if (sameCode !== undefined) return `code: is also on line ${sameCode}`
      lineOfCode.set(code, line)
    }
    if (id === undefined) return undefined
    const sameId = lineOfId.get(id)
    if (sameId !== undefined) return `id: ${id} is also on line ${sameId}`
    lineOfId.set(id, line)
    return undefined
  }
}

/** The error if the file's number and id do not identify one ticket: the one with the same number, or a new one. */
const identityError = (
  { id, ticketNumber }: TicketValues,
  [present, another]: readonly TicketRow[],
  isIdTaken: (id: string) => boolean,
): string | undefined => {
  if (another !== undefined) {
    return `ticketNumber: "${ticketNumber}" is the number of several tickets of the session`
  }
  if (id === undefined || id === present?.id) return undefined
  if (present !== undefined) {
    return `id: the ticket "${present.ticket_number}" has the id ${present.id}, and an id never changes`
  }
  return isIdTaken(id) ? `id: ${id} is the id of another ticket` : undefined
}

/**
 * Compares a file's tickets with the session's. A ticket is identified by its number, ignoring ASCII case; new
 * tickets get the keys after the session's last one. If there are errors, the plan must not be carried out.
 */
export const planImport = (
  session: SessionState,
  tickets: readonly FileTicket[],
  preservesCheckIns: boolean,
): { plan: Plan; errors: LineError[] } => {
  const errors: LineError[] = []
  const { newTypes, typeNamed } = collectTypes(session.types)
  const plan: Plan = { newTypes, inserts: [], updates: [], unchanged: 0, checkedInWithoutTime: 0 }
  const byNumber = groupByNumber(session.tickets)
  const ids = new Set(session.tickets.map(({ id }) => id))
  const isIdTaken = (id: string): boolean => ids.has(id) || session.takenIds.has(id)
  const keyOfCode = new Map(session.tickets.map(({ code, key }) => [code, key]))
  const findRepetition = repetitionFinder()
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  let lastKey = session.tickets.reduce((last, { key }) => Math.max(last, key), firstKey)

  for (const ticket of tickets) {
    const { line, values } = ticket
    const sameNumber = byNumber.get(foldAscii(values.ticketNumber)) ?? []
    const error = findRepetition(ticket) ?? identityError(values, sameNumber, isIdTaken)
    if (error !== undefined) {
      errors.push({ line, message: error })
      continue
    }
    const [present] = sameNumber
    const { code } = values
    if (code !== undefined && keyOfCode.has(code) && keyOfCode.get(code) !== present?.key) {
      errors.push({ line, message: 'code: is the code of another ticket of the session' })
      continue
    }
    if (present === undefined && ++lastKey - firstKey > MAX_TICKETS_IN_SESSION) {
      const limit = MAX_TICKETS_IN_SESSION.toLocaleString('en')
      errors.push({ line, message: `a session holds up to ${limit} tickets` })
      break
    }
    const row = withValues(
      present ?? emptyRow(lastKey, session.number, values.id ?? randomUUID()),
      values,
      preservesCheckIns,
    )
    // An event may have two types with the same name. A ticket keeps the one that it has.
    if (foldAscii(row.ticket_type_name) !== foldAscii(values.ticketTypeName)) {
      const type = typeNamed(values.ticketTypeName)
      row.ticket_type_id = type.id
      row.ticket_type_name = type.name
    }
    const change = differences(present, row)
    if (Object.keys(change).length === 0) {
      plan.unchanged += 1
      continue
    }
    const tooLong = sizeError(row)
    if (tooLong !== undefined) errors.push({ line, message: tooLong })
    if (present === undefined) plan.inserts.push(row)
    else plan.updates.push({ key: present.key, change })
    if (row.status === 'CheckedIn' && row.checked_in_at === null) plan.checkedInWithoutTime += 1
  }
  return { plan, errors }
}
