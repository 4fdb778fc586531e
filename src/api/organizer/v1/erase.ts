import * as z from 'zod'
import {
  eraseEmail,
  eraseTicket,
  MAX_ERASED,
  previewDays,
  previewEmail,
} from '../../../domain/erase/person.ts'
import { IMPORT_DEADLINE_MS } from '../../../domain/import/import-tickets.ts'
import { isCurrent } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { eraseAfterDays, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { lineSchema, strictBody } from '../../resources/values.ts'
import {
  exampleManagedTicket,
  ManagedTicket,
  serializeManagedTicket,
  ticket,
  toTicketPath,
} from './tickets.ts'

const ERASE = '/organizers/:organizerId/erase'

const email = lineSchema(200)

const Erasure = z
  .strictObject({
    tickets: z.int().min(0),
    sessions: z.int().min(0),
    more: z
      .boolean()
      .meta({ description: `Whether more than ${MAX_ERASED.toLocaleString('en')} tickets match.` }),
  })
  .register(responseSchemas, { id: 'Erasure' })

const example: z.infer<typeof Erasure> = { tickets: 2, sessions: 1, more: false }

export const eraseOperations = [
  operation({
    id: 'eraseTicket',
    method: 'POST',
    path: `${ticket.path}/erase`,
    tag: ticket.tag,
    summary: 'Erase the guest of a ticket',
    description:
      'Removes the attendee, the note and the holder, also from the search index and the history. The number, code, type, seat, status, times and `transferCount` stay. Companions who are named after the guest, such as “Ana +1”, lose their name and note. It cannot be undone. Phones erase the guest when they next read the changes.',
    access: 'manager',
    params: ticket.params,
    isHeavy: true,
    response: {
      description: 'The ticket without its guest.',
      body: ManagedTicket,
      cache: 'private',
      examples: {
        ticket: {
          summary: 'The ticket',
          value: { ...exampleManagedTicket, attendee: null, holderEmail: null, currentHolderId: undefined },
        },
      },
    },
    errors: { ticket_not_found: true, precondition_failed: true },
    handle: async (c, { params }) => {
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const row = await eraseTicket(c.get('db'), actorOf(c), toTicketPath(params), isCurrent(c))
      return serializeManagedTicket(row, c.req.url)
    },
  }),
  operation({
    id: 'previewErasure',
    method: 'POST',
    path: `${ERASE}/preview`,
    tag: 'Organizers',
    summary: 'Preview an erasure',
    description:
      'With `email`, how many tickets have this address. With `eraseAfterDays`, how many tickets the first run would erase with this setting. Changes nothing.',
    access: 'manager',
    params: organizerParams,
    body: strictBody({ email: email.exactOptional(), eraseAfterDays: eraseAfterDays.exactOptional() })
      .refine(
        ({ email, eraseAfterDays }) => (email === undefined) !== (eraseAfterDays === undefined),
        'Give either email or eraseAfterDays',
      )
      .register(requestSchemas, { id: 'ErasurePreview' }),
    bodyExamples: {
      email: { summary: 'A guest', value: { email: 'ana@example.com' } },
      days: { summary: 'A setting', value: { eraseAfterDays: 60 } },
    },
    isRead: true,
    isHeavy: true,
    response: {
      description: 'What would be erased.',
      body: Erasure,
      cache: 'private',
      examples: { two: { summary: 'Two tickets', value: example } },
    },
    errors: { organizer_not_found: true },
    handle: (c, { params: { organizerId }, body: { email, eraseAfterDays: days } }) =>
      readFromNearest(c, (db) =>
        email === undefined
          ? previewDays(db, actorOf(c), organizerId, days as number)
          : previewEmail(db, c.get('subject'), organizerId, email),
      ),
  }),
  operation({
    id: 'eraseEmail',
    method: 'POST',
    path: ERASE,
    tag: 'Organizers',
    summary: 'Erase an e-mail address',
    description: `Erases the holder of each ticket whose holder has the address, and the attendee, with the note, of each ticket whose attendee has it and of the companions who are named after them. An attendee without an address counts as the holder. ASCII case is ignored. At most ${MAX_ERASED.toLocaleString('en')} tickets; repeat the call while \`more\` is true. It cannot be undone.`,
    access: 'manager',
    params: organizerParams,
    body: strictBody({ email }).register(requestSchemas, { id: 'ErasedEmail' }),
    bodyExamples: { email: { summary: 'A guest', value: { email: 'ana@example.com' } } },
    isHeavy: true,
    isAlone: true,
    response: {
      description: 'What was erased.',
      body: Erasure,
      cache: 'private',
      examples: { two: { summary: 'Two tickets', value: example } },
    },
    errors: { organizer_not_found: true },
    handle: (c, { params: { organizerId }, body }) => {
      c.get('db').allow(IMPORT_DEADLINE_MS)
      return eraseEmail(c.get('db'), actorOf(c), organizerId, body.email)
    },
  }),
]
