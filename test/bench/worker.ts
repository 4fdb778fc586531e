// The benchmark's Worker: every implementation of the ticket list on one
// database, each under its own path. It runs in two isolates.

import service from '../../src/index.ts'
import type { TicketState } from '../models/check-ins.ts'
import { respondBarely } from './bare.ts'
import { respondAsBaseline, respondAsWriteBaseline } from './baseline.ts'
import { respondNaively } from './naive.ts'

/** Prefix of the limiters that have the service's limits. Those without it never limit. */
const LIMITED = 'LIMITED_'

const withLimits = (env: Env): Env => {
  const limiters = Object.entries(env).filter(([name]) => name.startsWith(LIMITED))
  return {
    ...env,
    ...Object.fromEntries(limiters.map(([name, limiter]) => [name.slice(LIMITED.length), limiter])),
  }
}

/**
 * POST /{session number}: checks the session's first valid ticket in by plain SQL, as other software does.
 */
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

/** POST: writes a ticket's state by plain SQL. Responds with the number of the last check-in before it. */
const writeTicket = async (request: Request, env: Env): Promise<Response> => {
  const { ticketId, state } = await request.json<{ ticketId: string; state: TicketState }>()
  const [, last] = await env.DB.batch<{ after: number }>([
    env.DB.prepare('UPDATE tickets SET status = ?, checked_in_at = ? WHERE id = ?').bind(
      state.status,
      state.checkedInAt,
      ticketId,
    ),
    env.DB.prepare('SELECT coalesce(max(number), 0) AS after FROM check_ins'),
  ])
  return Response.json(last?.results[0])
}

/** The binding of this Worker's second isolate; the second has none. */
type BenchEnv = Env & { SECOND?: Fetcher }

export default {
  fetch(request: Request, env: BenchEnv, context: ExecutionContext): Response | Promise<Response> {
    const url = new URL(request.url)
    const [, implementation] = url.pathname.split('/')
    url.pathname = url.pathname.slice(`/${implementation}`.length)
    const inner = new Request(url, request)
    switch (implementation) {
      case 'baseline':
        return respondAsBaseline(inner, env, context, false)
      case 'guarded-baseline':
        return respondAsBaseline(inner, env, context, true)
      case 'write-baseline':
        return respondAsWriteBaseline(inner, env, context)
      case 'bare':
        return respondBarely(inner, env)
      case 'second': {
        if (env.SECOND === undefined) throw new Error('There is no second isolate.')
        url.pathname = `/limited${url.pathname}`
        return env.SECOND.fetch(new Request(url, request))
      }
      case 'naive':
        return respondNaively(inner, env)
      case 'check-in':
        return checkIn(inner, env)
      case 'box-office':
        return writeTicket(inner, env)
      case 'limited':
        return service.fetch(inner, withLimits(env), context)
      default:
        return service.fetch(inner, env, context)
    }
  },
}
