// npm run export -- --output FILE: writes all data, or that of one organizer, to a file of SQL, and checks
// that the file restores.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOrganizer, resumeOrganizer } from './backup/move.ts'
import { findOrganizer, organizerTables, rowsOf } from './backup/organizer.ts'
import { everything, writeTables } from './backup/read.ts'
import { describeCounts, restoreLocally } from './backup/restore.ts'
import { backupTables } from './backup/tables.ts'
import { defineCommand, PERSIST_TO_USAGE, parseOrganizer, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run export -- --output FILE [--organizer ID [--move]] [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]
       npm run export -- --organizer ID --undo-move [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Writes all data to FILE as SQL, restores the file into a scratch database to check it, and keeps it only
if that works. The service keeps running.
  --output FILE     the file to write; it must not exist
  --organizer ID    only this organizer, for npm run restore -- FILE --organizer ID: a copy, and the organizer
                    goes on here
  --move            it ends here: it has no member but its owners, no phone, program, link, source or webhook,
                    and its codes and pages are unknown. Run again, it writes the file again
  --undo-move       takes that back
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

/**
 * Writes an export of everything, or of one organizer, and restores it into a scratch database. The file
 * appears only if both succeed.
 */
const exportDatabase = async (
  database: Database,
  output: string,
  organizerId: string | undefined,
): Promise<Map<string, number>> => {
  if (existsSync(output)) throw new Error(`${output} exists already.`)
  const tables = organizerId === undefined ? await backupTables() : await organizerTables()
  const scratch = mkdtempSync(join(tmpdir(), 'doorlist-export-'))
  const partial = `${output}.partial`
  try {
    const rows = organizerId === undefined ? everything : rowsOf(organizerId)
    const exported = await writeTables(database, tables, partial, scratch, rows)
    const restored = await restoreLocally(partial, join(scratch, 'state')).catch((error: unknown) => {
      throw new Error(
        `The export could not be restored, so it was not kept. If rows were deleted or moved while it ran, run it again.\n${error instanceof Error ? error.message : error}`,
        { cause: error },
      )
    })
    for (const [table, count] of exported) {
      if (restored.get(table) !== count) {
        throw new Error(`${table}: ${count} rows were exported, but ${restored.get(table)} restored.`)
      }
    }
    renameSync(partial, output)
    return new Map([...exported.keys()].map((table) => [table, restored.get(table) ?? 0]))
  } finally {
    rmSync(partial, { force: true })
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Ends the organizer here, then exports it. If the export fails, the organizer goes on. */
const moveOrganizer = async (
  database: Database,
  output: string,
  organizerId: string,
): Promise<Map<string, number>> => {
  if (existsSync(output)) throw new Error(`${output} exists already.`)
  const { movedAt } = await findOrganizer(database, organizerId)
  if (movedAt !== null) return exportDatabase(database, output, organizerId)
  await endOrganizer(database, organizerId)
  try {
    return await exportDatabase(database, output, organizerId)
  } catch (error) {
    await resumeOrganizer(database, organizerId)
    throw error
  }
}

const undoMove = async (database: Database, organizerId: string): Promise<void> => {
  const { name, movedAt } = await findOrganizer(database, organizerId)
  if (movedAt === null) throw new Error(`"${name}" has not moved.`)
  await resumeOrganizer(database, organizerId)
  console.log(`"${name}" goes on here.`)
}

const describeOutcome = (moves: boolean): string =>
  moves
    ? 'The organizer has ended here. To take that back, run this command with --undo-move in place of --move and --output.'
    : 'This is a copy: the organizer goes on here. With --move it ends here.'

export const exportCommand = defineCommand(
  USAGE,
  {
    ...DATABASE_OPTIONS,
    output: { type: 'string' },
    organizer: { type: 'string' },
    move: { type: 'boolean', default: false },
    'undo-move': { type: 'boolean', default: false },
  },
  async ({ values, positionals }) => {
    const { output, move, 'undo-move': undo } = values
    const organizer = parseOrganizer(values.organizer)
    if ((move || undo) && organizer === undefined) throw new UsageError('--organizer is required.')
    if (organizer !== undefined && undo) {
      if (move || output !== undefined) throw new UsageError('--undo-move takes neither --output nor --move.')
      return withDatabaseOf(values, (database) => undoMove(database, organizer))
    }
    if (output === undefined || positionals.length > 0) throw new UsageError('--output is required.')
    const counts = await withDatabaseOf(values, (database) =>
      move && organizer !== undefined
        ? moveOrganizer(database, output, organizer)
        : exportDatabase(database, output, organizer),
    )
    console.log(describeCounts(counts))
    console.log(`Written to ${output}, and restored once to check it.`)
    if (organizer !== undefined) console.log(describeOutcome(move))
  },
)

if (import.meta.main) await runCommand(exportCommand)
