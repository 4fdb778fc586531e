// What a request carries from its first middleware to its handler.
import type { Database } from '../db/client.ts'

export type AppEnv = {
  Bindings: Env
  Variables: {
    /** `X-Request-Id`: the client's if well-formed, else a new one. */
    requestId: string
    db: Database
    /** The token's subject, set by the guard. */
    subject: string
    /** Milliseconds that the guard took. */
    authMs: number
    /** The query, parsed once; set by `validateQuery`. */
    query: URLSearchParams
  }
}
