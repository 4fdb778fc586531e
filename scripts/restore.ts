// npm run restore -- FILE: loads an export into an empty database, or one organizer of it beside others.
import { existsSync } from 'node:fs'
import { describeCounts, restoreLocally, restoreRemotely } from './backup/restore.ts'
import { defineCommand, PERSIST_TO_USAGE, parseOrganizer, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS } from './lib/database.ts'
import { stateFolder } from './lib/local.ts'
import { parseShard, SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run restore -- FILE [--organizer ID] [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Loads FILE, which "npm run export" wrote, into an empty database: applies the migrations, then loads all
rows. Counts and the search index are built on the way. After an error, the database is empty again. After
an interruption, run it again: it deletes what was loaded and starts over.
  --organizer ID    only this organizer, beside others that the database has. Sessions are numbered anew. If
                    one of its ids or slugs is taken, nothing is restored. People come without passkeys: npm
                    run setup-link -- --organizer ID lets its owner in. Phones need a new link
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

const OPTIONS = { ...DATABASE_OPTIONS, organizer: { type: 'string' } } as const

export const restoreCommand = defineCommand(USAGE, OPTIONS, async ({ values, positionals }) => {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError('One FILE is required.')
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const shard = parseShard(values.shard)
  const organizer = parseOrganizer(values.organizer)
  const counts = values.remote
    ? await restoreRemotely(file, values.env, shard, organizer)
    : await restoreLocally(file, stateFolder(values['persist-to']), shard, organizer)
  console.log(describeCounts(counts))
  console.log('Restored.')
})

if (import.meta.main) await runCommand(restoreCommand)
