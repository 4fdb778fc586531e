import { sql } from 'drizzle-orm'
import type { Guard } from '../../../domain/resources/resource.ts'
import { SOLD } from '../../../domain/sessions/ticket-counts.ts'
import { AppError } from '../../../errors.ts'
import { capacitySchema, OFFSET_FORM, offsetSchema } from '../../resources/bulk-update.ts'
import { session } from '../../resources/managed-session.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, storedInstant, uuidSchema } from '../../resources/values.ts'
import { changeOperation } from './resource-operations.ts'

/** The tickets sold, if they are more than the new capacity. */
const capacityGuard = (capacity: number): Guard => ({
  failed: sql`iif(${capacity} <> sessions.capacity AND ${capacity} < ${SOLD}, ${SOLD}, NULL)`,
  error: (sold) =>
    new AppError(
      'capacity_below_sold',
      `capacity: ${capacity} is below the ${sold} tickets sold. Nothing was changed.`,
    ),
})

const venueGuard = (venueId: string): Guard => ({
  failed: sql`iif(EXISTS (SELECT 1 FROM venues AS wanted
    WHERE wanted.id = ${venueId} AND wanted.organizer_id = events.organizer_id), NULL, 1)`,
  error: () => new AppError('unknown_venue', 'venueId: the organizer has no such venue.'),
})

export const updateSession = changeOperation('updateSession', session, {
  body: changeBody({
    startsAt: storedInstant.exactOptional(),
    capacity: capacitySchema.exactOptional().meta({
      description: 'At least the number of tickets sold.',
    }),
    venueId: uuidSchema.nullable().exactOptional().meta({
      description: 'A venue of the same organizer. Null removes it.',
    }),
    doorsOpenOffset: offsetSchema
      .nullable()
      .exactOptional()
      .meta({ description: `${OFFSET_FORM} Null removes it.` }),
  }).register(requestSchemas, { id: 'SessionChange' }),
  bodyExamples: {
    same: {
      summary: 'Harmless: changes nothing where there is no venue',
      harmless: true,
      value: { capacity: 80 },
    },
    capacity: { summary: 'A new capacity', value: { capacity: 20_000 } },
    start: {
      summary: 'A later start, and doors an hour earlier',
      value: { startsAt: '2026-06-19T21:00:00+02:00', doorsOpenOffset: 'PT1H' },
    },
  },
  values: ({ doorsOpenOffset, ...values }) => ({
    ...values,
    ...(doorsOpenOffset !== undefined && { doorsOpenOffsetMinutes: doorsOpenOffset }),
  }),
  guards: ({ capacity, venueId }) => [
    ...(capacity === undefined ? [] : [capacityGuard(capacity)]),
    ...(typeof venueId === 'string' ? [venueGuard(venueId)] : []),
  ],
  errors: {
    capacity_below_sold: 'capacity: 20 is below the 54 tickets sold. Nothing was changed.',
    unknown_venue: 'venueId: the organizer has no such venue.',
  },
})
