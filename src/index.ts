// Request flow: request id, log and database; security headers and
// CORS; 404 and 405; then the route group, which authenticates first.
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { cors, securityHeaders } from './api/http/browsers.ts'
import type { AppEnv } from './api/http/context.ts'
import { describeCause } from './api/http/describe-cause.ts'
import { observe } from './api/http/observe.ts'
import { onError } from './api/http/on-error.ts'
import { openRequestDatabase, requireHosts } from './api/http/request-database.ts'
import { requireRoute } from './api/http/require-route.ts'
import { ROUTE_GROUPS } from './api/routes/route-groups.ts'
import { runSources } from './api/sources/run.ts'
import { docs, isLost, pageNotFound } from './api/web-pages/docs.ts'
import { isPage, pages } from './api/web-pages/door-and-console.ts'
import { guestPage } from './api/web-pages/guest-page.ts'
import { listingPage } from './api/web-pages/listing-page.ts'
import { runWebhooks } from './api/webhooks/run.ts'
import { openDatabase } from './db/client.ts'
import { atEachDatabase, bindingOf, type DatabaseEnv } from './db/databases.ts'
import { deleteOldValues } from './domain/erase/kept-values.ts'
import { runIn } from './domain/erase/run.ts'
import { eraseDueGuests } from './domain/erase/sessions.ts'
import { deleteOldEvents } from './domain/feed/delete-old.ts'
import { finishRenames } from './domain/resources/rename-type.ts'

/** Cloudflare ends a daily run after 15 minutes. */
const DAILY_LIMITS = { deadlineMs: 10 * 60_000, bookmarkMs: 1_500 }

const app = new Hono<AppEnv>()
app.onError((error, c) => (isLost(error, c) ? pageNotFound(c) : onError(error, c)))
app.use(requestId(), observe, openRequestDatabase, securityHeaders, (c, next) =>
  isPage(c.req.path) ? next() : cors(c, next),
)
app.use(requireHosts, requireRoute(app))

for (const { path, routes } of ROUTE_GROUPS) app.route(path, routes)
app.route('/', docs)
app.route('/', guestPage)
app.route('/', listingPage)
app.route('/', pages)

const runDaily = async (env: DatabaseEnv): Promise<void> => {
  const run = runIn(openDatabase(env, undefined, DAILY_LIMITS))
  const erased = await eraseDueGuests(run, Date.now())
  const events = await deleteOldEvents(run, Date.now())
  const keptValues = await deleteOldValues(run, Date.now())
  console.log(JSON.stringify({ run: 'daily', database: bindingOf(env), ...erased, events, keptValues }))
}

/** The other Cron Trigger of wrangler.toml is the daily one. */
const EACH_MINUTE = '* * * * *'

/** Neither keeps the other from its turn. */
const runEachMinute = async (env: DatabaseEnv, databases: number): Promise<void> => {
  const runs = await Promise.allSettled([
    runWebhooks(env, databases).then(() => finishRenames(openDatabase(env, undefined))),
    runSources(env, databases),
  ])
  const failed = runs.find(({ status }) => status === 'rejected')
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
}

/** A database that fails or hangs keeps no other from its turn. The run has failed if one of them has. */
const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ cron }, deployment) => {
  const databases = atEachDatabase(deployment)
  const runs = databases.map(async (env) => {
    try {
      await (cron === EACH_MINUTE ? runEachMinute(env, databases.length) : runDaily(env))
    } catch (error) {
      console.error(
        JSON.stringify({ warning: 'run failed', database: bindingOf(env), ...describeCause(error) }),
      )
      throw error
    }
  })
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected')
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
}

export default Object.assign(app, { scheduled })
