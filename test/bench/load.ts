// Requests over HTTP, timed one by one.
//
// Not autocannon: its histogram counts whole milliseconds, it finishes one target before the next, and it
// does not read headers. Here requests of about 5 ms are compared in turns, with their `Server-Timing`.
import { Agent, request } from 'node:http'

export type Headers = Record<string, string>

export type HttpResponse = {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

const agent = new Agent({ keepAlive: true })

/** What a request uploads; nothing by default. */
export type Upload = { method?: string; body?: string }

/**
 * Sends a request. On a busy machine, the server may close an idle connection while this process takes it for
 * the request: then it is sent again on another one.
 */
export const send = (url: string, headers: Headers, upload: Upload = {}): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body } = upload
    const failed = (cause: Error): void => reject(new Error(`${method} ${url} failed`, { cause }))
    const outgoing = request(url, { agent, headers, method }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('error', failed)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: incoming.headers,
        }),
      )
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, headers, upload))
      else failed(error)
    })
    outgoing.end(body)
  })

/** Sends a request that must give this status. */
export const sendExpecting = async (
  status: number,
  url: string,
  headers: Headers,
  upload?: Upload,
): Promise<HttpResponse> => {
  const response = await send(url, headers, upload)
  if (response.status !== status) {
    throw new Error(`${url}: ${response.status} instead of ${status}: ${response.body.slice(0, 300)}`)
  }
  return response
}

/** A request to measure, and the status that it must have. `upload` makes a new upload for each request. */
export type Target = { url: string; headers: Headers; status: number; upload?: () => Upload }

/** The figures in a response's `Server-Timing`; durations in milliseconds. */
export type Timing = {
  authMs: number
  dbMs: number
  sqlMs: number
  rows: number
  /** Of the statement that has read most. */
  mostRows: number
  trips: number
}

export const readTiming = ({ headers }: HttpResponse): Timing => {
  const header = String(headers['server-timing'] ?? '')
  const read = (name: string) =>
    Number(new RegExp(`\\b${name};(?:dur|desc)="?([\\d.]+)`).exec(header)?.[1] ?? Number.NaN)
  return {
    authMs: read('auth'),
    dbMs: read('db'),
    sqlMs: read('sql'),
    rows: read('rows'),
    mostRows: read('statement'),
    trips: read('trips'),
  }
}

/** The value that a share of the values does not exceed (nearest rank). */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Sends a request over several connections for a while. Returns responses per second. */
export const measureThroughput = async (
  { url, headers, status, upload }: Target,
  { connections, ms }: { connections: number; ms: number },
): Promise<number> => {
  const start = performance.now()
  let responses = 0
  const work = async () => {
    while (performance.now() - start < ms) {
      await sendExpecting(status, url, headers, upload?.())
      responses += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (responses * 1000) / (performance.now() - start)
}
