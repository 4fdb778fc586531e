import { texts } from '../texts.ts'
import type { Venue } from './types.ts'

/** The name of the venue, as far as `venues` are loaded and have it. */
export const venueName = (venues: readonly Venue[] | undefined, id: string): string =>
  venues?.find((venue) => venue.id === id)?.name ?? texts.unknownVenue
