import { readFile } from 'node:fs/promises'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { AUDIENCE } from './scripts/local.ts'
import { startKeyServer } from './test/support/node/key-server.ts'

process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'
process.env.WRANGLER_SEND_METRICS = 'false'

/**
 * For each test and each hook. The slowest takes 10 s on two idle cores. The limit ends a test that hangs;
 * it must not fail one that runs beside other work.
 */
const LIMIT_MS = 120_000

/**
 * Suites that `npm run test:fast` leaves out: thousands of random requests, 200,000 tickets, and waits for
 * real network timeouts.
 */
const HEAVY = ['test/input.test.ts', 'test/tickets/cost.test.ts', 'test/{key-set,jwks}.test.ts']

const DEFAULT_SEED = 20_260_612

/** The seed of all property tests: fixed unless `SEED` sets another; random in mode `fuzz`. */
const chooseSeed = (mode: string): number => {
  const { SEED } = process.env
  const seed = SEED ? Number(SEED) : mode === 'fuzz' ? Math.floor(Math.random() * 2 ** 31) : DEFAULT_SEED
  if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, not "${SEED}".`)
  if (seed !== DEFAULT_SEED) console.log(`Property tests use seed ${seed}. To repeat: SEED=${seed} npm test`)
  return seed
}

/** The service logs each request as one line of JSON. They would bury the failure of a test that sends hundreds. */
const isRequestLog = (log: string): boolean =>
  log
    .trim()
    .split('\n')
    .every((line) => line.startsWith('{"requestId":'))

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => {
  const issuer = await startKeyServer()
  const workerd = cloudflareTest({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      // For tests of reads from a replica that lags.
      d1Databases: ['REPLICA'],
      // The tests use these settings, whatever wrangler.toml and .dev.vars say.
      bindings: {
        AUTH_AUDIENCE: AUDIENCE,
        CORS_ORIGINS: '',
        AUTH_ISSUER: issuer.url,
        AUTH_JWKS_URL: `${issuer.url}/jwks`,
        TEST_SIGNING_KEYS: issuer.signingKeys,
        TEST_MIGRATIONS: await readD1Migrations('./drizzle'),
        TEST_DATA_PAGE: await readFile('./docs/data.md', 'utf8'),
        TEST_SEED: chooseSeed(mode),
      },
    },
  })
  const limits = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS }
  const setupFiles = ['./test/support/migrate.ts', './test/support/seed.ts']
  return {
    test: {
      silent: 'passed-only',
      onConsoleLog: (log, type) => type === 'stderr' || !isRequestLog(log),
      maxWorkers: '100%',
      // With `extends`, each project would evaluate this file again, with an issuer and a seed of its own.
      projects: [
        {
          extends: false,
          plugins: [workerd],
          test: {
            ...limits,
            name: 'workerd',
            include: ['test/**/*.test.ts'],
            exclude: ['test/e2e/**', ...HEAVY],
            setupFiles,
          },
        },
        {
          extends: false,
          plugins: [workerd],
          test: { ...limits, name: 'heavy', include: HEAVY, setupFiles },
        },
        { extends: false, test: { ...limits, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      ],
    },
  }
})
