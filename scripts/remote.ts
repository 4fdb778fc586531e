// Commands on a deployed database, through wrangler and its login.
import { spawnSync } from 'node:child_process'
import { ROOT, WRANGLER_MAIN } from './local.ts'

/** Selects an environment of wrangler.toml. */
export const envArguments = (env: string | undefined): string[] =>
  env === undefined || env === '' ? [] : ['--env', env]

/** Runs wrangler on this terminal, so that it can prompt and show progress. Throws if it fails. */
export const runWrangler = (...args: string[]): void => {
  const { status } = spawnSync(process.execPath, [WRANGLER_MAIN, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  if (status !== 0) throw new Error(`wrangler ${args.slice(0, 3).join(' ')} failed.`)
}

export const migrateRemote = (env: string | undefined): void =>
  runWrangler('d1', 'migrations', 'apply', 'DB', '--remote', ...envArguments(env))
