import * as z from 'zod'
import { IMPORT_DEADLINE_MS } from '../../../domain/import/import-tickets.ts'
import { revertImport as run } from '../../../domain/import/revert-import.ts'
import { actorOf } from '../../http/actor.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { IMPORTS } from '../../resources/import.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { uuidSchema } from '../../resources/values.ts'

export const revertImport = operation({
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
    return run(db, actorOf(c), sessionId, recordId)
  },
})
