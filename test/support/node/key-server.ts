// The issuer of the tests inside workerd: its key set over real HTTP. They sign their tokens, the right and
// the wrong ones, with its private keys; the end-to-end tests use a whole OpenID provider instead.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

const makeKey = async (alg: string): Promise<{ privateKey: JWK; publicKey: JWK }> => {
  const pair = await generateKeyPair(alg, { extractable: true })
  const named = { kid: `key-${alg}`, alg, use: 'sig' }
  return {
    privateKey: { ...(await exportJWK(pair.privateKey)), ...named },
    publicKey: { ...(await exportJWK(pair.publicKey)), ...named },
  }
}

/** How a scenario's key set behaves; a test sets it by PUT, and reads how often it was asked by GET. */
type Scenario = {
  mode: 'good' | 'slow' | 'error' | 'garbage' | 'redirect' | 'empty' | 'broken-key'
  /** Key ids of the set; all where it is left out. */
  keys?: string[]
}

const SLOW_MS = 4_000

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

export const startKeyServer = async () => {
  const keys = await Promise.all(ALGORITHMS.map(makeKey))
  const publicKeys = keys.map(({ publicKey }) => publicKey)
  const scenarios = new Map<string, Scenario & { asked: number }>()

  const answerKeys = async ({ mode, keys: named }: Scenario, response: ServerResponse): Promise<void> => {
    if (mode === 'slow') await sleep(SLOW_MS, undefined, { ref: false })
    const shown = publicKeys.filter(({ kid }) => named === undefined || named.includes(kid as string))
    const broken = shown.map((key) => ({ ...key, x: '!', n: '!' }))
    response.statusCode = mode === 'error' ? 500 : mode === 'redirect' ? 302 : 200
    if (mode === 'redirect') response.setHeader('Location', '/jwks')
    response.setHeader('Content-Type', 'application/json')
    const set = { keys: mode === 'empty' ? [] : mode === 'broken-key' ? broken : shown }
    response.end(mode === 'garbage' ? '<html>Bad gateway</html>' : JSON.stringify(set))
  }

  const server = createServer(async (request, response) => {
    const [, kind, name = '', what] = (request.url ?? '').split('/')
    const scenario = scenarios.get(name)
    if (kind === 'jwks') return answerKeys({ mode: 'good' }, response)
    if (kind === 'scenario' && request.method === 'PUT') {
      scenarios.set(name, { asked: scenario?.asked ?? 0, ...JSON.parse(await readBody(request)) })
      return response.end()
    }
    if (kind !== 'scenario' || scenario === undefined) return response.writeHead(404).end()
    if (what !== 'jwks') return response.end(JSON.stringify({ asked: scenario.asked }))
    scenario.asked += 1
    return answerKeys(scenario, response)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signingKeys: keys.map(({ privateKey }) => privateKey),
  }
}
