// The benchmark's database, and a server on it: a real issuer and one `wrangler dev`, on loopback.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startIssuer } from '../../scripts/issuer.ts'
import { AUDIENCE, ROOT, spawnWorker, WRANGLER_ENV, withDatabase } from '../../scripts/local.ts'
import { migrate } from '../../scripts/migrations.ts'
import type { Person } from '../../scripts/people.ts'
import { requestToken } from '../../scripts/request-token.ts'
import { freePort } from '../support/node/dev.ts'
import { buildDatabase, MANAGER, resetGateSession, sessionId } from './data.ts'
import { type Headers, send } from './load.ts'
import type { Scale } from './scale.ts'
import { readUsage, type Usage } from './usage.ts'

/** First path segment of the benchmark's Worker; `limited` is the service with its rate limits. */
export type Implementation =
  | 'doorlist'
  | 'baseline'
  | 'guarded-baseline'
  | 'write-baseline'
  | 'naive'
  | 'limited'
  | 'check-in'
  | 'box-office'

export type Server = {
  urlOf: (implementation: Implementation, path: string) => string
  /** The header of a fresh token for a person. */
  authorize: (person: Person) => Promise<Headers>
  /** What the server's processes have used so far. */
  usage: () => Usage
}

/** An entry of `ratelimits` in wrangler.toml; wrangler exports its configuration without types. */
type Limiter = { name: string; namespace_id: string; simple: { limit: number; period: number } }

const START_SECONDS = 60

/** A limit that no run reaches. */
const UNLIMITED = 1_000_000_000

const DATABASE_ID = '00000000-0000-4000-8000-00000000be2c'

const stateOf = ({ name }: Scale): string => join(ROOT, '.wrangler', 'bench', name)
const configOf = (scale: Scale): string => join(stateOf(scale), 'wrangler.json')

export const ticketsPath = (size: number, query: string): string =>
  `/api/v1/sessions/${sessionId(size)}/tickets${query}`

/**
 * Writes the Worker's configuration: the service's own compatibility date and limiters, and its own database.
 * Each limiter is bound twice: under its name without a limit, and with its limit under the prefix `LIMITED_`
 * (see worker.ts).
 */
const writeConfig = async (scale: Scale): Promise<void> => {
  Object.assign(process.env, WRANGLER_ENV)
  const { unstable_readConfig } = await import('wrangler')
  const service = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true })
  const config = {
    name: 'doorlist-bench',
    main: join(import.meta.dirname, 'worker.ts'),
    compatibility_date: service.compatibility_date,
    keep_names: service.keep_names,
    send_metrics: false,
    vars: service.vars,
    d1_databases: [
      {
        binding: 'DB',
        database_name: 'doorlist-bench',
        database_id: DATABASE_ID,
        migrations_dir: join(ROOT, 'drizzle'),
      },
    ],
    ratelimits: service.ratelimits.flatMap((limiter: Limiter) => [
      {
        name: limiter.name,
        namespace_id: `9${limiter.namespace_id}`,
        simple: { ...limiter.simple, limit: UNLIMITED },
      },
      { ...limiter, name: `LIMITED_${limiter.name}` },
    ]),
    version_metadata: service.version_metadata,
  }
  mkdirSync(stateOf(scale), { recursive: true })
  writeFileSync(configOf(scale), JSON.stringify(config, null, 2))
}

/** A hash of everything that determines the contents of the database. */
const fingerprintSources = (): string => {
  const migrations = readdirSync(join(ROOT, 'drizzle')).filter((name) => name.endsWith('.sql'))
  const files = [
    ...migrations.map((name) => join(ROOT, 'drizzle', name)),
    ...['data.ts', 'naive.ts', 'scale.ts'].map((name) => join(import.meta.dirname, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Builds the database, or takes back the check-ins of an earlier run that has built the same one. A half-built database
 * is built again.
 */
export const prepareDatabase = async (scale: Scale): Promise<void> => {
  const marker = join(stateOf(scale), 'built-from')
  const sources = fingerprintSources()
  const isBuilt = existsSync(marker) && readFileSync(marker, 'utf8') === sources
  if (!isBuilt) rmSync(stateOf(scale), { recursive: true, force: true })
  await writeConfig(scale)
  if (isBuilt) return withBenchDatabase(scale, (db) => resetGateSession(db, scale))
  console.log('Building the database')
  await migrate(stateOf(scale), DATABASE_ID)
  await withBenchDatabase(scale, (db) => buildDatabase(db, scale, console.log))
  writeFileSync(marker, sources)
}

/** Opens the benchmark's database for `work`, while no server runs on it. */
export const withBenchDatabase = <Result>(
  scale: Scale,
  work: (db: D1Database) => Promise<Result>,
): Promise<Result> => withDatabase(stateOf(scale), work, DATABASE_ID)

const untilReady = async ({ urlOf }: Server, headers: Headers, config: string): Promise<void> => {
  const url = urlOf('doorlist', ticketsPath(100, ''))
  const isReady = () =>
    send(url, headers).then(
      ({ status }) => status === 200,
      () => false,
    )
  const end = Date.now() + START_SECONDS * 1000
  while (!(await isReady())) {
    if (Date.now() > end) {
      throw new Error(`The Worker did not start. To see why: npx wrangler dev --config ${config}`)
    }
    await sleep(200)
  }
}

const stopOnSignal = (): never => process.exit(1)

/** Runs `work` against a server, which is stopped afterwards. */
export const withServer = async <Result>(
  scale: Scale,
  work: (server: Server) => Promise<Result>,
): Promise<Result> => {
  const port = await freePort()
  const issuer = await startIssuer(await freePort(), join(stateOf(scale), 'issuer-key.json'))
  // As in production: requests are not traced in a local database, and no debugger is attached. The second variable
  // makes wrangler leave the debugger to an editor.
  Object.assign(process.env, { X_LOCAL_OBSERVABILITY: 'false', VSCODE_INSPECTOR_OPTIONS: '{}' })
  const worker = spawnWorker(
    { port, state: stateOf(scale), config: configOf(scale) },
    {
      AUTH_ISSUER: issuer.url,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: issuer.jwksUrl,
      SERVER_TIMING: 'rows',
    },
  )
  const kill = () => worker.kill('SIGTERM')
  process.once('exit', kill)
  process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal)
  const server: Server = {
    urlOf: (implementation, path) => `http://127.0.0.1:${port}/${implementation}${path}`,
    authorize: async (person) => ({ Authorization: `Bearer ${await requestToken(issuer.url, person)}` }),
    usage: () => readUsage(worker.pid as number),
  }
  try {
    await untilReady(server, await server.authorize(MANAGER), configOf(scale))
    return await work(server)
  } finally {
    kill()
    if (worker.exitCode === null) await once(worker, 'close')
    process.off('exit', kill).off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal)
    await issuer.stop()
  }
}
