// The body of the bulk update and of its preview.
import * as z from 'zod'
import type { SessionChange, SessionFilter } from '../../domain/series/bulk-update.ts'
import { demoId, type Example } from './examples.ts'
import { requestSchemas, responseSchemas } from './schema-names.ts'
import { instantSchema, nullAsAbsent, plainText, strictBody, uuidSchema } from './values.ts'

const MAX_CAPACITY = 1_000_000
const MAX_OFFSET_MINUTES = 1_440
const MAX_SELECTED = 500
export const FILTERS = ['All', 'FromDate', 'Upcoming', 'Selected'] as const

const selectedRule = `must be a list of 1 to ${MAX_SELECTED} ids`

const capacityRule = `must be a whole number from 0 to ${MAX_CAPACITY}`
const offsetRule = `must be whole minutes from 0 to ${MAX_OFFSET_MINUTES}, as a number or an ISO 8601 duration such as PT1H30M`

/** Days, hours, minutes, seconds (ISO 8601-1, section 5.5.2.2); months and years have no fixed length. */
const DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** The minutes in an ISO 8601 duration; NaN for any other text. */
const minutesOf = (text: string): number => {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? [null, Number.NaN]
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
}

export const capacitySchema = z.int(capacityRule).min(0, capacityRule).max(MAX_CAPACITY, capacityRule)

/** Minutes from doors opening to the start. */
export const offsetSchema = z
  .union(
    [
      z.number().meta({ type: 'integer', minimum: 0, maximum: MAX_OFFSET_MINUTES }),
      z.string().meta({ format: 'duration' }).transform(minutesOf),
    ],
    offsetRule,
  )
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_OFFSET_MINUTES, offsetRule)

export const OFFSET_FORM = `How long before the start the doors open: whole minutes, or an ISO 8601 duration of whole minutes, up to ${MAX_OFFSET_MINUTES} minutes.`

const MAX_NOTICE_CHARACTERS = 500

export const cancelNoticeSchema = plainText(MAX_NOTICE_CHARACTERS)

/** The message for a notice of a session that is not cancelled. */
export const CANCELLED_RULE = 'cancelNotice: is of cancelled sessions. Nothing was changed.'

type Filter = {
  filterType: (typeof FILTERS)[number]
  fromDate?: Date | undefined
  sessionIds?: string[] | undefined
}

/**
 * The filter with the field that it requires. Ids are sorted, so that their order does not outdate a preview.
 */
const filterOf = ({ filterType, fromDate, sessionIds }: Filter) =>
  ({
    type: filterType,
    ...(filterType === 'FromDate' && { from: fromDate }),
    ...(filterType === 'Selected' && { sessionIds: [...new Set(sessionIds)].sort() }),
  }) as SessionFilter

/** Any text is accepted: a version that does not match is outdated. */
export const expectedVersion = z.string('must be the version of a preview')

export const BulkUpdate = strictBody({
  filterType: z.enum(FILTERS, `must be one of ${FILTERS.join(', ')}`).meta({
    description:
      'Selects the sessions to change. `All`: every session of the series, past ones included. `FromDate`: sessions that start at or after `fromDate`. `Upcoming`: sessions that have not started. `Selected`: those in `sessionIds`.',
  }),
  fromDate: nullAsAbsent(instantSchema).meta({
    description: 'Required with `FromDate`. With another filter it must be well-formed but is ignored.',
  }),
  sessionIds: nullAsAbsent(
    z.array(uuidSchema, selectedRule).min(1, selectedRule).max(MAX_SELECTED, selectedRule),
  ).meta({
    description:
      'Required with `Selected`: sessions of the series. With another filter it must be well-formed but is ignored.',
  }),
  newCapacity: nullAsAbsent(capacitySchema).meta({
    description:
      'Must be at least the number of tickets sold in each selected session. If null or omitted, the capacity stays as it is.',
  }),
  newVenueId: nullAsAbsent(uuidSchema).meta({
    description: 'A venue of the same organizer. If null or omitted, the venue stays as it is.',
  }),
  newDoorsOpenOffset: nullAsAbsent(offsetSchema).meta({
    description: `${OFFSET_FORM} If null or omitted, the offset stays as it is.`,
  }),
  newCancelled: nullAsAbsent(z.boolean('must be true or false')).meta({
    description:
      'True cancels the sessions; those that are cancelled keep their `cancelledAt`. False takes that back and clears their notices. No ticket is voided or refunded. If null or omitted, nothing is cancelled or taken back.',
  }),
  newCancelNotice: nullAsAbsent(cancelNoticeSchema).meta({
    description:
      'What guests and door staff of the cancelled sessions read. Each selected session must be cancelled, by this change or before. If null, empty or omitted, the notices stay as they are.',
  }),
  expectedVersion: expectedVersion.nullish().meta({
    description:
      'The `version` of a preview of the same body. The update then does exactly what was previewed, or nothing. Repeating it returns the first response again.',
  }),
})
  .refine(({ filterType, fromDate }) => filterType !== 'FromDate' || fromDate !== undefined, {
    path: ['fromDate'],
    error: 'is required with filterType FromDate',
  })
  .refine(({ filterType, sessionIds }) => filterType !== 'Selected' || sessionIds !== undefined, {
    path: ['sessionIds'],
    error: 'is required with filterType Selected',
  })
  .refine(({ newCancelled, newCancelNotice }) => newCancelled !== false || newCancelNotice === undefined, {
    path: ['newCancelNotice'],
    error: 'is of cancelled sessions',
  })
  .transform(({ newCapacity, newVenueId, newDoorsOpenOffset, newCancelled, newCancelNotice, ...body }) => ({
    filter: filterOf(body),
    change: {
      ...(newCapacity !== undefined && { capacity: newCapacity }),
      ...(newVenueId !== undefined && { venueId: newVenueId }),
      ...(newDoorsOpenOffset !== undefined && { doorsOpenOffsetMinutes: newDoorsOpenOffset }),
      ...(newCancelled !== undefined && { cancelled: newCancelled }),
      ...(newCancelNotice !== undefined && { cancelNotice: newCancelNotice }),
    } satisfies SessionChange,
    expectedVersion: body.expectedVersion ?? undefined,
  }))
  .refine(
    ({ change }) => Object.keys(change).length > 0,
    'Nothing to change: give newCapacity, newVenueId, newDoorsOpenOffset, newCancelled or newCancelNotice',
  )
  .meta({
    description:
      'Overwrites the sessions that `filterType` selects. At least one `new…` field must have a value.',
  })
  .register(requestSchemas, { id: 'BulkUpdate' })

export const BulkUpdateResult = z
  .strictObject({
    sessionsUpdated: z.int().min(0).meta({
      description: 'Sessions selected and written, including those that already had the values.',
    }),
  })
  .register(responseSchemas, { id: 'BulkUpdateResult' })

export const bulkUpdateExamples: Record<string, Example<z.input<typeof BulkUpdate>>> = {
  none: {
    summary: 'Harmless: selects no session, because none starts that late',
    harmless: true,
    value: { filterType: 'FromDate', fromDate: '2999-01-01T00:00:00Z', newCapacity: 250 },
  },
  capacity: {
    summary: 'Overwrites: the capacity of every session',
    value: { filterType: 'All', newCapacity: 21_000 },
  },
  venue: {
    summary: 'Overwrites: the venue and doors of sessions that start on or after a date',
    value: {
      filterType: 'FromDate',
      fromDate: '2026-12-01T00:00:00Z',
      newVenueId: demoId('51'),
      newDoorsOpenOffset: 'PT1H30M',
    },
  },
  selected: {
    summary: 'Overwrites: the capacity of one session',
    value: { filterType: 'Selected', sessionIds: [demoId('33')], newCapacity: 250 },
  },
}
