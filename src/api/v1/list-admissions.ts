import * as z from 'zod'
import { listAdmissions as list } from '../../domain/check-ins/list-admissions.ts'
import { readKnownVersions, setValidators } from '../http/conditional.ts'
import { fingerprint } from '../http/fingerprint.ts'
import { RATE_LIMITS } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import { Instant, queryParam, serializer } from '../resources/values.ts'

const DEFAULT_BUCKET_MINUTES = 5
const MAX_BUCKET_MINUTES = 60
const BUCKET_RULE = `must be whole minutes from 1 to ${MAX_BUCKET_MINUTES}`

const Bucket = z.strictObject({
  from: Instant.meta({ description: 'The start of the bucket.' }),
  device: z.string().nullable().meta({
    description:
      'Null for devices without a name, for other parts of the platform, and for devices beyond the 50 with the most admissions.',
  }),
  count: z.int().min(1),
})

const serialize = serializer(Bucket)

export const listAdmissions = operation({
  id: 'listAdmissions',
  method: 'GET',
  path: '/sessions/:sessionId/admissions',
  tag: 'Check-ins',
  summary: 'Count admissions over time',
  description:
    'Counts live check-ins, and tickets that other parts of the platform checked in at a known time. Empty buckets are left out.',
  access: 'staff',
  params: sessionParams,
  query: {
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
        description: 'The length of a bucket. Buckets begin at multiples of it since 1970 (UTC).',
      }),
  },
  response: {
    description: 'The admissions, sorted by time and then by device.',
    body: z
      .strictObject({
        bucketMinutes: z.int().min(1).meta({
          description: 'The length of a bucket. It is longer than asked if there would be too many.',
        }),
        data: z.array(Bucket),
      })
      .register(responseSchemas, { id: 'Admissions' }),
    cache: 'validators',
    examples: {
      some: {
        summary: 'Two gates',
        value: {
          bucketMinutes: 5,
          data: [
            { from: '2026-06-12T17:55:00.000Z', device: 'Gate A', count: 31 },
            { from: '2026-06-12T17:55:00.000Z', device: 'Gate B', count: 28 },
          ],
        },
      },
    },
  },
  errors: { session_not_found: true },
  limits: () => [RATE_LIMITS.admissions],
  handle: async (c, { params, query }) => {
    const request = await fingerprint(
      c.env.VERSION.id,
      'admissions',
      params.sessionId,
      String(query.bucketMinutes),
    )
    const knownVersions = readKnownVersions(c.req.header('If-None-Match'), request)
    const asked = { ...params, ...query, subject: c.get('subject'), knownVersions }
    const { version, plot } = await readFromNearest(c, (db) => list(db, asked))
    setValidators(c, version, request)
    if (plot === undefined) return c.body(null, 304)
    return { bucketMinutes: plot.bucketMinutes, data: plot.data.map(serialize) }
  },
})
