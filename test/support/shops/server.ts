// What the simulated shops share: a server on this machine that can be slow, refuse, limit and lose answers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

export type ShopServer = {
  url: string
  /** The path and query of each request. */
  requests: string[]
  /** What the next requests meet, one each; then they are answered. */
  faults: Fault[]
  /** No answer comes before it. */
  isAwaited: Promise<void>
  close: () => Promise<void>
}

type Fault =
  | { kind: 'limit'; retryAfter: string }
  /** The connection ends before or within the answer. */
  | { kind: 'lost' }
  | { kind: 'cut' }
  | { kind: 'answer'; status: number; body: string; headers?: Record<string, string> }
  /** The answer is right and comes, but something happens first. */
  | { kind: 'first'; run: () => void }

/** `limited` is the body of the shop's 429. */
export const startServer = async (
  answer: (url: URL, headers: Record<string, string | string[] | undefined>) => Answer,
  limited: unknown,
): Promise<ShopServer> => {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url as string, shop.url)
    shop.requests.push(url.pathname + url.search)
    await shop.isAwaited
    const fault = shop.faults.shift()
    const send = ({ status = 200, headers = {}, body }: Answer) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (fault?.kind === 'limit') {
      return send({ status: 429, headers: { 'Retry-After': fault.retryAfter }, body: limited })
    }
    if (fault?.kind === 'answer') return send(fault)
    if (fault?.kind === 'lost') return request.socket.destroy()
    if (fault?.kind === 'first') fault.run()
    const right = answer(url, request.headers)
    if (fault?.kind !== 'cut') return send(right)
    response.writeHead(200, { 'Content-Type': 'application/json', ...right.headers })
    response.write(JSON.stringify(right.body).slice(0, 20))
    setImmediate(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shop: ShopServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests: [], faults: [], isAwaited: Promise.resolve() },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return shop
}
