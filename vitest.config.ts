import { readFile } from 'node:fs/promises'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { AUDIENCE } from './scripts/local.ts'
import { startKeyServer } from './test/support/node/key-server.ts'

process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'
process.env.WRANGLER_SEND_METRICS = 'false'

export default defineConfig(async (): Promise<ViteUserConfig> => {
  const issuer = await startKeyServer()
  return {
    test: {
      silent: 'passed-only',
      projects: [
        {
          plugins: [
            cloudflareTest({
              wrangler: { configPath: './wrangler.toml' },
              miniflare: {
                // Whatever a deployment has set, the tests are of the service.
                bindings: {
                  AUTH_AUDIENCE: AUDIENCE,
                  CORS_ORIGINS: '',
                  AUTH_ISSUER: issuer.url,
                  AUTH_JWKS_URL: `${issuer.url}/jwks`,
                  TEST_SIGNING_KEYS: issuer.signingKeys,
                  TEST_MIGRATIONS: await readD1Migrations('./drizzle'),
                  TEST_DATA_PAGE: await readFile('./docs/data.md', 'utf8'),
                },
              },
            }),
          ],
          test: {
            name: 'workerd',
            include: ['test/**/*.test.ts'],
            exclude: ['test/e2e/**'],
            setupFiles: ['./test/support/migrate.ts'],
          },
        },
        {
          test: {
            name: 'e2e',
            include: ['test/e2e/**/*.test.ts'],
            testTimeout: 30_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }
})
