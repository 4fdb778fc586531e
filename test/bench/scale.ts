// The size of the benchmark: the full run, or a quick one that shows in two minutes whether a change helped.

export type Scale = {
  name: 'full' | 'quick'
  /** Tickets in each measured session, ascending. Most cases use the largest session. */
  sizes: readonly [number, ...number[]]
  /** Further sessions in the database, so that the measured ones are a small part of it. */
  fillerSessions: number
  ticketsPerFiller: number
  /** Responses measured for each case and implementation. 200 leave 20 above the p90. */
  samples: number
  /** The same for the naive implementation, which is slower and only has its median published. */
  naiveSamples: number
  /** How long check-ins are sent over 64 connections; 0 leaves it out. */
  checkInsMs: number
  /** The phases without, and twice with, the expensive requests of each operation; 20 pages per second. */
  overload: { quietMs: number; loadedMs: number }
  /** Each phase with and without writes of another organizer. */
  heavyWrites: { quietMs: number; loadedMs: number }
}

export const FULL: Scale = {
  name: 'full',
  sizes: [100, 1_000, 10_000, 100_000],
  fillerSessions: 250,
  ticketsPerFiller: 4_000,
  samples: 200,
  naiveSamples: 16,
  checkInsMs: 5_000,
  overload: { quietMs: 1_500, loadedMs: 4_000 },
  heavyWrites: { quietMs: 5_000, loadedMs: 12_000 },
}

export const QUICK: Scale = {
  name: 'quick',
  sizes: [100, 1_000, 10_000],
  fillerSessions: 25,
  ticketsPerFiller: 4_000,
  samples: 64,
  naiveSamples: 8,
  checkInsMs: 0,
  overload: { quietMs: 200, loadedMs: 500 },
  heavyWrites: { quietMs: 1_000, loadedMs: 4_000 },
}

export const largestOf = ({ sizes }: Scale): number => sizes.at(-1) ?? sizes[0]

export const ticketsOf = ({ sizes, fillerSessions, ticketsPerFiller }: Scale): number =>
  sizes.reduce((sum, size) => sum + size) + fillerSessions * ticketsPerFiller
