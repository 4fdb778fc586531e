// Check-ins: the batch that a device sends, its results, the list, and admissions over time.
import * as z from 'zod'
import type { Admissions as AdmissionsRow } from '../../domain/check-ins/list-admissions.ts'
import type { ListedCheckIn } from '../../domain/check-ins/list-check-ins.ts'
import type { CheckInResult as ResultRow, SentItem } from '../../domain/check-ins/record-check-ins.ts'
import { OUTCOMES } from '../../domain/check-ins/rule.ts'
import { TicketStatus } from './tickets.ts'
import {
  formatInstant,
  hasCharacters,
  Instant,
  instantSchema,
  queryParam,
  strictBody,
  uuidSchema,
} from './values.ts'

const MAX_ITEMS = 100
const MAX_DEVICE_CHARACTERS = 60
const DEFAULT_PAGE_SIZE = 20
/** A larger value is reduced to this. */
const MAX_PAGE_SIZE = 100
const DEFAULT_BUCKET_MINUTES = 5
const MAX_BUCKET_MINUTES = 60

const ITEMS_RULE = `must be a list of 1 to ${MAX_ITEMS} items`
const PAGE_SIZE_RULE = 'must be a whole number, 1 or more'
const BUCKET_RULE = `must be whole minutes from 1 to ${MAX_BUCKET_MINUTES}`

const at = instantSchema
  .refine((value) => value.getTime() >= 0, 'must not be before 1970')
  .transform((value) => value.getTime())
  .meta({
    description:
      'When it happened, by the clock of the device. A time after the service’s clock is taken for now.',
  })

const CheckInItem = z
  .strictObject({
    type: z.literal('CheckIn'),
    id: uuidSchema.meta({ description: 'Made by the device. The item may be sent again under this id.' }),
    ticketId: uuidSchema,
    at,
    admitted: z.boolean('must be true or false').default(false).meta({
      description: 'True if the person has been let in already, false to ask whether to let them in.',
    }),
  })
  .meta({ description: 'Checks a ticket in, or reports that somebody was let in.' })

const UndoItem = z
  .strictObject({
    type: z.literal('Undo'),
    id: uuidSchema.meta({ description: 'Made by the device, and another than that of the check-in.' }),
    checkInId: uuidSchema.meta({ description: 'The check-in to undo. It may arrive later than its undo.' }),
    at,
  })
  .meta({ description: 'Takes a check-in back, whoever sent it.' })

export const CheckInOrUndo = z.discriminatedUnion(
  'type',
  [CheckInItem, UndoItem],
  'must be a CheckIn or an Undo',
)

/** The index of the first item that has the id of an earlier one, but not its content. */
const findContradiction = (items: readonly SentItem[]): number => {
  const seen = new Map<string, string>()
  return items.findIndex((item) => {
    const content = JSON.stringify(item)
    const earlier = seen.get(item.id)
    seen.set(item.id, earlier ?? content)
    return earlier !== undefined && earlier !== content
  })
}

const device = z
  .string('must be text or null')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
  .trim()
  .refine(hasCharacters(0, MAX_DEVICE_CHARACTERS), `must have at most ${MAX_DEVICE_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'must have no control characters')
  .meta({ maxLength: MAX_DEVICE_CHARACTERS })
  .nullish()
  .transform((value) => value || null)

export const CheckInBatch = strictBody({
  device: device.meta({ description: 'The name of the gate or device. Null or left out if it has none.' }),
  items: z.array(CheckInOrUndo, ITEMS_RULE).min(1, ITEMS_RULE).max(MAX_ITEMS, ITEMS_RULE),
})
  .superRefine(({ items }, context) => {
    const index = findContradiction(items)
    if (index === -1) return
    context.addIssue({
      code: 'custom',
      path: ['items', index, 'id'],
      message: 'is the id of an earlier item with different content',
    })
  })
  .meta({
    description: 'Check-ins and undos, which take effect in their order. Either all are recorded or none.',
  })

/** Parameters arrive as text. `meta` says in the OpenAPI document what the text means. */
export const checkInsQuery = {
  ticketId: queryParam(uuidSchema).meta({ format: 'uuid', description: 'Only check-ins of this ticket.' }),
  problem: queryParam(z.enum(['true', 'false'], 'must be true or false'))
    .transform((value) => value === 'true')
    .meta({
      type: 'boolean',
      default: false,
      description:
        'With `true`, only people who were let in although the outcome is not `CheckedIn`, and whose check-in was not undone. An `AlreadyCheckedIn` is listed as long as another admission of the ticket is live.',
    }),
  pageSize: queryParam(
    z
      .string()
      .regex(/^0*[1-9]\d*$/, PAGE_SIZE_RULE)
      .transform((value) => Math.min(Number(value), MAX_PAGE_SIZE)),
  )
    .transform((value) => value ?? DEFAULT_PAGE_SIZE)
    .meta({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      default: DEFAULT_PAGE_SIZE,
      description: `Check-ins per page, at most ${MAX_PAGE_SIZE}. A larger value is reduced to ${MAX_PAGE_SIZE}.`,
    }),
  cursor: queryParam(z.string()).meta({
    description: 'Opaque; comes with `links.next`. Valid only with the session and filters of its link.',
  }),
}

export const admissionsQuery = {
  bucketMinutes: queryParam(
    z
      .string()
      .regex(/^\d{1,9}$/, BUCKET_RULE)
      .transform(Number)
      .refine((value) => value >= 1 && value <= MAX_BUCKET_MINUTES, BUCKET_RULE),
  )
    .transform((value) => value ?? DEFAULT_BUCKET_MINUTES)
    .meta({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: MAX_BUCKET_MINUTES,
      default: DEFAULT_BUCKET_MINUTES,
      description: 'The length of a bucket. Buckets begin at multiples of it since 1970 in UTC.',
    }),
}

export const CheckInOutcome = z.enum(OUTCOMES)

const CheckedTicket = z.strictObject({ id: z.uuid(), status: TicketStatus, checkedInAt: Instant.nullable() })

export const CheckInResult = z.strictObject({
  id: z.uuid(),
  outcome: CheckInOutcome,
  ticket: CheckedTicket.nullable().meta({
    description: 'The ticket after the batch. Null if the session has no such ticket.',
  }),
  earlier: z.strictObject({ at: Instant.nullable(), device: z.string().nullable() }).nullable().meta({
    description:
      'Of an `AlreadyCheckedIn`: when and by which device the ticket had been checked in. The device is null if another part of the platform did it, and the time is null if that part gave none.',
  }),
})

const count = z.int().min(0)

export const TicketCounts = z.strictObject({ Valid: count, CheckedIn: count, Refunded: count, Voided: count })

export const CheckInResults = z.strictObject({
  results: z.array(CheckInResult).meta({ description: 'One for each item, in their order.' }),
  counts: TicketCounts.meta({ description: 'The session’s tickets after the batch.' }),
})

export const CheckIn = z.strictObject({
  id: z.uuid(),
  ticketId: z.uuid(),
  ticketNumber: z.string().nullable().meta({ description: 'Null if the session has no such ticket now.' }),
  attendeeName: z.string().nullable(),
  at: Instant,
  receivedAt: Instant,
  device: z.string().nullable(),
  by: z.string().meta({ description: 'The subject of the token that sent it.' }),
  admitted: z.boolean(),
  outcome: CheckInOutcome,
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
})

const link = z.string().meta({ description: 'Path-absolute, with the query of the request.' })

export const CheckInPage = z.strictObject({
  data: z.array(CheckIn),
  links: z.strictObject({ self: link, next: link.nullable() }),
})

export const Admissions = z.strictObject({
  data: z.array(
    z.strictObject({
      from: Instant.meta({ description: 'The start of the bucket.' }),
      device: z.string().nullable().meta({
        description: 'Null for devices without a name and for other parts of the platform.',
      }),
      count: z.int().min(1),
    }),
  ),
})

const formatNullable = (instant: number | null): string | null =>
  instant === null ? null : formatInstant(instant)

export const serializeResult = ({
  id,
  outcome,
  ticket,
  earlier,
}: ResultRow): z.infer<typeof CheckInResult> => ({
  id,
  outcome,
  ticket: ticket && { ...ticket, checkedInAt: formatNullable(ticket.checkedInAt) },
  earlier: earlier && { at: formatNullable(earlier.at), device: earlier.device },
})

export const serializeCheckIn = (row: ListedCheckIn): z.infer<typeof CheckIn> => ({
  id: row.id,
  ticketId: row.ticketId,
  ticketNumber: row.ticketNumber,
  attendeeName: row.attendeeName,
  at: formatInstant(row.at),
  receivedAt: formatInstant(row.receivedAt),
  device: row.device,
  by: row.subject,
  admitted: row.admitted === 1,
  outcome: row.outcome,
  undoneAt: formatNullable(row.undoneAt),
  undoneBy: row.undoneBy,
})

export const serializeAdmissions = ({
  from,
  ...rest
}: AdmissionsRow): z.infer<typeof Admissions>['data'][number] => ({
  from: formatInstant(from),
  ...rest,
})
