import * as z from 'zod'
import { deviceOf } from '../../domain/sign-in/subjects.ts'
import {
  type ChangesPosition,
  listTicketChanges,
  MAX_CHANGES_PAGE_SIZE,
} from '../../domain/tickets/list-changes.ts'
import { fingerprint, readKnownVersions, setValidators } from '../http/conditional.ts'
import { setPace } from '../http/pace.ts'
import { countRequest, RATE_LIMITS } from '../http/rate-limit.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { cursorsOf, pageSizeParam } from '../pagination/page.ts'
import { PhoneRole } from '../resources/device.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import {
  exampleInside,
  exampleRow,
  Inside,
  ROW_FIELDS,
  serializeRow,
  TicketCounts,
  TicketRow,
} from '../resources/ticket.ts'
import { queryParam } from '../resources/values.ts'

const DEFAULT_PAGE_SIZE = 1_000

const positions = cursorsOf<string, ChangesPosition>(
  z.strictObject({
    epoch: z.string(),
    change: z.int(),
    seen: z.int(),
    afterKey: z.int().nullable(),
    role: z.enum(['Steward', 'Kiosk']).optional(),
  }),
  (sessionId) => ['ticket-changes', sessionId],
  'since: is damaged or belongs to another session.',
)

const TicketChanges = z
  .strictObject({
    fields: z.array(z.enum(ROW_FIELDS)).meta({ description: 'The names of the values in each row.' }),
    rows: z.array(TicketRow),
    removed: z.array(z.uuid()).meta({ description: 'Ids of tickets that the session no longer has.' }),
    counts: TicketCounts,
    inside: Inside,
    digest: z.int().min(0).meta({
      description:
        'The sum of `check` over all tickets of the session. If a device’s own sum differs when `more` is false, it must start over without `since`.',
    }),
    typesVersion: z.string().meta({
      description:
        'Changes whenever a ticket type or an area of the event changes, or the session is cancelled. A device with another version must read the session again.',
    }),
    role: PhoneRole.nullable().meta({
      description:
        'Of a phone; null for people and programs. A `Steward` or `Kiosk` gets tickets without names, e-mail addresses, notes, seats, references and guest lists. After a change of the role, a request with `since` gets a 410, and `role` of the error is the new one.',
    }),
    more: z.boolean().meta({
      description: 'If true, send another request with `since` set to `next` right away.',
    }),
    next: z.string().meta({ description: 'Opaque. Send it as `since` of the next request.' }),
  })
  .register(responseSchemas, { id: 'TicketChanges' })

export const ticketChangeOperations = [
  operation({
    id: 'listTicketChanges',
    method: 'GET',
    path: '/sessions/:sessionId/ticket-changes',
    tag: 'Tickets',
    summary: 'Get the tickets of a session, then their changes',
    description:
      'For devices that keep a copy of a session’s tickets. Without `since`, the response starts the full list. With `since` set to `next` of the previous response, it continues the list and then returns changes. When `more` is false, a device that has upserted each ticket in `rows` by id and deleted each id in `removed` has exactly the session’s tickets. See docs/sync.md in the repository.',
    access: 'staff',
    params: sessionParams,
    query: {
      since: queryParam(z.string()).meta({
        examples: ['WyJmVU5…'],
        description: 'Opaque: `next` of the previous response. Omit it to load the full list.',
      }),
      pageSize: pageSizeParam(
        'Tickets',
        DEFAULT_PAGE_SIZE,
        MAX_CHANGES_PAGE_SIZE,
        ' Responses with long texts can have fewer.',
      ),
    },
    response: {
      description: 'New, changed and removed tickets.',
      body: TicketChanges,
      cache: 'validators',
      isPolled: true,
      examples: {
        changes: {
          summary: 'A check-in and a removed ticket',
          value: {
            fields: ROW_FIELDS,
            rows: [exampleRow],
            removed: ['4fe02c1a-1d5c-4b1f-8a0e-7c9d2b3e4f50'],
            counts: { Valid: 16_978, CheckedIn: 1_041, Refunded: 1_195, Voided: 785 },
            inside: exampleInside,
            digest: 167_772_160_514,
            typesVersion: '5c0d9a7e12f4b683',
            role: 'Staff',
            more: false,
            next: 'WyJmVU5jc0dXVSIs',
          },
        },
      },
    },
    errors: { session_not_found: true, invalid_cursor: positions.invalidMessage, changes_gone: true },
    limits: () => [RATE_LIMITS.changes],
    handle: async (c, { params: { sessionId }, query: { since, pageSize } }) => {
      const position = since === undefined ? undefined : await positions.decode(c.get('db'), sessionId, since)
      if (position === undefined || position.afterKey !== null) await countRequest(c, RATE_LIMITS.listParts)

      const query = c.get('query').toString()
      const request = await fingerprint(c.env.VERSION.id, 'ticket-changes', sessionId, query)
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), request)
      const { version, phoneRole, page } = await readFromNearest(c, (db) =>
        listTicketChanges(db, {
          subject: c.get('subject'),
          sessionId,
          since: position,
          pageSize,
          knownVersions,
        }),
      )
      setValidators(c, version, request)
      setPace(c)
      if (page === undefined) return c.body(null, 304)
      const { tickets, removed, counts, inside, digest, typesVersion, more, next } = page
      return {
        fields: ROW_FIELDS,
        rows: tickets.map((ticket) => serializeRow(sessionId, ticket)),
        removed,
        counts,
        inside,
        digest,
        typesVersion,
        role: phoneRole ?? (deviceOf(c.get('subject')) === undefined ? null : ('Staff' as const)),
        more,
        next: await positions.encode(c.get('db'), sessionId, next),
      }
    },
  }),
]
