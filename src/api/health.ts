// /api/health: for those who watch the service, without a token.
import { Hono } from 'hono'
import type * as z from 'zod'
import { version } from '../../package.json'
import { checkDatabase } from '../domain/health.ts'
import type { AppEnv } from './context.ts'
import type { Health } from './schemas/health.ts'

/** For so long an isolate answers from what it saw last: nobody can make the database busy by asking. */
const REMEMBERED_MS = 1_000

let goodUntil = 0

export const health = new Hono<AppEnv>().get('/health', async (c) => {
  if (Date.now() >= goodUntil) {
    await checkDatabase(c.get('db'))
    goodUntil = Date.now() + REMEMBERED_MS
  }
  c.header('Cache-Control', 'no-store')
  return c.json({ status: 'ok', version } satisfies z.infer<typeof Health>)
})
