// The closing figures of a session: who came, through which gate and when, and what went wrong.
import { formatRow } from '../../../src/domain/import/file/table/csv.ts'
import { groupBy } from '../../shared/group-by.ts'
import { texts } from '../texts.ts'
import { withOffset } from './dates.ts'
import type { DoorProblem } from './door-problems.ts'
import {
  countsByList,
  countsByType,
  countsOf,
  countWalkIns,
  type LiveTicket,
  type NamedCounts,
} from './live-tickets.ts'
import { byGate } from './plot.ts'
import type { PlaceFigures } from './presence.ts'
import { soldOf, type TicketCounts } from './types.ts'

export const QUARTER_MS = 15 * 60_000

/** Who came and left, where exits, areas or tallies are used. */
export type Presence = {
  /** The venue first. Undefined if there are too many movements to read all of them. */
  places: (PlaceFigures & { name: string })[] | undefined
  /** Exits that nobody saw. */
  assumed: number
}

type Quarter = { from: number; count: number }

export type Closing = {
  counts: TicketCounts
  sold: number
  capacity: number
  overCapacity: number
  walkIns: number
  /** Tickets that admitted more than one person, and admissions with an invalid or unknown ticket. */
  doubles: number
  notValid: number
  /** Epoch milliseconds; undefined if nobody arrived at a known time. */
  first: number | undefined
  last: number | undefined
  /** The quarter hour with the most arrivals. */
  peak: Quarter | undefined
  quarters: Quarter[]
  types: NamedCounts[]
  lists: NamedCounts[]
  /** Null for devices without a name and check-ins by other systems. */
  gates: { device: string | null; admitted: number }[]
}

export const closingOf = (
  tickets: readonly LiveTicket[],
  capacity: number,
  problems: readonly DoorProblem[],
): Closing => {
  const counts = countsOf(tickets)
  const sold = soldOf(counts)
  const admitted = tickets.filter(({ status }) => status === 'CheckedIn')
  const times = admitted
    .flatMap(({ checkedInAt }) => (checkedInAt === null ? [] : Date.parse(checkedInAt)))
    .sort((a, b) => a - b)
  const quarters = [...groupBy(times, (time) => Math.floor(time / QUARTER_MS) * QUARTER_MS)].map(
    ([from, all]) => ({ from, count: all.length }),
  )
  const isDouble = ({ outcome }: DoorProblem): boolean => outcome === 'AlreadyCheckedIn'
  return {
    ...{ counts, sold, capacity, overCapacity: Math.max(sold - capacity, 0) },
    walkIns: countWalkIns(tickets),
    doubles: problems.filter(isDouble).length,
    notValid: problems.filter((problem) => !isDouble(problem)).length,
    ...{ first: times[0], last: times.at(-1), quarters },
    peak: quarters.toSorted((a, b) => b.count - a.count)[0],
    types: countsByType(tickets),
    lists: countsByList(tickets),
    gates: [...groupBy(admitted, ({ device }) => device)]
      .map(([device, all]) => ({ device, admitted: all.length }))
      .sort(byGate),
  }
}

const BYTE_ORDER_MARK = '\ufeff'

type Night = { name: string; startsAt: string; timeZone: string }

/** One figure a line: what it is, of what, and its value. Times are by the clock of the event. */
export const toCsv = (
  { name: session, startsAt, timeZone }: Night,
  closing: Closing,
  presence?: Presence,
): string => {
  const toIso = (time: number | undefined): string | null =>
    time === undefined ? null : withOffset(time, timeZone)
  const { counts, types, lists, gates, quarters, peak } = closing
  const lines: [string, string | null, string | number | null][] = [
    [texts.session, null, session],
    [texts.starts, null, toIso(Date.parse(startsAt))],
    [texts.capacity, null, closing.capacity],
    [texts.sold, null, closing.sold],
    [texts.checkedIn, null, counts.CheckedIn],
    [texts.noShows, null, counts.Valid],
    [texts.refunded, null, counts.Refunded],
    [texts.voided, null, counts.Voided],
    [texts.overCapacityFigure, null, closing.overCapacity],
    [texts.walkIns, null, closing.walkIns],
    [texts.doubles, null, closing.doubles],
    [texts.admittedNotValid, null, closing.notValid],
    [texts.firstAdmission, null, toIso(closing.first)],
    [texts.lastAdmission, null, toIso(closing.last)],
    [texts.peak, toIso(peak?.from), peak?.count ?? null],
    ...types.flatMap(({ name, CheckedIn, Valid, Refunded, Voided }) => [
      [texts.checkedIn, name, CheckedIn] as [string, string, number],
      [texts.noShows, name, Valid] as [string, string, number],
      [texts.refunded, name, Refunded] as [string, string, number],
      [texts.voided, name, Voided] as [string, string, number],
    ]),
    ...lists.flatMap(({ name, CheckedIn, Valid }) => [
      [texts.checkedIn, texts.listOf(name), CheckedIn] as [string, string, number],
      [texts.noShows, texts.listOf(name), Valid] as [string, string, number],
    ]),
    ...gates.map(({ device, admitted }): [string, string, number] => [
      texts.byGate,
      device ?? texts.noGate,
      admitted,
    ]),
    ...quarters.map(({ from, count }): [string, string | null, number] => [
      texts.perQuarter,
      toIso(from),
      count,
    ]),
  ]
  if (presence !== undefined) {
    lines.push([texts.assumedExits, null, presence.assumed])
    for (const { name, peak, peakAt, entries, exits, others } of presence.places ?? [])
      lines.push(
        [texts.peakInside, name, peak],
        [texts.peakInsideAt, name, toIso(peakAt)],
        [texts.entriesFigure, name, entries],
        [texts.exits, name, exits],
        [texts.others, name, others],
      )
  }
  const head = [texts.figure, texts.of, texts.value]
  return BYTE_ORDER_MARK + [head, ...lines].map(formatRow).join('')
}
