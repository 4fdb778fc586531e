// How many series and ticket types an event may have: lists of events and of sessions show them all.
import { sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Guard } from './resource.ts'

export const MAX_IN_EVENT = 200

/** Fails if the event has as many of them as it may have. */
export const countGuard =
  (table: 'series' | 'ticket_types', several: string) =>
  (eventId: string): Guard[] => [
    {
      failed: sql`nullif((SELECT count(*) FROM (
        SELECT 1 FROM ${sql.identifier(table)} AS counted WHERE counted.event_id = ${eventId} LIMIT ${MAX_IN_EVENT})) >= ${MAX_IN_EVENT}, 0)`,
      error: () => new AppError('invalid_request', `An event can have ${MAX_IN_EVENT} ${several}.`),
    },
  ]
