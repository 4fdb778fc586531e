// The version of an import's preview: an opaque text with the id of the import and the state of the tickets that it would
// change. It belongs to one subject, session and set of rows.
import * as z from 'zod'
import type { ImportOptions } from '../../../domain/import/file/rows.ts'
import { fingerprint } from '../../http/fingerprint.ts'
import { decodeOpaque, encodeOpaque } from '../../pagination/opaque.ts'
import { uuidSchema } from '../../resources/values.ts'

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

export const encodeImport = async (previewed: Previewed, importId: string, state: string): Promise<string> =>
  encodeOpaque(await ownerOf(previewed), [importId, state])

/** The import's id and the previewed state; undefined for a version of another subject, session or set of rows. */
export const decodeImport = async (previewed: Previewed, version: string) => {
  const content = await decodeOpaque(Content, await ownerOf(previewed), version)
  return content && { importId: content[0], state: content[1] }
}
