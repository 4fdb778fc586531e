// What the platform itself costs: the same token verified, one D1 batch of one read by primary key, and the
// same bytes sent, headers and body, which are the service's own first answer to the same request. The plain floor
// has the body in memory. With `guarded` it does all that a service like this cannot do without: it asks the rate
// limiter, logs one line (both are calls to other processes under `wrangler dev`, and next to nothing in
// production), and what it reads from D1 is the body.
import service from '../../src/index.ts'
import { authenticate } from './authenticate.ts'

type Answer = { status: number; headers: [string, string][]; body: string }

const answers = new Map<string, Answer>()

/** The service's answer, asked for once; its body is then in the database as well. */
const findAnswer = async (
  key: string,
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Answer> => {
  const known = answers.get(key)
  if (known !== undefined) return known
  const response = await service.fetch(request, env, context)
  const answer = {
    status: response.status,
    headers: [...response.headers] as [string, string][],
    body: await response.text(),
  }
  await env.DB.prepare('INSERT OR REPLACE INTO bench_answers (request, body) VALUES (?, ?)')
    .bind(key, answer.body)
    .run()
  answers.set(key, answer)
  return answer
}

export const answerFloor = async (
  request: Request,
  env: Env,
  context: ExecutionContext,
  guarded: boolean,
): Promise<Response> => {
  const subject = await authenticate(request, env, context)
  if (guarded) {
    await env.RATE_LIMIT.limit({ key: subject })
    // As long as the service's own: the relay of a line costs by its length.
    const line = {
      requestId: crypto.randomUUID(),
      method: request.method,
      route: '/api/v1/sessions/:sessionId/tickets',
      status: 200,
      ms: 0,
      authMs: 0,
      dbMs: 0,
      sqlMs: 0,
      roundTrips: 1,
      rowsRead: 1,
      rowsWritten: 0,
    }
    context.waitUntil(scheduler.wait(0).then(() => console.log(JSON.stringify(line))))
  }
  const key = request.url + request.headers.get('If-None-Match')
  const { status, headers, body } = await findAnswer(key, request, env, context)
  const [read] = await env.DB.withSession().batch<{ body?: string }>([
    guarded
      ? env.DB.prepare('SELECT body FROM bench_answers WHERE request = ?').bind(key)
      : env.DB.prepare('SELECT * FROM ticket_counts WHERE session_number = 1'),
  ])
  if (read?.results.length !== 1) throw new Error('The floor read nothing.')
  return new Response(status === 304 ? null : (read.results[0]?.body ?? body), { status, headers })
}
