// The issuer of the tests inside workerd: its key set over real HTTP. They sign their tokens, the right and
// the wrong ones, with its private keys; the end-to-end tests use a whole OpenID provider instead.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

export const startKeyServer = async () => {
  const keys = await Promise.all(ALGORITHMS.map(makeKey))
  const document = JSON.stringify({ keys: keys.map(({ publicKey }) => publicKey) })
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/jwks' ? 200 : 404
    response.setHeader('Content-Type', 'application/json')
    response.end(request.url === '/jwks' ? document : '{}')
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signingKeys: keys.map(({ privateKey }) => privateKey),
  }
}
