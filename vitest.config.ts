import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig, type Plugin, type ViteUserConfig } from 'vitest/config'
import { buildApiViewer } from './scripts/api-viewer.ts'
import { AUDIENCE, ROOT } from './scripts/lib/local.ts'
import { buildPages } from './scripts/web.ts'
import { startKeyServer } from './test/support/node/key-server.ts'

process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'
process.env.WRANGLER_SEND_METRICS = 'false'
// Commands and services start many times.
process.env.NODE_COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node')

/**
 * For each test and each hook. Beside another file, the slowest takes 40 s on two cores. The limit must end
 * a test that hangs, but must not fail one on a busy machine.
 */
const LIMIT_MS = 300_000

/** One for each core: each further worker loads the service once more. */
const FILES_AT_ONCE = Math.max(2, availableParallelism())
/** Browsers and commands wait for other processes much of the time. */
const WAITING_FILES_AT_ONCE = FILES_AT_ONCE + 1

/** The end of a test's name says where it runs. */
const named = (kind: string): string[] => [`test/**/*.${kind}.test.ts`]

/** The database of all files that run in workerd: DB, or DB_1, which has a host of its own. */
const chooseDatabase = (): 'DB' | 'DB_1' | undefined => {
  const { DATABASE } = process.env
  if (DATABASE === undefined || DATABASE === 'DB' || DATABASE === 'DB_1') return DATABASE
  throw new Error(`DATABASE must be DB or DB_1, not "${DATABASE}".`)
}

const DEFAULT_SEED = 20_260_612

/** The seed of all property tests: fixed unless `SEED` sets another; random in mode `fuzz`. */
const chooseSeed = (mode: string): number => {
  const { SEED } = process.env
  const seed = SEED ? Number(SEED) : mode === 'fuzz' ? Math.floor(Math.random() * 2 ** 31) : DEFAULT_SEED
  if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, not "${SEED}".`)
  if (seed !== DEFAULT_SEED) console.log(`Property tests use seed ${seed}. To repeat: SEED=${seed} npm test`)
  return seed
}

/**
 * The service logs each request as one line of JSON. These lines would bury the failure of a test with many
 * requests.
 */
const isRequestLog = (log: string): boolean =>
  log
    .trim()
    .split('\n')
    .every((line) => line.startsWith('{"requestId":'))

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => {
  // The files of the pages and of the API viewer are not committed.
  await buildPages()
  await buildApiViewer()
  const issuer = await startKeyServer()
  const seed = chooseSeed(mode)
  const database = chooseDatabase()
  const workerd = cloudflareTest({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      // REPLICA is for tests of reads from a replica that lags.
      // DB_1 is that of another host. Each file is run at one of the two, by its name.
      d1Databases: ['REPLICA', 'DB_1'],
      // The tests use these settings instead of those in wrangler.toml and .dev.vars.
      bindings: {
        AUTH_AUDIENCE: AUDIENCE,
        CORS_ORIGINS: '',
        AUTH_ISSUER: issuer.url,
        AUTH_JWKS_URL: `${issuer.url}/jwks`,
        WEB_CLIENT_ID: 'doorlist-web',
        WEB_SCOPE: 'openid offline_access',
        WEB_AUDIENCE: '',
        WEB_RESOURCE: AUDIENCE,
        WEB_CONNECT_SRC: '',
        SERVER_TIMING: 'rows',
        PUBLIC_LISTINGS: 'on',
        // Webhooks of tests are sent to this machine, or to nothing.
        LOOPBACK_URLS: 'on',
        DOORLIST_SECRET: 'a secret of the tests, long enough',
        SETUP_CODE: 'a setup code of the tests',
        SHARD_HOSTS: 'db-1.doorlist.example=DB_1',
        TEST_SIGNING_KEYS: issuer.signingKeys,
        TEST_MIGRATIONS: await readD1Migrations('./drizzle'),
        TEST_DATA_PAGE: await readFile('./docs/data.md', 'utf8'),
        TEST_API_PAGE: await readFile('./docs/api.md', 'utf8'),
      },
    },
  })
  // With `extends`, each project would evaluate this file again, with its own issuer and seed.
  const project = ({
    plugins = [],
    ...test
  }: {
    name: string
    plugins?: Plugin[]
    [option: string]: unknown
  }) => ({
    extends: false as const,
    plugins,
    test: {
      maxWorkers: FILES_AT_ONCE,
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      isolate: false,
      setupFiles: ['./test/support/seed.ts'],
      provide: { seed, isFull: mode === 'full' || mode === 'fuzz', database },
      ...test,
    },
  })
  const inWorkerd = ['./test/support/migrate.ts', './test/support/seed.ts', './test/support/forget-queue.ts']
  const inNode = {
    globalSetup: './test/support/node/setup.ts',
    maxWorkers: WAITING_FILES_AT_ONCE,
    // After the files of the other projects: vitest wants one number of workers for all files that run
    // together.
    sequence: { groupOrder: 1 },
  }
  return {
    test: {
      silent: 'passed-only',
      tags: [
        { name: 'slow', description: 'Takes seconds: `npm run verify` leaves it out.' },
        { name: 'full', description: 'Beside the main ways: `npm test` leaves it to `npm run check`.' },
        { name: 'more', description: 'Larger in `npm run check`, which repeats it for that.' },
      ],
      onConsoleLog: (log, type) => type === 'stderr' || !isRequestLog(log),
      projects: [
        // Pure rules, in plain node.
        project({ name: 'unit', include: named('unit') }),
        // The service in workerd. The files of a worker share a database, which takes half the time.
        project({
          name: 'api',
          plugins: [workerd],
          include: named('api'),
          setupFiles: [...inWorkerd, './test/support/same-schema.ts'],
        }),
        // The same with a database for each file: these change its schema or its statistics, or add so many
        // rows that others would notice.
        project({
          name: 'isolated',
          plugins: [workerd],
          include: named('isolated'),
          isolate: true,
          setupFiles: inWorkerd,
        }),
        // The pages in Chromium, with the service in a process of its own.
        project({ name: 'browser', include: named('browser'), ...inNode }),
        // What the door page keeps on disk, and notes, in Firefox.
        project({
          name: 'firefox',
          include: ['notes', 'storage'].map((name) => `test/web/door/${name}.browser.test.ts`),
          env: { ENGINE: 'firefox' },
          ...inNode,
        }),
        // The commands of package.json.
        project({ name: 'command', include: named('command'), ...inNode }),
      ],
    },
  }
})
