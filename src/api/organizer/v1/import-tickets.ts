import { IMPORT_DEADLINE_MS, importTickets as run } from '../../../domain/import/import-tickets.ts'
import { EXAMPLE_IDS } from '../../demo-ids.ts'
import { actorOf } from '../../http/actor.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import {
  IMPORTS,
  ImportBody,
  ImportResult,
  importExamples,
  isLargeImport,
  MAX_IMPORT_BYTES,
  readRows,
} from '../../resources/import.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { sessionParams } from '../../resources/session.ts'
import { decodeImport } from './import-version.ts'

export const importTickets = operation({
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
    return run(db, actor, sessionId, read, options, {
      importId: previewed?.importId ?? crypto.randomUUID(),
      isAsPreviewed: (state) => state === previewed?.state,
    })
  },
})
