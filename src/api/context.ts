// What a request carries from its first middleware to its handler.
import type { Database } from '../db/client.ts'

export type AppEnv = {
  Bindings: Env
  Variables: {
    /** `X-Request-Id`: the caller's, if it is well-formed, else a new one. */
    requestId: string
    db: Database
    /** The token's subject, once the guard has let the request through. */
    subject: string
    /** Milliseconds that the guard took. */
    authMs: number
  }
}
