import type { Venue } from '../data/types.ts'
import { texts } from '../texts.ts'

/** The name of the venue, as far as `venues` are loaded and have it. */
export const venueName = (venues: readonly Venue[] | undefined, id: string): string =>
  venues?.find((venue) => venue.id === id)?.name ?? texts.unknownVenue
