// npm run import -- --session ID FILE: loads a file of tickets into a session, by the API. docs/data.md
// describes it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { uuidSchema } from '../src/api/resources/values.ts'
import type { Column } from '../src/domain/import/file/columns.ts'
import type { Format } from '../src/domain/import/file/formats/format.ts'
import { recogniseFormat } from '../src/domain/import/file/formats/index.ts'
import { decodeText, type LineError, readSource } from '../src/domain/import/file/read.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../src/domain/import/file/rows.ts'
import { type FileRow, toRows } from '../src/domain/import/file/tickets.ts'
import type { Schemas } from '../web/shared/schemas.ts'
import { describeErrors, describeFile, describePreview, printable } from './import/report.ts'
import { connect, post } from './import/service.ts'
import { defineCommand, PERSIST_TO_USAGE, parseServiceUrl, runCommand, UsageError } from './lib/command.ts'

const USAGE = `Usage: npm run import -- --session ID FILE [OPTIONS]

Loads the tickets of FILE, which is CSV or JSON Lines, into the session ID, all of them or none. First prints a preview.

  --session ID      the session, a UUID
  --match BY        how a row finds its ticket: by number (the default), code, or guest (e-mail, name and type together)
  --missing WHAT    tickets that are not in the file and not checked in: keep (the default) or void
  --codes WHICH     the codes of tickets that have none in the file: made (the default), or number, the ticket's number
  --dry-run         only the preview
  --url URL         the address of a deployed service, instead of that of \`npm run dev\`
  --yes             required with --url, except for a dry run
  ${PERSIST_TO_USAGE}
  --help            print this text

A deployed service needs a token of a manager. Set DOORLIST_CLIENT_ID and DOORLIST_CLIENT_SECRET of a program, or
DOORLIST_TOKEN.`

const readImportFile = async (
  path: string,
  options: ImportOptions,
): Promise<{ format: Format; rows: FileRow[] }> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : error.message)
  })
  const source = readSource(decodeText(bytes))
  const { format, errors } = recogniseFormat(source, options)
  if (format === null) throw new Error(describeErrors(errors))
  const read = toRows(format, source.rows)
  const allErrors = [...source.errors, ...read.errors]
  if (allErrors.length > 0) throw new Error(describeErrors(allErrors))
  if (read.rows.length === 0) throw new Error('The file has no rows.')
  return { format, rows: read.rows }
}

/** Problems that the service has found, by the lines and the columns of the file. */
const inFile = (
  problems: Schemas['ImportPreview']['problems'],
  { format, rows }: { format: Format; rows: readonly FileRow[] },
): LineError[] =>
  problems.map(({ row, field, message }) => {
    const label = field === null ? '' : `${format.labels[field as Column] ?? field}: `
    return { line: rows[row - 1]?.line ?? row, message: `(row ${row}) ${label}${message}` }
  })

const OPTIONS = {
  session: { type: 'string' },
  match: { type: 'string', default: DEFAULT_OPTIONS.match },
  missing: { type: 'string', default: DEFAULT_OPTIONS.missing },
  codes: { type: 'string', default: DEFAULT_OPTIONS.codes },
  'dry-run': { type: 'boolean', default: false },
  url: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'persist-to': { type: 'string' },
} as const

/** The value of an option that has a few. */
const choose = <const Value extends string>(
  option: string,
  given: string,
  values: readonly Value[],
): Value => {
  const value = values.find((known) => known === given)
  if (value !== undefined) return value
  throw new UsageError(`--${option}: "${printable(given)}" is none of ${values.join(', ')}.`)
}

export const importCommand = defineCommand(USAGE, OPTIONS, async ({ positionals, values }) => {
  const [path] = positionals
  if (values.session === undefined) throw new UsageError('--session is required.')
  if (path === undefined || positionals.length > 1) throw new UsageError('Name one file.')
  const session = uuidSchema.safeParse(values.session).data
  if (session === undefined) {
    throw new UsageError(`--session: "${printable(values.session)}" is not a UUID.`)
  }
  const options = {
    match: choose('match', values.match, ['number', 'code', 'guest']),
    missing: choose('missing', values.missing, ['keep', 'void']),
    codes: choose('codes', values.codes, ['made', 'number']),
  }
  const url = values.url === undefined ? undefined : parseServiceUrl(values.url)
  const file = await readImportFile(path, options)
  const service = await connect(url, values['persist-to'])
  const imports = `/api/organizer/v1/sessions/${session}/imports`
  const body = { tickets: file.rows.map(({ fields }) => fields), ...options }
  const preview = await post<Schemas['ImportPreview']>(service, `${imports}/preview`, body)
  console.log(describeFile(basename(path), file.format, file.rows.length))
  if (preview.problemCount > 0) {
    throw new Error(describeErrors(inFile(preview.problems, file), preview.problemCount))
  }
  console.log(describePreview(preview))
  if (values['dry-run']) {
    console.log('A dry run: nothing was imported.')
    return
  }
  if (url !== undefined && !values.yes) throw new Error('Nothing was imported. To import, add --yes.')
  const { recordId } = await post<Schemas['ImportResult']>(service, imports, {
    ...body,
    expectedVersion: preview.version,
  })
  console.log(recordId === null ? 'Nothing to import.' : `Imported. Its record in the history: ${recordId}`)
})

if (import.meta.main) await runCommand(importCommand)
