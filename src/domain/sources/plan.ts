// Compares the rows of a source with its session: which tickets are new, changed or have lost their row, and
// what a person has changed, which stays.
import { MAX_TICKETS_IN_SESSION, TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { COLUMNS, type TicketRow, type TicketValues } from '../import/file/table/columns.ts'
import type { RowTicket } from '../import/file/table/rows.ts'
import { foldType, guestKey } from '../import/matching.ts'
import type { MovedGuest } from '../import/moved-guests.ts'
import { collectTypes, nameParties, newRow, type Plan, sizeError, type TicketType } from '../import/plan.ts'
import { digestOf, type Written, writtenDigest } from '../import/source-rows.ts'
import { isOurs } from '../tickets/code.ts'
import { foldAscii } from '../tickets/ticket.ts'
import type { ListRow, RowProblem, SourceMatch } from './list-rows.ts'
import { pairMended } from './mended.ts'
import {
  isOwnCover,
  isRefused,
  NOT_WRITTEN,
  type Remembered,
  statusFor,
  stored,
  writeValues,
} from './own-values.ts'

type Context = {
  source: {
    id: string
    match: SourceMatch
    adopts: boolean
    voids: boolean
    /** Whether the order of a ticket was read whole, and has the row of the ticket no more. */
    isLost?: (reference: string | null, hash: string) => boolean
  }
  session: {
    number: number
    eventId: string
    types: readonly TicketType[]
    count: number
    maxTickets: number
  }
  callId: string
  idOf: (index: number) => string
  referenceOf: (index: number) => string
  ownedElsewhere: (codes: readonly string[]) => Promise<ReadonlySet<string>>
  /** The guests who left the session. Asked only if a row has no ticket. */
  movedGuests: () => Promise<readonly MovedGuest[]>
}

export type SourcePlan = Pick<
  Plan,
  'newTypes' | 'inserts' | 'updates' | 'voids' | 'newCodes' | 'findsGuests' | 'lastKey'
> & {
  /** Tickets that the source takes over. */
  adopted: TicketRow[]
  /** What is remembered for the first time, or with other values than before. */
  remembered: Remembered[]
  problems: RowProblem[]
  unchanged: number
  /** Tickets of somebody else that rows have found: they stay as they are. */
  theirs: number
  /** Tickets of guests who were checked in, and stay so although the list says otherwise. */
  inside: number
  /** Rows whose ticket was deleted or moved, and is not made again. */
  gone: number
  /** Whether a row could not be read, so that nobody became void. */
  isBlocked: boolean
  /** The change in the number of `Valid` and `CheckedIn` tickets. */
  sold: number
}

type Entry = { known: Remembered; present: TicketRow | undefined }

type Placed = RowTicket & { entry?: Entry; present?: TicketRow; isTheirs?: boolean; moved?: MovedGuest }

const hasOwner = (ticket: TicketRow): boolean => ticket.source_id !== null || ticket.guest_list_id !== null

const keyOf = (match: SourceMatch, values: Partial<TicketValues>): string => {
  if (match === 'number') return foldAscii(values.ticketNumber ?? '')
  if (match === 'code') return values.code ?? ''
  return guestKey(
    values.attendeeEmail ?? values.holderEmail,
    values.attendeeName,
    values.ticketTypeName ?? '',
  )
}

/** What is remembered of a row. */
export const hashOfRow = (
  { id, match }: Pick<Context['source'], 'id' | 'match'>,
  values: Partial<TicketValues>,
): string => digestOf(id, match, keyOf(match, values))

const keyOfTicket = (match: SourceMatch, row: TicketRow): string => {
  if (match === 'number') return foldAscii(row.ticket_number)
  if (match === 'code') return row.code
  return guestKey(row.attendee_email ?? row.holder_email, row.attendee_name, row.ticket_type_name)
}

/** Hashes of a guest without the name, without the e-mail, and without the type. */
const partsOf = (sourceId: string, values: Partial<TicketValues>): string[] => {
  const email = (values.attendeeEmail ?? values.holderEmail ?? '').toLowerCase()
  const name = (values.attendeeName ?? '').toLowerCase()
  const type = foldType(values.ticketTypeName ?? '')
  return [
    digestOf(sourceId, 'name', email, type),
    digestOf(sourceId, 'email', name, type),
    digestOf(sourceId, 'type', email, name),
  ]
}

/** Checked-in tickets keep their rows first, then those that are there at all. */
const rank = ({ present }: Entry): number =>
  present === undefined ? 3 : present.status === 'CheckedIn' ? 0 : isRefused(present.status) ? 2 : 1

/** Whether a ticket is of its guest alone: inside, erased, or voided by a person. */
const isBound = ({ known, present }: Entry): boolean =>
  known.isErased ||
  present?.status === 'CheckedIn' ||
  (present !== undefined && isRefused(present.status) && !isOwnCover(present, known.coverRecord))

/** A source checks nobody in, and numbers its tickets itself. */
const asListed = ({ id: _, checkedInAt: __, status, ...values }: TicketValues): TicketValues => ({
  ...values,
  ...(status !== undefined && status !== 'CheckedIn' && { status }),
})

type Taken = Map<string, Set<string>>

const take = (taken: Taken, value: string, id: string): void => {
  const holders = taken.get(value)
  if (holders === undefined) taken.set(value, new Set([id]))
  else holders.add(id)
}

const isTakenBy = (taken: Taken, value: string, id: string): boolean =>
  [...(taken.get(value) ?? [])].some((holder) => holder !== id)

const keyOfMoved = (match: SourceMatch, guest: MovedGuest): string => {
  if (match === 'number') return foldAscii(guest.number_here)
  if (match === 'code') return guest.code
  return guestKey(guest.attendee_email ?? guest.holder_email, guest.attendee_name, guest.ticket_type_name)
}

/** Reads the session once, and finds the tickets of the rows. */
const readTickets = async (
  { source }: Context,
  rows: readonly ListRow[],
  remembered: readonly Remembered[],
  pages: AsyncIterable<readonly TicketRow[]> | Iterable<readonly TicketRow[]>,
) => {
  const { match } = source
  const entries = new Map(
    remembered.map((known): [string, Entry] => [known.ticketId, { known, present: undefined }]),
  )
  const wanted = {
    keys: new Set(rows.flatMap(({ tickets }) => tickets.map(({ values }) => keyOf(match, values)))),
    numbers: new Set(
      rows.flatMap(({ tickets }) =>
        tickets.flatMap(({ values: { ticketNumber: of } }) => (of ? [foldAscii(of)] : [])),
      ),
    ),
    codes: new Set(rows.flatMap(({ tickets }) => tickets.flatMap(({ values: { code } }) => code ?? []))),
  }
  const others = new Map<string, TicketRow[]>()
  const numbers: Taken = new Map()
  const codes: Taken = new Map()
  const plainNumbers = new Set<string>()
  const references = new Set<string>()
  let lastKey: number | undefined
  for await (const page of pages) {
    for (const ticket of page) {
      lastKey = Math.max(lastKey ?? 0, ticket.key)
      if (/^\d{6,7}$/.test(ticket.ticket_number)) plainNumbers.add(ticket.ticket_number)
      if (ticket.reference !== null) references.add(ticket.reference)
      const number = foldAscii(ticket.ticket_number)
      if (wanted.numbers.has(number)) take(numbers, number, ticket.id)
      if (wanted.codes.has(ticket.code)) take(codes, ticket.code, ticket.id)
      const entry = ticket.source_id === source.id ? entries.get(ticket.id) : undefined
      if (entry !== undefined) {
        entry.present = ticket
        continue
      }
      const key = keyOfTicket(match, ticket)
      if (!wanted.keys.has(key)) continue
      const equal = others.get(key)
      if (equal === undefined) others.set(key, [ticket])
      else equal.push(ticket)
    }
  }
  return { entries, others, numbers, codes, plainNumbers, references, lastKey }
}

/** Compares the rows of a source with its session. Rows with a problem are left out, and count as there. */
export const planSource = async (
  context: Context,
  rows: readonly ListRow[],
  remembered: readonly Remembered[],
  pages: AsyncIterable<readonly TicketRow[]> | Iterable<readonly TicketRow[]>,
): Promise<SourcePlan> => {
  const { source, session, callId } = context
  const { match } = source
  const read = await readTickets(context, rows, remembered, pages)
  const { entries, others, numbers, codes, plainNumbers, references } = read
  const firstKey = session.number * 2 ** TICKET_KEY_BITS
  const lastKey = Math.max(read.lastKey ?? firstKey, firstKey)
  const hashFor = (values: Partial<TicketValues>) => hashOfRow(source, values)

  const free = new Map<string, Entry[]>()
  for (const entry of entries.values()) {
    const equal = free.get(entry.known.hash)
    if (equal === undefined) free.set(entry.known.hash, [entry])
    else equal.push(entry)
  }
  for (const equal of free.values()) {
    // The best is taken first, from the end.
    if (equal.length > 1)
      equal.sort((a, b) => rank(b) - rank(a) || (b.present?.key ?? 0) - (a.present?.key ?? 0))
  }
  const held = new Set<Entry>()
  const problems: RowProblem[] = []
  const claimed = new Set<string>()

  const placed: Placed[] = []
  const open: Placed[] = []
  for (const { tickets, hasProblem } of rows) {
    if (hasProblem) continue
    for (const ticket of tickets) {
      const values = asListed(ticket.values)
      const one: Placed = { ...ticket, values }
      const hash = hashFor(values)
      if (match !== 'guest') {
        const field = match === 'number' ? 'ticketNumber' : 'code'
        if (claimed.has(hash)) {
          problems.push({ row: ticket.row, field, message: 'is also on an earlier row' })
          continue
        }
        claimed.add(hash)
      }
      placed.push(one)
      const entry = free.get(hash)?.pop()
      if (entry === undefined) open.push(one)
      else {
        one.entry = entry
        held.add(entry)
      }
    }
  }
  // Tickets of somebody else, or of nobody.
  const unmatched: Placed[] = []
  for (const one of open) {
    const ticket = others.get(keyOf(match, one.values))?.shift()
    if (ticket === undefined) unmatched.push(one)
    else {
      one.present = ticket
      one.isTheirs = match === 'guest' || !source.adopts || hasOwner(ticket)
    }
  }
  // A row with a problem is there, and so is its party.
  let isBlocked = false
  const withProblem: Placed[] = []
  const hold = (entry: Entry): void => {
    held.add(entry)
    const reference = entry.present?.reference
    if (match !== 'guest' || reference == null) return
    for (const other of entries.values()) if (other.present?.reference === reference) held.add(other)
  }
  for (const { row, hasProblem, key } of rows) {
    if (!hasProblem) continue
    if (key === undefined) {
      isBlocked = true
      continue
    }
    const entry = free.get(hashFor(key))?.pop()
    if (entry !== undefined) hold(entry)
    else withProblem.push({ row, values: key as TicketValues })
  }
  // A name, an e-mail or a type that somebody has mended.
  if (match === 'guest') {
    const lost = [...entries.values()]
      .filter((entry) => !held.has(entry) && entry.present !== undefined)
      .map((entry) => ({ ...entry, entry, isBound: isBound(entry) }))
    const toPartsOf = ({ values }: Placed) => partsOf(source.id, values)
    for (const [one, { entry }] of pairMended([...unmatched, ...withProblem], lost, toPartsOf)) {
      if (withProblem.includes(one)) hold(entry)
      else {
        one.entry = entry
        held.add(entry)
      }
    }
  }

  // A guest whom a person has moved before the source knew them is not made again either.
  const fresh = placed.filter(({ entry, present }) => entry === undefined && present === undefined)
  if (fresh.length > 0) {
    const moved = (await context.movedGuests()).filter(({ id }) => !entries.has(id))
    const byKey = Map.groupBy(moved, (guest) => keyOfMoved(match, guest))
    for (const one of fresh) {
      const guest = byKey.get(keyOf(match, one.values))?.shift()
      if (guest !== undefined) one.moved = guest
    }
  }

  for (const one of placed) if (one.entry?.present !== undefined) one.present = one.entry.present
  nameParties(placed, references, context.referenceOf)

  const { newTypes, typeNamed } = collectTypes(session.types)
  const plan: SourcePlan = {
    ...{
      newTypes,
      inserts: [],
      updates: [],
      voids: [],
      newCodes: [],
      findsGuests: match === 'guest',
      lastKey,
    },
    ...{
      adopted: [],
      remembered: [],
      problems,
      unchanged: 0,
      theirs: 0,
      inside: 0,
      gone: 0,
      isBlocked,
      sold: 0,
    },
  }
  const ownCodes = new Set(
    placed.flatMap(({ values: { code } }) =>
      code !== undefined && isOurs(code) && !codes.has(code) ? [code] : [],
    ),
  )
  const elsewhere = await context.ownedElsewhere([...ownCodes])
  let key = lastKey

  const freeNumber = (id: string): string => {
    const number = String(key - firstKey).padStart(6, '0')
    return plainNumbers.has(number) || numbers.has(number) ? `${number}-${id.slice(0, 8)}` : number
  }
  /** What is wrong with the number or the code of a row. */
  const conflictOf = ({ row, values }: Placed, id: string): RowProblem | undefined => {
    const { ticketNumber, code } = values
    if (ticketNumber !== undefined) {
      const number = foldAscii(ticketNumber)
      if (isTakenBy(numbers, number, id)) {
        return { row, field: 'ticketNumber', message: 'is the number of another ticket of the session' }
      }
    }
    if (code !== undefined && isTakenBy(codes, code, id)) {
      return { row, field: 'code', message: 'is the code of another ticket of the session' }
    }
    if (code !== undefined && elsewhere.has(code)) {
      return { row, field: 'code', message: 'is the code of a ticket of another organizer' }
    }
    return undefined
  }
  const claim = ({ values: { ticketNumber, code } }: Placed, id: string): void => {
    if (ticketNumber !== undefined) take(numbers, foldAscii(ticketNumber), id)
    if (code !== undefined) take(codes, code, id)
    if (code !== undefined && ownCodes.has(code)) plan.newCodes.push(code)
  }
  const remember = (
    one: Placed,
    ticketId: string,
    rest: Pick<Remembered, 'written' | 'coverRecord'>,
    before?: Remembered,
  ) => {
    const hash = hashFor(one.values)
    const parts = match === 'guest' ? partsOf(source.id, one.values) : null
    const next = { ticketId, hash, parts, ...rest, isErased: before?.isErased ?? false }
    const isSame =
      before !== undefined &&
      before.hash === hash &&
      before.coverRecord === rest.coverRecord &&
      JSON.stringify(before.parts) === JSON.stringify(parts) &&
      Object.entries(rest.written).every(
        ([column, digest]) => before.written[column as keyof Written] === digest,
      )
    if (!isSame) plan.remembered.push(next)
  }

  const insert = (one: Placed, index: number): void => {
    if (
      key + 1 - firstKey > MAX_TICKETS_IN_SESSION ||
      session.count + plan.inserts.length >= session.maxTickets
    ) {
      const message = `a session holds up to ${session.maxTickets.toLocaleString('en')} tickets`
      problems.push({ row: one.row, field: null, message })
      return
    }
    const id = context.idOf(index)
    const conflict = conflictOf(one, id)
    if (conflict !== undefined) {
      problems.push(conflict)
      return
    }
    key += 1
    const after = newRow(
      { key, id, sessionNumber: session.number },
      { ticketNumber: freeNumber(id), ...one.values },
    )
    const type = typeNamed(one.values.ticketTypeName)
    Object.assign(after, { ticket_type_id: type.id, ticket_type_name: type.name, source_id: source.id })
    const tooLong = sizeError(after)
    if (tooLong !== undefined) {
      key -= 1
      problems.push({ row: one.row, field: null, message: tooLong })
      return
    }
    claim(one, id)
    plan.inserts.push(after)
    plan.sold += Number(!isRefused(after.status))
    const given = COLUMNS.filter((column) => !NOT_WRITTEN.has(column) && one.values[column] !== undefined)
    const names = new Set<keyof TicketRow>([
      ...given.map(stored),
      'ticket_number',
      'code',
      'ticket_type_name',
    ])
    const written: Written = {}
    for (const name of names) written[name] = writtenDigest(id, name, after[name])
    remember(one, id, { written, coverRecord: isRefused(after.status) ? callId : null })
  }

  const change = (one: Placed, present: TicketRow, before: Remembered | undefined): void => {
    const isAdopted = before === undefined
    const known = before ?? { written: {}, isErased: false }
    const conflict = conflictOf(one, present.id)
    if (conflict !== undefined) {
      problems.push(conflict)
      return
    }
    const result = writeValues(present, one.values, known, { isAdopted, typeNamed })
    const coverRecord = before?.coverRecord ?? null
    const { status, isInside, isFreed } = statusFor(one.values.status, present, coverRecord)
    if (status !== undefined) Object.assign(result.change, { status })
    const tooLong = sizeError({ ...present, ...result.change })
    if (tooLong !== undefined) {
      problems.push({ row: one.row, field: null, message: tooLong })
      return
    }
    claim(one, present.id)
    plan.inside += Number(isInside ?? false)
    if (Object.keys(result.change).length > 0) plan.updates.push({ present, change: result.change })
    else plan.unchanged += 1
    if (status !== undefined) plan.sold += Number(!isRefused(status)) - Number(!isRefused(present.status))
    if (isAdopted) plan.adopted.push(present)
    const covering = status !== undefined ? (isRefused(status) ? callId : null) : isFreed ? null : coverRecord
    remember(one, present.id, { written: result.written, coverRecord: covering }, before)
  }

  for (const [index, one] of placed.entries()) {
    if (one.isTheirs) plan.theirs += 1
    else if (one.entry !== undefined) {
      if (one.entry.present === undefined) plan.gone += 1
      else change(one, one.entry.present, one.entry.known)
    } else if (one.moved !== undefined) {
      plan.gone += 1
      remember(one, one.moved.id, { written: {}, coverRecord: null })
    } else if (one.present !== undefined) change(one, one.present, undefined)
    else insert(one, index)
  }
  // A type in a row alone says nothing.
  const isUsed = ({ id }: TicketType) =>
    plan.inserts.some((row) => row.ticket_type_id === id) ||
    plan.updates.some(({ change: { ticket_type_id: type } }) => type === id)
  plan.newTypes = newTypes.filter(isUsed)

  if (source.voids || source.isLost !== undefined) {
    for (const entry of entries.values()) {
      const { present, known } = entry
      if (present === undefined || held.has(entry)) continue
      if (!source.voids && !source.isLost?.(present.reference, known.hash)) continue
      const { status, isInside } = statusFor('Voided', present, known.coverRecord)
      plan.inside += Number(isInside ?? false)
      if (status === undefined || isBlocked || present.cover !== null) continue
      plan.voids.push(present)
      plan.sold -= 1
      plan.remembered.push({ ...known, coverRecord: callId })
    }
  }
  return plan
}
