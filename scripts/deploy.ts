// npm run deploy: from an empty account to a running service. Checks the settings, makes the database and the
// secrets where there are none, applies the migrations, deploys, and prints where to go.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { parseHost } from '../src/db/shard-hosts.ts'
import { defineCommand, runCommand, UsageError } from './lib/command.ts'
import { remoteTarget, wranglerDatabase } from './lib/database.ts'
import { deploymentProblems, hasPlaceholder } from './lib/deployment.ts'
import { newSecret, ROOT } from './lib/local.ts'
import { askWrangler, envArguments, migrateRemote, runWrangler, withSecretsFile } from './lib/remote.ts'
import { writeSetupCode } from './lib/setup-code.ts'
import { databaseNameOf, hostsOf, shardsOf, withShard } from './lib/shard-settings.ts'
import { FIRST_SHARD, parseShard, SHARD_OPTION } from './lib/shards.ts'

const USAGE = `Usage: npm run deploy -- [--env NAME] [--location LOCATION] [--shard BINDING --host HOST]

Checks the settings in wrangler.toml, makes the database and the secrets where there are none, applies the migrations, and deploys
the Worker. The first deployment prints the link by which you set up your organizer. All databases are migrated.
  --env NAME           an environment of wrangler.toml, for example production
  --location LOCATION  of a new database, near your doors: weur, eeur, wnam, enam, apac or oc
  --shard BINDING      adds a database for another address, DB_1 to DB_15: writes it, its host and its route to
                       wrangler.toml, and prints the link by which its first organizer is set up
  --host HOST          the address of that database, on a domain of your Cloudflare account`

const CONFIG = join(ROOT, 'wrangler.toml')
/** The database that `deploy` makes for the settings outside of all environments. */
const DATABASE = 'doorlist'

/** Reads the settings of an environment; the empty name selects those outside of all environments. */
const readSettings = (env: string) => {
  const config = readConfig({ config: CONFIG, env }, { hideWarnings: true })
  const environments = config.definedEnvironments ?? []
  if (env !== '' && !environments.includes(env)) throw new Error(`wrangler.toml has no [env.${env}].`)
  if (env === '' && environments.length > 0) {
    throw new Error(`Choose an environment: npm run deploy -- --env ${environments.join('|')}`)
  }
  return config
}

/** Finds the database of the account by its name, or makes it. Returns its id. */
const findOrMakeDatabase = (database: string, location: string | undefined): string => {
  const find = (): string | undefined =>
    (JSON.parse(askWrangler('d1', 'list', '--json')) as { name: string; uuid: string }[]).find(
      ({ name }) => name === database,
    )?.uuid
  const known = find()
  if (known !== undefined) return known
  const place = location === undefined ? [] : ['--location', location]
  runWrangler('d1', 'create', database, '--update-config=false', ...place)
  const made = find()
  if (made === undefined) throw new Error(`The database ${database} was not made.`)
  return made
}

/** Writes the database's id into wrangler.toml, in place of the placeholder. */
export const withDatabaseId = (toml: string, id: string): string =>
  toml.replace(/^database_id = "0{8}-[^"]*"$/m, `database_id = "${id}"`)

/** How wrangler says that the Worker does not exist: by Cloudflare's code, or in its own words. */
const NO_WORKER = /\b10007\b|Worker "[^"]*"( \(env: [^)]*\))? not found/

/**
 * The names of the Worker's secrets. A Worker that does not exist has none. Any other failure ends the
 * deployment: a secret that was replaced by mistake would sign everybody out.
 */
export const secretsOf = (env: string): string[] => {
  try {
    return (JSON.parse(askWrangler('secret', 'list', ...envArguments(env))) as { name: string }[]).map(
      ({ name }) => name,
    )
  } catch (error) {
    if (error instanceof Error && NO_WORKER.test(error.message)) return []
    throw error
  }
}

/**
 * The secrets that a deployment lacks. A setup code is of use only where people sign in at the service
 * itself.
 */
export const missingSecrets = (known: readonly string[], isOwnSignIn: boolean): Record<string, string> => {
  const needed = ['DOORLIST_SECRET', ...(isOwnSignIn ? ['SETUP_CODE'] : [])]
  return Object.fromEntries(needed.filter((name) => !known.includes(name)).map((name) => [name, newSecret()]))
}

/** The first address of the deployment, from what wrangler reports of it: one JSON object a line. */
export const addressOf = (report: string): string | undefined => {
  const targets = report
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    .findLast(({ type }) => type === 'deploy')?.targets
  const target = targets?.find((text) => /^(https:\/\/)?[\w.-]+/.test(text))?.split(' ')[0]
  return target === undefined || target.startsWith('https://') ? target : `https://${target}`
}

type Options = { env: string; location: string | undefined; shard: string; host: string | undefined }

/** Makes the database of another address unless it is bound, and writes it to wrangler.toml. */
const addShard = ({ env, location, shard, host }: Options): void => {
  const settings = readSettings(env)
  const known = hostsOf(settings)
  if (known.problem !== undefined) throw new Error(`SHARD_HOSTS: ${known.problem}.`)
  if (shardsOf(settings).includes(shard)) {
    if (host === undefined || known.byHost.get(host) === shard) return
    throw new Error(
      `${shard} is bound already. To give it another host, change SHARD_HOSTS and routes in wrangler.toml.`,
    )
  }
  if (host === undefined) throw new UsageError(`--host is required: wrangler.toml has no ${shard}.`)
  const taken = known.byHost.get(host)
  if (taken !== undefined) throw new Error(`${host} has the database ${taken} already.`)
  const name = databaseNameOf(settings, shard)
  const id = findOrMakeDatabase(name, location)
  writeFileSync(CONFIG, withShard(readFileSync(CONFIG, 'utf8'), env, { shard, name, id, host }))
  console.log(`Wrote the database ${name}, its host and its route to wrangler.toml. Commit these lines.`)
}

/** The link by which the first owner at an address signs up; undefined if there is an owner. */
const shardLink = async ({ env, shard }: Options, host: string): Promise<string | undefined> => {
  const database = wranglerDatabase(remoteTarget(env), shard)
  const [owners = []] = await database.read(`SELECT 1 AS one FROM members WHERE role = 'owner' LIMIT 1`)
  if (owners.length > 0) return undefined
  return `https://${host}/setup#setup/${await writeSetupCode(database, host)}`
}

const deploy = async (options: Options): Promise<void> => {
  const { env, location, shard } = options
  const base = readConfig({ config: CONFIG, env: '' }, { hideWarnings: true })
  let settings = readSettings(env)
  // An environment names a database of its own.
  const makesDatabase = env === '' && hasPlaceholder(settings)
  const problems = deploymentProblems(settings, base).filter(
    (problem) => !(makesDatabase && problem.startsWith('database_id')),
  )
  if (problems.length > 0) throw new Error(['Not deployed. In wrangler.toml:', ...problems].join('\n- '))
  if (makesDatabase) {
    const id = findOrMakeDatabase(DATABASE, shard === FIRST_SHARD ? location : undefined)
    writeFileSync(CONFIG, withDatabaseId(readFileSync(CONFIG, 'utf8'), id))
    console.log(`Wrote the id of the database to wrangler.toml: ${id}. Commit that line.`)
  }
  if (shard !== FIRST_SHARD) {
    addShard(options)
    settings = readSettings(env)
  }
  for (const binding of shardsOf(settings)) migrateRemote(env, binding)
  const { byHost } = hostsOf(settings)
  const host = [...(byHost ?? [])].find(([, binding]) => binding === shard)?.[0]
  const isOwn = settings.vars.AUTH_ISSUER === ''
  const link =
    isOwn && shard !== FIRST_SHARD && host !== undefined ? await shardLink(options, host) : undefined

  const secrets = missingSecrets(secretsOf(env), isOwn)
  withSecretsFile(secrets, (file, folder) => {
    const report = join(folder, 'report.ndjson')
    process.env.WRANGLER_OUTPUT_FILE_PATH = report
    // Not minified: the log's stack frames are taken at run time, where no source map is applied.
    runWrangler(
      'deploy',
      ...envArguments(env),
      ...(Object.keys(secrets).length > 0 ? ['--secrets-file', file] : []),
    )
    const address = addressOf(readFileSync(report, 'utf8')) ?? 'https://YOUR-HOST'
    if (link !== undefined) console.log(`\nSet up the organizer of ${host}, once:\n\n  ${link}\n`)
    const { SETUP_CODE } = secrets
    if (SETUP_CODE !== undefined)
      console.log(`\nSet up your organizer, once:\n\n  ${address}/setup#setup/${SETUP_CODE}\n`)
    else console.log(`\n  ${address}/organizer/\n`)
  })
}

export const deployCommand = defineCommand(
  USAGE,
  {
    env: { type: 'string' },
    location: { type: 'string' },
    host: { type: 'string' },
    ...SHARD_OPTION,
  },
  async ({ values }) => {
    const shard = parseShard(values.shard)
    if (shard === FIRST_SHARD && values.host !== undefined)
      throw new UsageError('--host is that of a further database: add --shard DB_1.')
    const host = values.host === undefined ? undefined : parseHost(values.host)
    if (values.host !== undefined && host === undefined)
      throw new UsageError('--host must be a host name, such as eu.example.com.')
    await deploy({
      env: values.env ?? process.env.CLOUDFLARE_ENV ?? '',
      location: values.location,
      shard,
      host,
    })
  },
)

if (import.meta.main) await runCommand(deployCommand)
