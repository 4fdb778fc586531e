import type { Context } from 'hono'
import type { Actor } from '../../domain/actor.ts'
import type { AppEnv } from './context.ts'

/** A request that changes something, whoever sends it. */
export const requestOf = (c: Context<AppEnv>): Omit<Actor, 'subject'> => ({
  requestId: c.get('requestId'),
  callId: crypto.randomUUID(),
  now: new Date(),
})

/** The caller of a request that changes something. */
export const actorOf = (c: Context<AppEnv>): Actor => ({ subject: c.get('subject'), ...requestOf(c) })
