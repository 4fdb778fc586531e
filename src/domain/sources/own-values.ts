// What of a ticket its source may write: what it wrote there last, and what nobody has changed since.
import { PERSON_COLUMNS } from '../erase/columns.ts'
import { COLUMNS, RULES, type TicketRow, type TicketValues } from '../import/file/table/columns.ts'
import { foldType } from '../import/matching.ts'
import { INITIAL, type TicketType } from '../import/plan.ts'
import { type Written, writtenDigest } from '../import/source-rows.ts'

/** What is remembered of a ticket. */
export type Remembered = {
  ticketId: string
  hash: string
  parts: readonly string[] | null
  written: Written
  coverRecord: string | null
  isErased: boolean
}

export const isRefused = (status: string | undefined): boolean => status === 'Refunded' || status === 'Voided'

/** Whether the cover of a ticket is what the source has made of it. */
export const isOwnCover = (present: TicketRow, coverRecord: string | null): boolean =>
  coverRecord !== null && present.cover !== null && present.cover_record === coverRecord

export const stored = (column: (typeof COLUMNS)[number]) => RULES[column].stored as keyof TicketRow

/** Columns that a source never writes, or in a way of their own. */
export const NOT_WRITTEN: ReadonlySet<string> = new Set(['id', 'status', 'checkedInAt', 'ticketTypeName'])

/** The values of a row that a ticket gets, and what is remembered of it. */
export const writeValues = (
  present: TicketRow,
  values: TicketValues,
  known: Pick<Remembered, 'written' | 'isErased'>,
  { isAdopted, typeNamed }: { isAdopted: boolean; typeNamed: (name: string) => TicketType },
): { change: Partial<TicketRow>; written: Written } => {
  const change: Partial<TicketRow> = {}
  const written: Written = { ...known.written }
  /** Whether the ticket has what the source left there. */
  const isLeft = (column: keyof TicketRow): boolean => {
    if (isAdopted) return true
    const last = known.written[column]
    if (last !== undefined) return writtenDigest(present.id, column, present[column]) === last
    return present[column] === INITIAL[column]
  }
  for (const column of COLUMNS) {
    const value = values[column]
    const name = stored(column)
    if (NOT_WRITTEN.has(column) || value === undefined) continue
    if (known.isErased && PERSON_COLUMNS.includes(name)) continue
    // The shop gives a cancelled ticket a new code. The guest has the old one, and the door says why.
    if (column === 'code' && !isAdopted && isRefused(values.status)) continue
    if (!isLeft(name)) continue
    if (present[name] !== value) Object.assign(change, { [name]: value })
    written[name] = writtenDigest(present.id, name, value)
  }
  const type = values.ticketTypeName
  if (isLeft('ticket_type_name')) {
    if (foldType(present.ticket_type_name) !== foldType(type)) {
      const { id, name } = typeNamed(type)
      Object.assign(change, { ticket_type_id: id, ticket_type_name: name })
    }
    written.ticket_type_name = writtenDigest(present.id, 'ticket_type_name', type)
  }
  return { change, written }
}

/** What a source makes of the status of a ticket, whose cover may be its own. */
export const statusFor = (
  wanted: string | undefined,
  present: TicketRow,
  coverRecord: string | null,
): { status?: string; isInside?: boolean; isFreed?: boolean } => {
  const isOwn = isOwnCover(present, coverRecord)
  if (!isRefused(wanted)) {
    if (isOwn) return { status: 'Valid' }
    return { isFreed: present.cover === null }
  }
  if (isOwn) return present.cover === wanted ? {} : { status: wanted as string }
  // A person has made it valid again, or has voided it.
  if (coverRecord !== null || present.cover !== null || isRefused(present.status)) return {}
  return present.status === 'CheckedIn' ? { isInside: true } : { status: wanted as string }
}
