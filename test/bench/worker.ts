// /ours, /floor, /guarded-floor and /textbook answer the same requests. /platform checks a ticket in, as another
// part of the platform does it.
import service from '../../src/index.ts'
import { answerFloor } from './floor.ts'
import { answerTextbook } from './textbook.ts'

/** POST /{session number}: the first ticket of the session that is good, by plain SQL. */
const checkIn = async (request: Request, env: Env): Promise<Response> => {
  const number = Number(new URL(request.url).pathname.slice(1))
  const changed = await env.DB.prepare(
    `UPDATE tickets SET status = 'CheckedIn', checked_in_at = ? WHERE key =
       (SELECT key FROM tickets WHERE session_number = CAST(? AS INTEGER) AND status = 'Valid' LIMIT 1) RETURNING id`,
  )
    .bind(Date.now(), number)
    .first<{ id: string }>()
  return Response.json(changed, { status: changed === null ? 409 : 200 })
}

export default {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
    const url = new URL(request.url)
    const [, who] = url.pathname.split('/')
    url.pathname = url.pathname.slice(`/${who}`.length)
    const inner = new Request(url, request)
    if (who === 'floor') return answerFloor(inner, env, context, false)
    if (who === 'guarded-floor') return answerFloor(inner, env, context, true)
    if (who === 'textbook') return answerTextbook(inner, env, context)
    if (who === 'platform') return checkIn(inner, env)
    return service.fetch(inner, env, context)
  },
}
