// Adding a database for another address to wrangler.toml.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { deployCommand } from '../../scripts/deploy.ts'
import { type DeploymentConfig, deploymentProblems } from '../../scripts/lib/deployment.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { databaseNameOf, hostsOf, withShard } from '../../scripts/lib/shard-settings.ts'
import { localHost, parseShard, shardNames } from '../../scripts/lib/shards.ts'
import { withShards } from '../../scripts/lib/shards-config.ts'
import { run } from '../support/node/run-command.ts'

const TOML = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').replace(
  /^database_id = ".*"/m,
  'database_id = "5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b11"',
)
const ID = '5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b12'
const EU = { shard: 'DB_1', name: 'doorlist-1', id: ID, host: 'eu.doorlist.example' }
const CLUB = { shard: 'DB_2', name: 'doorlist-2', id: ID, host: 'club.doorlist.example' }

const read = (toml: string, env = ''): DeploymentConfig & { workers_dev?: boolean } => {
  const folder = mkdtempSync(join(tmpdir(), 'doorlist-config-'))
  try {
    const config = join(folder, 'wrangler.toml')
    writeFileSync(config, toml)
    return readConfig({ config, env }, { hideWarnings: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The example environment of wrangler.toml. */
const withProduction = (): string => {
  const start = TOML.indexOf('# [env.production]')
  const example = TOML.slice(start, TOML.indexOf('#\n# [env.staging]')).replace(/^# ?/gm, '')
  return TOML.slice(0, start) + example
}

describe('a database for another address', () => {
  it('is written with its host and its route, and nothing else changes', () => {
    const written = withShard(TOML, '', EU)
    const kept = TOML.split('\n')
    expect(written.split('\n').filter((line) => kept.includes(line))).toEqual(expect.arrayContaining(kept))
    const config = read(written)
    expect(config.d1_databases.map(({ binding, database_name }) => [binding, database_name])).toEqual([
      ['DB', 'doorlist'],
      ['DB_1', 'doorlist-1'],
    ])
    expect(config.vars.SHARD_HOSTS).toBe('eu.doorlist.example=DB_1')
    expect(config.routes).toEqual([{ pattern: 'eu.doorlist.example', custom_domain: true }])
    // A route would switch it off.
    expect(config.workers_dev).toBe(true)
    expect(deploymentProblems(config, config)).toEqual([])
  })

  it('comes after those that there are', () => {
    const config = read(withShard(withShard(TOML, '', EU), '', CLUB))
    expect([...(hostsOf(config).byHost ?? [])]).toEqual([
      ['eu.doorlist.example', 'DB_1'],
      ['club.doorlist.example', 'DB_2'],
    ])
    expect(config.routes).toHaveLength(2)
    expect(config.d1_databases.map(({ binding }) => binding).toSorted()).toEqual(['DB', 'DB_1', 'DB_2'])
    expect(databaseNameOf(config, 'DB_3')).toBe('doorlist-3')
  })

  it.each([
    ['routes = []', 1],
    ['routes = [{ pattern = "a.venue.org", custom_domain = true }]', 2],
    ['routes = [ "a.venue.org/*", ] # both', 2],
    ['routes = [\n  { pattern = "a.venue.org", custom_domain = true },\n]', 2],
    ['routes = [\n  "a.venue.org/*", # one\n  "b.venue.org/*" # two\n]', 3],
  ])('is added to %j, whose address at workers.dev stays as it is', (routes, count) => {
    const config = read(withShard(TOML.replace(/^main = .*$/m, `$&\n${routes}`), '', EU))
    expect(config.routes).toHaveLength(count)
    expect(config.workers_dev).toBeUndefined()
  })

  it('keeps what workers_dev says', () => {
    const config = read(withShard(TOML.replace(/^main = .*$/m, '$&\nworkers_dev = false'), '', EU))
    expect(config.workers_dev).toBe(false)
  })

  it('belongs to one environment', () => {
    const toml = withShard(withProduction(), 'production', EU)
    const config = read(toml, 'production')
    expect(config.vars.SHARD_HOSTS).toBe('eu.doorlist.example=DB_1')
    expect(config.routes).toHaveLength(2)
    expect(read(toml).d1_databases).toHaveLength(1)
    expect(read(toml).vars.SHARD_HOSTS).toBeUndefined()
  })
})

describe('settings', () => {
  it('of hosts that cannot be read are not deployed', () => {
    const config = read(withShard(TOML, '', { ...EU, host: 'a.example,a.example=DB' }))
    expect(deploymentProblems(config, config)).toEqual([expect.stringMatching(/^SHARD_HOSTS: /)])
  })

  it.each([
    [['--shard', 'DB_16'], '--shard must be'],
    [['--shard', 'db_1'], '--shard must be'],
    [['--host', 'eu.doorlist.example'], '--host is that of a further database'],
    [['--shard', 'DB_1', '--host', 'https://eu.doorlist.example'], '--host must be a host name'],
  ])('%j: says what is wrong', async (args, message) => {
    expect((await run(deployCommand, ...args)).stderr).toContain(message)
  })
})

it('the names of databases and their local hosts', () => {
  expect(shardNames(3)).toEqual(['DB', 'DB_1', 'DB_2'])
  expect(shardNames(3).map(localHost)).toEqual(['localhost', 'db-1.localhost', 'db-2.localhost'])
  expect(shardNames(16).map(parseShard)).toEqual(shardNames(16))
})

it('the local configuration has all databases', () => {
  const config = read(withShards(TOML, shardNames(4)))
  expect(config.d1_databases.map(({ binding }) => binding)).toEqual(['DB', 'DB_1', 'DB_2', 'DB_3'])
  expect(config.vars.SHARD_HOSTS).toBe('db-1.localhost=DB_1,db-2.localhost=DB_2,db-3.localhost=DB_3')
})
