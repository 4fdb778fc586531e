// Limits expensive requests. A subject pays points for rows read and written, and without points its heavy
// requests are refused. Each isolate runs few heavy requests at once, so that they cannot fill the queue of
// the database. While that queue is long, it refuses heavy reads.
import type { Context } from 'hono'
import { perDatabase } from '../../db/databases.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { isAwaited, queueMs } from '../../db/queue.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'
import { isAllowed, RATE_LIMITS, secondsToNextWindow } from './rate-limit.ts'

const POINT_ROWS_READ = 25_000
const POINT_ROWS_WRITTEN = 5_000
/** Each point is a call of the limiter, so a request is charged at most this many. */
const MAX_POINTS = 20

/** When subjects without points get new ones. Each isolate finds out for itself. */
const spentAt = perDatabase(() => new Map<string, number>())
const MAX_SPENT = 10_000

/** Charges the subject of a finished request for the rows that it read and wrote. */
export const chargeCost = async (c: Context<AppEnv>): Promise<void> => {
  const subject = c.get('subject')
  const { rowsRead, rowsWritten } = c.get('db').usage
  const points = Math.floor(rowsRead / POINT_ROWS_READ) + Math.floor(rowsWritten / POINT_ROWS_WRITTEN)
  if (subject === undefined) return
  const spent = spentAt(c.get('db').binding)
  for (let point = 0; point < Math.min(points, MAX_POINTS); point += 1) {
    if (await isAllowed(c, RATE_LIMITS.cost.binding, subject)) continue
    const now = Date.now()
    if (spent.size >= MAX_SPENT) spent.clear()
    spent.set(subject, now + secondsToNextWindow(now) * 1_000)
    return
  }
}

const requirePoints = (binding: string, subject: string): void => {
  const now = Date.now()
  if ((spentAt(binding).get(subject) ?? 0) <= now) return
  throw new AppError('rate_limited', {
    message: RATE_LIMITS.cost.message,
    retryAfter: secondsToNextWindow(now),
  })
}

/** Heavy requests that run at once in one isolate and database. A deployment has many isolates. */
const MAX_RUNNING = 2
const MAX_WAITING = 8
/** Leaves room for other subjects. */
const MAX_WAITING_OF_SUBJECT = 4
const MAX_WAIT_MS = 2_000
const ASK_MS = 25
/** The longest time that a request can wait for the database. */
const LEASE_MS = 30_000
const RETRY_AFTER_SECONDS = 1

type Lease = { subject: string; until: number }

/** Both expire, because the runtime may drop a request without notice. */
const runningAt = perDatabase(() => ({ leases: new Set<Lease>(), places: new Set<Lease>() }))
type Running = ReturnType<typeof runningAt>

const deleteEnded = (taken: Set<Lease>, now: number): void => {
  for (const lease of taken) if (lease.until <= now) taken.delete(lease)
}

const take = ({ leases }: Running, subject: string): Lease | undefined => {
  const now = Date.now()
  deleteEnded(leases, now)
  if (leases.size >= MAX_RUNNING || [...leases].some((lease) => lease.subject === subject)) return undefined
  const lease = { subject, until: now + LEASE_MS }
  leases.add(lease)
  return lease
}

/** Polls, because a Worker cannot await another request’s promise. */
const wait = async (running: Running, subject: string): Promise<Lease | undefined> => {
  const { places } = running
  const now = Date.now()
  deleteEnded(places, now)
  const own = [...places].filter((place) => place.subject === subject).length
  if (places.size >= MAX_WAITING || own >= MAX_WAITING_OF_SUBJECT) return undefined
  const place = { subject, until: now + MAX_WAIT_MS }
  places.add(place)
  try {
    while (Date.now() < place.until) {
      await scheduler.wait(ASK_MS)
      const lease = take(running, subject)
      if (lease !== undefined) return lease
    }
    return undefined
  } finally {
    places.delete(place)
  }
}

/** Runs what is heavy about a request. */
export type Heavily = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Heavy reads wait for a shorter queue. */
const MAX_QUEUE_MS = 1_000

/**
 * Runs a heavy request, or the heavy part of one: one per subject at a time, and few in total. The pages of a
 * download after its first are not part of it: they are as small as those of a list, and a slow client must
 * not keep others waiting. After one that writes, while others wait, its place stays taken for as long again.
 *
 * @throws AppError `rate_limited` if the subject is out of points, or if too many requests are running;
 *   `database_unavailable` for a read while the database has a long queue
 */
export const runHeavy = async <Result>(
  c: Context<AppEnv>,
  isRead: boolean,
  work: () => Promise<Result>,
): Promise<Result> => {
  const subject = c.get('subject')
  const { binding } = c.get('db')
  requirePoints(binding, subject)
  const queued = queueMs(binding)
  if (isRead && queued > MAX_QUEUE_MS) throw databaseUnavailable(`Requests wait ${queued} ms.`)
  const running = runningAt(binding)
  const lease = take(running, subject) ?? (await wait(running, subject))
  if (lease === undefined) {
    throw new AppError('rate_limited', {
      message: 'Too many expensive requests are running. Try again in a second.',
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  const start = Date.now()
  try {
    return await work()
  } finally {
    const end = Date.now()
    // As much rest as it took.
    if (!isRead && isAwaited(binding)) lease.until = end + (end - start)
    else running.leases.delete(lease)
  }
}
