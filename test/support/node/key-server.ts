// The issuer of the tests that run in workerd: it serves a JWKS over real HTTP. The tests sign tokens with
// its private keys. The end-to-end tests use a complete OpenID provider instead.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** Key ids and algorithms. There are two RS256 keys, because issuers publish two while they rotate. */
const KEYS = [
  { kid: 'key-RS256', alg: 'RS256' },
  { kid: 'next-RS256', alg: 'RS256' },
  { kid: 'key-PS256', alg: 'PS256' },
  { kid: 'key-ES256', alg: 'ES256' },
  { kid: 'key-EdDSA', alg: 'EdDSA' },
  { kid: 'key-Ed25519', alg: 'Ed25519' },
] as const

type NamedKey = (typeof KEYS)[number]

const makeKey = async ({ kid, alg }: NamedKey): Promise<{ privateKey: JWK; publicKey: JWK }> => {
  const pair = await generateKeyPair(alg, { extractable: true })
  const named = { kid, alg, use: 'sig' }
  return {
    privateKey: { ...(await exportJWK(pair.privateKey)), ...named },
    publicKey: { ...(await exportJWK(pair.publicKey)), ...named },
  }
}

/** How the JWKS of a scenario behaves. A test sets it with PUT and reads the number of fetches with GET. */
type Scenario = {
  mode: 'good' | 'slow' | 'error' | 'garbage' | 'redirect' | 'empty' | 'broken-key' | 'huge'
  /** The key ids in the JWKS; all of them if absent. */
  keys?: string[]
  /** What the JWKS has beside them. */
  otherKeys?: unknown[]
  /** Serves the keys without their `kid`. */
  withoutKeyIds?: boolean
}

const HUGE_BYTES = 2 * 1024 * 1024

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

const writeJwks = (keys: JWK[], { mode, keys: kids, otherKeys = [], withoutKeyIds }: Scenario): string => {
  if (mode === 'garbage') return '<html>Bad gateway</html>'
  const selected = keys.filter(({ kid }) => kids === undefined || kids.includes(kid as string))
  const shown = withoutKeyIds === true ? selected.map(({ kid, ...key }) => key) : selected
  if (mode === 'empty') return JSON.stringify({ keys: [] })
  if (mode === 'broken-key') return JSON.stringify({ keys: shown.map((key) => ({ ...key, x: '!', n: '!' })) })
  const jwks = JSON.stringify({ keys: [...otherKeys, ...shown] })
  return mode === 'huge' ? jwks + ' '.repeat(HUGE_BYTES) : jwks
}

export const startKeyServer = async () => {
  const keys = await Promise.all(KEYS.map(makeKey))
  const publicKeys = keys.map(({ publicKey }) => publicKey)
  const scenarios = new Map<string, Scenario & { fetches: number }>()

  const sendJwks = async (scenario: Scenario, response: ServerResponse): Promise<void> => {
    const { mode } = scenario
    // Slower than anybody waits.
    if (mode === 'slow') return
    response.statusCode = mode === 'error' ? 500 : mode === 'redirect' ? 302 : 200
    if (mode === 'redirect') response.setHeader('Location', '/jwks')
    response.setHeader('Content-Type', 'application/json')
    response.end(writeJwks(publicKeys, scenario))
  }

  const server = createServer(async (request, response) => {
    const [, kind, name = '', what] = (request.url ?? '').split('/')
    const scenario = scenarios.get(name)
    if (kind === 'jwks') return sendJwks({ mode: 'good' }, response)
    if (kind === 'scenario' && request.method === 'PUT') {
      scenarios.set(name, { fetches: scenario?.fetches ?? 0, ...JSON.parse(await readBody(request)) })
      return response.end()
    }
    if (kind !== 'scenario' || scenario === undefined) return response.writeHead(404).end()
    if (what !== 'jwks') return response.end(JSON.stringify({ fetches: scenario.fetches }))
    scenario.fetches += 1
    return sendJwks(scenario, response)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signingKeys: keys.map(({ privateKey }) => privateKey),
  }
}
