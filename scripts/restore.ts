// npm run restore -- FILE: loads an export into an empty database.
import { existsSync } from 'node:fs'
import { describeCounts, restoreLocally, restoreRemotely } from './backup/restore.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS } from './lib/database.ts'
import { stateFolder } from './lib/local.ts'
import { parseShard, SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run restore -- FILE [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Loads FILE, which "npm run export" wrote, into an empty database: applies the migrations, then loads all
rows. Counts and the search index are built on the way. After an error, the database is empty again. After
an interruption, run it again: it deletes what was loaded and starts over.
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

export const restoreCommand = defineCommand(USAGE, DATABASE_OPTIONS, async ({ values, positionals }) => {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError('One FILE is required.')
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const shard = parseShard(values.shard)
  const counts = values.remote
    ? await restoreRemotely(file, values.env, shard)
    : await restoreLocally(file, stateFolder(values['persist-to']), shard)
  console.log(describeCounts(counts))
  console.log('Restored.')
})

if (import.meta.main) await runCommand(restoreCommand)
