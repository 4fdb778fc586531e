// The rules of ticket types and the areas that they name: in words, and as they are typed.
import type { Area, SessionDetails, TicketType } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { parseCapacity } from './whole-numbers.ts'

/** The rule of a ticket type in words. */
export const describeRule = (
  { entries, areas: allowed, from, until }: Pick<TicketType, 'entries' | 'areas' | 'from' | 'until'>,
  areas: readonly Pick<Area, 'id' | 'name'>[],
): string => {
  const names = areas.filter(({ id }) => allowed?.includes(id)).map(({ name }) => name)
  const where = allowed === null ? texts.allAreas : names.length === 0 ? texts.noArea : names.join(', ')
  return [
    texts.entries[entries],
    ...(areas.length === 0 ? [] : [where]),
    ...(from === null && until === null ? [] : [texts.firstEntry(from, until)]),
  ].join(' · ')
}

const MINUTE_MS = 60_000

/** Ticket types whose hours move with the start of a session, in the time zone of its event. */
export const movedHours = (
  types: SessionDetails['types'],
  [before, after]: readonly [before: string, after: string],
  timeZone: string,
): { id: string; name: string; before: string; after: string }[] => {
  const { day, time, dayTime } = timesIn(timeZone)
  const format = day(before) === day(after) ? time : dayTime
  const hoursFrom = (start: string, { from, until }: SessionDetails['types'][number]): string => {
    const [first, last] = [from, until].map((minutes) =>
      minutes === null ? null : format(Date.parse(start) + minutes * MINUTE_MS),
    )
    return texts.firstEntryAt(first ?? null, last ?? null)
  }
  return before === after
    ? []
    : types
        .filter(({ from, until }) => from !== null || until !== null)
        .map((type) => ({
          ...{ id: type.id, name: type.name },
          ...{ before: hoursFrom(before, type), after: hoursFrom(after, type) },
        }))
}

/** The areas as a rule has them: null for all. */
export const toAreas = (areas: readonly Area[], mayEnter: (area: Area) => boolean): string[] | null => {
  const allowed = areas.filter(mayEnter)
  return allowed.length === areas.length ? null : allowed.map(({ id }) => id).sort()
}

export const mayEnter = ({ areas }: TicketType, { id }: Area): boolean => areas?.includes(id) ?? true

type NamedArea = Pick<Area, 'name' | 'capacity'>

/** One area a line, with or without a capacity: “VIP, 200”. */
export const parseAreas = (text: string): NamedArea[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = line, capacity] = /^(.*?)\s*[,;:\t]\s*(\d+)$/.exec(line) ?? []
      return { name, capacity: capacity === undefined ? null : parseCapacity(capacity) }
    })

/** An event can have so many. */
const MAX_AREAS = 15

export const problemOf = (areas: readonly NamedArea[]): string | undefined => {
  if (areas.length > MAX_AREAS) return texts.errors['too-many-areas']
  if (areas.some(({ capacity }) => Number.isNaN(capacity))) return texts.errors['not-a-capacity']
  // The service ignores the case of ASCII letters.
  const names = areas.map(({ name }) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return new Set(names).size < areas.length ? texts.errors['same-area'] : undefined
}
