// Shared by the local commands: where state is kept, and how wrangler is run.
import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_SHARD, localDatabaseId } from './shards.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
const CONFIG = join(ROOT, 'wrangler.toml')
export const AUDIENCE = 'https://api.doorlist.example'

/** Where local state is kept: wrangler's own folder, or another for a run that must not touch it. */
export const stateFolder = (persistTo: string | undefined): string =>
  persistTo ?? join(ROOT, '.wrangler', 'state')

/** No local command needs the internet, and none sends usage statistics. */
export const WRANGLER_ENV = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
}

export const WRANGLER_MAIN = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js')

const spawnWrangler = (args: string[], options: SpawnOptions) =>
  spawn(process.execPath, [WRANGLER_MAIN, ...args], {
    cwd: ROOT,
    ...options,
    env: { ...process.env, ...WRANGLER_ENV },
  })

/**
 * Starts the Worker on a loopback port, with its state in a folder. `settings` override the configuration's
 * variables.
 */
export const spawnWorker = (
  { port, state, config = CONFIG, second, logLevel = 'none' }: WorkerOptions,
  settings: Record<string, string>,
  options: SpawnOptions = { stdio: 'ignore' },
) =>
  spawnWrangler(
    [
      ...[
        'dev',
        '--config',
        config,
        ...(second === undefined ? [] : ['--config', second]),
        '--ip',
        '127.0.0.1',
        '--port',
        String(port),
        '--inspector-port',
        '0',
      ],
      ...['--persist-to', state, '--show-interactive-dev-session=false', '--log-level', logLevel],
      ...Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    options,
  )

export type WorkerOptions = {
  port: number
  state: string
  config?: string
  /** Of a Worker beside it, which only it can call. */
  second?: string
  logLevel?: 'none' | 'log'
}

/** The id of the local database in wrangler.toml. Its file is named after it. */
const DATABASE_ID = localDatabaseId(FIRST_SHARD)

/** Runs `work` with the file of a local database open, which is created if there is none. */
export const withDatabase = async <Result>(
  state: string,
  work: (db: D1Database) => Promise<Result>,
  databaseId: string = DATABASE_ID,
): Promise<Result> => {
  Object.assign(process.env, WRANGLER_ENV)
  const { Miniflare } = await import('miniflare')
  const miniflare = new Miniflare({
    resourcePersistencePath: join(state, 'v3'),
    workers: [
      {
        config: {
          name: 'database',
          compatibilityDate: '2026-11-17',
          manifest: {
            mainModule: 'none.mjs',
            modules: { 'none.mjs': { type: 'esm', contents: 'export default {}' } },
          },
          env: { DB: { type: 'd1', id: databaseId } },
        },
      },
    ],
  })
  try {
    return await work(await miniflare.getD1Database('DB'))
  } finally {
    await miniflare.dispose()
  }
}

/** Secrets of the local service. They stay the same while the database does. */
export type LocalSecrets = { DOORLIST_SECRET: string; SETUP_CODE: string }

export const newSecret = (): string => randomBytes(24).toString('base64url')

/** Reads the secrets of a state folder, or makes them on first use. */
export const readSecrets = async (state: string): Promise<LocalSecrets> => {
  const file = join(state, 'doorlist-secrets.json')
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    const secrets = { DOORLIST_SECRET: newSecret(), SETUP_CODE: newSecret() }
    await mkdir(state, { recursive: true })
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
    return secrets
  }
}

/** The addresses and process of a running `npm run dev`, written to a file for the other commands. */
export type Running = { api: string; issuer: string; pid: number }

const runningFile = (state: string): string => join(state, 'doorlist-running.json')

export const writeRunning = async (state: string, running: Running): Promise<void> => {
  await mkdir(state, { recursive: true })
  await writeFile(runningFile(state), JSON.stringify(running))
}

/**
 * Removes the file that this process wrote, unless another `npm run dev` on the same folder has replaced it.
 */
export const removeRunning = async (state: string): Promise<void> => {
  if ((await readRunning(state)).pid === process.pid) await rm(runningFile(state))
}

/** Reads the file. Throws if there is none. */
export const readRunning = async (state: string): Promise<Running> => {
  try {
    return JSON.parse(await readFile(runningFile(state), 'utf8'))
  } catch {
    throw new Error('The API is not running. Start it with `npm run dev`.')
  }
}
