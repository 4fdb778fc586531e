// A ticket on the phone, and how it is read from a response of the service.
import type { EntryRule, Presence, TicketState, TicketStatus } from '../../../src/domain/check-in-rule.ts'
import type { Counts } from '../../shared/list-copy.ts'
import type { Schemas } from '../../shared/schemas.ts'

export type { TicketState }
export type Status = TicketStatus

/** The number of tickets of all statuses. */
export const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** What staff need to recognize a guest. */
export type Guest = {
  readonly id: string
  readonly number: string
  readonly name: string | null
  readonly type: string
  readonly seat: string | null
}

export type Ticket = Guest &
  TicketState & {
    readonly holderEmail: string | null
    readonly email: string | null
    readonly company: string | null
    readonly transferCount: number
    /** For door staff. */
    readonly note: string | null
    readonly flag: Flag | null
    /** What groups tickets. */
    readonly reference: string | null
    /** The name of the guest list that it is on. */
    readonly list: string | null
  }

/** `Info`: the note is shown beside the guest. `Stop`: staff must read it before they let the guest in. */
type Flag = 'Info' | 'Stop'

/** What all tickets of a type have: a note for door staff, and a rule. */
export type TicketType = {
  readonly note: string | null
  readonly flag: Flag | null
  readonly rule?: EntryRule | undefined
}

/** Adds the note of the type below the ticket's own. Takes the stronger flag of the two. */
export const withType = (ticket: Ticket, type: TicketType | undefined): Ticket => {
  if (type === undefined) return ticket
  const notes = [ticket.note, type.note].filter((note) => note !== null)
  const isStop = ticket.flag === 'Stop' || type.flag === 'Stop'
  const flag = isStop ? 'Stop' : (ticket.flag ?? type.flag)
  return { ...ticket, note: notes.join('\n') || null, flag }
}

/** The values of a ticket that the phone stores, in its own order. */
export type Row = readonly [
  id: string,
  number: string,
  status: Status,
  type: string,
  seat: string | null,
  holderEmail: string | null,
  name: string | null,
  email: string | null,
  company: string | null,
  checkedInAt: string | null,
  transferCount: number,
  check: number,
  codeHash: string | null,
  note: string | null,
  flag: Flag | null,
  reference: string | null,
  inside: boolean | null,
  areas: string[] | null,
  lastIn: string | null,
  lastOut: string | null,
  entries: number | null,
  list: string | null,
]

/** The service's names for the values of a {@link Row}. New ones come last: phones have stored rows. */
export const FIELDS = [
  'id',
  'ticketNumber',
  'status',
  'ticketTypeName',
  'seatLabel',
  'holderEmail',
  'attendeeName',
  'attendeeEmail',
  'attendeeCompany',
  'checkedInAt',
  'transferCount',
  'check',
  'codeHash',
  'note',
  'flag',
  'reference',
  'inside',
  'areas',
  'lastIn',
  'lastOut',
  'entries',
  'list',
] as const

/** A row of the values that are known, by the service's names. The others are null. */
export const rowOf = (values: Partial<Record<(typeof FIELDS)[number], unknown>>): Row =>
  FIELDS.map((name) => values[name] ?? null) as unknown as Row

/** The shortest row that the phone may have stored. Older services do not send the fields after it. */
export const MIN_VALUES = FIELDS.indexOf('check') + 1

/** What a phone may hold and do; null for people. */
type PhoneRole = Schemas['PhoneRole'] | null

/** How many people are in the venue, or in an area of it. */
export type Inside = Schemas['Inside'][number]

/** A response with ticket changes, as far as this version of the page understands it. */
export type Changes = Omit<Schemas['TicketChanges'], 'fields' | 'rows' | 'typesVersion' | 'role'> & {
  rows: Row[]
  role?: PhoneRole
  typesVersion: string | null
}

/**
 * Reads a response by the names of its fields, and ignores unknown ones.
 *
 * @returns undefined if a required field is missing
 */
export const readChanges = (body: unknown): Changes | undefined => {
  const { fields, rows, removed, counts, inside, more, next, digest, typesVersion, role } = (body ??
    {}) as Record<string, unknown>
  if (!Array.isArray(fields) || !Array.isArray(rows) || !Array.isArray(removed)) return undefined
  if (typeof counts !== 'object' || counts === null) return undefined
  if (typeof next !== 'string' || typeof more !== 'boolean' || typeof digest !== 'number') return undefined
  // Otherwise the page would ask for more forever.
  if (more && rows.length + removed.length === 0) return undefined
  const positions = FIELDS.map((name) => fields.indexOf(name))
  if (positions.some((position, index) => position === -1 && index < MIN_VALUES)) return undefined
  if (!rows.every((row) => Array.isArray(row) && row.length === fields.length)) return undefined
  return {
    rows: rows.map(
      (row) => positions.map((position) => (position === -1 ? null : row[position])) as unknown as Row,
    ),
    removed,
    counts: counts as Counts,
    inside: Array.isArray(inside) ? inside : [],
    more,
    next,
    digest,
    typesVersion: typeof typesVersion === 'string' ? typesVersion : null,
    role: (role ?? null) as PhoneRole,
  }
}

export const toTime = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null)

/** Where a guest is, as the service says it; null if the status says it all. */
export const toPresence = (
  inside?: boolean | null,
  areas?: string[] | null,
  lastIn?: string | null,
  lastOut?: string | null,
  entries?: number | null,
): Presence | null =>
  inside == null
    ? null
    : { inside, areas: areas ?? [], lastIn: toTime(lastIn), lastOut: toTime(lastOut), entries: entries ?? 0 }

export const toTicket = (row: Row): Ticket => ({
  id: row[0],
  number: row[1],
  status: row[2],
  type: row[3],
  seat: row[4],
  holderEmail: row[5],
  name: row[6],
  email: row[7],
  company: row[8],
  checkedInAt: toTime(row[9]),
  transferCount: row[10],
  note: row[13],
  flag: row[14],
  reference: row[15],
  list: row[21],
  presence: toPresence(row[16], row[17], row[18], row[19], row[20]),
})

export const toGuest = ({ id, number, name, type, seat }: Guest): Guest => ({ id, number, name, type, seat })
