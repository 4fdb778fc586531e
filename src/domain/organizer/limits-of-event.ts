// How much an event may have. Lists of events show all series, a session all ticket types, and a series counts its sessions.
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Guard } from './resource.ts'

export const MAX_IN_EVENT = { series: 40, ticket_types: 200, sessions: 5_000 } as const

const NAMES = { series: 'series', ticket_types: 'ticket types', sessions: 'sessions' } as const

/** Fails if the event would have more than it may have with `added` more. */
export const countGuard = (table: keyof typeof MAX_IN_EVENT, added: number | SQL = 1): Guard => {
  const max = MAX_IN_EVENT[table]
  return {
    failed: sql`nullif((SELECT count(*) FROM (SELECT 1 FROM ${sql.identifier(table)} AS counted
      WHERE counted.event_id = events.id LIMIT ${max})) > ${max} - ${added}, 0)`,
    error: () =>
      new AppError(
        'invalid_request',
        `An event can have at most ${max.toLocaleString('en')} ${NAMES[table]}. Nothing was created.`,
      ),
  }
}
