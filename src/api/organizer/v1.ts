// /api/organizer/v1: for the organizer dashboard.
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv } from '../context.ts'
import { limitRequests } from '../rate-limit.ts'
import { requireJson } from '../require-json.ts'
import { collections } from './collections.ts'
import { series } from './series.ts'

export const organizerV1 = new Hono<AppEnv>()
  .use(authenticate, limitRequests, requireJson)
  .route('/', collections)
  .route('/', series)
