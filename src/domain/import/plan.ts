// Compares the rows of an import with a session: which tickets are new, changed, missing or unchanged.
import { MAX_TICKET_BYTES, MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { isOurs, makeCode } from '../tickets/code.ts'
import { foldAscii } from '../tickets/ticket.ts'
import { type Double, Doubles } from './doubles.ts'
import { COLUMNS, RULES, type TicketRow, type TicketValues } from './file/table/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/table/rows.ts'
import { conflictOf, foldType, groupRows, type Match, pairAll, placeTicket } from './matching.ts'
import type { MovedGuest } from './moved-guests.ts'
import { Placeholders } from './placeholders.ts'

/** Fixed-size texts, which do not count. */
const FIXED: readonly string[] = [
  'id',
  'status',
  'ticket_type_id',
  'flag',
  'cover',
  'cover_record',
  'source_id',
  'guest_list_id',
]

const encoder = new TextEncoder()

/** The most that a UTF-16 unit takes in UTF-8. */
const MAX_UNIT_BYTES = 3

/** The message if a ticket’s texts exceed the limit of the table. */
export const sizeError = (row: TicketRow): string | undefined => {
  let atMost = 0
  for (const value of Object.values(row)) if (typeof value === 'string') atMost += value.length
  if (atMost * MAX_UNIT_BYTES <= MAX_TICKET_BYTES) return undefined
  const texts = Object.entries(row).filter(([column]) => !FIXED.includes(column))
  const bytes = texts.reduce(
    (sum, [, value]) => (typeof value === 'string' ? sum + encoder.encode(value).length : sum),
    0,
  )
  if (bytes <= MAX_TICKET_BYTES) return undefined
  return `the texts of the ticket have ${bytes} bytes; the limit is ${MAX_TICKET_BYTES}`
}

export const INITIAL = Object.fromEntries(
  COLUMNS.map((column) => [RULES[column].stored, RULES[column].initial]),
) as TicketRow

/** A new ticket with the values of its row, but without a type. */
export const newRow = (
  { key, id, sessionNumber }: { key: number; id: string; sessionNumber: number },
  values: TicketValues,
): TicketRow => ({
  ...INITIAL,
  ...stored({ code: values.code ?? makeCode(), ...values }),
  key,
  id,
  session_number: sessionNumber,
  ticket_type_id: '',
  ticket_type_name: '',
  cover: null,
  cover_record: null,
  source_id: null,
  guest_list_id: null,
  guest_list_entry: null,
})

/**
 * An existing ticket with the values of its row, except its type. A row never checks a ticket in or out:
 * `CheckedIn` and the time are ignored, and so is any status for a checked-in ticket.
 */
const changedRow = (row: TicketRow, values: TicketValues): TicketRow => {
  const { id: _, status, checkedInAt: __, ticketTypeName: ___, ...others } = values
  const counts = status !== undefined && status !== 'CheckedIn' && row.status !== 'CheckedIn'
  return { ...row, ...stored({ ...others, ...(counts && { status }) }) }
}

const stored = (values: Partial<TicketValues>): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => [RULES[column as keyof TicketValues].stored, value]),
  )

/** The values of `after` that differ from `before`. */
const differences = (before: TicketRow, after: TicketRow): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column as keyof TicketRow] !== value),
  )

export type TicketType = { id: string; name: string }

/** A session before the import. */
type ImportedSession = {
  number: number
  eventId: string
  types: readonly TicketType[]
  /** Ids in rows that belong to tickets of other sessions. */
  takenIds: ReadonlySet<string>
  /** How many tickets it has, and can have. */
  count: number
  maxTickets: number
}

export type Plan = {
  newTypes: TicketType[]
  inserts: TicketRow[]
  /** With the changed values only. */
  updates: { present: TicketRow; change: Partial<TicketRow> }[]
  /** Whether rows are matched by guest, so that a ticket added since the session was read may be theirs. */
  findsGuests: boolean
  /** Tickets to void. */
  voids: TicketRow[]
  unchanged: number
  /** The codes in the generated form that are new to the session. */
  newCodes: string[]
  /** The last key of the session, or the one before its first. */
  lastKey: number
  /** New tickets that are checked in without a time. */
  checkedInWithoutTime: number
  /** Tickets that stay refunded or voided although their row says otherwise. */
  notAdmitted: number
  /** Tickets that stay checked in although their row says refunded or voided. */
  stillCheckedIn: number
  /** Tickets without a row that stay, because a source or a guest list has made them. */
  keptByOthers: number
  /** Tickets that get another guest’s name, and not the e-mail that both have. */
  renamed: number
  /** Tickets that lose the cover under which their guest had come in. */
  checkedInAgain: number
  /** New tickets of guests whom the session has as void or refunded, which stays. */
  comingBack: number
  /** The rows of guests who are on the list already, or were moved to another session. */
  doubles: Double[]
  /** The change in the number of `Valid` and `CheckedIn` tickets. */
  sold: number
}

/** Finds ticket types by name, ignoring ASCII case. Missing types are added to `newTypes`. */
export const collectTypes = (types: readonly TicketType[]) => {
  const newTypes: TicketType[] = []
  const byName = new Map<string, TicketType>()
  // Names that differ only in their composition, which SQL can add, are one. The first counts.
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

export const isSold = ({ status }: { status: string }): boolean =>
  status === 'Valid' || status === 'CheckedIn'

/** Whether a covered ticket is checked in again without its cover. */
export const wasCheckedIn = ({ cover, checked_in_at }: TicketRow): boolean =>
  cover !== null && checked_in_at !== null

const isRenamed = (before: TicketRow, after: TicketRow): boolean => {
  const emailOf = (row: TicketRow) => (row.attendee_email ?? row.holder_email)?.toLowerCase()
  return (
    before.attendee_name !== null &&
    after.attendee_name !== null &&
    before.attendee_name.toLowerCase() !== after.attendee_name.toLowerCase() &&
    (emailOf(before) === undefined || emailOf(before) !== emailOf(after))
  )
}

type Context = {
  /** The reference of a new party, by its index among new parties. */
  referenceOf?: (index: number) => string
  /** The id of a new ticket without one, by its index among the rows. */
  idOf?: (index: number) => string
  /** Called with the old values of each ticket that the plan changes or voids, checked in or not. */
  onTouched?: (row: TicketRow) => void
  /** Which of these codes belong to other organizers. */
  ownedElsewhere?: (codes: readonly string[]) => Promise<ReadonlySet<string>>
  /** The guests who left the session. Asked only if a row has no ticket. */
  movedGuests?: () => Promise<readonly MovedGuest[]>
  /** Which of these records are of bulk updates. */
  bulkUpdates?: (records: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Whether a row says that its ticket is refunded or void, which it is already. */
const isStillRefused = ({ values, present }: Match): boolean =>
  values.status !== undefined && values.status === present?.status && !isSold(present)

/**
 * Gives all tickets of a party the same reference: that of their row, else the party's own, else a new one.
 */
export const nameParties = (
  matches: readonly Match[],
  taken: ReadonlySet<string>,
  referenceOf: (index: number) => string,
): void => {
  let index = 0
  const newReference = (): string => {
    for (;;) {
      const reference = referenceOf(index++)
      if (!taken.has(reference)) return reference
    }
  }
  const parties = Map.groupBy(
    matches.filter(({ isParty }) => isParty),
    ({ row }) => row,
  )
  for (const party of parties.values()) {
    const known = party.map(({ values, present }) => values.reference ?? present?.reference)
    const reference = known.find((one) => one) ?? newReference()
    for (const match of party) match.values = { ...match.values, reference }
  }
}

/**
 * Compares rows with a session, whose tickets come in pages by key. New tickets get the next keys. A plan
 * with problems must not be carried out.
 */
export const planImport = async (
  session: ImportedSession,
  rows: readonly RowTicket[],
  options: ImportOptions,
  pages: AsyncIterable<readonly TicketRow[]> | Iterable<readonly TicketRow[]>,
  {
    idOf = () => crypto.randomUUID(),
    referenceOf = String,
    onTouched = () => {},
    ownedElsewhere = async () => new Set(),
    movedGuests = async () => [],
    bulkUpdates = async () => new Set(),
  }: Context = {},
): Promise<{ plan: Plan; problems: Problem[] }> => {
  const grouped = groupRows(rows, options.match)
  const { problems, uniqueValues } = grouped
  const doubles = new Doubles(grouped.matches)
  const placeholders = new Placeholders(grouped.matches)
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  let lastKey = firstKey
  const missing: TicketRow[] = []
  const kept: TicketRow[] = []
  const miss = (ticket: TicketRow, isKnown: boolean): void => {
    placeholders.see(ticket)
    if (!isKnown) doubles.see(ticket)
    if (options.missing !== 'void' || !isSold(ticket)) return
    if (ticket.source_id || ticket.guest_list_id) {
      kept.push(ticket)
      return
    }
    onTouched(ticket)
    if (ticket.status === 'Valid') missing.push(ticket)
  }
  const plainNumbers = new Set<string>()
  const references = new Set(grouped.matches.flatMap(({ values }) => values.reference ?? []))
  for await (const page of pages) {
    for (const ticket of page) {
      lastKey = Math.max(lastKey, ticket.key)
      if (/^\d{6,7}$/.test(ticket.ticket_number)) plainNumbers.add(ticket.ticket_number)
      if (ticket.reference !== null) references.add(ticket.reference)
      const { spare, isKnown } = placeTicket(grouped, ticket)
      if (spare !== undefined) miss(spare, isKnown)
    }
  }
  for (const { ticket, isKnown } of pairAll(grouped)) miss(ticket, isKnown)
  const placed = placeholders.fill()
  if (grouped.matches.some(({ present }) => present === undefined)) doubles.seeMoved(await movedGuests())
  const { matches, named, changing, comingBack, doubles: found } = doubles.resolve(options.doubles)
  const voids = missing.filter(({ key }) => !named.has(key) && !placed.has(key))
  nameParties(matches, references, referenceOf)
  const covers = matches.flatMap((match) => (isStillRefused(match) && match.present?.cover_record) || [])
  const replaced = await bulkUpdates([...new Set(covers)])

  const { newTypes, typeNamed } = collectTypes(session.types)
  const plan: Plan = {
    newTypes,
    inserts: [],
    updates: [],
    findsGuests: options.match === 'guest' || rows.some(({ isElsewhere }) => isElsewhere),
    voids,
    unchanged: 0,
    newCodes: matches.flatMap(({ values: { code } }) =>
      code !== undefined && isOurs(code) && uniqueValues.code.keysOf(code).length === 0 ? [code] : [],
    ),
    lastKey,
    checkedInWithoutTime: 0,
    notAdmitted: 0,
    stillCheckedIn: 0,
    keptByOthers: 0,
    renamed: 0,
    checkedInAgain: 0,
    comingBack,
    doubles: found,
    sold: -voids.length,
  }
  plan.keptByOthers = kept.filter(
    ({ key, status }) => status === 'Valid' && !named.has(key) && !placed.has(key),
  ).length
  const elsewhere = { ids: session.takenIds, codes: await ownedElsewhere(plan.newCodes) }
  let key = lastKey

  /** The position in the session, unless another ticket has that number. */
  const freeNumber = (id: string): string => {
    const number = String(key - firstKey).padStart(6, '0')
    const isTaken = plainNumbers.has(number) || uniqueValues.ticketNumber.has(number)
    return isTaken ? `${number}-${id.slice(0, 8)}` : number
  }

  for (const [index, match] of matches.entries()) {
    const { row, present } = match
    const conflict = conflictOf(match, uniqueValues, options.match, elsewhere)
    if (conflict !== undefined) {
      problems.push({ row, ...conflict })
      continue
    }
    if (
      present === undefined &&
      (++key - firstKey > MAX_TICKETS_IN_SESSION || session.count + key - lastKey > session.maxTickets)
    ) {
      const message = `a session holds up to ${session.maxTickets.toLocaleString('en')} tickets`
      problems.push({ row, field: null, message, error: 'limit_reached' })
      break
    }
    // The number of another session is a wish.
    const { ticketNumber, ...unnumbered } = match.values
    const isTaken =
      ticketNumber !== undefined && uniqueValues.ticketNumber.keysOf(foldAscii(ticketNumber)).length > 0
    const values = match.isElsewhere && (present !== undefined || isTaken) ? unnumbered : match.values
    const id = values.id ?? present?.id ?? idOf(index)
    const after =
      present === undefined
        ? newRow({ key, id, sessionNumber: session.number }, { ticketNumber: freeNumber(id), ...values })
        : changedRow(present, values)
    // A ticket keeps its own of two such types.
    if (foldType(after.ticket_type_name) !== foldType(values.ticketTypeName)) {
      const type = typeNamed(values.ticketTypeName)
      after.ticket_type_id = type.id
      after.ticket_type_name = type.name
    }
    const change = present && differences(present, after)
    // The revert of a bulk update must not make a guest valid whom this list has as void.
    if (change && isStillRefused(match) && replaced.has(present?.cover_record ?? '')) {
      change.status = after.status
    }
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
    if (!changing.has(row) && !placed.has(present.key) && isRenamed(present, after)) plan.renamed += 1
    if (change.status === 'Valid' && wasCheckedIn(present)) plan.checkedInAgain += 1
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
