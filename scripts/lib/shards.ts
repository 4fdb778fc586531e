// The databases of a deployment, by their bindings: `DB`, and `DB_1` to `DB_15` for hosts of their own.
import dns from 'node:dns'
import { UsageError } from './command.ts'

export const FIRST_SHARD = 'DB'
export const MAX_SHARDS = 16

/** The option that chooses one. */
export const SHARD_OPTION = { shard: { type: 'string', default: FIRST_SHARD } } as const

/** `--shard` of every command that has it, as its usage describes it. */
export const SHARD_USAGE = `--shard BINDING  the database of another address: DB_1 to DB_${MAX_SHARDS - 1} (default: ${FIRST_SHARD})`

const shardName = (number: number): string => (number === 0 ? FIRST_SHARD : `DB_${number}`)

/** The bindings of so many databases. */
export const shardNames = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => shardName(number))

/** The number of a database: 0 for `DB`. */
const shardNumber = (shard: string): number => Number(shard.replace(/^DB_?/, ''))

/** Throws unless the text is the name of a binding. */
export const parseShard = (text: string): string => {
  const number = /^DB(_[1-9]\d?)?$/.test(text) ? shardNumber(text) : MAX_SHARDS
  if (number < MAX_SHARDS) return text
  throw new UsageError(`--shard must be ${FIRST_SHARD} or DB_1 to DB_${MAX_SHARDS - 1}.`)
}

/** The id of a local database. Its file is named after it. */
export const localDatabaseId = (shard: string): string =>
  `00000000-0000-4000-8000-${String(shardNumber(shard)).padStart(12, '0')}`

/** The host of a database of `npm run dev -- --shards N`. */
export const localHost = (shard: string): string =>
  shard === FIRST_SHARD ? 'localhost' : `db-${shardNumber(shard)}.localhost`

/** Makes names below `localhost` lead to this machine (RFC 6761), as browsers do. Not every resolver does. */
export const resolveLocalhost = (): void => {
  const { lookup } = dns
  dns.lookup = ((name: string, ...rest: [never]) =>
    lookup(name.endsWith('.localhost') ? 'localhost' : name, ...rest)) as typeof lookup
}
