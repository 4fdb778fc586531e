// /api/organizer/v1: for the organizer dashboard.
import { Hono } from 'hono'
import { except } from 'hono/combine'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv } from '../context.ts'
import { ORGANIZER_V1_PATH, PUT_BACK_PREVIEW } from '../paths.ts'
import { limitRequests } from '../rate-limit.ts'
import { requireJson } from '../require-json.ts'
import { collections } from './collections.ts'
import { history } from './history.ts'
import { series } from './series.ts'

export const organizerV1 = new Hono<AppEnv>()
  // A preview of a put back has no body.
  .use(authenticate, limitRequests, except(ORGANIZER_V1_PATH + PUT_BACK_PREVIEW, requireJson))
  .route('/', collections)
  .route('/', series)
  .route('/', history)
