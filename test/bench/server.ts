// What the benchmark measures against: its own database, a real issuer, and one `wrangler dev`.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startIssuer } from '../../scripts/issuer.ts'
import { AUDIENCE, migrate, ROOT, spawnWorker, withDatabase } from '../../scripts/local.ts'
import { requestToken } from '../../scripts/request-token.ts'
import { buildDatabase, SUBJECT, sessionOf } from './data.ts'
import { send } from './load.ts'

const PORT = 8797
const CONFIG = join(import.meta.dirname, 'wrangler.toml')
const STATE = join(ROOT, '.wrangler', 'bench')

/** Those that answer the same requests on it, each under a path of its own. */
export const WHO = ['ours', 'floor', 'guarded-floor', 'textbook'] as const
export type Who = (typeof WHO)[number]

export const originOf = (who: Who): string => `http://127.0.0.1:${PORT}/${who}`

export const pathOf = (size: number, query: string): string =>
  `/api/v1/sessions/${sessionOf(size)}/tickets${query}`

/** Lends the benchmark's database to `work`, while no server runs on it. */
export const withBenchDatabase = <Result>(work: (db: D1Database) => Promise<Result>): Promise<Result> =>
  withDatabase(STATE, work, CONFIG)

export const prepareDatabase = async (): Promise<void> => {
  await migrate(STATE, CONFIG)
  console.log('Database of the benchmark …')
  await withBenchDatabase((db) => buildDatabase(db, console.log))
}

const startWorker = (settings: Record<string, string>) => {
  // As in production: no trace of each request written into a database by the process that is measured, and no
  // debugger attached to it (wrangler attaches none where an editor says that it will).
  Object.assign(process.env, { X_LOCAL_OBSERVABILITY: 'false', VSCODE_INSPECTOR_OPTIONS: '{}' })
  const worker = spawnWorker({ port: PORT, state: STATE, config: CONFIG }, settings)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      worker.kill('SIGTERM')
      process.exit(1)
    })
  }
  return worker
}

const untilReady = async (authorization: Record<string, string>): Promise<void> => {
  const ready = () =>
    send(originOf('ours') + pathOf(100, ''), authorization).then(
      ({ status }) => status === 200,
      () => false,
    )
  for (let tries = 0; !(await ready()); tries++) {
    if (tries > 300) throw new Error('The Worker of the benchmark did not start.')
    await sleep(200)
  }
}

/** Lends a running server to `work`, with the header of a token that may do everything. */
export const withServer = async (
  work: (authorization: Record<string, string>) => Promise<void>,
): Promise<void> => {
  const issuer = await startIssuer(PORT + 1, join(STATE, 'issuer-key.json'))
  const worker = startWorker({
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: AUDIENCE,
    AUTH_JWKS_URL: issuer.jwksUrl,
  })
  try {
    const authorization = { Authorization: `Bearer ${await requestToken(issuer.url, SUBJECT)}` }
    await untilReady(authorization)
    await work(authorization)
  } finally {
    worker.kill('SIGTERM')
    if (worker.exitCode === null) await once(worker, 'close')
    await issuer.stop()
  }
}
