// Rate limits, per subject rather than per address where possible: the staff of a venue share one address.
import type { Context } from 'hono'
import { keyAt } from '../../db/databases.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { AppEnv } from './context.ts'
import { describeCause } from './describe-cause.ts'

/** The limiters' window, the longer of the two that Cloudflare offers. */
export const PERIOD_SECONDS = 60

export type RateLimit = {
  /** The binding that counts. `wrangler.toml` repeats `limit` and the period for it. */
  binding:
    | 'RATE_LIMIT'
    | 'CHANGES_RATE_LIMIT'
    | 'LIST_PART_RATE_LIMIT'
    | 'CHECK_IN_RATE_LIMIT'
    | 'BATCH_RATE_LIMIT'
    | 'GUESS_RATE_LIMIT'
    | 'IMPORT_RATE_LIMIT'
    | 'DOWNLOAD_RATE_LIMIT'
    | 'RENAME_RATE_LIMIT'
    | 'COST_RATE_LIMIT'
  /** Requests per minute and key, usually a subject. */
  limit: number
  /** Names the limit, and an alternative if there is one. */
  message: string
}

const limit = (binding: RateLimit['binding'], perMinute: number, what: string, advice = ''): RateLimit => ({
  binding,
  limit: perMinute,
  message: `Rate limit exceeded: ${perMinute} ${what} per minute.${advice}`,
})

/** Larger batches have their own limit. */
export const MAX_SMALL_BATCH = 20

export const RATE_LIMITS = {
  /** Ten requests per second: more than any person or scanner sends. */
  requests: limit('RATE_LIMIT', 600, 'requests'),
  /** A device polls every few seconds, and the devices of a venue may share one account. */
  changes: limit('CHANGES_RATE_LIMIT', 3_000, 'requests for ticket changes'),
  /**
   * A part of the full list reads a thousand rows, a poll ten.
   * Thirty devices load 20,000 tickets in a minute.
   */
  listParts: limit('LIST_PART_RATE_LIMIT', 600, 'parts of full ticket lists', ' Poll with since instead.'),
  /** At a door each guest is one request, and the devices of a venue may share one account. */
  checkIns: limit('CHECK_IN_RATE_LIMIT', 3_000, 'check-in requests of up to 3 items'),
  /**
   * A device sends one large batch after being offline; 60 batches
   * carry the load of 100 check-ins per second.
   */
  batches: limit(
    'BATCH_RATE_LIMIT',
    60,
    `batches of more than ${MAX_SMALL_BATCH} items`,
    ' Send smaller batches.',
  ),
  /** Per address. Codes are scanned or followed as links, not typed. */
  guesses: limit('GUESS_RATE_LIMIT', 20, 'failed attempts'),
  /** Each reads the whole session, and writes up to 20,000 tickets. */
  imports: limit('IMPORT_RATE_LIMIT', 20, 'imports and their previews'),
  /** Each reads the whole session. */
  downloads: limit('DOWNLOAD_RATE_LIMIT', 10, 'downloads'),
  /** Each writes all tickets of the type. */
  renames: limit('RENAME_RATE_LIMIT', 10, 'renames of ticket types'),
  /** See `chargeCost`. */
  cost: limit('COST_RATE_LIMIT', 60, 'points for expensive requests'),
}

/**
 * Seconds until the next window, assuming that windows begin with each minute of the clock as in the local
 * simulator. Cloudflare does not document this; at worst the client gets one more 429.
 */
export const secondsToNextWindow = (nowMs: number): number =>
  PERIOD_SECONDS - (Math.floor(nowMs / 1_000) % PERIOD_SECONDS)

/**
 * Counts a request, apart from those at other databases. A limiter that fails lets it pass: it must not
 * take the service down.
 */
export const isAllowed = async (
  c: Context<AppEnv>,
  binding: RateLimit['binding'],
  key: string,
): Promise<boolean> => {
  try {
    const { success } = await c.env[binding].limit({ key: keyAt(c.get('db').binding, key) })
    return success
  } catch (error) {
    const requestId = c.get('requestId')
    console.error(JSON.stringify({ warning: `${binding} failed`, requestId, ...describeCause(error) }))
    return true
  }
}

/** @throws AppError `rate_limited` if the limit is exceeded */
const countFor = async (c: Context<AppEnv>, key: string, { binding, message }: RateLimit): Promise<void> => {
  if (!(await isAllowed(c, binding, key))) {
    throw new AppError('rate_limited', { message, retryAfter: secondsToNextWindow(Date.now()) })
  }
}

/** @throws AppError `rate_limited` if one of the limits is exceeded */
export const countRequest = async (c: Context<AppEnv>, ...limits: readonly RateLimit[]): Promise<void> => {
  for (const limit of limits) await countFor(c, c.get('subject'), limit)
}

/** The length of a list in the JSON body; undefined without such a list. */
export const countItems = async (c: Context<AppEnv>, name: string): Promise<number | undefined> => {
  const body: Record<string, unknown> | null = await c.req.json().catch(() => null)
  const items = body?.[name]
  return Array.isArray(items) ? items.length : undefined
}

/** The limits for a batch of `size` items. A body without a batch counts as an ordinary request. */
export const limitsOfBatch = (size = 0): RateLimit[] =>
  size > MAX_SMALL_BATCH ? [RATE_LIMITS.requests, RATE_LIMITS.batches] : [RATE_LIMITS.requests]

/** Counts a public operation under the subject, sign-in or link that it names or proves. */
export const countAs = (c: Context<AppEnv>, key: string): Promise<void> =>
  countFor(c, key, RATE_LIMITS.requests)

/** The client's address (of IPv6 its /64 network, which one client has to itself), or else its subject. */
const addressOf = (c: Context<AppEnv>): string => {
  const address = c.req.header('CF-Connecting-IP')
  if (address === undefined) return c.get('subject') ?? ''
  const inIpv6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (inIpv6?.[1] !== undefined) return inIpv6[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}

/** Counts a public operation that names nothing under the client's address. */
export const countAddress = (c: Context<AppEnv>): Promise<void> => countAs(c, `address ${addressOf(c)}`)

/** Counts a visitor of public pages under their address, apart from those who sign in there. */
export const countVisitor = (c: Context<AppEnv>): Promise<void> => countAs(c, `visitor ${addressOf(c)}`)

/** The errors for a wrong code. */
const GUESSES: ReadonlySet<ErrorCode> = new Set([
  'invitation_not_found',
  'ticket_not_found',
  'guest_list_not_found',
  'invalid_grant',
])

/** Guests at an address must not use up the attempts of phones. */
type Guessed = 'code' | 'ticket'

/**
 * Counts a guess under its address.
 *
 * @throws AppError `rate_limited`
 */
export const countGuess = (c: Context<AppEnv>, kind: Guessed = 'code'): Promise<void> =>
  countFor(c, kind === 'ticket' ? `ticket ${addressOf(c)}` : addressOf(c), RATE_LIMITS.guesses)

/**
 * Runs an attempt to prove a code, and counts it if it fails. A correct code works however often the address
 * has failed, because the phones, programs and guests of a venue share one.
 *
 * @throws AppError `rate_limited`
 */
export const limitGuesses = async <Result>(
  c: Context<AppEnv>,
  attempt: () => Promise<Result>,
  kind?: Guessed,
): Promise<Result> => {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && GUESSES.has(error.code)) await countGuess(c, kind)
    throw error
  }
}

export const tooManyRequests = { rate_limited: RATE_LIMITS.requests.message } as const

export const tooManyGuesses = { rate_limited: RATE_LIMITS.guesses.message } as const

export const guessErrors = { invalid_grant: true, auth_unavailable: true, ...tooManyGuesses } as const
