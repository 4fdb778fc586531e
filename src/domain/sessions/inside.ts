// How many people are inside. Triggers keep the numbers, so no ticket is read.
import { type SQL, sql } from 'drizzle-orm'

/** The venue, or an area of the event. */
export type Inside = {
  /** Null for the venue. */
  areaId: string | null
  tickets: number
  /** People without tickets. */
  others: number
  /** Null if nobody counts. */
  capacity: number | null
}

/** An area of an event by name. */
export type Area = { id: string; name: string; capacity: number | null }

/** Columns of {@link InsideRow}, from `sessions`, `events` and `ticket_counts`. */
export const INSIDE_COLUMNS: SQL = sql.raw(`sessions.capacity AS "venueCapacity", events.areas,
    ticket_counts.checked_in - ticket_counts."left" AS "venueTickets",
    (SELECT json_array(json(tickets), json(others)) FROM area_counts WHERE session_number = sessions.number) AS "areaCounts"`)

/** `areas` and `areaCounts` are JSON. */
export type InsideRow = {
  venueCapacity: number
  venueTickets: number
  areas: string
  areaCounts: string | null
}

export const readAreas = (json: string): Area[] =>
  JSON.parse(json).map(([id, name, capacity]: [string, string, number | null]) => ({ id, name, capacity }))

/** Separates the people inside, the venue first, from the other columns of a row. */
export const splitInside = <Row extends InsideRow>({
  venueCapacity,
  venueTickets,
  areas,
  areaCounts,
  ...rest
}: Row): { inside: [Inside, ...Inside[]]; rest: Omit<Row, keyof InsideRow> } => {
  const [tickets, others]: Record<string, number>[] = areaCounts === null ? [{}, {}] : JSON.parse(areaCounts)
  return {
    inside: [
      { areaId: null, tickets: venueTickets, others: others?.[''] ?? 0, capacity: venueCapacity },
      ...readAreas(areas).map(({ id, capacity }) => ({
        areaId: id,
        tickets: tickets?.[id] ?? 0,
        others: others?.[id] ?? 0,
        capacity,
      })),
    ],
    rest,
  }
}

/** By how many the people in the venue exceed its capacity. */
export const overCapacityOf = ([{ tickets, others, capacity }]: [Inside, ...Inside[]]): number =>
  Math.max(tickets + others - (capacity ?? 0), 0)
