// How often devices should ask for changes: less often while requests wait for the database.
import type { Context } from 'hono'
import { queueMs } from '../../db/queue.ts'
import type { AppEnv } from './context.ts'

const POLL_SECONDS = 5
const MAX_POLL_SECONDS = 30
/** Up to this long a queue, devices ask at their usual pace. */
const USUAL_QUEUE_MS = 200

const pollSeconds = (queued: number): number =>
  Math.min(Math.ceil(POLL_SECONDS * Math.max(1, queued / USUAL_QUEUE_MS)), MAX_POLL_SECONDS)

/** Sets `X-Poll-Seconds`, which is neither in the body nor in the ETag. */
export const setPace = (c: Context<AppEnv>): void =>
  c.header('X-Poll-Seconds', String(pollSeconds(queueMs(c.get('db').binding))))
