// `npm run deploy` rejects settings that only make sense locally.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { addressOf, deployCommand, missingSecrets, secretsOf, withDatabaseId } from '../../scripts/deploy.ts'
import { type DeploymentConfig, deploymentProblems, hasPlaceholder } from '../../scripts/lib/deployment.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { run } from '../support/node/run-command.ts'

const READY: DeploymentConfig = {
  vars: {
    AUTH_ISSUER: 'https://id.venue.org/',
    AUTH_AUDIENCE: 'https://api.venue.org',
    AUTH_JWKS_URL: 'https://id.venue.org/jwks',
    CORS_ORIGINS: '',
    WEB_CONNECT_SRC: '',
  },
  d1_databases: [{ binding: 'DB', database_id: '5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b11' }],
  ratelimits: [{ name: 'RATE_LIMIT' }, { name: 'COST_RATE_LIMIT' }, { name: 'BATCH_RATE_LIMIT' }],
  version_metadata: { binding: 'VERSION' },
}

const problemsWith = (vars: Record<string, unknown>): string[] =>
  deploymentProblems({ ...READY, vars: { ...READY.vars, ...vars } }, READY)

describe('the settings of a deployment', () => {
  it('are accepted when all are set', () => {
    expect(deploymentProblems(READY, READY)).toEqual([])
  })

  it('send no webhook to this machine', () => {
    expect(problemsWith({ LOOPBACK_URLS: '' })).toEqual([])
    expect(problemsWith({ LOOPBACK_URLS: 'on' })).toEqual([expect.stringContaining('LOOPBACK_URLS')])
  })

  it('do not have the flag with which database sessions hang', () => {
    const compatibility_flags = ['nodejs_compat', 'global_fetch_strictly_public']
    expect(deploymentProblems({ ...READY, compatibility_flags }, READY)).toEqual([
      expect.stringContaining('compatibility_flags'),
    ])
    const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').replace(/^#.*/gm, '')
    expect(toml).not.toContain('global_fetch_strictly_public')
  })

  it('accept an audience that is not a URL', () => {
    expect(problemsWith({ AUTH_AUDIENCE: 'doorlist' })).toEqual([])
  })

  it.each([
    '00000000-0000-4000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'doorlist',
    '',
    undefined,
  ])('need a database id, not %j', (database_id) => {
    const config = { ...READY, d1_databases: [{ binding: 'DB', database_id }] }
    expect(deploymentProblems(config, READY)).toEqual([expect.stringContaining('database_id')])
  })

  it.each([
    ['http://127.0.0.1:8788', 'loopback'],
    ['https://127.0.0.1', 'loopback'],
    ['https://localhost:8443/', 'loopback'],
    ['https://issuer.localhost', 'loopback'],
    ['https://[::1]/', 'loopback'],
    ['http://id.venue.org/', 'https'],
    ['https://id.doorlist.example/', 'example domain'],
    ['https://example.com/', 'example domain'],
    ['https://id.example.org/', 'example domain'],
    ['id.venue.org', 'must be a URL'],
    ['', 'must be a URL'],
    [undefined, 'must be a URL'],
  ])('need the https URL of an issuer, not %j', (url, reason) => {
    expect(problemsWith({ AUTH_ISSUER: url })).toEqual([
      expect.stringMatching(new RegExp(`^AUTH_ISSUER .*${reason}`)),
    ])
    expect(problemsWith({ AUTH_JWKS_URL: url })).toEqual([
      expect.stringMatching(new RegExp(`^AUTH_JWKS_URL .*${reason}`)),
    ])
  })

  it('need no issuer: people sign in at the service itself', () => {
    expect(problemsWith({ AUTH_ISSUER: '', AUTH_JWKS_URL: '', AUTH_AUDIENCE: '' })).toEqual([])
  })

  it('accept a host that only resembles an example or a loopback address', () => {
    expect(problemsWith({ AUTH_ISSUER: 'https://example.company.org/' })).toEqual([])
    expect(problemsWith({ AUTH_ISSUER: 'https://mylocalhost.org/' })).toEqual([])
  })

  it.each(['', '  ', 'https://api.doorlist.example'])('need an audience, not %j', (audience) => {
    expect(problemsWith({ AUTH_AUDIENCE: audience })).toEqual([expect.stringContaining('AUTH_AUDIENCE')])
  })

  it('accept https origins of the issuer’s endpoints', () => {
    expect(problemsWith({ WEB_CONNECT_SRC: 'https://token.venue.org https://keys.venue.org:8443' })).toEqual(
      [],
    )
  })

  it.each(['http://token.venue.org', 'token.venue.org', 'https://token.venue.org/token', "'self'", '*'])(
    'need https origins of the issuer’s endpoints, not %s',
    (source) => {
      expect(problemsWith({ WEB_CONNECT_SRC: `https://keys.venue.org ${source}` })).toEqual([
        `WEB_CONNECT_SRC has "${source}", which is not an https origin.`,
      ])
    },
  )

  it('need the bindings and variables that an environment does not inherit', () => {
    const { CORS_ORIGINS, ...vars } = READY.vars
    const config = { ...READY, vars, ratelimits: [], version_metadata: undefined }
    expect(deploymentProblems(config, READY).map((problem) => problem.split(' ')[0])).toEqual([
      'RATE_LIMIT',
      'COST_RATE_LIMIT',
      'BATCH_RATE_LIMIT',
      'VERSION',
      'CORS_ORIGINS',
    ])
  })
})

describe('the example environment in wrangler.toml', () => {
  /** The problems of the example, uncommented and changed by `change`. */
  const problemsOf = async (change: (text: string) => string): Promise<string[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-config-'))
    try {
      const text = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')
      const start = text.indexOf('# [env.production]')
      expect(start).toBeGreaterThan(0)
      const example = text.slice(start, text.indexOf('#\n# [env.staging]')).replace(/^# ?/gm, '')
      const path = join(folder, 'wrangler.toml')
      await writeFile(path, text.slice(0, start) + change(example))
      const read = (env: string) => readConfig({ config: path, env }, { hideWarnings: true })
      expect(read('production').compatibility_date).toBe(read('').compatibility_date)
      return deploymentProblems(read('production'), read(''))
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('is complete except for the values that are yours', async () => {
    const fill = (text: string) =>
      text
        .replace(/database_id = ".*"/, 'database_id = "5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b11"')
        .replace(/WEB_CLIENT_ID = ".*"/, 'WEB_CLIENT_ID = "doorlist"')
        .replaceAll('your-issuer.com', 'id.venue.org')
        .replaceAll('your-domain.com', 'venue.org')
    expect(await problemsOf(fill)).toEqual([])
  })

  it('is not deployed as it is: every value that is yours is named', async () => {
    const problems = await problemsOf((text) => text)
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'database_id',
      'routes',
      'AUTH_ISSUER',
      'AUTH_JWKS_URL',
      'AUTH_AUDIENCE',
      'CORS_ORIGINS',
      'WEB_AUDIENCE',
      'WEB_CLIENT_ID',
    ])
    for (const value of [
      'https://your-issuer.com/',
      'https://api.your-domain.com',
      'npx wrangler d1 create',
    ]) {
      expect(problems.join('\n')).toContain(value)
    }
  })

  it('is refused for one forgotten value', async () => {
    const forgetful = await problemsOf((text) =>
      text
        .replace(/database_id = ".*"/, 'database_id = "5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b11"')
        .replace(/WEB_CLIENT_ID = ".*"/, 'WEB_CLIENT_ID = "doorlist"')
        .replaceAll('your-domain.com', 'venue.org')
        .replace('https://your-issuer.com/.well-known', 'https://id.venue.org/.well-known'),
    )
    expect(forgetful).toEqual([expect.stringMatching(/^AUTH_ISSUER .*https:\/\/your-issuer\.com\//)])
  })
})

describe('npm run deploy', () => {
  it('deploys the repository as it is, but for the database that it makes', () => {
    const config = readConfig({ config: join(ROOT, 'wrangler.toml'), env: '' }, { hideWarnings: true })
    expect(deploymentProblems(config, config)).toEqual([
      expect.stringContaining('database_id is the placeholder'),
    ])
    expect(hasPlaceholder(config)).toBe(true)
  })

  it('writes the id of the database over the placeholder, once', async () => {
    const toml = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')
    const id = '5b2f1a70-93a6-4c53-a0c1-5a0e3c8f2b11'
    const written = withDatabaseId(toml, id)
    expect(written.match(new RegExp(id, 'g'))).toHaveLength(1)
    expect(written).toMatch(/^preview_database_id = "0{8}-/m)
    expect(withDatabaseId(written, crypto.randomUUID())).toBe(written)
  })

  it('makes the secrets that are missing, and no others', () => {
    const made = missingSecrets([], true)
    expect(Object.keys(made)).toEqual(['DOORLIST_SECRET', 'SETUP_CODE'])
    for (const secret of Object.values(made)) expect(secret).toMatch(/^[\w-]{32}$/)
    expect(missingSecrets(['DOORLIST_SECRET', 'SETUP_CODE'], true)).toEqual({})
    expect(Object.keys(missingSecrets([], false))).toEqual(['DOORLIST_SECRET'])
  })

  it.each([
    ['https://doorlist.me.workers.dev', 'https://doorlist.me.workers.dev'],
    ['api.venue.org (custom domain)', 'https://api.venue.org'],
  ])('finds its address in %j', (target, expected) => {
    const report = [{ type: 'wrangler-session' }, { type: 'deploy', targets: [target] }]
    expect(addressOf(report.map((line) => JSON.stringify(line)).join('\n'))).toBe(expected)
  })

  it('finds no secrets where wrangler finds no Worker, and fails for any other reason', async () => {
    // Cloudflare’s answers, in a thread of their own: the deployment waits for wrangler.
    const cloudflare = new Worker(
      `const { createServer } = require('node:http')
      const { parentPort } = require('node:worker_threads')
      const server = createServer((request, response) => {
        const isAccount = request.url.includes('/accounts/of-tests/')
        const error = isAccount ? { code: 10007, message: 'This Worker does not exist on your account.' } : { code: 10000, message: 'Authentication error' }
        response.writeHead(isAccount ? 404 : 403, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify({ success: false, errors: [error], messages: [], result: null }))
      }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
      { eval: true },
    )
    const port = await new Promise((resolve) => cloudflare.once('message', resolve))
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', `http://127.0.0.1:${port}/client/v4`)
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'a token')
    try {
      vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'of-tests')
      expect(secretsOf('')).toEqual([])
      vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'of-others')
      expect(() => secretsOf('')).toThrow('Authentication error')
    } finally {
      vi.unstubAllEnvs()
      await cloudflare.terminate()
    }
  })

  it('says who must log in, and changes nothing', async () => {
    const before = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')
    const home = await mkdtemp(join(tmpdir(), 'doorlist-home-'))
    // Nobody is logged in, whoever runs the tests.
    const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env
    const nobody = { ...env, HOME: home, XDG_CONFIG_HOME: home }
    const command = promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'deploy.ts')], {
      env: nobody,
    })
    await expect(command).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npx wrangler login'),
    })
    await rm(home, { recursive: true })
    expect(await readFile(join(ROOT, 'wrangler.toml'), 'utf8')).toBe(before)
  })

  it('rejects an environment that does not exist', async () => {
    expect((await run(deployCommand, '--env', 'nowhere')).stderr).toContain(
      'wrangler.toml has no [env.nowhere].',
    )
  })

  it('prints its usage', async () => {
    expect((await run(deployCommand, '--help')).stdout).toContain('Usage: npm run deploy')
  })
})
