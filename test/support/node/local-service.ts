// Starts the service for tests: the Worker in workerd with the bindings of wrangler.toml, and the issuer of `npm run dev`.
// wrangler itself would take five times as long, because it builds the pages and the Worker at each start.
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { startIssuer, workerSettings } from '../../../scripts/issuer.ts'
import { ROOT, removeRunning, writeRunning } from '../../../scripts/local.ts'
import { freePort } from './dev.ts'

/** Builds the Worker, and reads its bindings from wrangler.toml. The result is JSON, which each test process gets ready. */
export const buildWorker = async (): Promise<V4WorkerOptions> => {
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler')
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'src', 'index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
  })
  const { modulesRules: _, ...options } = unstable_getMiniflareWorkerOptions(
    join(ROOT, 'wrangler.toml'),
  ).workerOptions
  const contents = outputFiles[0]?.text as string
  return { ...options, name: 'doorlist', modules: [{ type: 'ESModule', path: 'index.js', contents }] }
}

export type LocalService = { api: string; issuer: string; stop: () => Promise<void> }

type Options = {
  /** The lifetime of the pages' access tokens. */
  tokenSeconds?: number | undefined
  /** The port of the API, for a service that starts again. */
  port?: number | undefined
}

/** Starts the service on the database of a state folder. Any subject can sign in at its issuer. */
export const startService = async (
  worker: V4WorkerOptions,
  state: string,
  { tokenSeconds, port }: Options = {},
): Promise<LocalService> => {
  const apiPort = port ?? (await freePort())
  const api = `http://127.0.0.1:${apiPort}`
  const issuer = await startIssuer(apiPort + 1, join(state, 'doorlist-issuer-key.json'), {
    api,
    file: join(state, 'doorlist-issuer.sqlite'),
    tokenSeconds,
    isSubject: (subject) => subject !== '',
  })
  const bindings = { ...worker.bindings, CORS_ORIGINS: '', ...workerSettings(issuer) }
  const options = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: apiPort,
    resourcePersistencePath: join(state, 'v3'),
    unsafeLocalExplorer: true,
    handleStructuredLogs: () => undefined,
    workers: [{ ...worker, bindings }],
  })
  const miniflare = new Miniflare({ ...options, logRequests: false })
  await miniflare.ready
  await writeRunning(state, { api, issuer: issuer.url, pid: process.pid })
  return {
    api,
    issuer: issuer.url,
    stop: async () => {
      await miniflare.dispose()
      await issuer.stop()
      await removeRunning(state)
    },
  }
}
