// npm run tidy: deletes old check-ins, history, events of feeds and kept values, and erases guests.
import { deleteOldValues, KEPT_DAYS } from '../src/domain/erase/kept-values.ts'
import { eraseDueGuests } from '../src/domain/erase/sessions.ts'
import { deleteOldEvents, FEED_DAYS } from '../src/domain/feed/delete-old.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run tidy -- [--check-ins DAYS] [--history DAYS] [--guests] [--feed] [--kept] [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Deletes what is older than it must be kept, a few thousand rows at a time, while the service runs. Without
DAYS it deletes nothing, and says how much there is.
  --check-ins DAYS  check-ins and undos of sessions that started more than DAYS ago; tickets stay as they are
  --history DAYS    records of changes made more than DAYS ago; they can no longer be reverted
  --guests          erases the guests of sessions that have been over for as long as their organizers have set,
                    as the service does each day
  --feed            deletes what happened more than ${FEED_DAYS} days ago from feeds, as the service does each day
  --kept            deletes the old values of imports of more than ${KEPT_DAYS} days ago, as the service does each day;
                    of these imports, only what they created can be reverted
  --remote          the deployed database instead of the local one
  --env NAME        the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

/** Few enough for a statement not to hold up other requests. */
const ROWS_AT_ONCE = 2_000

const daysAgo = (days: number): string => `(unixepoch() - ${days} * 86400) * 1000`

const KINDS = {
  'check-ins': {
    table: 'check_ins',
    key: 'number',
    old: (
      days: number,
    ) => `SELECT check_ins.number FROM sessions JOIN check_ins ON check_ins.session_id = sessions.id
      WHERE starts_at < ${daysAgo(days)}`,
  },
  history: {
    table: 'audit_log',
    key: 'id',
    // The id of a phone or program is never free again: an old one could sign in with it.
    old: (days: number) =>
      `SELECT id FROM audit_log WHERE at < ${daysAgo(days)} AND action NOT IN ('device.create', 'program.create')`,
  },
} as const

type Kind = keyof typeof KINDS

const parseDays = (kind: Kind, value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new UsageError(`--${kind} must be a whole number of days from 1.`)
  return Number(value)
}

/** Deletes old rows of a kind, if it has an age, and reports. */
const tidy = async (database: Database, kind: Kind, days: number | undefined): Promise<void> => {
  const { table, key, old } = KINDS[kind]
  let deleted = 0
  while (days !== undefined) {
    const [rows = []] = await database.read(
      `DELETE FROM ${table} WHERE ${key} IN (${old(days)} LIMIT ${ROWS_AT_ONCE}) RETURNING ${key}`,
    )
    deleted += rows.length
    if (rows.length < ROWS_AT_ONCE) break
  }
  const [[left] = []] = await database.read(`SELECT count(*) AS n FROM ${table}`)
  console.log(
    `${kind.padEnd(10)} ${deleted.toLocaleString('en')} deleted, ${Number(left?.n).toLocaleString('en')} kept`,
  )
}

export const tidyCommand = defineCommand(
  USAGE,
  {
    'check-ins': { type: 'string' },
    history: { type: 'string' },
    guests: { type: 'boolean', default: false },
    feed: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
    ...DATABASE_OPTIONS,
  },
  async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}".`)
    const days = {
      'check-ins': parseDays('check-ins', values['check-ins']),
      history: parseDays('history', values.history),
    }
    await withDatabaseOf(values, async (database) => {
      for (const kind of Object.keys(KINDS) as Kind[]) await tidy(database, kind, days[kind])
      if (values.feed) {
        const events = await deleteOldEvents(database.read, Date.now())
        console.log(`feed       ${events.toLocaleString('en')} deleted`)
      }
      if (values.kept) {
        const rows = await deleteOldValues(database.read, Date.now())
        console.log(`kept       ${rows.toLocaleString('en')} deleted`)
      }
      if (!values.guests) return
      const { sessions, tickets } = await eraseDueGuests(database.read, Date.now())
      console.log(
        `guests     ${tickets.toLocaleString('en')} erased in ${sessions.toLocaleString('en')} sessions`,
      )
    })
  },
)

if (import.meta.main) await runCommand(tidyCommand)
