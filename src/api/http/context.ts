// The bindings of the Worker, and the variables that middleware sets for handlers.

import type { Context } from 'hono'
import type { Database } from '../../db/client.ts'
import type { DatabaseEnv } from '../../db/databases.ts'
import type { Actor } from '../../domain/actor.ts'

export type AppEnv = {
  /** With the database of the request's host alone. */
  Bindings: DatabaseEnv
  Variables: {
    /** `X-Request-Id`: the client's if well-formed, else a new one. */
    requestId: string
    db: Database
    /** What is wrong with `SHARD_HOSTS`. */
    hostsProblem: string | undefined
    /** The token's subject; set by `authenticate`. */
    subject: string
    /** Milliseconds spent on authentication, whether it succeeded or not. */
    authMs: number
    /** The query, parsed once; set by `validateQuery`. */
    query: URLSearchParams
    /** Resolves at the end of a streamed response, with the error if it failed. */
    streamed: Promise<unknown> | undefined
  }
}

/** What identifies a change, apart from the subject. */
export const requestOf = (c: Context<AppEnv>): Omit<Actor, 'subject'> => ({
  requestId: c.get('requestId'),
  callId: crypto.randomUUID(),
  now: new Date(),
})

/** The caller who makes a change. */
export const actorOf = (c: Context<AppEnv>): Actor => ({ subject: c.get('subject'), ...requestOf(c) })
