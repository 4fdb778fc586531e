// npm run import -- --session ID FILE: loads a file of tickets into a session, by the API. docs/data.md
// describes it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { uuidSchema } from '../src/api/resources/values.ts'
import { skippedColumns } from '../src/domain/import/file/column-values.ts'
import type { GuestFile } from '../src/domain/import/file/guest-file.ts'
import {
  countElsewhere,
  hasGuests,
  type ImportRow,
  matchOf,
  type ReadStatus,
  scopeErrors,
  toImportRows,
} from '../src/domain/import/file/import-rows.ts'
import { type OpenedFile, openGuestFile } from '../src/domain/import/file/open.ts'
import { type LineError, placeOf } from '../src/domain/import/file/read.ts'
import { describeHidden, describeSheet } from '../src/domain/import/file/sheets.ts'
import type { Column } from '../src/domain/import/file/table/columns.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../src/domain/import/file/table/rows.ts'
import type { Schemas } from '../web/shared/schemas.ts'
import { describeErrors, describeFile, describePreview, printable } from './import/report.ts'
import { connect, post } from './import/service.ts'
import { defineCommand, PERSIST_TO_USAGE, parseServiceUrl, runCommand, UsageError } from './lib/command.ts'
import { parseShard, SHARD_OPTION, SHARD_USAGE } from './lib/shards.ts'

/** The type of guests that have none, as in the console. */
const GUEST_LIST = 'Guest list'

const USAGE = `Usage: npm run import -- --session ID FILE [OPTIONS]

Loads the guests of FILE into the session ID, all of them or none. FILE is CSV, .xlsx or JSON Lines, or a .txt file
with a guest a line. First prints a preview.

  --session ID      the session, a UUID
  --match BY        how a row finds its ticket: by number, code, or guest (e-mail, name and type together). By default
                    by the first of these that all rows have
  --type NAME       the ticket type of guests without one. By default ${GUEST_LIST}, if rows are matched by guest
  --missing WHAT    tickets that are not in the file and not checked in: keep (the default) or void
  --codes WHICH     the codes of tickets that have none in the file: made (the default), or number, the ticket's number.
                    kept: guests of another session keep their codes
  --check-ins WHAT  new tickets whose row says CheckedIn: ignore (the default: they are expected) or keep
  --doubles WHAT    guests who are on the list already: add (the default), skip, or change (the guest on the list gets
                    the ticket type, the note and the rest)
  --sheet NAME      the sheet of a workbook with several, and the type of its guests without one. May be repeated. Only
                    this reads a hidden sheet
  --all-sheets      all sheets with guests
  --dry-run         only the preview
  --url URL         the address of a deployed service, instead of that of \`npm run dev\`
  --yes             required with --url, except for a dry run
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}
  --help            print this text

A deployed service needs a token of a manager. Set DOORLIST_CLIENT_ID and DOORLIST_CLIENT_SECRET of a program, or
DOORLIST_TOKEN.`

/** `sheets` are names; `isAll` takes all sheets with guests. */
type Chosen = { sheets: readonly string[]; isAll: boolean }

const takeSheets = (opened: OpenedFile, { sheets, isAll }: Chosen): GuestFile => {
  if (opened.sheets === undefined) {
    if (isAll || sheets.length > 0) throw new Error('The file has no sheets: it is no workbook.')
    return opened.file
  }
  if (sheets.length > 0) return opened.choose(sheets)
  if (isAll && opened.choice.length > 0) return opened.choose(opened.choice.map(({ name }) => name))
  if (opened.file !== undefined && !isAll) return opened.file
  const hidden = opened.sheets.filter((sheet) => sheet.isHidden && sheet.hasGuests)
  const named = [...opened.choice, ...(opened.choice.length > 1 ? [] : hidden)]
  throw new Error(
    printable(
      opened.choice.length === 0
        ? `${describeHidden(opened.sheets)} Choose some with --sheet NAME.`
        : `Several sheets have rows: ${named.map(describeSheet).join('; ')}. Choose some with --sheet NAME, or --all-sheets.`,
    ),
  )
}

type ReadFile = {
  file: GuestFile
  rows: ImportRow[]
  warnings: LineError[]
  statuses: ReadStatus[]
  match: ImportOptions['match']
}

/** `match` and `typeName` are undefined if they were not given. */
const readImportFile = async (
  path: string,
  given: { match: ImportOptions['match'] | undefined; typeName: string | undefined } & Chosen,
): Promise<ReadFile> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : error.message)
  })
  const opened = await openGuestFile(bytes, () => import('../src/domain/import/file/workbook/read.ts'), path)
  const file = takeSheets(opened, given)
  const read = (typeName: string) =>
    toImportRows(file, { mapping: file.mapping, typeName, scope: {}, without: new Set() })
  const match = given.match ?? matchOf(file, read('').rows)
  const others = match === 'guest' && file.rows.every(({ sheet }) => sheet === undefined) ? GUEST_LIST : ''
  const { rows, errors, warnings, statuses } = read(given.typeName ?? others)
  const allErrors = [...errors, ...scopeErrors(file)]
  if (allErrors.length > 0) throw new Error(describeErrors(allErrors))
  if (file.rows.length === 0) throw new Error('The file has no rows.')
  if (!hasGuests(rows)) {
    throw new Error(
      'No column has names, e-mail addresses, numbers or codes. Give the columns headings such as Name and E-mail.',
    )
  }
  return { file, rows, warnings, statuses, match }
}

/** Problems that the service has found, by the lines and the columns of the file. */
const inFile = (
  problems: Schemas['ImportPreview']['problems'],
  { file: { format }, rows }: ReadFile,
): LineError[] =>
  problems.map(({ row, field, message }) => {
    const label = field === null ? '' : `${format?.labels[field as Column] ?? field}: `
    return { ...placeOf(rows[row - 1] ?? { line: row }), message: `(row ${row}) ${label}${message}` }
  })

const OPTIONS = {
  session: { type: 'string' },
  match: { type: 'string' },
  type: { type: 'string' },
  missing: { type: 'string', default: DEFAULT_OPTIONS.missing },
  codes: { type: 'string', default: DEFAULT_OPTIONS.codes },
  'check-ins': { type: 'string', default: DEFAULT_OPTIONS.checkIns },
  doubles: { type: 'string', default: DEFAULT_OPTIONS.doubles },
  sheet: { type: 'string', multiple: true },
  'all-sheets': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  url: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'persist-to': { type: 'string' },
  ...SHARD_OPTION,
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
    missing: choose('missing', values.missing, ['keep', 'void']),
    codes: choose('codes', values.codes, ['made', 'number', 'kept']),
    checkIns: choose('check-ins', values['check-ins'], ['ignore', 'keep']),
    doubles: choose('doubles', values.doubles, ['add', 'skip', 'change']),
  }
  const chosen = { sheets: values.sheet ?? [], isAll: values['all-sheets'] }
  if (chosen.isAll && chosen.sheets.length > 0)
    throw new UsageError('Give --sheet or --all-sheets, not both.')
  const url = values.url === undefined ? undefined : parseServiceUrl(values.url)
  const match = values.match && choose('match', values.match, ['number', 'code', 'guest'])
  const read = await readImportFile(path, { match: match || undefined, typeName: values.type, ...chosen })
  const { file, rows, warnings, statuses } = read
  const service = await connect(url, values['persist-to'], parseShard(values.shard))
  const imports = `/api/organizer/v1/sessions/${session}/imports`
  const body = { tickets: rows.map(({ fields }) => fields), match: read.match, ...options }
  const preview = await post<Schemas['ImportPreview']>(service, `${imports}/preview`, body)
  console.log(describeFile(basename(path), file, rows.length))
  if (preview.problemCount > 0) {
    throw new Error(describeErrors(inFile(preview.problems, read), preview.problemCount))
  }
  const guestOf = (row: number) => {
    const { line, fields } = rows[row - 1] ?? { line: row, fields: {} }
    return { line, name: String(fields.attendeeName ?? '') }
  }
  console.log(
    describePreview(preview, {
      ...{ warnings, statuses, elsewhere: countElsewhere(rows, session), ...options, guestOf },
      notes: file.notes,
      skipped: file.format === undefined ? skippedColumns(file, file.mapping) : [],
    }),
  )
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
