// Holds what is left of a night against each other, ticket by ticket: the download, the records, the lists on
// the phones, the guest lists, the counts, and what staff saw. Pure. Instants are epoch milliseconds.
import { isEntry, ONCE, type Outcome, presenceOf, type TicketStatus } from '../../src/domain/check-in-rule.ts'
import {
  emptyRecord,
  problems,
  recordItem,
  type TicketRecord,
  type TicketState,
  ticketState,
} from '../models/check-ins.ts'

/** What somebody at a door did, and what the phone said. */
export type Seen = {
  phone: string
  at: number
  how: 'scan' | 'tap' | 'walk-in' | 'count'
  /** Null for a code that no ticket has, and for people without tickets. */
  number: string | null
  name: string
  /**
   * `back`: in again, after an exit. `out`: an exit, whether or not the phone knew that the guest was inside.
   */
  verdict: 'in' | 'back' | 'out' | 'already' | 'refused'
  /** The area that the guest entered; null for the venue. */
  areaId: string | null
  isUndone: boolean
  /** The restore took the check-in. */
  isTaken: boolean
}

/** A check-in, exit or tally as the service lists it. */
export type Recorded = {
  id: string
  type: 'CheckIn' | 'Exit' | 'Tally'
  number: string | null
  areaId: string | null
  /** Of a tally: how many came. */
  people: number | null
  at: number
  device: string | null
  admitted: boolean
  walkIn: boolean
  outcome: Outcome
  isUndone: boolean
}

export type Tickets = ReadonlyMap<string, TicketState>
export type Counts = Record<TicketStatus, number>
/** How many are in the venue, or in an area of it. */
export type Inside = { areaId: string | null; tickets: number; others: number }

/** What the header of a phone says of its place. */
export type Header = { name: string; areaId: string | null; people: number }

/** How many are on a guest list, and how many of them came. */
type Figures = { persons: number; came: number }

export type ListSource = {
  name: string
  quota: number
  /** The names on its tickets, as those who filled it were told. */
  told: readonly string[]
  /** Those who are on it, by the download. */
  tickets: readonly { number: string; name: string }[]
  /** What managers see, what the link shows, what a phone says, and the closing figures. */
  service: Figures
  link: Figures
  door: Figures
  figures: Figures
}

export type Sources = {
  /** The tickets as they were uploaded, or written on a guest list. */
  guests: Tickets
  seen: readonly Seen[]
  download: Tickets
  /** In the order of receipt. */
  records: readonly Recorded[]
  /** The ids of the check-ins that the service lists as problems. */
  problems: ReadonlySet<string>
  phones: readonly { name: string; tickets: Tickets; waiting: number }[]
  counts: Counts
  /** Without those that were undone. */
  tallies: readonly Recorded[]
  /** What the service says of who is inside, the venue first. */
  inside: readonly Inside[]
  /** The number inside, as the header of each phone has it at the end. */
  headers: readonly Header[]
  lists: readonly ListSource[]
}

export type Finding = {
  /**
   * `lost`: staff let somebody in, and there is no record. `unseen`: the other way round. `refused`: staff
   * turned away a guest who had not come in. `record`: the download is not what follows from the records.
   * `problem`: the list of problems is wrong. `copy`: a phone has another list. `count`: the figures are not
   * those of the tickets. `inside`: the service or a phone has another number of people inside. `list`: a
   * guest list is not what those who filled it were told, or its figures are wrong. `unsent`: a phone is not
   * done.
   */
  kind: 'lost' | 'unseen' | 'refused' | 'record' | 'problem' | 'copy' | 'count' | 'inside' | 'list' | 'unsent'
  /** A ticket, or else a figure, a guest list or a phone. */
  about: string
  text: string
}

/** The rule of all types of the night: guests may come back after an exit. */
const CLUB = { ...ONCE, entries: 'AfterExit' } as const

/** The kinds that a rehearsal can bring about. */
export const FAULTS = ['copy', 'count', 'inside', 'list', 'lost'] as const

export const WALK_IN = /^W-/

/** A second admission of a ticket to the same place. The restore takes those before it. */
export const isDouble = (one: Seen, seen: readonly Seen[]): boolean => {
  const isFirst = (other: Seen): boolean =>
    other.verdict === 'in' && stands(other) && other.areaId === one.areaId
  return (
    isFirst(one) && seen.some((other) => isFirst(other) && other.number === one.number && other.at < one.at)
  )
}

export const isIn = ({ verdict }: Pick<Seen, 'verdict'>): boolean => verdict === 'in' || verdict === 'back'

export const stands = ({ isUndone, isTaken }: Seen): boolean => !isUndone && !isTaken

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/**
 * Replays the check-ins of a ticket by the rule. The list does not say when an undo arrived, so any place is
 * tried.
 *
 * @returns undefined if the rule gives the recorded outcomes in no order
 */
const replay = (
  record: TicketRecord,
  [next, ...later]: readonly Recorded[],
  undone: readonly Recorded[],
): TicketRecord | undefined => {
  if (next !== undefined) {
    const { id, type, at, admitted, walkIn, areaId } = next
    const item = { id, at, areaId }
    const step = recordItem(
      record,
      walkIn
        ? { type: 'WalkIn', ...item }
        : type === 'Exit'
          ? { type, ...item }
          : { type: 'CheckIn', admitted, ...item },
    )
    const end = step.outcome === next.outcome ? replay(step.record, later, undone) : undefined
    if (end !== undefined) return end
  }
  for (const one of undone) {
    const undo = { type: 'Undo', id: `undo of ${one.id}`, checkInId: one.id, at: one.at } as const
    const rest = undone.filter((other) => other !== one)
    const end = replay(recordItem(record, undo).record, next === undefined ? [] : [next, ...later], rest)
    if (end !== undefined) return end
  }
  return next === undefined && undone.length === 0 ? record : undefined
}

const describe = (state: TicketState | null | undefined): string => {
  if (state === null || state === undefined) return 'not there'
  return state.checkedInAt === null
    ? state.status
    : `${state.status} at ${new Date(state.checkedInAt).toISOString()}`
}

const isSame = (a: TicketState | null | undefined, b: TicketState | null | undefined): boolean =>
  describe(a) === describe(b)

/** With where the guest is. */
const describeAll = (state: TicketState | null | undefined): string => {
  if (state === null || state === undefined) return describe(state)
  const { inside, areas, entries } = presenceOf(state)
  return `${describe(state)}, ${inside ? 'inside' : 'outside'}, ${areas.length} areas, ${entries} entries`
}

const listOf = (names: Iterable<string>): string => [...names].join(', ')

/** What staff saw of a ticket, against its records. */
const compareSeen = (
  number: string,
  seen: readonly Seen[],
  live: readonly Recorded[],
  guests: Tickets,
): Finding[] => {
  const findings: Finding[] = []
  for (const isExit of [false, true]) {
    const wanted = seen.filter((one) => stands(one) && (isExit ? one.verdict === 'out' : isIn(one)))
    const seenBy = groupBy(wanted, ({ phone }) => phone)
    const liveBy = groupBy(
      live.filter(({ type }) => (type === 'Exit') === isExit),
      ({ device }) => device ?? 'no name',
    )
    for (const phone of new Set([...seenBy.keys(), ...liveBy.keys()])) {
      const [shown, recorded] = [seenBy.get(phone)?.length ?? 0, liveBy.get(phone)?.length ?? 0]
      if (shown === recorded) continue
      const text = `${isExit ? 'Out' : 'Let in'} at ${phone}: ${shown}. Recorded: ${recorded}.`
      findings.push({ kind: shown > recorded ? 'lost' : 'unseen', about: number, text })
    }
  }
  const wasLetIn = seen.some(isIn)
  const wrong = seen.find(
    ({ verdict }) =>
      (verdict === 'already' && !wasLetIn) ||
      (verdict === 'refused' && guests.get(number)?.status === 'Valid'),
  )
  if (wrong !== undefined) {
    const words =
      wrong.verdict === 'already' ? 'shown as checked in, which it was not' : 'refused, although it was valid'
    findings.push({ kind: 'refused', about: number, text: `At ${wrong.phone} it was ${words}.` })
  }
  return findings
}

/** What follows from the records of a ticket, against the download and the list of problems. */
const compareRecords = (
  number: string,
  records: readonly Recorded[],
  sources: Sources,
): { findings: Finding[]; state: TicketState | null } => {
  const { download, guests } = sources
  const undone = records.filter(({ isUndone }) => isUndone)
  const record = replay({ ...emptyRecord(guests.get(number) ?? null), rule: CLUB }, records, undone)
  if (record === undefined) {
    const text = `The rule does not give the recorded outcomes: ${listOf(records.map(({ outcome }) => outcome))}.`
    return { findings: [{ kind: 'record', about: number, text }], state: null }
  }
  const findings: Finding[] = []
  const state = ticketState(record)
  if (!isSame(state, download.get(number))) {
    const text = `By its records the ticket is ${describe(state)}, in the download ${describe(download.get(number))}.`
    findings.push({ kind: 'record', about: number, text })
  }
  const expected = new Set(problems(record))
  for (const { id, device } of records) {
    if (expected.has(id) === sources.problems.has(id)) continue
    const text = `The check-in of ${device} is ${expected.has(id) ? 'missing in' : 'wrongly in'} the list of problems.`
    findings.push({ kind: 'problem', about: number, text })
  }
  return { findings, state }
}

const comparePhones = (number: string, state: TicketState, { phones }: Sources): Finding[] => {
  const others = phones.filter(({ tickets }) => describeAll(tickets.get(number)) !== describeAll(state))
  return others.map(({ name, tickets }) => ({
    kind: 'copy',
    about: number,
    text: `The list on ${name} has ${describeAll(tickets.get(number))}, the records ${describeAll(state)}.`,
  }))
}

/** Whether it let somebody in or out, as far as its own record says. */
export const isLive = ({ type, outcome, admitted, isUndone }: Recorded): boolean =>
  !isUndone && (type === 'Exit' || isEntry(outcome, admitted))

/** The people in the venue or an area, by the records. */
const countInside = (areaId: string | null, byRecords: Tickets, { tallies }: Sources): Inside => {
  const presences = [...byRecords.values()].filter(({ status }) => status === 'CheckedIn').map(presenceOf)
  const isThere = (inside: boolean, areas: string[]) => (areaId === null ? inside : areas.includes(areaId))
  return {
    areaId,
    tickets: presences.filter(({ inside, areas }) => isThere(inside, areas)).length,
    others: tallies
      .filter((tally) => tally.areaId === areaId)
      .reduce((sum, { people }) => sum + (people ?? 0), 0),
  }
}

/** Whether a phone's header has the number of people in its place that is said. */
export const showsInside = ({ areaId, people }: Header, inside: readonly Inside[]): boolean =>
  inside.some((one) => one.areaId === areaId && one.tickets + one.others === people)

/** The number inside, by the records, against the service’s and what the phones show. */
const compareInside = (byRecords: Tickets, sources: Sources): Finding[] =>
  sources.inside.flatMap(({ areaId, tickets, others }): Finding[] => {
    const about = areaId === null ? 'Venue' : 'Area'
    const expected = countInside(areaId, byRecords, sources)
    const people = expected.tickets + expected.others
    const wrong = sources.headers.filter(
      (header) => header.areaId === areaId && !showsInside(header, [expected]),
    )
    return [
      ...(tickets === expected.tickets && others === expected.others
        ? []
        : [
            `The service says ${tickets} and ${others}, the records ${expected.tickets} and ${expected.others}.`,
          ]),
      ...wrong.map((header) => `${header.name} shows ${header.people}, the records have ${people}.`),
    ].map((text) => ({ kind: 'inside', about, text }))
  })

/** People without tickets: what was tapped on each phone, against what the service has. */
const compareTallies = ({ seen, tallies }: Sources): Finding[] => {
  const counts = groupBy(
    seen.filter(({ how, isTaken }) => how === 'count' && !isTaken),
    ({ phone }) => phone,
  )
  return [...new Set([...counts.keys(), ...tallies.map(({ device }) => device ?? 'no name')])].flatMap(
    (phone) => {
      const tapped = counts.get(phone)?.length ?? 0
      const recorded = tallies
        .filter(({ device }) => device === phone)
        .reduce((sum, { people }) => sum + (people ?? 0), 0)
      const text = `Counted on ${phone}: ${tapped}. Recorded: ${recorded}.`
      return tapped === recorded ? [] : [{ kind: tapped > recorded ? 'lost' : 'unseen', about: phone, text }]
    },
  )
}

/** Each guest list: who is on it by what was told, and who of them came by the records. */
const compareLists = (byRecords: Tickets, { lists }: Sources): Finding[] =>
  lists.flatMap(({ name, quota, told, tickets, ...sources }): Finding[] => {
    const [wanted, found] = [told, tickets.map((ticket) => ticket.name)].map((names) =>
      listOf([...names].sort()),
    )
    const came = tickets.filter(({ number }) => byRecords.get(number)?.status === 'CheckedIn').length
    const wrong = Object.entries(sources).filter(
      ([, figures]) => figures.persons !== tickets.length || figures.came !== came,
    )
    const texts = [
      ...(wanted === found ? [] : [`Told: ${wanted}. In the download: ${found}.`]),
      ...(tickets.length <= quota ? [] : [`${tickets.length} are on it, and it has ${quota} places.`]),
      ...wrong.map(
        ([source, figures]) =>
          `By the records ${came} of ${tickets.length} came, by the ${source} ${figures.came} of ${figures.persons}.`,
      ),
    ]
    return texts.length === 0 ? [] : [{ kind: 'list', about: name, text: texts.join(' ') }]
  })

const STATUSES = ['CheckedIn', 'Valid', 'Voided', 'Refunded'] as const

export const countTickets = (tickets: Tickets): Counts => {
  const states = [...tickets.values()]
  const count = (wanted: TicketStatus) => states.filter(({ status }) => status === wanted).length
  return Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Counts
}

/** What a night comes to: the findings, and the tickets as they follow from the records. */
export type Comparison = { findings: Finding[]; byRecords: Tickets }

export const compare = (sources: Sources): Comparison => {
  const { seen, download, records, phones, guests, counts } = sources
  const findings: Finding[] = []
  const byRecords = new Map<string, TicketState>()
  const recordsOf = groupBy(records, ({ number }) => number ?? 'a ticket that the session does not have')
  const seenOf = groupBy(
    seen.filter(({ number, isTaken }) => number !== null && !isTaken),
    ({ number }) => number as string,
  )
  const numbers = new Set([
    ...[guests, download, recordsOf, seenOf].flatMap((source) => [...source.keys()]),
    ...phones.flatMap(({ tickets }) => [...tickets.keys()]),
  ])
  for (const number of numbers) {
    const ofTicket = recordsOf.get(number) ?? []
    const { findings: wrong, state } = compareRecords(number, ofTicket, sources)
    if (state !== null) byRecords.set(number, state)
    findings.push(
      ...compareSeen(number, seenOf.get(number) ?? [], ofTicket.filter(isLive), guests),
      ...wrong,
      ...(state === null ? [] : comparePhones(number, state, sources)),
    )
  }
  findings.push(
    ...compareInside(byRecords, sources),
    ...compareTallies(sources),
    ...compareLists(byRecords, sources),
  )
  const totals = countTickets(download)
  for (const status of STATUSES) {
    if (totals[status] === counts[status]) continue
    const text = `The service counts ${counts[status]}, and the download has ${totals[status]}.`
    findings.push({ kind: 'count', about: status, text })
  }
  for (const { name, waiting } of phones) {
    if (waiting > 0)
      findings.push({ kind: 'unsent', about: name, text: `${waiting} check-ins were not sent.` })
  }
  return { findings, byRecords }
}
