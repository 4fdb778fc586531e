// What the platform itself costs: the same token verified, one D1 batch of one read by primary key, and the
// same bytes sent, which are the service's own first answer to the same request. With `guarded`, also the rate
// limiter asked and one line logged, as every request of the service does: both cost a call to another process
// under `wrangler dev`, and next to nothing in production.
import service from '../../src/index.ts'
import { authenticate } from './authenticate.ts'

const answers = new Map<string, { status: number; body: string }>()

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
  const [read] = await env.DB.withSession().batch([
    env.DB.prepare('SELECT * FROM ticket_counts WHERE session_number = 1'),
  ])
  if (read?.results.length !== 1) throw new Error('The floor read nothing.')

  const key = request.url + request.headers.get('If-None-Match')
  let answer = answers.get(key)
  if (answer === undefined) {
    const response = await service.fetch(request, env, context)
    answer = { status: response.status, body: await response.text() }
    answers.set(key, answer)
  }
  const { status, body } = answer
  return new Response(status === 304 ? null : body, {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}
