// Starts the service for tests: the Worker in workerd with the bindings of wrangler.toml, and the issuer of
// `npm run dev`. wrangler itself would take five times as long, because it builds the pages and the Worker at
// each start.
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { issuerFile, OWN_SIGN_IN, startIssuer, workerSettings } from '../../../scripts/lib/issuer.ts'
import { ROOT, removeRunning, writeRunning } from '../../../scripts/lib/local.ts'
import { freePort } from './dev.ts'

/**
 * Builds the Worker, and reads its bindings from wrangler.toml. The result is JSON, which each test process
 * gets ready.
 */
export const buildWorker = async (): Promise<V4WorkerOptions> => {
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
  const config = join(ROOT, 'wrangler.toml')
  const { alias = {} } = unstable_readConfig({ config }, { hideWarnings: true })
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'src', 'index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    alias: Object.fromEntries(
      Object.entries(alias).map(([name, path]) => [name, join(ROOT, path as string)]),
    ),
  })
  const { modulesRules: _, ...options } = unstable_getMiniflareWorkerOptions(config).workerOptions
  const contents = outputFiles[0]?.text as string
  return { ...options, name: 'doorlist', modules: [{ type: 'ESModule', path: 'index.js', contents }] }
}

/** Starts the Worker alone, with the token issuer of `settings`. Returns how to stop it. */
export const startWorker = async (
  worker: V4WorkerOptions,
  state: string,
  port: number,
  settings: Record<string, string>,
): Promise<() => Promise<void>> => {
  const options = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    resourcePersistencePath: join(state, 'v3'),
    unsafeLocalExplorer: true,
    handleStructuredLogs: () => undefined,
    workers: [{ ...worker, bindings: { ...worker.bindings, CORS_ORIGINS: '', ...settings } }],
  })
  const miniflare = new Miniflare({ ...options, logRequests: false })
  await miniflare.ready
  return () => miniflare.dispose()
}

/** What phones and people with passkeys need. */
export const SECRETS = {
  DOORLIST_SECRET: 'a secret of the tests, long enough',
  SETUP_CODE: 'a-setup-code-of-the-tests',
}
export const { SETUP_CODE } = SECRETS

export type LocalService = { api: string; issuer: string; stop: () => Promise<void> }

export type Options = {
  /** The lifetime of the pages' access tokens. */
  tokenSeconds?: number | undefined
  /** Whether people sign in at the service itself, with passkeys. They do so at `localhost`. */
  isOwn?: boolean | undefined
  /** The port of the API, for a service that starts again. */
  port?: number | undefined
}

/** Starts the service on the database of a state folder. */
export const startService = async (
  worker: V4WorkerOptions,
  state: string,
  { tokenSeconds, port, isOwn = false }: Options = {},
): Promise<LocalService> => {
  const apiPort = port ?? (await freePort())
  const api = `http://127.0.0.1:${apiPort}`
  const issuer = await startIssuer(apiPort + 1, issuerFile(state), api, tokenSeconds)
  const stopWorker = await startWorker(worker, state, apiPort, {
    ...(isOwn ? OWN_SIGN_IN : workerSettings(issuer)),
    ...SECRETS,
  })
  await writeRunning(state, { api, issuer: issuer.url, pid: process.pid })
  return {
    api,
    issuer: issuer.url,
    stop: async () => {
      await stopWorker()
      await issuer.stop()
      await removeRunning(state)
    },
  }
}
