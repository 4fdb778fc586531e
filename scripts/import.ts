// npm run import -- --session ID FILE: loads tickets into a session, all of them or none. What it says and does is
// in docs/data.md.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { uuidSchema } from '../src/api/schemas/values.ts'
import { bindingDatabase, type Database, readSession, wranglerDatabase } from './import/database.ts'
import { type FileTicket, type Format, readTickets, recogniseFormat } from './import/formats.ts'
import { type Plan, planImport } from './import/plan.ts'
import { decodeText, type LineError, readSource } from './import/read.ts'
import { writeStatements } from './import/statements.ts'
import { fail, sqlTarget, stateFolder, withDatabase } from './local.ts'

const USAGE = `Usage: npm run import -- --session ID FILE [--dry-run] [--remote] [--persist-to DIR]

Loads the tickets of FILE, which is CSV or JSON Lines, into the session ID.
  --dry-run         only report what would change
  --remote          the deployed database instead of the local one
  --persist-to DIR  where the local database is kept`

const MAX_ERRORS_SHOWN = 20
const ROWS_BETWEEN_PROGRESS = 20_000
const SECONDS_BETWEEN_PROGRESS = 5

const formatNumber = (value: number): string => value.toLocaleString('en')

/** Says on stderr how far a long work is; a short one says nothing. */
const progressOf = (work: string) => (done: number, total: number) => {
  if (done % ROWS_BETWEEN_PROGRESS === 0 && done < total) {
    console.error(`  ${work}: ${formatNumber(done)} of ${formatNumber(total)}`)
  }
}

/** A transaction is over or not begun; all that can be told of it meanwhile is that it goes on. */
const whileWriting = async (rows: number, write: () => Promise<void>): Promise<void> => {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += SECONDS_BETWEEN_PROGRESS
    console.error(`  writing ${formatNumber(rows)} tickets: ${seconds} seconds`)
  }, SECONDS_BETWEEN_PROGRESS * 1000)
  try {
    await write()
  } finally {
    clearInterval(timer)
  }
}

const describeErrors = (errors: readonly LineError[]): string => {
  const sorted = errors.toSorted((a, b) => a.line - b.line)
  const shown = sorted.slice(0, MAX_ERRORS_SHOWN).map(({ line, message }) => `line ${line}: ${message}`)
  const more = sorted.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join('\n')
}

const describePlan = (file: string, format: Format, rows: number, plan: Plan): string => {
  const line = (what: string, count: number) => `  ${what.padEnd(10)} ${formatNumber(count).padStart(9)}`
  return [
    `${file}, columns of ${format.name}`,
    line('rows', rows),
    line('to insert', plan.inserts.length),
    line('to update', plan.updates.length),
    line('unchanged', plan.unchanged),
    ...(plan.newTypes.length > 0
      ? [`  new ticket types: ${plan.newTypes.map(({ name }) => name).join(', ')}`]
      : []),
  ].join('\n')
}

/** Ends the import with its errors, of which each has a line. */
const refuse = (errors: readonly LineError[]): never => {
  const count = errors.length === 1 ? '1 error' : `${formatNumber(errors.length)} errors`
  throw new Error(`${describeErrors(errors)}\n${count}: nothing was written.`)
}

/** A file's tickets, and what is wrong with its rows. */
export type FileContent = { format: Format; rows: number; tickets: FileTicket[]; errors: LineError[] }

/** Reads a file's text; throws where it has no rows that can be read. */
export const readContent = (text: string): FileContent => {
  const source = readSource(text)
  const { format, errors } = recogniseFormat(source)
  if (format === null) return refuse(errors)
  if (source.rows.length === 0 && source.errors.length === 0) throw new Error('The file has no rows.')
  const read = readTickets(format, source.rows, progressOf('read'))
  return {
    format,
    rows: source.rows.length,
    tickets: read.tickets,
    errors: [...source.errors, ...read.errors],
  }
}

const explainNoTables = (error: unknown): never => {
  if (!/no such table/.test(String(error))) throw error
  throw new Error('There is no database yet: `npx wrangler d1 migrations apply DB` makes it, see the README.')
}

/** What a transaction fails with where the session is no longer as it was read. */
const isChangedMeanwhile = (error: unknown): boolean =>
  /UNIQUE constraint failed: (ticket_counts|tickets)\.|NOT NULL constraint failed: tickets\.ticket_type_name|FOREIGN KEY constraint failed/.test(
    String(error),
  )

/** Compares a file with the session, reports, and writes where all is well. */
export const importTickets = async (
  database: Database,
  id: string,
  file: { name: string; content: FileContent },
  dryRun = false,
): Promise<void> => {
  const { format, rows, tickets, errors } = file.content
  const ids = tickets.flatMap(({ values }) => (values.id === undefined ? [] : [values.id]))
  const session = await readSession(database, id, ids, progressOf('session read')).catch(explainNoTables)
  if (session === null) throw new Error(`There is no session ${id}.`)
  const planned = planImport(session, tickets, format.keepsCheckIns)
  console.log(describePlan(file.name, format, rows, planned.plan))
  const all = [...errors, ...planned.errors]
  if (all.length > 0) refuse(all)
  if (dryRun) {
    console.log('A dry run: nothing was written.')
    return
  }
  const statements = writeStatements(session, planned.plan)
  if (statements.length === 0) {
    console.log('Nothing to write.')
    return
  }
  const { inserts, updates } = planned.plan
  try {
    await whileWriting(inserts.length + updates.length, () => database.write(statements))
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error
    throw new Error('The session changed meanwhile, so nothing was written. Run the command again.', {
      cause: error,
    })
  }
  console.log('Written.')
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        session: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        remote: { type: 'boolean', default: false },
        'persist-to': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}

const run = async (): Promise<void> => {
  const { positionals, values } = readArguments()
  if (values.help) {
    console.log(USAGE)
    return
  }
  const [path] = positionals
  if (values.session === undefined || path === undefined || positionals.length > 1) throw new Error(USAGE)
  const session = uuidSchema.safeParse(values.session).data
  if (session === undefined) throw new Error(`--session: "${values.session}" is not a UUID.`)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : error.message)
  })
  const file = { name: basename(path), content: readContent(decodeText(bytes)) }
  const work = (database: Database) => importTickets(database, session, file, values['dry-run'])
  if (values.remote) await work(wranglerDatabase(sqlTarget(true, undefined)))
  else await withDatabase(stateFolder(values['persist-to']), (db) => work(bindingDatabase(db)))
}

if (import.meta.main) run().catch(fail)
