// npm run organizer: creates an organizer with its first owner. Everything else about it is done by the API.
import { randomUUID } from 'node:crypto'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { createOrganizer } from './lib/create-organizer.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { SHARD_USAGE } from './lib/shards.ts'
import { sqlText } from './lib/sql-text.ts'

const USAGE = `Usage: npm run organizer -- --name NAME --owner SUBJECT [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Creates an organizer and prints its id.
  --name NAME      1 to 200 characters
  --owner SUBJECT  the sub claim of its owner's tokens
  --remote         in the deployed database instead of the local one
  --env NAME       the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

const MAX_CHARACTERS = { name: 200, owner: 255 }

/** A line of text. Control characters would not show in lists. */
const parseText = (option: keyof typeof MAX_CHARACTERS, value: string | undefined): string => {
  const text = value?.trim() ?? ''
  const max = MAX_CHARACTERS[option]
  if (text === '' || [...text].length > max || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new UsageError(`--${option} must be text of 1 to ${max} characters.`)
  }
  if (option === 'owner' && /^(device|program|person):/.test(text)) {
    throw new UsageError('--owner must not begin with device:, program: or person:.')
  }
  return text
}

const findOrganizer = async (database: Database, name: string, owner: string): Promise<string> => {
  const [[found] = []] = await database.read(
    `SELECT id FROM organizers JOIN members ON organizer_id = id WHERE organizers.name = ${sqlText(name)}
       AND subject = ${sqlText(owner)} AND role = 'owner'`,
  )
  return String(found?.id)
}

export const organizerCommand = defineCommand(
  USAGE,
  { name: { type: 'string' }, owner: { type: 'string' }, ...DATABASE_OPTIONS },
  async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}".`)
    const name = parseText('name', values.name)
    const owner = parseText('owner', values.owner)
    await withDatabaseOf(values, async (database) => {
      const id = randomUUID()
      await database.write(createOrganizer(id, name, owner))
      const found = await findOrganizer(database, name, owner)
      console.log(found === id ? `Created "${name}".` : `"${name}" exists already.`)
      console.log(found)
    })
  },
)

if (import.meta.main) await runCommand(organizerCommand)
