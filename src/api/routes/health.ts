// Health check for monitors. Needs no token.
import type { Context } from 'hono'
import * as z from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import { LIMITS, openDatabase } from '../../db/client.ts'
import { bindingOf, perDatabase } from '../../db/databases.ts'
import { queueMs } from '../../db/queue.ts'
import { checkDatabase } from '../../domain/health.ts'
import type { AppEnv } from '../http/context.ts'
import { operation, routeGroup } from '../operation.ts'
import { responseSchemas } from '../resources/schema-names.ts'

/** How long a probe’s result is reused, good or bad, so that polling cannot overload the database. */
const REUSE_MS = 1_000

/** The time limit of a probe. Monitors usually wait longer. */
const PROBE_MS = 2_000

/** How often a request polls for the isolate's first result while another request probes. */
const POLL_MS = 25

const probesAt = perDatabase(() => ({
  /** The last probe's result: null for healthy, undefined before the first. */
  lastFailure: undefined as unknown,
  /** No probe starts before this time (Unix, in milliseconds). */
  nextProbeAt: 0,
}))

/**
 * Returns null, or why the service is unhealthy. One request probes for all of the isolate at its database;
 * the others get the last result, or poll for the first, because a Worker cannot await another request's
 * promise. If the probing request is cancelled, another takes over after `PROBE_MS`.
 */
const currentFailure = async (c: Context<AppEnv>): Promise<unknown> => {
  const probes = probesAt(bindingOf(c.env))
  while (Date.now() < probes.nextProbeAt) {
    if (probes.lastFailure !== undefined) return probes.lastFailure
    await scheduler.wait(POLL_MS)
  }
  probes.nextProbeAt = Date.now() + PROBE_MS
  // A separate session, because a caller's bookmark could delay the
  // probe that all callers share. The log line shows its usage.
  const db = openDatabase(c.env, undefined, { ...LIMITS, deadlineMs: PROBE_MS })
  c.set('db', db)
  probes.lastFailure = await checkDatabase(db).then(
    () => null,
    (failure: unknown) => failure,
  )
  probes.nextProbeAt = Date.now() + REUSE_MS
  return probes.lastFailure
}

const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Service',
  summary: 'Check the service and its database',
  access: 'public',
  response: {
    description: 'Healthy.',
    body: z
      .strictObject({
        status: z.literal('ok'),
        version: z.string().meta({ description: 'The version of the service, as in its changelog.' }),
        queueMs: z.int().min(0).meta({
          description: 'How long requests wait in the queue of the database, in milliseconds, as seen here.',
        }),
      })
      .register(responseSchemas, { id: 'Health' }),
    examples: { healthy: { summary: 'Healthy', value: { status: 'ok', version: '0.1.0', queueMs: 0 } } },
  },
  handle: async (c) => {
    const failure = await currentFailure(c)
    if (failure !== null) throw failure
    c.header('Cache-Control', 'no-store')
    return { status: 'ok' as const, version: packageFile.version, queueMs: queueMs(bindingOf(c.env)) }
  },
})

export const health = routeGroup('/api', [], [getHealth])
