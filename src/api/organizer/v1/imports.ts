import * as z from 'zod'
import type { ImportOptions } from '../../../domain/import/file/rows.ts'
import { IMPORT_DEADLINE_MS, importTickets } from '../../../domain/import/import-tickets.ts'
import { previewImport } from '../../../domain/import/preview-import.ts'
import { revertImport } from '../../../domain/import/revert-import.ts'
import { EXAMPLE_IDS } from '../../demo-ids.ts'
import { actorOf } from '../../http/actor.ts'
import { fingerprint } from '../../http/fingerprint.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { decodeOpaque, encodeOpaque } from '../../pagination/opaque.ts'
import {
  IMPORTS,
  ImportBody,
  ImportPreviewBody,
  ImportPreviewed,
  ImportResult,
  importExamples,
  isLargeImport,
  MAX_IMPORT_BYTES,
  readRows,
  serializeImportPreview,
} from '../../resources/import.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { uuidSchema } from '../../resources/values.ts'

// The version of an import's preview: an opaque text with the id of the import and the state of the tickets
// that it would change. It belongs to one subject, session and set of rows.

type Previewed = {
  subject: string
  sessionId: string
  options: ImportOptions
  rows: readonly unknown[]
}

const Content = z.tuple([uuidSchema, z.string()])

const ownerOf = async ({ subject, sessionId, options, rows }: Previewed) => [
  'import',
  subject,
  sessionId,
  await fingerprint(options, rows),
]

const encodeImport = async (previewed: Previewed, importId: string, state: string): Promise<string> =>
  encodeOpaque(await ownerOf(previewed), [importId, state])

/**
 * The import's id and the previewed state; undefined for a version of another subject, session or set of
 * rows.
 */
const decodeImport = async (previewed: Previewed, version: string) => {
  const content = await decodeOpaque(Content, await ownerOf(previewed), version)
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
      'What the rows would change, and what is wrong with them. It changes nothing. A row never checks an existing ticket in or out.',
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
          summary: 'A new guest, and three of the crew',
          value: {
            version: EXAMPLE_VERSION,
            ...{ rows: 2, toInsert: 4, toUpdate: 0, toVoid: 0, unchanged: 0 },
            newTicketTypes: ['Guest list', 'Crew'],
            ...{ soldAfter: 184, capacity: 400, warnings: [], problemCount: 0, problems: [] },
          },
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId }, body }) => {
      const caller = { subject: c.get('subject'), importId: crypto.randomUUID() }
      const { options, tickets, ...wrong } = readRows(body)
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const previewed = await readFromNearest(c, (db) =>
        previewImport(db, caller, sessionId, tickets, options),
      )
      const of = { subject: caller.subject, sessionId, options, rows: body.tickets }
      const version = await encodeImport(of, caller.importId, previewed.state)
      return serializeImportPreview(previewed, body.tickets.length, wrong, version)
    },
  }),
  operation({
    id: 'importTickets',
    method: 'POST',
    path: IMPORTS,
    tag: 'Guests',
    summary: 'Import tickets into a session',
    description:
      'Takes the body of the preview and its version. All rows or none, in one transaction, and once however often it is repeated. Other sales and check-ins do not outdate the preview.',
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
      const { options, ...read } = readRows(body)
      const of = { subject: actor.subject, sessionId, options, rows: body.tickets }
      const previewed = await decodeImport(of, expectedVersion)
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return importTickets(db, actor, sessionId, read, options, {
        importId: previewed?.importId ?? crypto.randomUUID(),
        isAsPreviewed: (state) => state === previewed?.state,
      })
    },
  }),
  operation({
    id: 'revertImport',
    method: 'POST',
    path: `${IMPORTS}/:recordId/revert`,
    tag: 'Guests',
    summary: 'Delete the tickets that an import has created',
    description:
      'All or none: only while none of them was ever checked in. The record is that of the import in the history. What the import changed or voided stays. A repeated call has the same response.',
    access: 'manager',
    params: { ...sessionParams, recordId: uuidSchema },
    isHeavy: () => true,
    limits: () => [RATE_LIMITS.imports],
    response: {
      description: 'How many tickets were deleted.',
      body: z.strictObject({ deleted: z.int().min(0) }).register(responseSchemas, { id: 'ImportTakenBack' }),
      examples: { all: { summary: 'Four tickets', value: { deleted: 4 } } },
    },
    errors: {
      session_not_found: true,
      record_not_found: true,
      in_use: '3 of the tickets were checked in. Nothing was deleted.',
    },
    handle: (c, { params: { sessionId, recordId } }) => {
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return revertImport(db, actorOf(c), sessionId, recordId)
    },
  }),
]
