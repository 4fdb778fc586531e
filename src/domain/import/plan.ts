// Compares the rows of an import with a session: which tickets are new, changed, missing or as they are.
import { MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { isOurs } from '../tickets/code.ts'
import type { TicketRow } from './file/columns.ts'
import type { ImportOptions, Problem, RowTicket } from './file/rows.ts'
import { conflictOf, foldType, groupRows, pair, placeTicket } from './matching.ts'
import { changedRow, differences, newRow, sizeError } from './ticket-row.ts'

export type TicketType = { id: string; name: string }

/** A session before the import. */
export type ImportedSession = {
  number: number
  eventId: string
  types: readonly TicketType[]
  /** Ids of the rows that belong to tickets of other sessions. */
  takenIds: ReadonlySet<string>
  /** How many tickets it has and may have. */
  count: number
  maxTickets: number
}

export type Plan = {
  newTypes: TicketType[]
  inserts: TicketRow[]
  /** Only the values that differ. */
  updates: { present: TicketRow; change: Partial<TicketRow> }[]
  /** Tickets to void. */
  voids: TicketRow[]
  unchanged: number
  /** The codes of the form that we make which rows bring into the session. */
  newCodes: string[]
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

/**
 * Finds ticket types by name, ignoring ASCII case. A type that the event does not have is added to
 * `newTypes`.
 */
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

/** What callers may add to a comparison. */
type Context = {
  /** The id of a new ticket whose row has none, by its index among the rows. */
  idOf?: (index: number) => string
  /** Called with each ticket, as it was, that the plan changes or voids, checked in or not. */
  onTouched?: (row: TicketRow) => void
  /** Which of these codes other organizers have. */
  heldElsewhere?: (codes: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * Compares rows with a session, whose tickets come in pages by key. New tickets get the keys after the last
 * one. If there are problems, the plan must not be carried out.
 */
export const planImport = async (
  session: ImportedSession,
  rows: readonly RowTicket[],
  options: ImportOptions,
  pages: AsyncIterable<readonly TicketRow[]> | Iterable<readonly TicketRow[]>,
  {
    idOf = () => crypto.randomUUID(),
    onTouched = () => {},
    heldElsewhere = async () => new Set(),
  }: Context = {},
): Promise<{ plan: Plan; problems: Problem[] }> => {
  const grouped = groupRows(rows, options.match)
  const { problems, holders, groups, matches } = grouped
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  let lastKey = firstKey
  const voids: TicketRow[] = []
  const plainNumbers = new Set<string>()
  for await (const page of pages) {
    for (const ticket of page) {
      lastKey = Math.max(lastKey, ticket.key)
      if (/^\d{6,7}$/.test(ticket.ticket_number)) plainNumbers.add(ticket.ticket_number)
      const spare = placeTicket(grouped, options.match, ticket)
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
    newCodes: matches.flatMap(({ values: { code } }) =>
      code !== undefined && isOurs(code) && holders.code.keysOf(code).length === 0 ? [code] : [],
    ),
    lastKey,
    checkedInWithoutTime: 0,
    notAdmitted: 0,
    stillCheckedIn: 0,
    sold: -voids.length,
  }
  const elsewhere = { ids: session.takenIds, codes: await heldElsewhere(plan.newCodes) }
  let key = lastKey

  /** The place in the session, unless another ticket has that number. */
  const freeNumber = (id: string): string => {
    const number = String(key - firstKey).padStart(6, '0')
    const isTaken = plainNumbers.has(number) || holders.ticketNumber.has(number)
    return isTaken ? `${number}-${id.slice(0, 8)}` : number
  }

  for (const [index, match] of matches.entries()) {
    const { row, values, present } = match
    const conflict = conflictOf(match, holders, options.match, elsewhere)
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
