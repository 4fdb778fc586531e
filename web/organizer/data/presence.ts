// Who is inside: now by the copy of the tickets, and over the night by the recorded entries and exits.
import {
  apply,
  type Fact,
  fold,
  type Presence,
  presenceOf,
  type TicketState,
} from '../../../src/domain/check-in-rule.ts'
import { groupBy } from '../../shared/group-by.ts'
import { isLiveFact } from '../../shared/live-check-ins.ts'
import type { Schemas } from '../../shared/schemas.ts'
import type { LiveTicket } from './live-tickets.ts'
import type { CheckIn, SessionDetails } from './types.ts'

export { ENTRIES } from '../../../src/domain/check-in-rule.ts'

export type Inside = Schemas['Inside']

/** How full a place is: from 90 % on, and from its capacity on. */
export type Level = 'near' | 'full' | undefined

const NEAR_SHARE = 0.9

export const levelOf = (people: number, capacity: number | null): Level => {
  if (capacity === null || people <= 0) return undefined
  return people >= capacity ? 'full' : people >= capacity * NEAR_SHARE ? 'near' : undefined
}

/** The venue or one of its areas, with the people in it. `areaId` and `name` are null for the venue. */
export type Place = Inside[number] & { name: string | null; people: number; level: Level }

/** The venue first. An area that was added a moment ago has no name yet, and is left out. */
export const placesOf = (inside: Inside, areas: SessionDetails['areas']): Place[] =>
  inside.flatMap((place) => {
    const name = areas.find(({ id }) => id === place.areaId)?.name
    if (place.areaId !== null && name === undefined) return []
    const people = place.tickets + place.others
    return { ...place, people, name: name ?? null, level: levelOf(people, place.capacity) }
  })

/** Whether the event has areas, or guests who come again. */
export const hasRules = ({ areas, types }: Pick<SessionDetails, 'areas' | 'types'>): boolean =>
  areas.length > 0 || types.some(({ entries }) => entries !== 'Once')

/** Whether anybody uses exits, areas or tallies. Where nobody does, nothing of them is shown. */
export const usesPresence = (
  session: Pick<SessionDetails, 'areas' | 'types'>,
  inside: Inside,
  tickets: readonly LiveTicket[],
): boolean =>
  hasRules(session) ||
  inside.some(({ others }) => others !== 0) ||
  tickets.some(({ lastOut }) => lastOut !== null)

export const isInside = ({ status, inside }: Pick<LiveTicket, 'status' | 'inside'>): boolean =>
  status === 'CheckedIn' && inside !== false

/** The time of an admission that has none: before all others, as the rule has it. */
const UNKNOWN_TIME = -1

const inOrder = (a: Fact, b: Fact): number => a.at - b.at || Number(b.isExit) - Number(a.isExit)

/** The entries and exits of a ticket in their order, with the one by another system if that was the first. */
const factsOf = (
  { status, checkedInAt }: { status: LiveTicket['status']; checkedInAt?: string | null | undefined },
  checkIns: readonly CheckIn[],
): Fact[] => {
  if (status !== 'CheckedIn') return []
  const facts = checkIns
    .filter(isLiveFact)
    .map(({ id, at, areaId, type }) => ({ id, areaId, at: Date.parse(at), isExit: type === 'Exit' }))
    .sort(inOrder)
  const first = facts.find(({ isExit }) => !isExit)?.at ?? Number.POSITIVE_INFINITY
  const at = checkedInAt == null ? UNKNOWN_TIME : Date.parse(checkedInAt)
  return at < first ? [{ id: '', at, areaId: null, isExit: false }, ...facts].sort(inOrder) : facts
}

/** Where the guest of a ticket is, by its check-ins. */
export const presenceOfGuest = (
  ticket: Parameters<typeof factsOf>[0],
  checkIns: readonly CheckIn[],
): Presence => presenceOf(fold({ status: 'Valid', checkedInAt: null }, factsOf(ticket, checkIns)).state)

/** So many people came to a place, or left it. */
type Move = { at: number; areaId: string | null; by: number; isGuest: boolean }

const movesOf = (ticket: LiveTicket, checkIns: readonly CheckIn[]): Move[] => {
  let state: TicketState = { status: 'Valid', checkedInAt: null }
  return factsOf(ticket, checkIns).flatMap((fact) => {
    const placesIn = ({ inside, areas }: Presence) => [...(inside ? [null] : []), ...areas]
    const before = placesIn(presenceOf(state))
    state = apply(state, fact)
    const after = placesIn(presenceOf(state))
    const move = (by: number) => (areaId: string | null) => ({ at: fact.at, areaId, by, isGuest: true })
    return [
      ...before.filter((place) => !after.includes(place)).map(move(-1)),
      ...after.filter((place) => !before.includes(place)).map(move(1)),
    ]
  })
}

/** The night of a place. */
export type PlaceFigures = {
  /** Null for the venue. */
  areaId: string | null
  /** The most people at once, and since when, in epoch milliseconds; undefined if the time is unknown. */
  peak: number
  peakAt: number | undefined
  /** Of guests, from outside of the place and to it. */
  entries: number
  exits: number
  /** The most people without tickets at once. */
  others: number
}

/** The night of the venue and of each area. At the same time, people leave before others come. */
export const placeFigures = (
  tickets: readonly LiveTicket[],
  checkIns: readonly CheckIn[],
  tallies: readonly CheckIn[],
  areaIds: readonly string[],
): PlaceFigures[] => {
  const byTicket = groupBy(checkIns, ({ ticketId }) => ticketId)
  const moves: Move[] = [
    ...tickets.flatMap((ticket) => movesOf(ticket, byTicket.get(ticket.id) ?? [])),
    ...tallies
      .filter(({ undoneAt }) => undoneAt === null)
      .map(({ at, areaId, people }) => ({ at: Date.parse(at), areaId, by: people ?? 0, isGuest: false })),
  ]
  const byPlace = groupBy(moves, ({ areaId }) => areaId)
  return [null, ...areaIds].map((areaId) => {
    const figures: PlaceFigures = { areaId, peak: 0, peakAt: undefined, entries: 0, exits: 0, others: 0 }
    let [guests, others] = [0, 0]
    for (const { at, by, isGuest } of (byPlace.get(areaId) ?? []).sort(
      (a, b) => a.at - b.at || a.by - b.by,
    )) {
      if (!isGuest) others += by
      else {
        guests += by
        figures[by > 0 ? 'entries' : 'exits'] += 1
      }
      figures.others = Math.max(figures.others, others)
      if (guests + others <= figures.peak) continue
      figures.peak = guests + others
      figures.peakAt = at === UNKNOWN_TIME ? undefined : at
    }
    return figures
  })
}

/** Exits that nobody saw. */
export const assumedExits = (checkIns: readonly CheckIn[]): CheckIn[] =>
  checkIns.filter(({ assumed, undoneAt }) => assumed && undoneAt === null)
