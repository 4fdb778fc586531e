// The cost of the platform without the service: a bare Worker that checks the same token, does one D1 batch
// with one read by primary key, and sends the same headers and body.
//
// The guarded baseline also does what any such service must do: one rate limiter call and one log line
// (`wrangler dev` simulates both by calls to other processes). It reads the body from D1. The write baseline
// does the same, but writes one row: what the client sent.
import service from '../../src/index.ts'
import { authenticate, guard, writeLogLine } from './guard.ts'

/** A recorded response of the service. */
type Recorded = { status: number; headers: [string, string][]; body: string }

const round = (ms: number): number => Math.round(ms * 10) / 10

const recordings = new Map<string, Recorded>()

/** Records the service's response on the first request. Its body is also stored in the database. */
const record = async (
  key: string,
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Recorded> => {
  const known = recordings.get(key)
  if (known !== undefined) return known
  const response = await service.fetch(request, env, context)
  const recorded = {
    status: response.status,
    headers: [...response.headers] as [string, string][],
    body: await response.text(),
  }
  await env.DB.prepare('INSERT OR REPLACE INTO bench_responses (request, body) VALUES (?, ?)')
    .bind(key, recorded.body)
    .run()
  recordings.set(key, recorded)
  return recorded
}

const databaseTiming = (start: number, { duration, rows_read }: D1Meta): string =>
  `db;dur=${round(performance.now() - start)}, sql;dur=${round(duration)}, trips;desc="1", rows;desc="${rows_read}"`

export const respondAsBaseline = async (
  request: Request,
  env: Env,
  context: ExecutionContext,
  guarded: boolean,
): Promise<Response> => {
  if (guarded) await guard(request, env)
  else await authenticate(request, env)
  const key = request.url + request.headers.get('If-None-Match')
  const { status, headers, body } = await record(key, request, env, context)
  const start = performance.now()
  const [read] = await env.DB.withSession().batch<{ body?: string }>([
    guarded
      ? env.DB.prepare('SELECT body FROM bench_responses WHERE request = ?').bind(key)
      : env.DB.prepare('SELECT * FROM bench_names WHERE name = 1'),
  ])
  if (read?.results.length !== 1) throw new Error('The baseline read no row.')
  const response = new Response(status === 304 ? null : (read.results[0]?.body ?? body), { status, headers })
  response.headers.set('Server-Timing', databaseTiming(start, read.meta))
  if (guarded) writeLogLine(request)
  return response
}

/**
 * For a request with a JSON body. Only the first such request reaches the service; its response is that of
 * all others.
 */
export const respondAsWriteBaseline = async (
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Response> => {
  await guard(request, env)
  const { status, headers, body } = await record(request.url, request.clone(), env, context)
  const sent = JSON.stringify(await request.json())
  const start = performance.now()
  const [written] = await env.DB.withSession('first-primary').batch([
    env.DB.prepare('INSERT INTO bench_writes (body) VALUES (?)').bind(sent),
  ])
  if (written?.meta.changes !== 1) throw new Error('The baseline wrote no row.')
  const response = new Response(body, { status, headers })
  response.headers.set('Server-Timing', databaseTiming(start, written.meta))
  writeLogLine(request)
  return response
}
