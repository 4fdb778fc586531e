// When sources run: each minute by a Cron Trigger, when a manager asks, and when a code at the door is
// unknown.
import type { Context } from 'hono'
import { type Database, LIMITS, openDatabase } from '../../db/client.ts'
import type { DatabaseEnv } from '../../db/databases.ts'
import { hasShrunk, type RunDeps, type RunOptions, runSource } from '../../domain/sources/run.ts'
import { type Due, listDueSources, listSourcesOf, wakeSources } from '../../domain/sources/schedule.ts'
import type { SourceRecord } from '../../domain/sources/source.ts'
import { readSecret } from '../auth/own/secret.ts'
import type { AppEnv } from '../http/context.ts'
import { describeCause } from '../http/describe-cause.ts'
import { fetchUntil } from './fetch.ts'

/** Before the next minute's run. */
const CRON_MS = 45_000
/** Cloudflare opens six connections at once for a run, of all its databases, and webhooks need some. */
const AT_ONCE = 3
const MINUTE_MS = 60_000
/** How often it looks for sources that a clock has put off. */
const WAKE_MINUTES = 10
/** For a run and what it writes. */
const RUN_MS = 50_000

/** What a sealed address or secret belongs to, so that it opens for no other source. */
export const sealContext = (sourceId: string): string => `source ${sourceId}`

/** Of the 50 that a Worker sends on the free plan. The webhooks of the same minute need some. */
const MAX_REQUESTS = 30

const newBudget = (databases = 1): RunDeps['requests'] => ({ left: Math.ceil(MAX_REQUESTS / databases) })

export const runDeps = (env: DatabaseEnv, requests = newBudget()): RunDeps => ({
  requests,
  fetchUntil: fetchUntil(env, requests),
  open: async (sealed, sourceId) => (await readSecret(env)).open(sealed, sealContext(sourceId)),
  now: () => Date.now(),
  report: (error, source) =>
    console.error(JSON.stringify({ warning: 'source failed', source, ...describeCause(error) })),
})

const runIn = async (
  env: DatabaseEnv,
  source: Due,
  requests: RunDeps['requests'],
  options?: RunOptions,
): Promise<void> => {
  const deps = runDeps(env, requests)
  try {
    await runSource(openDatabase(env, undefined, { ...LIMITS, deadlineMs: RUN_MS }), source, deps, options)
  } catch (error) {
    deps.report(error, source.id)
  }
}

/**
 * Runs every source of a database that is due. The run is shared with other databases: `databases` in all.
 */
export const runSources = async (env: DatabaseEnv, databases = 1): Promise<void> => {
  const endsAt = Date.now() + CRON_MS
  const now = Date.now()
  if (Math.floor(now / MINUTE_MS) % WAKE_MINUTES === 0) await wakeSources(openDatabase(env, undefined), now)
  const waiting = await listDueSources(openDatabase(env, undefined), Date.now())
  // What is left over is due in the next minute, too.
  const requests = newBudget(databases)
  const mayGoOn = () => Date.now() < endsAt && requests.left > 0
  const worker = async (): Promise<void> => {
    for (let source = waiting.shift(); source && mayGoOn(); source = waiting.shift()) {
      await runIn(env, source, requests)
    }
  }
  const share = Math.max(1, Math.floor(AT_ONCE / databases))
  await Promise.all(Array.from({ length: share }, worker))
}

/** How long a call waits for a run that is under way. */
const MAX_WAIT_MS = 40_000
const ASK_MS = 200

/**
 * Runs a source for a manager, after a run that is under way. A caller who has waited for a run that began
 * after the call needs no other.
 */
export const runForManager = async (
  c: Context<AppEnv>,
  id: string,
  take: boolean,
  readSource: (db: Database) => Promise<SourceRecord>,
): Promise<void> => {
  const began = Date.now()
  const db = c.get('db')
  db.allow(MAX_WAIT_MS + RUN_MS)
  const deps = runDeps(c.env)
  for (;;) {
    if (await runSource(db, { id }, deps, { forced: true, take })) return
    const source = await readSource(db)
    if (source.status === 'Stopped' && !(take && hasShrunk(source))) return
    if (!take && (source.lastRunAt ?? 0) >= began) return
    if (Date.now() - began >= MAX_WAIT_MS) return
    await scheduler.wait(ASK_MS)
  }
}

/**
 * Starts the sources of sessions, at most every 30 seconds each, because somebody at the door has a code that
 * is unknown.
 *
 * @returns whether one of them runs now, so that the code may be known soon
 * @public
 */
export const askSources = async (c: Context<AppEnv>, sessionIds: readonly string[]): Promise<boolean> => {
  if (sessionIds.length === 0) return false
  const found = await listSourcesOf(c.get('db'), sessionIds, Date.now())
  const requests = newBudget()
  for (const { id, canStart } of found) {
    if (canStart === 1) c.executionCtx.waitUntil(runIn(c.env, { id }, requests, { asked: true }))
  }
  return found.some(({ canStart, isRunning }) => canStart === 1 || isRunning === 1)
}
