// What the bulk update of sessions takes and answers.
import * as z from 'zod'
import type { SessionChange, SessionFilter } from '../../domain/sessions.ts'
import { readInstant, uuid } from './values.ts'

const MAX_CAPACITY = 1_000_000
const MAX_OFFSET_MINUTES = 1_440
const FILTERS = ['All', 'FromDate', 'Upcoming'] as const

const capacityRule = `must be a whole number from 0 to ${MAX_CAPACITY}`
const offsetRule = `must be whole minutes from 0 to ${MAX_OFFSET_MINUTES}, as a number or an ISO 8601 duration such as PT1H30M`

/** Days, hours, minutes, seconds (ISO 8601-1, section 5.5.2.2); months and years have no fixed length. */
const DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Minutes of an ISO 8601 duration; NaN where it is none. */
const readDuration = (text: string): number => {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? [null, Number.NaN]
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
}

export const BulkUpdate = z
  .strictObject(
    {
      filterType: z.enum(FILTERS, `must be one of ${FILTERS.join(', ')}`),
      fromDate: readInstant.nullish(),
      newCapacity: z.int(capacityRule).min(0, capacityRule).max(MAX_CAPACITY, capacityRule).nullish(),
      newVenueId: uuid.nullish(),
      newDoorsOpenOffset: z
        .union([z.number(), z.string().transform(readDuration)], offsetRule)
        .refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_OFFSET_MINUTES, offsetRule)
        .nullish(),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'The body must be a JSON object' : undefined) },
  )
  .refine(({ filterType, fromDate }) => filterType !== 'FromDate' || (fromDate ?? null) !== null, {
    path: ['fromDate'],
    error: 'is required with filterType FromDate',
  })
  .refine(
    ({ newCapacity, newVenueId, newDoorsOpenOffset }) =>
      [newCapacity, newVenueId, newDoorsOpenOffset].some((value) => (value ?? null) !== null),
    'Nothing to change: give newCapacity, newVenueId or newDoorsOpenOffset',
  )
  .transform((body): { filter: SessionFilter; change: SessionChange } => ({
    filter:
      body.filterType === 'FromDate'
        ? { type: 'FromDate', from: body.fromDate as Date }
        : { type: body.filterType },
    change: {
      ...((body.newCapacity ?? null) !== null && { capacity: body.newCapacity as number }),
      ...((body.newVenueId ?? null) !== null && { venueId: body.newVenueId as string }),
      ...((body.newDoorsOpenOffset ?? null) !== null && {
        doorsOpenOffsetMinutes: body.newDoorsOpenOffset as number,
      }),
    },
  }))

export const BulkUpdateResult = z.strictObject({ sessionsUpdated: z.int() })
