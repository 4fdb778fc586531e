// npm run dev: everything for local use. Creates and migrates the database, loads the demo where there is
// none, starts the token issuer and the API, and prints where they are and a request to try.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoId, loadDemo } from './data/demo.ts'
import { startIssuer } from './issuer.ts'
import { AUDIENCE, fail, migrate, spawnWorker, stateFolder, withDatabase, writeRunning } from './local.ts'
import { PEOPLE } from './people.ts'
import { requestToken } from './request-token.ts'

const READY_TIMEOUT_MS = 60_000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    'persist-to': { type: 'string' },
  },
})

/** Fails where something else listens on the port: it would be taken for the API. */
const requireFreePort = async (port: number): Promise<void> => {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    throw new Error(`Port ${port} is in use. Choose another: npm run dev -- --port 9000`)
  }
  probe.close()
  await once(probe, 'close')
}

const waitUntilReady = async (api: string, gone: Promise<unknown>): Promise<void> => {
  const end = Date.now() + READY_TIMEOUT_MS
  let running = true
  gone.then(() => {
    running = false
  })
  while (running && Date.now() < end) {
    // Any answer will do; without a token it is a 401.
    const answer = await fetch(`${api}/api/v1/sessions/${demoId('30')}/tickets`).catch(() => undefined)
    if (answer !== undefined) return
    await sleep(100)
  }
  throw new Error(running ? 'The API did not start within a minute.' : 'The API did not start; see above.')
}

const run = async (): Promise<void> => {
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    throw new Error('--port: a number from 1 to 65534 (the issuer takes the next one).')
  const state = stateFolder(values['persist-to'])

  await requireFreePort(port)
  await migrate(state)
  const loaded = await withDatabase(state, (db) => loadDemo(db, new Date()))
  const issuer = await startIssuer(port + 1, join(state, 'doorlist-issuer-key.json'))

  const api = `http://127.0.0.1:${port}`
  const settings = { AUTH_ISSUER: issuer.url, AUTH_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: issuer.jwksUrl }
  const worker = spawnWorker({ port, state, logLevel: 'log' }, settings, {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = once(worker, 'close')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => worker.kill('SIGTERM'))
  gone.then(() => issuer.stop())

  try {
    await waitUntilReady(api, gone)
    await writeRunning(state, { api, issuer: issuer.url })
    const tokens = await Promise.all(
      PEOPLE.map(async (person) => [person, await requestToken(issuer.url, person)] as const),
    )
    const list = `${api}/api/v1/sessions/${demoId('31')}/tickets`
    console.log(`
Doorlist is ready.${loaded ? ' The demo data was loaded.' : ''}

  API     ${api}
  Issuer  ${issuer.url}   (keys: ${issuer.jwksUrl})

A token for each demo person (a fresh one: npm run --silent token -- door):
${tokens.map(([person, token]) => `\n  ${person}\n  ${token}`).join('\n')}

Try it, the first page of a session of 20,000 tickets:

  curl '${list}' -H 'Authorization: Bearer ${Object.fromEntries(tokens).door}'

Ctrl-C stops everything.
`)
  } catch (error) {
    worker.kill('SIGTERM')
    throw error
  }
  await gone
}

run().catch(fail)
