import type { Context } from 'hono'
import type { Actor } from '../../domain/actor.ts'
import type { AppEnv } from './context.ts'

/** What identifies a change, apart from the subject. */
export const requestOf = (c: Context<AppEnv>): Omit<Actor, 'subject'> => ({
  requestId: c.get('requestId'),
  callId: crypto.randomUUID(),
  now: new Date(),
})

/** The caller who makes a change. */
export const actorOf = (c: Context<AppEnv>): Actor => ({ subject: c.get('subject'), ...requestOf(c) })
