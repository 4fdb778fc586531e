// The Worker's entry. A request's way: id, log and database; is there such a route; then its group, which
// is guarded as a whole.
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { allowOrigins, secure } from './api/browsers.ts'
import type { AppEnv } from './api/context.ts'
import { openRequestDatabase } from './api/database.ts'
import { docs } from './api/docs.ts'
import { health } from './api/health.ts'
import { observe } from './api/observe.ts'
import { onError } from './api/on-error.ts'
import { organizerV1 } from './api/organizer/v1.ts'
import { requireRoute } from './api/require-route.ts'
import { v1 } from './api/v1.ts'

const app = new Hono<AppEnv>()
app.onError((error, c) => onError(error, c))
app.use(requestId(), observe, openRequestDatabase, secure, allowOrigins, requireRoute(app))

const routes = app
  .route('/api', health)
  .route('/api', docs)
  .route('/api/v1', v1)
  .route('/api/organizer/v1', organizerV1)

export type App = typeof routes

export default routes
