// Limits of an event and an organizer. Lists of events include all
// series, a session all ticket types, and a series counts its sessions.
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Guard } from './resource.ts'

export const MAX_IN_EVENT = { series: 40, ticket_types: 200, sessions: 5_000, areas: 15 } as const

const NAMES = {
  series: 'series',
  ticket_types: 'ticket types',
  sessions: 'sessions',
  areas: 'areas',
} as const

/** A phone or program is a subject with its own rate limits; a webhook has a sender of its own. */
const MAX_IN_ORGANIZER = { devices: 500, programs: 50, webhooks: 5 } as const

const LABELS = { devices: 'phones', programs: 'programs', webhooks: 'webhooks' } as const

/** The message of `limit_reached`. */
export const describeLimit = (table: keyof typeof MAX_IN_ORGANIZER): string =>
  `An organizer can have at most ${MAX_IN_ORGANIZER[table]} ${LABELS[table]}. Nothing was created.`

/** Fails if the organizer has reached its limit. */
export const organizerGuard = (table: keyof typeof MAX_IN_ORGANIZER): Guard => {
  const max = MAX_IN_ORGANIZER[table]
  return {
    failed: sql`(SELECT 1 FROM ${sql.identifier(table)} AS counted WHERE counted.organizer_id = organizers.id
      LIMIT 1 OFFSET ${max - 1})`,
    error: () => new AppError('limit_reached', describeLimit(table)),
  }
}

/** Fails if the event would exceed its limit with `added` more. */
export const countGuard = (table: keyof typeof MAX_IN_EVENT, added: number | SQL = 1): Guard => {
  const max = MAX_IN_EVENT[table]
  return {
    failed: sql`nullif((SELECT count(*) FROM (SELECT 1 FROM ${sql.identifier(table)} AS counted
      WHERE counted.event_id = events.id LIMIT ${max})) > ${max} - ${added}, 0)`,
    error: () =>
      new AppError(
        table === 'areas' ? 'limit_reached' : 'invalid_request',
        `An event can have at most ${max.toLocaleString('en')} ${NAMES[table]}. Nothing was created.`,
      ),
  }
}
