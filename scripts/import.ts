// npm run import -- --session ID FILE: loads tickets into a session, all of them or none. docs/data.md describes it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { uuidSchema } from '../src/api/resources/values.ts'
import { readTickets } from '../src/domain/import/file-tickets.ts'
import type { Format } from '../src/domain/import/formats/format.ts'
import { recogniseFormat } from '../src/domain/import/formats/index.ts'
import { planImport } from '../src/domain/import/plan.ts'
import { decodeText, type LineError, readSource } from '../src/domain/import/read.ts'
import { DEFAULT_OPTIONS, type ImportOptions, type RowTicket } from '../src/domain/import/rows.ts'
import {
  describeErrors,
  describeFile,
  describePlan,
  printable,
  progressOf,
  whileWriting,
} from './import/report.ts'
import { readPages, readSession } from './import/session.ts'
import { writeStatements } from './import/statements.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'

const USAGE = `Usage: npm run import -- --session ID FILE [OPTIONS]

Loads the tickets of FILE, which is CSV or JSON Lines, into the session ID. Works while \`npm run dev\` is running.

  --session ID      the session, a UUID
  --match BY        how a row finds its ticket: by number (the default), code, or guest (e-mail, name and type together)
  --missing WHAT    tickets that are not in the file and not checked in: keep (the default) or void
  --codes WHICH     the codes of tickets that have none in the file: made (the default), or number, the ticket's number
  --dry-run         only report what would change
  --remote          the deployed database instead of the local one
  --yes             required with --remote, because the deployed database is offline while it is written to
  --env NAME        with --remote: an environment of wrangler.toml
  ${PERSIST_TO_USAGE}
  --help            print this text`

const OFFLINE_WARNING = `--remote takes the deployed database offline while it writes: until the import ends, every request to the API fails.
Check the file with --dry-run, which does not. Then, when nobody is at a door, run the command with --yes.`

/** A file's tickets, and the errors of its rows. */
export type FileContent = { format: Format; rows: number; tickets: RowTicket[]; errors: LineError[] }

/** Parses a file's text. Throws if it has no row or its format is not known. */
export const readContent = (text: string, options = DEFAULT_OPTIONS): FileContent => {
  const source = readSource(text)
  const { format, errors } = recogniseFormat(source, options)
  if (format === null) throw new Error(describeErrors(errors))
  if (source.rowCount === 0 && source.errors.length === 0) throw new Error('The file has no rows.')
  const read = readTickets(format, source.rows, options, progressOf('read'))
  return {
    format,
    rows: source.rowCount,
    tickets: read.tickets,
    errors: [...source.errors, ...read.errors],
  }
}

const explainNoTables = (error: unknown): never => {
  if (!/no such table/.test(String(error))) throw error
  throw new Error('The database has no tables yet. Create it with `npx wrangler d1 migrations apply DB`.')
}

/** Whether a transaction failed because the session changed after it was read. */
const isChangedSince = (error: unknown): boolean =>
  /UNIQUE constraint failed: (ticket_counts|tickets)\.|NOT NULL constraint failed: tickets\.ticket_type_name|FOREIGN KEY constraint failed/.test(
    String(error),
  )

/** Compares a file with a session, prints the changes and writes them. Throws if the file has any error. */
export const importTickets = async (
  database: Database,
  id: string,
  file: { name: string; content: FileContent },
  { dryRun = false, options = DEFAULT_OPTIONS }: { dryRun?: boolean; options?: ImportOptions } = {},
): Promise<void> => {
  const { format, rows, tickets, errors } = file.content
  const ids = tickets.flatMap(({ values }) => (values.id === undefined ? [] : [values.id]))
  const session = await readSession(database, id, ids).catch(explainNoTables)
  if (session === null) throw new Error(`There is no session ${id}.`)
  const pages = readPages(database, session, progressOf('session read'))
  const { plan, problems } = await planImport(session, tickets, options, pages)
  const planErrors = problems.map(({ row, field, message }) => ({
    line: row,
    message: field === null ? message : `${field}: ${message}`,
  }))
  console.log(describeFile(file.name, format, rows))
  const allErrors = [...errors, ...planErrors]
  if (allErrors.length > 0) throw new Error(describeErrors(allErrors))
  console.log(describePlan(plan))
  if (dryRun) {
    console.log('A dry run: nothing was written.')
    return
  }
  const statements = writeStatements(session, plan)
  if (statements.length === 0) {
    console.log('Nothing to write.')
    return
  }
  try {
    await whileWriting(plan.inserts.length + plan.updates.length + plan.voids.length, () =>
      database.write(statements),
    )
  } catch (error) {
    if (!isChangedSince(error)) throw error
    throw new Error(
      'The session changed while the import was running. Nothing was written; run the command again.',
      {
        cause: error,
      },
    )
  }
  console.log('Written.')
}

const OPTIONS = {
  session: { type: 'string' },
  match: { type: 'string', default: DEFAULT_OPTIONS.match },
  missing: { type: 'string', default: DEFAULT_OPTIONS.missing },
  codes: { type: 'string', default: DEFAULT_OPTIONS.codes },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  ...DATABASE_OPTIONS,
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
  const dryRun = values['dry-run']
  if (values.remote && !dryRun && !values.yes) throw new Error(OFFLINE_WARNING)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : error.message)
  })
  const file = { name: basename(path), content: readContent(decodeText(bytes), options) }
  await withDatabaseOf(values, (database) => importTickets(database, session, file, { dryRun, options }))
})

if (import.meta.main) await runCommand(importCommand)
