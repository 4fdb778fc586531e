// What was recorded at the doors of a session: the list of check-ins, and admissions over time.
import * as z from 'zod'
import type { Admissions as AdmissionsRow } from '../../domain/check-ins/list-admissions.ts'
import type { ListedCheckIn } from '../../domain/check-ins/list-check-ins.ts'
import { CheckInOutcome } from './check-ins.ts'
import { formatInstant, formatNullableInstant, Instant, queryParam, uuidSchema } from './values.ts'

const DEFAULT_PAGE_SIZE = 20
/** A larger value is reduced to this. */
const MAX_PAGE_SIZE = 100
const DEFAULT_BUCKET_MINUTES = 5
const MAX_BUCKET_MINUTES = 60

const PAGE_SIZE_RULE = 'must be a whole number, 1 or more'
const BUCKET_RULE = `must be whole minutes from 1 to ${MAX_BUCKET_MINUTES}`

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
  undoneAt: formatNullableInstant(row.undoneAt),
  undoneBy: row.undoneBy,
})

export const serializeAdmissions = ({
  from,
  ...rest
}: AdmissionsRow): z.infer<typeof Admissions>['data'][number] => ({
  from: formatInstant(from),
  ...rest,
})
