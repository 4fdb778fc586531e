// Writes a further database and its address into wrangler.toml, and changes nothing else there.
import { readHosts } from '../../src/db/shard-hosts.ts'
import { FIRST_SHARD } from './shards.ts'

export type NewShard = {
  shard: string
  /** The name of the database, and its id. */
  name: string
  id: string
  host: string
}

/** The lines of a table, from its header to the next one. */
const findTable = (lines: readonly string[], header: string): { start: number; end: number } | undefined => {
  const start = lines.findIndex((line) => line.trim() === header)
  if (start < 0) return undefined
  const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line))
  return { start, end: next < 0 ? lines.length : next }
}

/** Where a key of a table stands; the empty header is that of the file. */
const findKey = (lines: readonly string[], header: string, key: string): number => {
  const first = lines.findIndex((line) => /^\s*\[/.test(line))
  const { start, end } =
    header === '' ? { start: -1, end: first } : (findTable(lines, header) ?? { start: 0, end: 0 })
  return lines.findIndex(
    (line, index) => index > start && index < end && new RegExp(`^\\s*${key}\\s*=`).test(line),
  )
}

const insertAfter = (lines: readonly string[], index: number, ...added: string[]): string[] =>
  lines.toSpliced(index + 1, 0, ...added)

const addDatabase = (lines: readonly string[], prefix: string, { shard, name, id }: NewShard): string[] => {
  const first = findTable(lines, `[[${prefix}d1_databases]]`)
  if (first === undefined) throw new Error(`wrangler.toml has no [[${prefix}d1_databases]].`)
  const blank = lines.findIndex((line, index) => index > first.start && line.trim() === '')
  const end = blank < 0 ? lines.length : Math.min(blank, first.end)
  return insertAfter(
    lines,
    end - 1,
    '',
    `[[${prefix}d1_databases]]`,
    `binding = "${shard}"`,
    `database_name = "${name}"`,
    `database_id = "${id}"`,
    'migrations_dir = "drizzle"',
  )
}

const addHost = (lines: readonly string[], prefix: string, { shard, host }: NewShard): string[] => {
  const header = `[${prefix}vars]`
  const at = findKey(lines, header, 'SHARD_HOSTS')
  if (at >= 0) {
    return lines.map((line, index) =>
      index === at
        ? line.replace(/"(.*)"/, (_, hosts: string) => `"${hosts === '' ? '' : `${hosts},`}${host}=${shard}"`)
        : line,
    )
  }
  const table = findTable(lines, header)
  if (table === undefined) throw new Error(`wrangler.toml has no ${header}.`)
  return insertAfter(
    lines,
    table.start,
    '# The databases of further hosts. `npm run deploy -- --shard DB_1 --host HOST` adds one.',
    `SHARD_HOSTS = "${host}=${shard}"`,
  )
}

const addRoute = (lines: readonly string[], env: string, { host }: NewShard): string[] => {
  const header = env === '' ? '' : `[env.${env}]`
  const route = `{ pattern = "${host}", custom_domain = true }`
  if (findKey(lines, header, 'route') >= 0)
    throw new Error('In wrangler.toml, write `routes = [...]` instead of `route`, and try again.')
  const at = findKey(lines, header, 'routes')
  if (at >= 0) {
    const end = lines.findIndex((line, index) => index >= at && /\]\s*(#.*)?$/.test(line))
    const last = lines[end] ?? ''
    const before = lines[end - 1] ?? ''
    if (end > at) {
      const separated = /[[,]\s*(#.*)?$/.test(before) ? before : before.replace(/\s*(#.*)?$/, ',$&')
      return lines.toSpliced(end - 1, 1, separated, `  ${route},`)
    }
    const separator = /\[\s*\]/.test(last) ? '' : ', '
    return lines.with(at, last.replace(/,?\s*\](\s*(?:#.*)?)$/, `${separator}${route}]$1`))
  }
  const start = env === '' ? findKey(lines, '', 'main') : (findTable(lines, header)?.start ?? -1)
  if (start < 0) throw new Error(`wrangler.toml has no ${header || 'main'}.`)
  const isOnline = findKey(lines, header, 'workers_dev') < 0
  return insertAfter(
    lines,
    start,
    `routes = [${route}]`,
    ...(isOnline ? ['# Routes would switch the address at workers.dev off.', 'workers_dev = true'] : []),
  )
}

/**
 * wrangler.toml with a further database: its binding, its host in `SHARD_HOSTS`, and the host's route. The
 * empty `env` is what is outside of all environments.
 */
export const withShard = (toml: string, env: string, added: NewShard): string => {
  const prefix = env === '' ? '' : `env.${env}.`
  const steps = [
    (lines: readonly string[]) => addDatabase(lines, prefix, added),
    (lines: readonly string[]) => addHost(lines, prefix, added),
    (lines: readonly string[]) => addRoute(lines, env, added),
  ]
  return steps.reduce((lines, step) => step(lines), toml.split('\n')).join('\n')
}

type Settings = {
  vars: Record<string, unknown>
  d1_databases: readonly { binding: string; database_name?: string | undefined }[]
}

/** The bindings of the databases of a configuration. */
export const shardsOf = ({ d1_databases }: Pick<Settings, 'd1_databases'>): string[] =>
  d1_databases.map(({ binding }) => binding).filter((binding) => /^DB(_\d+)?$/.test(binding))

/** What `SHARD_HOSTS` says. */
export const hostsOf = (settings: Settings) =>
  readHosts(String(settings.vars.SHARD_HOSTS ?? ''), shardsOf(settings))

/** The name of a further database: that of the first and a number. */
export const databaseNameOf = ({ d1_databases }: Settings, shard: string): string => {
  const first = d1_databases.find(({ binding }) => binding === FIRST_SHARD)?.database_name ?? 'doorlist'
  return `${first}-${shard.slice(FIRST_SHARD.length + 1)}`
}
