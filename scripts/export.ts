// npm run export -- --output FILE: writes all data to a file of SQL, and checks that the file restores.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTables } from './backup/read.ts'
import { describeCounts, restoreLocally } from './backup/restore.ts'
import { backupTables } from './backup/tables.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run export -- --output FILE [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Writes all data to FILE as SQL, restores the file into a scratch database to check it, and keeps it only
if that works. The service keeps running.
  --output FILE     the file to write; it must not exist
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

/** Writes the export and restores it into a scratch database; the file appears only if both succeed. */
const exportDatabase = async (database: Database, output: string): Promise<Map<string, number>> => {
  if (existsSync(output)) throw new Error(`${output} exists already.`)
  const tables = await backupTables()
  const scratch = mkdtempSync(join(tmpdir(), 'doorlist-export-'))
  const partial = `${output}.partial`
  try {
    const exported = await writeTables(database, tables, partial, scratch)
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
    return restored
  } finally {
    rmSync(partial, { force: true })
    rmSync(scratch, { recursive: true, force: true })
  }
}

export const exportCommand = defineCommand(
  USAGE,
  { ...DATABASE_OPTIONS, output: { type: 'string' } },
  async ({ values, positionals }) => {
    const { output } = values
    if (output === undefined || positionals.length > 0) throw new UsageError('--output is required.')
    const counts = await withDatabaseOf(values, (database) => exportDatabase(database, output))
    console.log(describeCounts(counts))
    console.log(`Written to ${output}, and restored once to check it.`)
  },
)

if (import.meta.main) await runCommand(exportCommand)
