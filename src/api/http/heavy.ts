// Limits expensive requests. A subject pays points for rows read and written, and without points its heavy
// requests are refused. Each isolate runs few heavy requests at once, so that they cannot fill the queue of
// the database, and an organizer has one heavy write at a time in all isolates. While that queue is long, an
// isolate refuses heavy reads.
import type { Context } from 'hono'
import { LIMITS, openDatabase } from '../../db/client.ts'
import { perDatabase } from '../../db/databases.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { isAwaited, queueMs } from '../../db/queue.ts'
import {
  endLease,
  LEASE_ASK_MS,
  LEASE_MS,
  LEASE_WAIT_MS,
  type Owner,
  takeLease,
} from '../../domain/heavy-writes.ts'
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
const LONGEST_MS = 30_000
const RETRY_AFTER_SECONDS = 1

/** A place among those that run or wait. */
type Place = { subject: string; until: number }

/** All expire, because the runtime may drop a request without notice. */
const runningAt = perDatabase(() => ({
  running: new Set<Place>(),
  waiting: new Set<Place>(),
  /** Those that wait for another heavy write of their organizer. */
  waitingForLease: new Set<Place>(),
}))
type Places = ReturnType<typeof runningAt>

const deleteEnded = (taken: Set<Place>, now: number): void => {
  for (const place of taken) if (place.until <= now) taken.delete(place)
}

const take = ({ running }: Places, subject: string): Place | undefined => {
  const now = Date.now()
  deleteEnded(running, now)
  if (running.size >= MAX_RUNNING || [...running].some((place) => place.subject === subject)) return undefined
  const place = { subject, until: now + LONGEST_MS }
  running.add(place)
  return place
}

/** Polls, because a Worker cannot await another request’s promise. */
const wait = async (
  waiting: Set<Place>,
  subject: string,
  { maxMs, askMs }: { maxMs: number; askMs: number },
  enter: () => Promise<Place | undefined>,
): Promise<Place | undefined> => {
  const now = Date.now()
  deleteEnded(waiting, now)
  const own = [...waiting].filter((place) => place.subject === subject).length
  if (waiting.size >= MAX_WAITING || own >= MAX_WAITING_OF_SUBJECT) return undefined
  const place = { subject, until: now + maxMs }
  waiting.add(place)
  try {
    while (Date.now() < place.until) {
      await scheduler.wait(askMs)
      const entered = await enter()
      if (entered !== undefined) return entered
    }
    return undefined
  } finally {
    waiting.delete(place)
  }
}

const tooMany = (what: string): AppError =>
  new AppError('rate_limited', {
    message: `${what} Try again in a second.`,
    retryAfter: RETRY_AFTER_SECONDS,
  })

/** Takes a place in the isolate. */
const enter = async (places: Places, subject: string): Promise<Place> => {
  const place =
    take(places, subject) ??
    (await wait(places.waiting, subject, { maxMs: MAX_WAIT_MS, askMs: ASK_MS }, async () =>
      take(places, subject),
    ))
  if (place === undefined) throw tooMany('Too many expensive requests are running.')
  return place
}

/**
 * Takes a place in the isolate and the organizer’s lease. Whoever waits for the lease leaves the place to
 * others.
 */
const enterWithLease = async (
  places: Places,
  subject: string,
  takesLease: () => Promise<boolean>,
): Promise<Place> => {
  const keep = async (place: Place): Promise<Place | undefined> => {
    let isKept = false
    try {
      isKept = await takesLease()
      return isKept ? place : undefined
    } finally {
      if (!isKept) places.running.delete(place)
    }
  }
  const place =
    (await keep(await enter(places, subject))) ??
    (await wait(places.waitingForLease, subject, { maxMs: LEASE_WAIT_MS, askMs: LEASE_ASK_MS }, async () => {
      const next = take(places, subject)
      return next && keep(next)
    }))
  if (place === undefined) throw tooMany('Another large change of this organizer is under way.')
  return place
}

/** Runs what is heavy about a request. */
export type Heavily = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Heavy reads wait for a shorter queue. */
const MAX_QUEUE_MS = 1_000

const leaseOf = (c: Context<AppEnv>, owner: Owner) => {
  const lease = crypto.randomUUID()
  return {
    /** Also true for who may not write there, which the request finds out. */
    take: async (): Promise<boolean> => {
      const db = c.get('db')
      db.allow(LIMITS.deadlineMs)
      const result = await takeLease(db, owner, c.get('subject'), lease, Date.now())
      db.allow(LIMITS.deadlineMs)
      return result !== 'busy'
    },
    /** The response does not wait for it. If it fails, the lease ends by itself. */
    end: (until: number): void =>
      c.executionCtx.waitUntil(
        endLease(openDatabase(c.env, undefined), owner, lease, until).catch(() => undefined),
      ),
  }
}

/**
 * Runs a heavy request, or the heavy part of one: one per subject at a time, and few in total. The pages of a
 * download after its first are not part of it: they are as small as those of a list, and a slow client must
 * not keep others waiting. After one that writes, while others wait, its place and the lease stay taken for
 * as long again.
 *
 * @param owner whose lease it takes
 * @throws AppError `rate_limited` if the subject is out of points, or if too many requests are running;
 *   `database_unavailable` for a read while the database has a long queue
 */
export const runHeavy = async <Result>(
  c: Context<AppEnv>,
  { isRead, owner }: { isRead: boolean; owner: Owner | undefined },
  work: () => Promise<Result>,
): Promise<Result> => {
  const subject = c.get('subject')
  const { binding } = c.get('db')
  requirePoints(binding, subject)
  const queued = queueMs(binding)
  if (isRead && queued > MAX_QUEUE_MS) throw databaseUnavailable(`Requests wait ${queued} ms.`)
  const places = runningAt(binding)
  const lease = owner && leaseOf(c, owner)
  const place = await (lease === undefined
    ? enter(places, subject)
    : enterWithLease(places, subject, lease.take))
  const start = Date.now()
  try {
    return await work()
  } finally {
    const end = Date.now()
    // As much rest as it took.
    const until = !isRead && isAwaited(binding) ? end + Math.min(end - start, LEASE_MS) : end
    if (until > end) place.until = until
    else places.running.delete(place)
    lease?.end(until)
  }
}
