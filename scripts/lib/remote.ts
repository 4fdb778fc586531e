// Commands on a deployed database, through wrangler and its login.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, WRANGLER_ENV, WRANGLER_MAIN } from './local.ts'

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

const LOGIN_HELP =
  'wrangler is not logged in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.'

/** Whether wrangler failed because nobody is logged in. */
const isLoggedOut = (output: string): boolean => /CLOUDFLARE_API_TOKEN|wrangler login/.test(output)

/** Runs wrangler and returns what it prints. Throws if it fails. */
export const askWrangler = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER_MAIN, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    // The rows of a query, as JSON.
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...WRANGLER_ENV },
  })
  if (status === 0) return stdout
  const output = `${stdout}${stderr}`
  throw new Error(
    isLoggedOut(output) ? LOGIN_HELP : `wrangler ${args.slice(0, 2).join(' ')} failed:\n${output}`,
  )
}

/** Runs `work` with a file of secrets, in a folder that is removed afterwards. */
export const withSecretsFile = (
  secrets: Record<string, string>,
  work: (file: string, folder: string) => void,
): void => {
  const folder = mkdtempSync(join(tmpdir(), 'doorlist-secrets-'))
  // With a listener, Ctrl-C ends wrangler and not this process, which removes the file.
  const goOn = (): void => undefined
  process.on('SIGINT', goOn)
  try {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    work(file, folder)
  } finally {
    rmSync(folder, { recursive: true })
    process.off('SIGINT', goOn)
  }
}

export const migrateRemote = (env: string | undefined, shard: string): void =>
  runWrangler('d1', 'migrations', 'apply', shard, '--remote', ...envArguments(env))
