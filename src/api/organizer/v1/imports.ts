import * as z from 'zod'
import { IMPORT_DEADLINE_MS, importTickets } from '../../../domain/import/import-tickets.ts'
import { previewImport } from '../../../domain/import/preview-import.ts'
import type { PreviewedState } from '../../../domain/import/previewed.ts'
import { fingerprint } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { type Asked, decodeOpaque, encodeOpaque } from '../../http/opaque.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { EXAMPLE_IDS } from '../../resources/examples.ts'
import { ImportPreviewed, serializeImportPreview } from '../../resources/import-preview.ts'
import {
  ImportBody,
  ImportPreviewBody,
  isLargeImport,
  MAX_IMPORT_BYTES,
  type Previewed,
  sourceOf,
} from '../../resources/import-rows.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { uuidSchema } from '../../resources/values.ts'
import { revertOperations } from './revert-operations.ts'

const IMPORTS = '/sessions/:sessionId/imports'

const importExamples = {
  guests: {
    summary: 'A guest list without numbers',
    value: {
      tickets: [
        { ticketTypeName: 'Guest list', attendeeName: 'Ana García', holderEmail: 'ana@example.com' },
        { ticketTypeName: 'Crew', attendeeName: 'Bo Lind', plusOnes: 2 },
      ],
      match: 'guest' as const,
    },
  },
  printed: {
    summary: 'Tickets that another system printed',
    value: {
      tickets: [
        { ticketNumber: 'AB3CD-1', ticketTypeName: 'Standing', code: 'mz4x8f6q2kcepw9s', status: 'Valid' },
      ],
      missing: 'void' as const,
    },
  },
}

const count = z.int().min(0)

const ImportResult = z
  .strictObject({
    inserted: count,
    updated: count,
    unchanged: count,
    voided: count,
    recordId: z.uuid().nullable().meta({
      description: 'The history record by which the import can be reverted. Null if nothing was changed.',
    }),
  })
  .register(responseSchemas, { id: 'ImportResult' })

// The version of an import's preview: an opaque text with the import's id and the state of the tickets that
// it would change. It is valid for one subject, session and set of rows.

const Content = z.tuple([uuidSchema, z.array(z.string())])

const ownerOf = async ({ subject, sessionId, options, rows }: Previewed) => [
  'import',
  subject,
  sessionId,
  await fingerprint(options, rows),
]

const encodeImport = async (
  db: Asked,
  previewed: Previewed,
  importId: string,
  state: PreviewedState,
): Promise<string> => encodeOpaque(db, await ownerOf(previewed), [importId, state])

/** The import's id and the previewed state; undefined if the version belongs to another import. */
const decodeImport = async (db: Asked, previewed: Previewed, version: string) => {
  const content = await decodeOpaque(db, Content, await ownerOf(previewed), version)
  return content && { importId: content[0], state: content[1] }
}

export const importOperations = [
  operation({
    id: 'previewImport',
    method: 'POST',
    path: `${IMPORTS}/preview`,
    tag: 'Guests',
    summary: 'Preview an import of tickets',
    description:
      'Returns what the rows would change, and their problems. Changes nothing. A row never checks an existing ticket in or out.',
    access: 'manager',
    params: sessionParams,
    body: ImportPreviewBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyExamples: importExamples,
    isRead: true,
    isHeavy: isLargeImport,
    limits: () => [RATE_LIMITS.imports],
    response: {
      description: 'The effect of the import.',
      body: ImportPreviewed,
      cache: 'private',
      examples: {
        guests: {
          summary: 'A new guest, and another one with two companions',
          value: {
            version: EXAMPLE_VERSION,
            rows: 2,
            toInsert: 4,
            toInsertByStatus: { Valid: 4, CheckedIn: 0, Refunded: 0, Voided: 0 },
            toUpdate: 0,
            toVoid: 0,
            unchanged: 0,
            checkedInRows: 0,
            leftOut: 0,
            newTicketTypes: ['Guest list', 'Crew'],
            soldAfter: 184,
            capacity: 400,
            warnings: [],
            doubleCount: 0,
            doubles: [],
            problemCount: 0,
            problems: [],
          },
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId }, body }) => {
      const caller = { subject: c.get('subject'), importId: crypto.randomUUID() }
      const { source, options, request } = sourceOf(caller.subject, sessionId, body)
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const { rows, preview } = await readFromNearest(c, (db) =>
        previewImport(db, caller, sessionId, source, options),
      )
      const version = await encodeImport(c.get('db'), request, caller.importId, preview.state)
      return serializeImportPreview(preview, rows, version)
    },
  }),
  operation({
    id: 'importTickets',
    method: 'POST',
    path: IMPORTS,
    tag: 'Guests',
    summary: 'Import tickets into a session',
    description:
      'Takes the body of the preview and its version. Imports all rows or none, in one transaction. Repeating the call has no further effect. Unrelated sales and check-ins do not outdate the preview.',
    access: 'manager',
    params: sessionParams,
    body: ImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyExamples: {
      guests: {
        summary: importExamples.guests.summary,
        value: { ...importExamples.guests.value, expectedVersion: EXAMPLE_VERSION },
      },
    },
    isHeavy: isLargeImport,
    isAlone: true,
    limits: () => [RATE_LIMITS.imports],
    response: {
      description: 'What was written.',
      body: ImportResult,
      examples: {
        guests: {
          summary: 'Four new tickets',
          value: { inserted: 4, updated: 0, unchanged: 0, voided: 0, recordId: EXAMPLE_IDS.recordId },
        },
      },
    },
    errors: {
      limit_reached: 'Row 40: a session holds up to 200,000 tickets. Nothing was changed.',
      session_not_found: true,
      preview_outdated: true,
      code_taken: 'Row 3, code: is the code of a ticket of another organizer. Nothing was changed.',
    },
    handle: async (c, { params: { sessionId }, body: { expectedVersion, ...body } }) => {
      const actor = actorOf(c)
      const { source, options, request } = sourceOf(actor.subject, sessionId, body)
      const previewed = await decodeImport(c.get('db'), request, expectedVersion)
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return importTickets(db, actor, sessionId, source, options, {
        importId: previewed?.importId ?? crypto.randomUUID(),
        previewed: previewed?.state,
      })
    },
  }),
  ...revertOperations({
    kind: 'tickets.import',
    path: IMPORTS,
    ids: ['previewRevertOfImport', 'revertImport'],
    summaries: ['Preview reverting an import of tickets', 'Revert an import of tickets'],
    description:
      'Deletes the tickets that the import created, gives those that it changed their old values back, and makes those that it voided or refunded valid again: all or none, in one transaction. What has changed since stays, and is named in `leftOut`. The old values are kept for 30 days; later, only what the import created is deleted. `recordId` names the import’s record in the history. Repeating the call returns the first response again.',
    limits: () => [RATE_LIMITS.imports],
  }),
]
