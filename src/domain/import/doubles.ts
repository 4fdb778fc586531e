// Doubles: rows that would put somebody on the list who is on it already, with another ticket type perhaps,
// or who was moved to another session. Two people could come in.
import { foldText } from '../tickets/fold.ts'
import { foldAscii } from '../tickets/ticket.ts'
import type { TicketRow, TicketValues } from './file/table/columns.ts'
import type { ImportOptions } from './file/table/rows.ts'
import type { Match } from './matching.ts'
import type { MovedGuest } from './moved-guests.ts'

/**
 * A row and whom it repeats: an earlier row, a guest of the session, or one who left it. `companions` come
 * with the row. `companion`: it is about this one alone.
 */
export type Double = {
  row: number
  sameAs: { row: number } | { ticket: TicketRow } | { moved: MovedGuest }
  companions: string[]
  companion?: string
}

/** The guest of a row, and their companions. */
type Party = { guest: Match; companions: readonly Match[] }

/** As the search folds, without spaces; ä has two forms. */
const formsOf = (name: string): string[] => {
  const { plain, expanded } = foldText(name)
  const folded = expanded === undefined ? [plain] : [plain, expanded]
  return folded.map((form) => form.replace(/\s+/g, '')).filter((form) => form !== '')
}

const emailIn = (attendee: string | null | undefined, holder: string | null | undefined): string =>
  (attendee ?? holder ?? '').toLowerCase()

const emailOf = ({ attendeeEmail, holderEmail }: TicketValues): string => emailIn(attendeeEmail, holderEmail)

/** Finds by name, where the e-mail is the same or one side has none. The first one counts. */
class People<Value> {
  readonly #byName = new Map<string, { first: Value; withoutEmail?: Value; byEmail: Map<string, Value> }>()

  add(forms: readonly string[], email: string, value: Value): void {
    for (const form of forms) {
      const known = this.#byName.get(form) ?? { first: value, byEmail: new Map<string, Value>() }
      this.#byName.set(form, known)
      if (email === '') known.withoutEmail ??= value
      else if (!known.byEmail.has(email)) known.byEmail.set(email, value)
    }
  }

  find(forms: readonly string[], email: string): Value | undefined {
    for (const form of forms) {
      const known = this.#byName.get(form)
      const found = email === '' ? known?.first : (known?.byEmail.get(email) ?? known?.withoutEmail)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const nameOf = ({ values }: Match): string => values.attendeeName ?? ''

const isRefused = (status: string | undefined): boolean => status === 'Refunded' || status === 'Voided'

/** Whether nothing but the name tells who it is. The number of a ticket of another session is a wish. */
const hasNoOwn = ({ values: { id, code, ticketNumber }, isElsewhere }: Match): boolean =>
  id === undefined && code === undefined && (ticketNumber === undefined || isElsewhere === true)

const partiesOf = (matches: readonly Match[]): Party[] =>
  [...Map.groupBy(matches, ({ row }) => row).values()].flatMap(([guest, ...companions]) =>
    guest === undefined ? [] : [{ guest, companions }],
  )

/** Finds those who left the session: by code, by the number that they had there, or as doubles are. */
class MovedGuests {
  readonly #byCode = new Map<string, MovedGuest>()
  readonly #byNumber = new Map<string, MovedGuest>()
  readonly #byName = new People<MovedGuest>()
  readonly #ofParty = new Map<string, MovedGuest>()

  add(guest: MovedGuest): void {
    this.#byCode.set(guest.code, guest)
    this.#byNumber.set(foldAscii(guest.number_here), guest)
    const forms = formsOf(guest.attendee_name ?? '')
    this.#byName.add(forms, emailIn(guest.attendee_email, guest.holder_email), guest)
    for (const form of forms) this.#ofParty.set(JSON.stringify([guest.reference, form]), guest)
  }

  find(match: Match): MovedGuest | undefined {
    const { code, ticketNumber } = match.values
    if (hasNoOwn(match)) return this.#byName.find(formsOf(nameOf(match)), emailOf(match.values))
    return this.#byCode.get(code ?? '') ?? this.#byNumber.get(foldAscii(ticketNumber ?? ''))
  }

  findCompanion(reference: string | null | undefined, companion: Match): MovedGuest | undefined {
    if (reference == null) return undefined
    return formsOf(nameOf(companion)).flatMap(
      (form) => this.#ofParty.get(JSON.stringify([reference, form])) ?? [],
    )[0]
  }
}

type Found = { party: Party; sameAs: Double['sameAs']; companion?: Match }

/** What becomes of doubles. */
type Resolved = {
  doubles: Double[]
  /** The rows that are imported. */
  matches: Match[]
  /** Keys of tickets that count as in the file. */
  named: ReadonlySet<number>
  /** Rows that change the guest whom they repeat. */
  changing: ReadonlySet<number>
  /** How many rows add a guest whom the session has as void or refunded. */
  comingBack: number
}

export class Doubles {
  readonly #matches: readonly Match[]
  #parties: readonly Party[]
  /** Names of rows that can be doubles, and of their companions. */
  readonly #wanted: ReadonlySet<string>
  readonly #guests = new People<TicketRow>()
  /** Those who are void or refunded. */
  readonly #refused = new People<TicketRow>()
  readonly #companions = new Map<string, TicketRow>()
  readonly #moved = new MovedGuests()

  /** `matches` in the order of the rows, the guest of a row first. */
  constructor(matches: readonly Match[]) {
    this.#matches = matches
    const canRepeat = matches.some((match) => hasNoOwn(match))
    this.#parties = canRepeat ? partiesOf(matches) : []
    this.#wanted = new Set(
      this.#parties
        .filter(({ guest }) => hasNoOwn(guest))
        .flatMap(({ guest, companions }) => [guest, ...companions].flatMap((one) => formsOf(nameOf(one)))),
    )
  }

  /** Takes a ticket that no row is equal to. */
  see(ticket: TicketRow): void {
    if (this.#wanted.size === 0 || ticket.attendee_name === null) return
    const forms = formsOf(ticket.attendee_name).filter((form) => this.#wanted.has(form))
    if (forms.length === 0) return
    const email = emailIn(ticket.attendee_email, ticket.holder_email)
    if (isRefused(ticket.status)) {
      this.#refused.add(forms, email, ticket)
      return
    }
    this.#guests.add(forms, email, ticket)
    if (ticket.reference === null) return
    for (const form of forms) {
      const key = `${ticket.reference}\n${form}`
      if (!this.#companions.has(key)) this.#companions.set(key, ticket)
    }
  }

  /** Takes the guests who left the session. Any row can repeat them. */
  seeMoved(guests: readonly MovedGuest[]): void {
    if (guests.length === 0) return
    this.#parties = partiesOf(this.#matches)
    for (const guest of guests) this.#moved.add(guest)
  }

  /** Companions who left, while their guest stayed. */
  #findCompanions(party: Party): Found[] {
    return party.companions.flatMap((companion) => {
      if (companion.present !== undefined) return []
      const moved = this.#moved.findCompanion(party.guest.present?.reference, companion)
      return moved === undefined ? [] : [{ party, companion, sameAs: { moved } }]
    })
  }

  /** Who is on the list already. Call it when the rows have their tickets. */
  #find(): Found[] {
    const rows = new People<{ row: number; email: string }>()
    const add = ({ guest }: Party, email: string) =>
      rows.add(formsOf(nameOf(guest)), email, { row: guest.row, email })
    // A row with a ticket adds nobody. So it repeats no row, but others may repeat it, earlier ones too.
    for (const party of this.#parties) {
      const { present, values } = party.guest
      if (present !== undefined && !isRefused(values.status ?? present.status)) add(party, emailOf(values))
    }
    return this.#parties.flatMap((party): Found[] => {
      const { guest } = party
      if (isRefused(guest.values.status)) return []
      const [forms, email] = [formsOf(nameOf(guest)), emailOf(guest.values)]
      const isNew = guest.present === undefined
      const row = isNew && hasNoOwn(guest) ? rows.find(forms, email) : undefined
      const ticket = row === undefined && hasNoOwn(guest) ? this.#guests.find(forms, email) : undefined
      // Who repeats a guest with an address is that guest, and nobody of another address.
      const known = row?.email ?? emailIn(ticket?.attendee_email, ticket?.holder_email)
      // A guest who was voided does not come by a second row either, unless somebody decides so.
      if (isNew || isRefused(guest.present?.status)) add(party, known === '' ? email : known)
      if (row !== undefined) return [{ party, sameAs: { row: row.row } }]
      if (ticket !== undefined) return [{ party, sameAs: { ticket } }]
      if (!isNew) return this.#findCompanions(party)
      const moved = this.#moved.find(guest)
      return moved === undefined ? [] : [{ party, sameAs: { moved } }]
    })
  }

  /** The ticket of a companion in the party of another ticket. */
  #companionOf({ reference }: TicketRow, companion: Match): TicketRow | undefined {
    if (reference === null) return undefined
    return formsOf(nameOf(companion)).flatMap(
      (form) => this.#companions.get(`${reference}\n${form}`) ?? [],
    )[0]
  }

  #comesBack({ values, present, ...guest }: Match): boolean {
    if (present !== undefined || isRefused(values.status) || !hasNoOwn({ values, ...guest })) return false
    return this.#refused.find(formsOf(values.attendeeName ?? ''), emailOf(values)) !== undefined
  }

  resolve(option: ImportOptions['doubles']): Resolved {
    const found = this.#find()
    const named = new Set<number>()
    const skipped = new Set<Match>()
    const skip = (matches: readonly Match[]): void => {
      for (const match of matches) skipped.add(match)
    }
    const changing = new Set<number>()
    for (const { party, sameAs, companion } of found) {
      const { guest, companions } = party
      // Of doubles within the file the first counts, and nobody is changed who is elsewhere.
      if (!('ticket' in sameAs)) {
        if (option !== 'add') skip(companion === undefined ? [guest, ...companions] : [companion])
        continue
      }
      const { ticket } = sameAs
      const isFree = !named.has(ticket.key)
      named.add(ticket.key)
      const isNew = guest.present === undefined
      if (isNew && option === 'skip') skip([guest, ...companions])
      // Of two guests with different addresses, only one can be the guest without.
      const isChanging = isNew && isFree && option === 'change'
      if (isChanging) {
        changing.add(guest.row)
        guest.present = ticket
      }
      for (const companion of companions) {
        const theirs = this.#companionOf(ticket, companion)
        if (theirs === undefined || named.has(theirs.key)) continue
        named.add(theirs.key)
        if (isChanging) companion.present ??= theirs
      }
    }
    const repeating = new Set(found.map(({ party: { guest } }) => guest.row))
    const isBack = ({ guest }: Party) => !repeating.has(guest.row) && this.#comesBack(guest)
    return {
      comingBack: this.#parties.filter(isBack).length,
      doubles: found.map(({ party: { guest, companions }, sameAs, companion }) => ({
        ...{ row: guest.row, sameAs },
        companions: companion === undefined ? companions.map(nameOf) : [],
        ...(companion !== undefined && { companion: nameOf(companion) }),
      })),
      matches: this.#matches.filter((match) => !skipped.has(match)),
      ...{ named, changing },
    }
  }
}
