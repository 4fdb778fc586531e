// The Worker's entry. Request flow: request id, log and database; security headers and CORS; 404 and 405; then
// the route group, which authenticates first.
import { Hono } from 'hono'
import { except } from 'hono/combine'
import { requestId } from 'hono/request-id'
import { cors, securityHeaders } from './api/browsers.ts'
import type { AppEnv } from './api/context.ts'
import { openRequestDatabase } from './api/database.ts'
import { docs } from './api/docs.ts'
import { health } from './api/health.ts'
import { observe } from './api/observe.ts'
import { onError } from './api/on-error.ts'
import { organizerV1 } from './api/organizer/v1.ts'
import { PAGES, pages } from './api/pages.ts'
import { ORGANIZER_V1_PATH, V1_PATH } from './api/paths.ts'
import { requireRoute } from './api/require-route.ts'
import { v1 } from './api/v1.ts'

const app = new Hono<AppEnv>()
app.onError((error, c) => onError(error, c))
app.use(requestId(), observe, openRequestDatabase, securityHeaders, except(PAGES, cors), requireRoute(app))

const routes = app
  .route('/api', health)
  .route('/api', docs)
  .route('/', pages)
  .route(V1_PATH, v1)
  .route(ORGANIZER_V1_PATH, organizerV1)

export type App = typeof routes

export default routes
