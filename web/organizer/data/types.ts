// Types of the API under the names that the console uses.
import type { Schemas } from '../../shared/schemas.ts'

export type Organizer = Schemas['Organizer']
export type EventItem = Schemas['EventItem']
export type Venue = Schemas['VenueItem']
export type Series = Schemas['Series']
export type SeriesSession = Schemas['SeriesSession']
export type Session = Schemas['SessionItem']
export type SessionDetails = Schemas['SessionDetails']
export type TicketCounts = Schemas['TicketCounts']
export type Listing = Schemas['Listing']
export type ListingItem = Schemas['ListingItem']
export type ListingStatus = Schemas['ListingStatus']
export type CheckIn = Schemas['CheckIn']
export type Area = Schemas['Area']
export type TicketType = Schemas['TicketType']
export type HistoryRecord = Schemas['HistoryRecord']
export type Preview = Schemas['Preview']
export type SeriesValues = NonNullable<Preview['series']>['before']
export type PreviewedSession = Schemas['PreviewedSession']

/** A page of a list. */
export type Page<Item> = {
  data: Item[]
  links: { self: string; next: string | null }
  /** Of the ticket list. */
  meta?: { totalCount: number }
}

/** The tickets of a session that count against its capacity. */
export const soldOf = ({ Valid, CheckedIn }: TicketCounts): number => Valid + CheckedIn

/** What a guest is called: their name, else what their ticket has instead. */
export const nameOfGuest = ({
  attendee,
  holderEmail,
  ticketNumber,
}: Pick<Schemas['Ticket'], 'attendee' | 'holderEmail' | 'ticketNumber'>): string =>
  attendee?.name ?? holderEmail ?? ticketNumber
