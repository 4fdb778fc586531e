// npm run dev: everything for local use. Creates and migrates the database, loads the demo into an empty one,
// starts the token issuer and the API, and prints their addresses and a request to try.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoId } from './data/demo.ts'
import { prepareDatabase, prepareOwnDatabase } from './data/prepare-database.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import {
  DEFAULT_TOKEN_SECONDS,
  type Issuer,
  issuerFile,
  OWN_SIGN_IN,
  signToken,
  startIssuer,
  workerSettings,
} from './lib/issuer.ts'
import { readSecrets, removeRunning, spawnWorker, stateFolder, writeRunning } from './lib/local.ts'
import { deleteDatabase } from './lib/migrations.ts'
import { PEOPLE } from './lib/people.ts'
import { localHost, MAX_SHARDS, shardNames } from './lib/shards.ts'
import { writeShardsConfig } from './lib/shards-config.ts'

const DEFAULT_PORT = 8787
/** A day. */
const MAX_TOKEN_SECONDS = 86_400
const READY_TIMEOUT_MS = 60_000
const READY_POLL_MS = 100

/** The first start takes several seconds for each of these. */
const PREPARING = 'Preparing the database …'
const STARTING = 'Building the pages and starting the API …'

const USAGE = `Usage: npm run dev [-- OPTIONS]

Starts the API, the pages, the database with demo data, and a token issuer, all on loopback. Existing data is not changed.

  --port N          the port of the API (default: ${DEFAULT_PORT}); the issuer takes the next one
  ${PERSIST_TO_USAGE}
  --token-seconds N the lifetime of the pages' access tokens (default: ${DEFAULT_TOKEN_SECONDS})
  --reset           delete the database and begin again
  --empty           in a new database: one organizer, owned by "owner", instead of the demo data
  --shards N        so many databases, 1 to ${MAX_SHARDS}, each with an address of its own: localhost, db-1.localhost …
  --own-sign-in     people sign in with passkeys, without an issuer; prints the link of the setup
  --help            print this text`

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

const MAX_PORT = 65_534
const TRIED_PORTS = 100

/** The issuer has the port after that of the API. */
const arePairFree = async (port: number): Promise<boolean> => (await isFree(port)) && isFree(port + 1)

/** Throws if something else listens on a port: it would be mistaken for the API. Names one that is free. */
const requireFreePort = async (port: number, hasIssuer: boolean): Promise<void> => {
  const used = !(await isFree(port)) ? port : hasIssuer && !(await isFree(port + 1)) ? port + 1 : undefined
  if (used === undefined) return
  for (let other = port + 2; other <= Math.min(port + TRIED_PORTS, MAX_PORT); other += 1)
    if (await arePairFree(other))
      throw new Error(`Port ${used} is in use. Port ${other} is free: npm run dev -- --port ${other}`)
  throw new Error(`Port ${used} is in use. Choose another: npm run dev -- --port 9000`)
}

/** The Worker logs each request as JSON; wrangler's line for the same request is left out. */
const isRequestOfWrangler = (line: string): boolean => /^\[wrangler:info\] [A-Z]+ \//.test(line)

/**
 * Holds back the output of the Worker's process until `release` is called: these are wrangler's start-up
 * lines, which matter only if it fails. `release` returns them; later lines are printed as they come.
 */
const holdOutput = (worker: ChildProcess): { release: () => string } => {
  let held: string[] | undefined = []
  for (const [input, output] of [
    [worker.stdout, process.stdout],
    [worker.stderr, process.stderr],
  ] as const) {
    if (input === null) continue
    createInterface({ input }).on('line', (line) => {
      if (held !== undefined) held.push(line)
      else if (!isRequestOfWrangler(line)) output.write(`${line}\n`)
    })
  }
  return {
    release: () => {
      const lines = held ?? []
      held = undefined
      return lines.join('\n')
    },
  }
}

/** Waits until the API reports that it is healthy. */
const waitUntilReady = async (api: string, gone: Promise<unknown>): Promise<void> => {
  const end = Date.now() + READY_TIMEOUT_MS
  let running = true
  gone.then(() => {
    running = false
  })
  while (running && Date.now() < end) {
    const response = await fetch(`${api}/api/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(READY_POLL_MS)
  }
  throw new Error(
    running ? 'The API was not ready within a minute; see above.' : 'The API did not start; see above.',
  )
}

type Described = {
  loaded: boolean
  isDemo: boolean
  persistTo: string | undefined
  /** The hosts of further databases. */
  hosts: readonly string[]
}

/** Each address with a database of its own. */
const describeHosts = (port: string, hosts: readonly string[]): string =>
  hosts.length === 0
    ? ''
    : `
Addresses, each with a database of its own:

${['localhost', ...hosts].map((host) => `  http://${host}:${port}`).join('\n')}
`

/** What a newcomer needs: the addresses, one request to try, and how to get other tokens. */
const describe = (
  api: string,
  issuer: Issuer,
  token: string,
  { loaded, isDemo, persistTo = '', hosts }: Described,
): string => {
  const [first, ...others] = PEOPLE
  const [what, path] = isDemo
    ? [
        `The first page of a session with 20,000 tickets, with a token of "${first}"`,
        `/api/v1/sessions/${demoId('31')}/tickets`,
      ]
    : ['The organizers that "owner" manages, with a token', '/api/organizer/v1/organizers']
  const command = `npm run --silent token -- ${others[1]}${persistTo && ` --persist-to ${persistTo}`}`
  return `
Doorlist is ready.${loaded ? (isDemo ? ' The demo data was loaded.' : ' The organizer is "My organizer".') : ''}

  Door page                 ${api}/door/
  Organizer console         ${api}/organizer/
  Try the API in a browser  ${api}/api/docs
  API                       ${api}
  Token issuer              ${issuer.url}   (JWKS: ${issuer.jwksUrl})

Both pages sign in at the issuer, where you choose a person.
${describeHosts(new URL(api).port, hosts)}
${what}:

  curl '${api}${path}' -H 'Authorization: Bearer ${token}'

A token of ${others.slice(0, -1).join(', ')} or ${others.at(-1)}:

  ${command}

Ctrl-C stops everything.
`
}

/**
 * The addresses where people sign in at the service itself. A passkey belongs to a name, so the host is no
 * number.
 */
const describeOwn = (
  api: string,
  setupLink: string | undefined,
): string => `${setupLink === undefined ? '' : `\n  Set up, once              ${setupLink}`}
  Door page                 ${api}/door/
  Organizer console         ${api}/organizer/
  Try the API in a browser  ${api}/api/docs
`

type Options = {
  port: number
  state: string
  persistTo: string | undefined
  tokenSeconds: number
  empty: boolean
  /** The bindings of the databases. */
  shards: readonly string[]
}

/**
 * The Cron Triggers of wrangler.toml, and how often they fire. In a local run they never fire by themselves.
 */
const CRONS = [
  ['* * * * *', 60_000],
  ['23 4 * * *', 86_400_000],
] as const

/** Fires a Cron Trigger by wrangler's address for it. */
const fire = (api: string, cron: string): Promise<unknown> =>
  fetch(`${api}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron })}`).catch(() => undefined)

/** Runs the Worker until it stops. `begin` runs when it is ready, and returns what is printed. */
const runWorker = async (
  { port, state, shards }: Options,
  issuer: string,
  settings: Record<string, string>,
  begin: (api: string) => Promise<string>,
): Promise<void> => {
  const api = `http://127.0.0.1:${port}`
  const allSettings = { ...settings, ...(await readSecrets(state)) }
  console.log(STARTING)
  const config = shards.length > 1 ? { config: await writeShardsConfig(shards, state) } : {}
  const worker = spawnWorker({ port, state, logLevel: 'log', ...config }, allSettings, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = holdOutput(worker)
  const gone = once(worker, 'close')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => worker.kill('SIGTERM'))
  const timers = CRONS.map(([cron, everyMs]) => setInterval(() => fire(api, cron), everyMs))
  try {
    await waitUntilReady(api, gone)
    await writeRunning(state, { api, issuer, pid: process.pid })
    for (const [cron] of CRONS) fire(api, cron)
    console.log(await begin(api))
    output.release()
  } catch (error) {
    worker.kill('SIGTERM')
    console.error(output.release())
    throw error
  } finally {
    await gone
    for (const timer of timers) clearInterval(timer)
  }
  await removeRunning(state)
}

const dev = async (options: Options): Promise<void> => {
  const { port, state, persistTo, tokenSeconds, empty, shards } = options
  console.log(PREPARING)
  const [first, ...others] = shards
  const { loaded, isDemo } = await prepareDatabase(state, { isEmpty: empty, shard: first })
  for (const shard of others) await prepareDatabase(state, { isEmpty: empty, shard })
  if (empty && !loaded) {
    throw new Error('The database is not empty. Start over: npm run dev -- --reset --empty')
  }
  const hosts = others.map(localHost)
  const api = `http://127.0.0.1:${port}`
  const issuer = await startIssuer(port + 1, issuerFile(state), api, tokenSeconds, hosts)
  try {
    await runWorker(options, issuer.url, workerSettings(issuer), async (api) => {
      const token = await signToken(issuerFile(state), issuer.url, isDemo ? PEOPLE[0] : 'owner')
      return describe(api, issuer, token, { loaded, isDemo, persistTo, hosts })
    })
  } finally {
    await issuer.stop()
  }
}

const devWithOwnSignIn = async (options: Options): Promise<void> => {
  const { port, state, shards } = options
  console.log(PREPARING)
  const { SETUP_CODE } = await readSecrets(state)
  const addresses: string[] = []
  for (const shard of shards) {
    const address = `http://${localHost(shard)}:${port}`
    const code = await prepareOwnDatabase(state, shard, SETUP_CODE)
    addresses.push(describeOwn(address, code && `${address}/setup#setup/${code}`))
  }
  await runWorker(
    options,
    '',
    OWN_SIGN_IN,
    async () => `
Doorlist is ready. People sign in with passkeys.
${addresses.join('')}
Ctrl-C stops everything.
`,
  )
}

const wholeNumber = (option: string, value: string, max: number): number => {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1 && number <= max) return number
  throw new UsageError(`${option} must be a whole number from 1 to ${max}.`)
}

export const devCommand = defineCommand(
  USAGE,
  {
    port: { type: 'string', default: String(DEFAULT_PORT) },
    'persist-to': { type: 'string' },
    'token-seconds': { type: 'string', default: String(DEFAULT_TOKEN_SECONDS) },
    reset: { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
    'own-sign-in': { type: 'boolean', default: false },
    shards: { type: 'string', default: '1' },
  },
  async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}".`)
    const own = values['own-sign-in']
    if (own && values.empty) throw new UsageError('--own-sign-in begins empty: leave out --empty.')
    const persistTo = values['persist-to']
    const options = {
      // The issuer takes the next port.
      port: wholeNumber('--port', values.port, MAX_PORT),
      state: stateFolder(persistTo),
      persistTo,
      empty: values.empty,
      shards: shardNames(wholeNumber('--shards', values.shards, MAX_SHARDS)),
      tokenSeconds: wholeNumber('--token-seconds', values['token-seconds'], MAX_TOKEN_SECONDS),
    }
    await requireFreePort(options.port, !own)
    if (values.reset) await deleteDatabase(options.state)
    await (own ? devWithOwnSignIn : dev)(options)
  },
)

if (import.meta.main) await runCommand(devCommand)
