// The types of resources that an organizer sets up.
import { sql } from 'drizzle-orm'
import { areas, events, series, sessions } from '../../db/schema/events.ts'
import { organizers, venues } from '../../db/schema/organizers.ts'
import { FLAGS, ticketTypes } from '../../db/schema/tickets.ts'
import { EVENTS_BY_ID } from '../access.ts'
import type { EntryRule } from '../check-in-rule.ts'
import { TICKET_COUNT_FIELDS, type TicketCounts } from '../ticket-counts.ts'
import type { ResourceType } from './resource.ts'

/** `feed` is 0 or 1: whether the feed is on, because the owner wants it or for a webhook. */
export type Organizer = {
  id: string
  name: string
  role: string
  eraseAfterDays: number | null
  feed: number
}

/** Condition in terms of `organizers`. */
export const HAS_FEED = sql`EXISTS (SELECT 1 FROM feeds WHERE feeds.organizer_id = organizers.id)`

export const ORGANIZER: ResourceType<Organizer> = {
  type: 'organizer',
  notFound: 'organizer_not_found',
  table: organizers,
  from: sql`organizers INDEXED BY organizers_pk`,
  organizerId: organizers.id,
  columns: {
    id: organizers.id,
    name: organizers.name,
    role: sql`members.role`,
    eraseAfterDays: organizers.eraseAfterDays,
    feed: HAS_FEED,
  },
  state: sql`json_object('name', organizers.name, 'eraseAfterDays', erase_after_days,
    'feed', json(iif(organizers.feed, 'true', 'false')))`,
  uses: [],
}

export type Venue = { id: string; name: string; organizerId: string }

export const VENUE: ResourceType<Venue> = {
  type: 'venue',
  notFound: 'venue_not_found',
  table: venues,
  from: sql`venues INDEXED BY venues_pk`,
  organizerId: venues.organizerId,
  columns: { id: venues.id, name: venues.name, organizerId: venues.organizerId },
  state: sql`json_object('name', venues.name)`,
  uses: [['session', 'sessions', sql`FROM sessions WHERE sessions.venue_id = venues.id`]],
}

/** `series` is JSON, `walkIns` 0 or 1. */
export type EventRow = {
  id: string
  name: string
  organizerId: string
  organizerName: string
  timeZone: string
  walkIns: number
  series: string
}

/** The event's series by name, as JSON. */
export const SERIES_OF_EVENT = sql`(
  SELECT json_group_array(json_object('id', id, 'name', name)) FROM (
    SELECT id, name FROM series INDEXED BY series_by_event WHERE event_id = events.id ORDER BY name, id))`

/** True for an invitation that has neither been accepted nor expired. */
export const IS_OPEN_INVITATION = sql`accepted_by IS NULL AND expires_at > unixepoch('subsec') * 1000`

export const EVENT: ResourceType<EventRow> = {
  type: 'event',
  notFound: 'event_not_found',
  table: events,
  from: EVENTS_BY_ID,
  organizerId: events.organizerId,
  columns: {
    id: events.id,
    name: events.name,
    organizerId: events.organizerId,
    organizerName: sql`(SELECT name FROM organizers WHERE id = events.organizer_id)`,
    timeZone: events.timeZone,
    walkIns: sql`events.walk_ins`,
    series: SERIES_OF_EVENT,
  },
  state: sql`json_object('name', events.name, 'timeZone', time_zone, 'walkIns', json(iif(walk_ins, 'true', 'false')))`,
  uses: [
    ['session', 'sessions', sql`FROM sessions WHERE sessions.event_id = events.id`],
    ['series', 'series', sql`FROM series WHERE series.event_id = events.id`],
    ['ticket type', 'ticket types', sql`FROM ticket_types WHERE ticket_types.event_id = events.id`],
    ['area', 'areas', sql`FROM areas WHERE areas.event_id = events.id`],
    [
      'member limited to it',
      'members limited to it',
      sql`FROM members AS limited WHERE limited.event_id = events.id`,
    ],
    [
      'open invitation',
      'open invitations',
      sql`FROM invitations WHERE invitations.event_id = events.id AND ${IS_OPEN_INVITATION}`,
    ],
  ],
}

export { FLAGS }

export type Flag = (typeof FLAGS)[number]

/** `inUse` is 0 or 1, `areas` JSON. */
export type TicketTypeRow = Omit<EntryRule, 'areas'> & {
  areas: string | null
  id: string
  eventId: string
  name: string
  note: string | null
  flag: Flag
  inUse: number
}

export const TICKET_TYPE: ResourceType<TicketTypeRow> = {
  type: 'ticket-type',
  notFound: 'ticket_type_not_found',
  table: ticketTypes,
  from: sql`ticket_types CROSS JOIN ${EVENTS_BY_ID} ON events.id = ticket_types.event_id`,
  organizerId: events.organizerId,
  columns: {
    id: ticketTypes.id,
    eventId: ticketTypes.eventId,
    name: ticketTypes.name,
    note: ticketTypes.note,
    flag: ticketTypes.flag,
    areas: ticketTypes.areas,
    entries: ticketTypes.entries,
    from: sql`ticket_types.from_minutes`,
    until: sql`ticket_types.until_minutes`,
    inUse: sql`EXISTS (SELECT 1 FROM tickets WHERE ticket_type_id = ticket_types.id)`,
  },
  state: sql`json_object('name', ticket_types.name, 'note', note, 'flag', flag, 'areas', json(ticket_types.areas),
    'entries', entries, 'from', from_minutes, 'until', until_minutes)`,
  uses: [
    ['ticket', 'tickets', sql`FROM tickets WHERE tickets.ticket_type_id = ticket_types.id`],
    ['guest list', 'guest lists', sql`FROM guest_lists WHERE guest_lists.ticket_type_id = ticket_types.id`],
  ],
}

export type AreaRow = { id: string; eventId: string; name: string; capacity: number | null }

export const AREA: ResourceType<AreaRow> = {
  type: 'area',
  notFound: 'area_not_found',
  table: areas,
  from: sql`areas CROSS JOIN ${EVENTS_BY_ID} ON events.id = areas.event_id`,
  organizerId: events.organizerId,
  columns: { id: areas.id, eventId: areas.eventId, name: areas.name, capacity: areas.capacity },
  state: sql`json_object('name', areas.name, 'capacity', areas.capacity)`,
  uses: [
    [
      'recorded entry or exit',
      'recorded entries and exits',
      sql`FROM check_ins INDEXED BY check_ins_by_area WHERE check_ins.area_id = areas.id AND check_ins.area_id <> ''`,
    ],
    [
      'ticket type',
      'ticket types',
      sql`FROM ticket_types WHERE ticket_types.event_id = areas.event_id
        AND EXISTS (SELECT 1 FROM json_each(ticket_types.areas) WHERE value = areas.id)`,
    ],
  ],
}

/** `updatedAt` is epoch milliseconds; null, like `updatedBy`, before the first change through the API. */
export type Series = {
  id: string
  eventId: string
  eventName: string
  timeZone: string
  organizerId: string
  name: string
  description: string | null
  sessions: number
  updatedAt: number | null
  updatedBy: string | null
}

export const SERIES: ResourceType<Series> = {
  type: 'series',
  notFound: 'series_not_found',
  table: series,
  from: sql`series CROSS JOIN ${EVENTS_BY_ID} ON events.id = series.event_id`,
  organizerId: events.organizerId,
  columns: {
    id: series.id,
    eventId: series.eventId,
    eventName: events.name,
    timeZone: events.timeZone,
    organizerId: events.organizerId,
    name: series.name,
    description: series.description,
    sessions: sql`coalesce(series.session_count,
      (SELECT count(*) FROM sessions INDEXED BY sessions_by_series WHERE series_id = series.id))`,
    updatedAt: sql`series.updated_at`,
    updatedBy: series.updatedBy,
  },
  state: sql`json_object('name', series.name, 'description', description)`,
  lastState: sql`json_object('name', series.name, 'description',
    iif(length(description) > 500, substr(description, 1, 500) || '… (cut)', description))`,
  uses: [['session', 'sessions', sql`FROM sessions WHERE sessions.series_id = series.id`]],
}

/** Instants are epoch milliseconds. */
export type SessionRow = TicketCounts & {
  id: string
  eventId: string
  seriesId: string | null
  timeZone: string
  startsAt: number
  doorsOpenOffsetMinutes: number | null
  capacity: number
  venueId: string | null
  venueName: string | null
  cancelledAt: number | null
  cancelNotice: string | null
  updatedAt: number | null
  updatedBy: string | null
}

export const SESSION: ResourceType<SessionRow> = {
  type: 'session',
  notFound: 'session_not_found',
  table: sessions,
  from: sql`sessions CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
    CROSS JOIN ticket_counts ON ticket_counts.session_number = sessions.number
    LEFT JOIN venues INDEXED BY venues_pk ON venues.id = sessions.venue_id`,
  organizerId: events.organizerId,
  columns: {
    id: sessions.id,
    eventId: sessions.eventId,
    seriesId: sessions.seriesId,
    timeZone: events.timeZone,
    startsAt: sql`sessions.starts_at`,
    doorsOpenOffsetMinutes: sessions.doorsOpenOffsetMinutes,
    capacity: sessions.capacity,
    venueId: sessions.venueId,
    venueName: venues.name,
    cancelledAt: sql`sessions.cancelled_at`,
    cancelNotice: sessions.cancelNotice,
    updatedAt: sql`sessions.updated_at`,
    updatedBy: sessions.updatedBy,
    ...TICKET_COUNT_FIELDS,
  },
  state: sql`json_object('startsAt', starts_at, 'capacity', capacity, 'venueId', venue_id,
    'doorsOpenOffset', doors_open_offset_minutes, 'seriesId', series_id,
    'cancelled', json(iif(cancelled_at IS NULL, 'false', 'true')), 'cancelNotice', cancel_notice)`,
  uses: [
    ['ticket', 'tickets', sql`FROM tickets WHERE tickets.session_number = sessions.number`],
    ['guest list', 'guest lists', sql`FROM guest_lists WHERE guest_lists.session_number = sessions.number`],
    ['recorded check-in', 'recorded check-ins', sql`FROM check_ins WHERE check_ins.session_id = sessions.id`],
  ],
}
