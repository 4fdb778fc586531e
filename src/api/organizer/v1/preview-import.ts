import { IMPORT_DEADLINE_MS } from '../../../domain/import/import-tickets.ts'
import { previewImport as preview } from '../../../domain/import/preview-import.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import {
  IMPORTS,
  ImportPreviewBody,
  ImportPreviewed,
  importExamples,
  isLargeImport,
  MAX_IMPORT_BYTES,
  readRows,
  serializeImportPreview,
} from '../../resources/import.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { sessionParams } from '../../resources/session.ts'
import { encodeImport } from './import-version.ts'

export const previewImport = operation({
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
    const previewed = await readFromNearest(c, (db) => preview(db, caller, sessionId, tickets, options))
    const of = { subject: caller.subject, sessionId, options, rows: body.tickets }
    const version = await encodeImport(of, caller.importId, previewed.state)
    return serializeImportPreview(previewed, body.tickets.length, wrong, version)
  },
})
