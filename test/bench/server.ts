// A server on the benchmark's database: a real issuer and one `wrangler dev`, on loopback.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signToken, startIssuer } from '../../scripts/lib/issuer.ts'
import { AUDIENCE, ROOT, spawnWorker, WRANGLER_ENV } from '../../scripts/lib/local.ts'
import { localDatabaseId, localHost, shardNames } from '../../scripts/lib/shards.ts'
import { freePort } from '../support/node/dev.ts'
import { MANAGER, sessionId } from './data.ts'
import { DATABASE_ID, stateOf } from './database.ts'
import { type Headers, type HttpResponse, send } from './load.ts'
import type { Scale } from './scale.ts'
import { readUsage, type Usage } from './usage.ts'

/**
 * First path segment of the benchmark's Worker; `limited` is the service with its rate limits, and `second`
 * the same in another isolate.
 */
export type Implementation =
  | 'doorlist'
  | 'baseline'
  | 'guarded-baseline'
  | 'write-baseline'
  | 'naive'
  | 'bare'
  | 'limited'
  | 'second'
  | 'check-in'
  | 'box-office'

export type Server = {
  urlOf: (implementation: Implementation, path: string) => string
  /** The header of a fresh token. */
  authorize: (subject: string) => Promise<Headers>
  /** What the server's processes have used so far. */
  usage: () => Usage
}

/** An entry of `ratelimits` in wrangler.toml; wrangler exports its configuration without types. */
type Limiter = { name: string; namespace_id: string; simple: { limit: number; period: number } }

const READY_INTERVAL_MS = 200
const START_MINUTES = 10

/** `--databases` of the benchmark: further ones are bound, and no request uses them. */
let databases = 1
export const bindDatabases = (count: number): void => {
  databases = count
}

/** A limit that no run reaches. */
const UNLIMITED = 1_000_000_000

const configOf = (scale: Scale): string => join(stateOf(scale), 'wrangler.json')
const secondConfigOf = (scale: Scale): string => join(stateOf(scale), 'wrangler-second.json')
const [NAME, SECOND_NAME] = ['doorlist-bench', 'doorlist-bench-second']

export const ticketsPath = (size: number, query: string): string =>
  `/api/v1/sessions/${sessionId(size)}/tickets${query}`

/**
 * Writes the Worker's configuration: the service's own compatibility date and limiters, and its own database.
 * Each limiter is bound twice: under its name without a limit, and with its limit under the prefix `LIMITED_`
 * (see worker.ts).
 */
const writeConfig = async (scale: Scale, settings: Record<string, string>): Promise<void> => {
  const shards = shardNames(databases).slice(1)
  Object.assign(process.env, WRANGLER_ENV)
  const { unstable_readConfig } = await import('wrangler')
  const service = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true })
  const config = {
    name: NAME,
    main: join(import.meta.dirname, 'worker.ts'),
    compatibility_date: service.compatibility_date,
    keep_names: service.keep_names,
    send_metrics: false,
    vars: { ...service.vars, SHARD_HOSTS: shards.map((shard) => `${localHost(shard)}=${shard}`).join(',') },
    d1_databases: [
      {
        binding: 'DB',
        database_name: 'doorlist-bench',
        database_id: DATABASE_ID,
        migrations_dir: join(ROOT, 'drizzle'),
      },
      ...shards.map((shard) => ({
        binding: shard,
        database_name: `doorlist-bench-${shard}`,
        database_id: localDatabaseId(shard),
      })),
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
  const write = (path: string, content: object) => writeFileSync(path, JSON.stringify(content, null, 2))
  write(configOf(scale), { ...config, services: [{ binding: 'SECOND', service: SECOND_NAME }] })
  // wrangler gives the settings of its command line to the first alone.
  write(secondConfigOf(scale), { ...config, name: SECOND_NAME, vars: { ...config.vars, ...settings } })
}

/** Waits until the service responds. A busy machine may need minutes to start it. */
const untilReady = async (
  { urlOf }: Server,
  headers: Headers,
  worker: ReturnType<typeof spawnWorker>,
  config: string,
): Promise<void> => {
  const url = urlOf('doorlist', ticketsPath(100, ''))
  const end = Date.now() + START_MINUTES * 60_000
  let last: HttpResponse | Error = new Error('There was no response.')
  while (last instanceof Error || last.status !== 200) {
    if (worker.exitCode !== null || Date.now() > end) {
      const cause = last instanceof Error ? last : new Error(`${last.status}: ${last.body}`)
      throw new Error(`The Worker did not start. To see why: npx wrangler dev --config ${config}`, { cause })
    }
    await sleep(READY_INTERVAL_MS)
    last = await send(url, headers).catch((error: Error) => error)
  }
}

const stopOnSignal = (): never => process.exit(1)

/** Runs `work` against a server, which is stopped afterwards. */
export const withServer = async <Result>(
  scale: Scale,
  work: (server: Server) => Promise<Result>,
): Promise<Result> => {
  const port = await freePort()
  const issuerFile = join(stateOf(scale), 'issuer.json')
  const issuer = await startIssuer(await freePort(), issuerFile, `http://127.0.0.1:${port}`)
  const settings = {
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: AUDIENCE,
    AUTH_JWKS_URL: issuer.jwksUrl,
    SERVER_TIMING: 'rows',
  }
  await writeConfig(scale, settings)
  // As in production: requests are not traced in a local database, and no debugger is attached. The second
  // variable makes wrangler leave the debugger to an editor.
  Object.assign(process.env, { X_LOCAL_OBSERVABILITY: 'false', VSCODE_INSPECTOR_OPTIONS: '{}' })
  const worker = spawnWorker(
    { port, state: stateOf(scale), config: configOf(scale), second: secondConfigOf(scale) },
    settings,
  )
  const kill = () => worker.kill('SIGTERM')
  process.once('exit', kill)
  process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal)
  const server: Server = {
    urlOf: (implementation, path) => `http://127.0.0.1:${port}/${implementation}${path}`,
    authorize: async (subject) => ({
      Authorization: `Bearer ${await signToken(issuerFile, issuer.url, subject)}`,
    }),
    usage: () => readUsage(worker.pid as number),
  }
  try {
    await untilReady(server, await server.authorize(MANAGER), worker, configOf(scale))
    return await work(server)
  } finally {
    kill()
    if (worker.exitCode === null) await once(worker, 'close')
    process.off('exit', kill).off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal)
    await issuer.stop()
  }
}
