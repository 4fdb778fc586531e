// Requests over HTTP, timed one by one; and what the server's processes took of the CPU meanwhile.
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'

export type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
export type Sample = { p50: number; p99: number; perSecond: number }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export const send = (
  url: string,
  headers: Record<string, string>,
  method = 'GET',
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers, method }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: incoming.headers,
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Sends the same request again and again over so many connections, for so long. */
export const load = async (
  url: string,
  headers: Record<string, string>,
  expected: number,
  { connections, ms }: { connections: number; ms: number },
): Promise<number[]> => {
  const times: number[] = []
  const end = performance.now() + ms
  const work = async () => {
    do {
      const start = performance.now()
      const { status } = await send(url, headers)
      if (status !== expected) throw new Error(`${url} answered ${status}, not ${expected}.`)
      times.push(performance.now() - start)
    } while (performance.now() < end)
  }
  await Promise.all(Array.from({ length: connections }, work))
  return times
}

export const summarize = (times: number[], ms: number): Sample => {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    perSecond: (sorted.length * 1000) / ms,
  }
}

export const sizes = (body: string) => ({
  raw: Buffer.byteLength(body),
  gzip: body === '' ? 0 : gzipSync(body).byteLength,
})

/** workerd's processes: CPU seconds used and bytes resident, where the system tells (Linux). */
export const usage = (): { cpuMs: number; residentBytes: number } => {
  let [cpuMs, residentBytes] = [0, 0]
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')) continue
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      cpuMs += (Number(fields[11]) + Number(fields[12])) * 10
      residentBytes += Number(fields[21]) * 4096
    } catch {
      // Gone meanwhile.
    }
  }
  return { cpuMs, residentBytes }
}
