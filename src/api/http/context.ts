// The bindings of the Worker, and the variables that middleware sets for handlers.
import type { Database } from '../../db/client.ts'

export type AppEnv = {
  Bindings: Env
  Variables: {
    /** `X-Request-Id`: the client's if well-formed, else a new one. */
    requestId: string
    db: Database
    /** The token's subject; set by `authenticate`. */
    subject: string
    /** Milliseconds that authentication took, whether it succeeded or not. */
    authMs: number
    /** The query, parsed once; set by `validateQuery`. */
    query: URLSearchParams
    /** Resolves when a response that is made while it is sent has ended, with the error if it broke off. */
    streamed: Promise<unknown> | undefined
  }
}
