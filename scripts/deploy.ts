// npm run deploy: checks the settings, applies the migrations, deploys.
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { defineCommand, runCommand } from './command.ts'
import { deploymentProblems } from './deployment.ts'
import { ROOT } from './local.ts'
import { envArguments, migrateRemote, runWrangler } from './remote.ts'

const USAGE = `Usage: npm run deploy -- [--env NAME]

Checks the settings in wrangler.toml, applies the migrations to the deployed database, and deploys the Worker.
  --env NAME  the environment of wrangler.toml, for example production`

const CONFIG = join(ROOT, 'wrangler.toml')

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

const deploy = (env: string): void => {
  const base = readConfig({ config: CONFIG, env: '' }, { hideWarnings: true })
  const problems = deploymentProblems(readSettings(env), base)
  if (problems.length > 0) throw new Error(['Not deployed. In wrangler.toml:', ...problems].join('\n- '))
  migrateRemote(env)
  // Not minified: the log's stack frames are taken at run time, where no source map is applied.
  runWrangler('deploy', ...envArguments(env))
}

export const deployCommand = defineCommand(USAGE, { env: { type: 'string' } }, async ({ values }) =>
  deploy(values.env ?? process.env.CLOUDFLARE_ENV ?? ''),
)

if (import.meta.main) await runCommand(deployCommand)
