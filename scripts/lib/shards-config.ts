// The configuration of `npm run dev -- --shards N`, in a file of its own, for wrangler.
import { mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ROOT } from './local.ts'
import { localDatabaseId, localHost } from './shards.ts'

const FOLDER = join(ROOT, '.wrangler')
const SHARDS_CONFIG = join(FOLDER, 'shards.toml')

/** Paths of wrangler.toml are relative to its folder, one above that of the written file. */
const fromBelow = (toml: string): string =>
  toml
    .replace(/^(main|migrations_dir) = "/gm, '$1 = "../')
    .replaceAll(' = "./', ' = "../')
    .replace(/^watch_dir = .*$/m, (line) => line.replace(/"([^"]+)"/g, '"../$1"'))

const databaseOf = (shard: string): string => `
[[d1_databases]]
binding = "${shard}"
database_name = "doorlist-${shard.slice(3)}"
database_id = "${localDatabaseId(shard)}"
preview_database_id = "${localDatabaseId(shard)}"
migrations_dir = "../drizzle"
`

/** wrangler.toml with further databases, for a file in a folder of its own. */
export const withShards = (toml: string, shards: readonly string[]): string =>
  `# Written by \`npm run dev -- --shards ${shards.length}\`.\n` +
  fromBelow(toml).replace(
    /^\[vars\]$/m,
    `[vars]\nSHARD_HOSTS = "${shards
      .slice(1)
      .map((shard) => `${localHost(shard)}=${shard}`)
      .join(',')}"`,
  ) +
  shards.slice(1).map(databaseOf).join('')

/**
 * wrangler looks for the local databases beside its configuration: a link leads from there to the state
 * folder.
 */
const linkState = async (state: string): Promise<void> => {
  const link = join(FOLDER, '.wrangler', 'state')
  await mkdir(join(FOLDER, '.wrangler'), { recursive: true })
  if ((await readlink(link).catch(() => undefined)) === resolve(state)) return
  await rm(link, { recursive: true, force: true })
  await symlink(resolve(state), link, 'junction')
}

/** Writes the configuration of so many databases in a state folder. Returns its file. */
export const writeShardsConfig = async (shards: readonly string[], state: string): Promise<string> => {
  const text = withShards(await readFile(join(ROOT, 'wrangler.toml'), 'utf8'), shards)
  await linkState(state)
  // A running wrangler would start again because of a new file.
  if ((await readFile(SHARDS_CONFIG, 'utf8').catch(() => '')) !== text) await writeFile(SHARDS_CONFIG, text)
  return SHARDS_CONFIG
}
