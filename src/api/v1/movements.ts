import * as z from 'zod'
import { listMovements } from '../../domain/check-ins/list-movements.ts'
import { fingerprint, readKnownVersions, setValidators } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import { Instant, queryParam, serializer, uuidSchema } from '../resources/values.ts'

const count = z.int().min(0)

const Quarter = z.strictObject({
  from: Instant.meta({ description: 'The start of the quarter hour.' }),
  entered: count.meta({
    description:
      'Entries, including repeated ones. Entries to an area count for the venue if the guest came from outside.',
  }),
  left: count.meta({ description: 'Exits from the venue, or with `areaId` from the area.' }),
  others: z.int().meta({ description: 'People without tickets: arrivals minus exits.' }),
})

const serialize = serializer(Quarter)

export const movementOperations = [
  operation({
    id: 'listMovements',
    method: 'GET',
    path: '/sessions/:sessionId/movements',
    tag: 'Check-ins',
    summary: 'Count arrivals and exits over time',
    description:
      'Counts check-ins, exits and tallies that were not undone, and tickets that other parts of the platform checked in at a known time. Quarter hours without movements are omitted.',
    access: 'staff',
    isHeavy: true,
    params: sessionParams,
    query: {
      areaId: queryParam(uuidSchema).meta({
        format: 'uuid',
        description: 'Only movements of this area of the event. By default those of the venue.',
      }),
    },
    response: {
      description: 'The movements, in chronological order.',
      body: z.strictObject({ data: z.array(Quarter) }).register(responseSchemas, { id: 'Movements' }),
      cache: 'validators',
      examples: {
        some: {
          summary: 'Half an hour',
          value: {
            data: [
              { from: '2026-06-12T17:45:00.000Z', entered: 31, left: 0, others: 0 },
              { from: '2026-06-12T18:00:00.000Z', entered: 58, left: 12, others: 2 },
            ],
          },
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId }, query: { areaId } }) => {
      const request = await fingerprint(c.env.VERSION.id, 'movements', sessionId, areaId ?? '')
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), request)
      const { version, data } = await readFromNearest(c, (db) =>
        listMovements(db, { sessionId, areaId, subject: c.get('subject'), knownVersions }),
      )
      setValidators(c, version, request)
      if (data === undefined) return c.body(null, 304)
      return { data: data.map((quarter) => serialize(quarter)) }
    },
  }),
]
