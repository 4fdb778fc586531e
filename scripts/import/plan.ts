// Compares a file with a session: which tickets are new, changed or unchanged.
import { randomUUID } from 'node:crypto'
import { MAX_TICKET_BYTES, TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'

import type { LineError } from './read.ts'
import type { FileTicket, TicketValues } from './tickets.ts'

export const MAX_TICKETS_IN_SESSION = 2 ** TICKET_KEY_BITS - 1

export type TicketType = { id: string; name: string }

/** A row of the table `tickets`. */
export type TicketRow = {
  key: number
  id: string
  session_number: number
  ticket_number: string
  status: string
  ticket_type_id: string
  ticket_type_name: string
  seat_label: string | null
  current_holder_id: string | null
  holder_email: string | null
  attendee_name: string | null
  attendee_email: string | null
  attendee_company: string | null
  checked_in_at: number | null
  transfer_count: number
}

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

/** The error if a ticket's texts are longer than the table accepts. */
const sizeError = (row: TicketRow): string | undefined => {
  const texts = [
    row.ticket_number,
    row.ticket_type_name,
    row.seat_label,
    row.current_holder_id,
    row.holder_email,
    row.attendee_name,
    row.attendee_email,
    row.attendee_company,
  ]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  if (bytes > MAX_TICKET_BYTES) {
    return `its texts have ${bytes} bytes together; a ticket holds up to ${MAX_TICKET_BYTES}`
  }
  return undefined
}

/** The row with the values of the file. */
const withValues = (row: TicketRow, values: TicketValues, preservesCheckIns: boolean): TicketRow => ({
  ...row,
  ticket_number: values.ticketNumber,
  status:
    values.status === undefined ||
    (preservesCheckIns && values.status === 'Valid' && row.status === 'CheckedIn')
      ? row.status
      : values.status,
  ...(values.seatLabel !== undefined && { seat_label: values.seatLabel }),
  ...(values.currentHolderId !== undefined && { current_holder_id: values.currentHolderId }),
  ...(values.holderEmail !== undefined && { holder_email: values.holderEmail }),
  ...(values.attendeeName !== undefined && { attendee_name: values.attendeeName }),
  ...(values.attendeeEmail !== undefined && { attendee_email: values.attendeeEmail }),
  ...(values.attendeeCompany !== undefined && { attendee_company: values.attendeeCompany }),
  ...(values.checkedInAt !== undefined && { checked_in_at: values.checkedInAt }),
  ...(values.transferCount !== undefined && { transfer_count: values.transferCount }),
})

const differences = (before: TicketRow, after: TicketRow): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column as keyof TicketRow] !== value),
  )

/**
 * Compares a file's tickets with the session's. A ticket is identified by its number, ignoring ASCII case; new
 * tickets get the keys after the session's last one.
 */
export const planImport = (
  session: SessionState,
  tickets: readonly FileTicket[],
  preservesCheckIns: boolean,
): { plan: Plan; errors: LineError[] } => {
  const errors: LineError[] = []
  const plan: Plan = { newTypes: [], inserts: [], updates: [], unchanged: 0, checkedInWithoutTime: 0 }
  const present = new Map<string, TicketRow[]>()
  let lastKey = session.number * 2 ** TICKET_KEY_BITS
  for (const row of session.tickets) {
    lastKey = Math.max(lastKey, row.key)
    const number = foldAscii(row.ticket_number)
    const same = present.get(number)
    if (same === undefined) present.set(number, [row])
    else same.push(row)
  }
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  const types = new Map<string, TicketType>()
  for (const type of session.types) {
    if (!types.has(foldAscii(type.name))) types.set(foldAscii(type.name), type)
  }
  const typeNamed = (name: string): TicketType => {
    const known = types.get(foldAscii(name))
    if (known !== undefined) return known
    const type = { id: randomUUID(), name }
    types.set(foldAscii(name), type)
    plan.newTypes.push(type)
    return type
  }
  const countWithoutTime = (row: TicketRow): void => {
    if (row.status === 'CheckedIn' && row.checked_in_at === null) plan.checkedInWithoutTime += 1
  }
  const lineOfNumber = new Map<string, number>()
  const lineOfId = new Map<string, number>()
  const presentIds = new Set(session.tickets.map(({ id }) => id))

  for (const { line, values } of tickets) {
    const reject = (message: string) => errors.push({ line, message })
    const number = foldAscii(values.ticketNumber)
    const sameNumber = lineOfNumber.get(number)
    if (sameNumber !== undefined) {
      reject(`ticketNumber: "${values.ticketNumber}" is also on line ${sameNumber}`)
      continue
    }
    lineOfNumber.set(number, line)
    if (values.id !== undefined) {
      const sameId = lineOfId.get(values.id)
      if (sameId !== undefined) {
        reject(`id: ${values.id} is also on line ${sameId}`)
        continue
      }
      lineOfId.set(values.id, line)
    }
    const [before, another] = present.get(number) ?? []
    if (another !== undefined) {
      reject(`ticketNumber: "${values.ticketNumber}" is the number of several tickets of the session`)
      continue
    }
    if (before === undefined) {
      if (values.id !== undefined && (presentIds.has(values.id) || session.takenIds.has(values.id))) {
        reject(`id: ${values.id} is the id of another ticket`)
        continue
      }
      lastKey += 1
      if (lastKey - firstKey > MAX_TICKETS_IN_SESSION) {
        reject(`a session holds up to ${MAX_TICKETS_IN_SESSION.toLocaleString('en')} tickets`)
        break
      }
      const type = typeNamed(values.ticketTypeName)
      const row = withValues(
        {
          key: lastKey,
          id: values.id ?? randomUUID(),
          session_number: session.number,
          ticket_number: values.ticketNumber,
          status: 'Valid',
          ticket_type_id: type.id,
          ticket_type_name: type.name,
          seat_label: null,
          current_holder_id: null,
          holder_email: null,
          attendee_name: null,
          attendee_email: null,
          attendee_company: null,
          checked_in_at: null,
          transfer_count: 0,
        },
        values,
        preservesCheckIns,
      )
      const error = sizeError(row)
      if (error !== undefined) reject(error)
      plan.inserts.push(row)
      countWithoutTime(row)
      continue
    }
    if (values.id !== undefined && values.id !== before.id) {
      reject(`id: the ticket "${before.ticket_number}" has the id ${before.id}, and an id never changes`)
      continue
    }
    // An event may have two types with the same name. A ticket keeps the one that it has.
    const keepsType = foldAscii(before.ticket_type_name) === foldAscii(values.ticketTypeName)
    const type = keepsType
      ? { id: before.ticket_type_id, name: before.ticket_type_name }
      : typeNamed(values.ticketTypeName)
    const after = {
      ...withValues(before, values, preservesCheckIns),
      ticket_type_id: type.id,
      ticket_type_name: type.name,
    }
    const change = differences(before, after)
    const error = sizeError(after)
    if (Object.keys(change).length === 0) plan.unchanged += 1
    else if (error !== undefined) reject(error)
    else {
      plan.updates.push({ key: before.key, change })
      countWithoutTime(after)
    }
  }
  return { plan, errors }
}
