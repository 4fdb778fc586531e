// npm run deploy: from an empty account to a running service. Checks the settings, makes the database and the
// secrets where there are none, applies the migrations, deploys, and prints where to go.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { defineCommand, runCommand } from './lib/command.ts'
import { deploymentProblems, hasPlaceholder } from './lib/deployment.ts'
import { newSecret, ROOT } from './lib/local.ts'
import { askWrangler, envArguments, migrateRemote, runWrangler, withSecretsFile } from './lib/remote.ts'
import { FIRST_SHARD } from './lib/shards.ts'

const USAGE = `Usage: npm run deploy -- [--env NAME] [--location LOCATION]

Checks the settings in wrangler.toml, makes the database and the secrets where there are none, applies the migrations, and deploys
the Worker. The first deployment prints the link by which you set up your organizer.
  --env NAME           an environment of wrangler.toml, for example production
  --location LOCATION  of a new database, near your doors: weur, eeur, wnam, enam, apac or oc`

const CONFIG = join(ROOT, 'wrangler.toml')
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
const findOrMakeDatabase = (location: string | undefined): string => {
  const find = (): string | undefined =>
    (JSON.parse(askWrangler('d1', 'list', '--json')) as { name: string; uuid: string }[]).find(
      ({ name }) => name === DATABASE,
    )?.uuid
  const known = find()
  if (known !== undefined) return known
  const place = location === undefined ? [] : ['--location', location]
  runWrangler('d1', 'create', DATABASE, '--update-config=false', ...place)
  const made = find()
  if (made === undefined) throw new Error(`The database ${DATABASE} was not made.`)
  return made
}

/** Writes the database's id into wrangler.toml, in place of the placeholder. */
export const withDatabaseId = (toml: string, id: string): string =>
  toml.replace(/^database_id = "0{8}-[^"]*"$/m, `database_id = "${id}"`)

/** Cloudflare's code for a Worker that does not exist. */
const NO_WORKER = /\b10007\b/

/**
 * The names of the Worker's secrets. A Worker that does not exist has none. Any other failure ends the
 * deployment: a secret that was replaced by mistake would sign everybody out.
 */
const secretsOf = (env: string): string[] => {
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

const deploy = (env: string, location: string | undefined): void => {
  const base = readConfig({ config: CONFIG, env: '' }, { hideWarnings: true })
  const settings = readSettings(env)
  // An environment names a database of its own.
  const makesDatabase = env === '' && hasPlaceholder(settings)
  const problems = deploymentProblems(settings, base).filter(
    (problem) => !(makesDatabase && problem.startsWith('database_id')),
  )
  if (problems.length > 0) throw new Error(['Not deployed. In wrangler.toml:', ...problems].join('\n- '))
  if (makesDatabase) {
    const id = findOrMakeDatabase(location)
    writeFileSync(CONFIG, withDatabaseId(readFileSync(CONFIG, 'utf8'), id))
    console.log(`Wrote the id of the database to wrangler.toml: ${id}. Commit that line.`)
  }
  migrateRemote(env, FIRST_SHARD)

  const secrets = missingSecrets(secretsOf(env), settings.vars.AUTH_ISSUER === '')
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
    const { SETUP_CODE } = secrets
    if (SETUP_CODE !== undefined)
      console.log(`\nSet up your organizer, once:\n\n  ${address}/setup#setup/${SETUP_CODE}\n`)
    else console.log(`\n  ${address}/organizer/\n`)
  })
}

export const deployCommand = defineCommand(
  USAGE,
  { env: { type: 'string' }, location: { type: 'string' } },
  async ({ values }) => deploy(values.env ?? process.env.CLOUDFLARE_ENV ?? '', values.location),
)

if (import.meta.main) await runCommand(deployCommand)
