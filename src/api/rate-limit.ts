// Rate limits per subject, not per address: the staff of a venue share one address.
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'
import { describeCause } from './describe-cause.ts'

/** The limiters' window, the longer of the two that Cloudflare offers. */
export const PERIOD_SECONDS = 60

type RateLimitRule = {
  /** The binding that counts. `wrangler.toml` repeats `limit` and the period for it. */
  binding: 'RATE_LIMIT' | 'SEARCH_PAGE_RATE_LIMIT' | 'CHANGES_RATE_LIMIT' | 'BATCH_RATE_LIMIT'
  /** Requests per minute and subject. */
  limit: number
  /** States the limit, and what the client can do instead. */
  message: string
}

export const RATE_LIMITS = {
  /** Ten requests per second: more than any person or scanner sends. */
  requests: {
    binding: 'RATE_LIMIT',
    limit: 600,
    message: 'Rate limit exceeded: 600 requests per minute.',
  },
  /** Such a page sorts all matches of the search. A person who turns pages by number stays below one per second. */
  searchPages: {
    binding: 'SEARCH_PAGE_RATE_LIMIT',
    limit: 60,
    message:
      'Rate limit exceeded: 60 numbered search pages per minute. Follow links.next instead of counting pages.',
  },
  /** A device asks every few seconds, and the devices of a venue may share one account. */
  changes: {
    binding: 'CHANGES_RATE_LIMIT',
    limit: 3_000,
    message: 'Rate limit exceeded: 3000 requests for ticket changes per minute.',
  },
  /** A device sends one large batch after it was offline; together these are the load of 100 check-ins per second. */
  batches: {
    binding: 'BATCH_RATE_LIMIT',
    limit: 60,
    message: 'Rate limit exceeded: 60 batches of more than 20 check-ins per minute. Send smaller batches.',
  },
} as const satisfies Record<string, RateLimitRule>

/** Batches of up to this many check-ins count as ordinary requests. */
export const MAX_SMALL_BATCH = 20

/**
 * Seconds until the next window. Assumes that windows begin with each minute of the clock, as they do in the local
 * simulator. Cloudflare does not document when they begin: a client that waits this long may get one more 429.
 */
const secondsToNextWindow = (nowMs: number): number =>
  PERIOD_SECONDS - (Math.floor(nowMs / 1_000) % PERIOD_SECONDS)

/** Counts a request. A limiter that fails lets it through: it must not take the service down. */
const isAllowed = async (c: Context<AppEnv>, binding: RateLimitRule['binding']): Promise<boolean> => {
  try {
    const { success } = await c.env[binding].limit({ key: c.get('subject') })
    return success
  } catch (error) {
    const requestId = c.get('requestId')
    console.error(JSON.stringify({ warning: `${binding} failed`, requestId, ...describeCause(error) }))
    return true
  }
}

const limitRate = (
  { binding, message }: RateLimitRule,
  isCounted: (c: Context<AppEnv>) => boolean | Promise<boolean>,
): MiddlewareHandler<AppEnv> => {
  return async (c, next) => {
    if ((await isCounted(c)) && !(await isAllowed(c, binding))) {
      throw new AppError('rate_limited', message, { retryAfter: secondsToNextWindow(Date.now()) })
    }
    await next()
  }
}

/** Whether a query asks for a page of a search by its number: links carry a cursor, which seeks instead. */
const isNumberedSearchPage = (url: string): boolean => {
  const query = new URL(url).searchParams
  const has = (name: string) => (query.get(name) ?? '').trim() !== ''
  return has('q') && Number(query.get('page')) > 1 && !has('cursor')
}

const isLargeBatch = async (c: Context<AppEnv>): Promise<boolean> => {
  const body: unknown = await c.req.json().catch(() => null)
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : null
  return Array.isArray(items) && items.length > MAX_SMALL_BATCH
}

/** Limits the requests of a subject. Mounted with each route group, after authentication. */
export const limitRequests = limitRate(RATE_LIMITS.requests, () => true)

/** Limits the numbered pages of a search. Mounted with the ticket list, before its query is validated. */
export const limitSearchPages = limitRate(RATE_LIMITS.searchPages, (c) => isNumberedSearchPage(c.req.url))

/** Limits the requests for ticket changes, which do not count as other requests. */
export const limitChanges = limitRate(RATE_LIMITS.changes, () => true)

/** Limits large batches of check-ins. Mounted after `requireJson` and before the body is validated. */
export const limitBatches = limitRate(RATE_LIMITS.batches, isLargeBatch)
