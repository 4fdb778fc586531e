// How long requests wait for a database before their statements run, as this isolate sees it. D1 runs one
// batch at a time, so its queue is what everybody waits for.
import { perDatabase } from './databases.ts'

/** The least difference of this long ago and since is the way to the database and back. */
const LEAST_MS = 5 * 60_000
/** How many of the last differences are averaged. */
const AVERAGED = 20
/** Without requests for this long, nothing is known. */
const FORGOTTEN_MS = 10_000
/** Differences of the same few seconds count as one when the least is looked for. */
const SAMPLE_MS = 10_000

/** Longer than batches that wait for nobody take more or less. */
const LEAST_WAIT_MS = 5
/** A request that waited says for this long that others may. */
const WAITED_MS = 5_000
/** No batch is under way for longer. The runtime may drop a request without notice. */
const LONGEST_MS = 30_000

type Sample = { at: number; ms: number }

const queues = perDatabase(() => ({
  /** Ascending in `at` and `ms`: the first is the least of those that still count. */
  samples: [] as Sample[],
  waits: [] as number[],
  lastAt: Number.NEGATIVE_INFINITY,
  waitedAt: Number.NEGATIVE_INFINITY,
  /** When each batch of this isolate was sent that has no answer yet. */
  underWay: new Set<{ at: number }>(),
}))

/** Says that a batch is sent. Returns what says that it has its answer. */
export const beginBatch = (binding: string, now = Date.now()): { isBehind: boolean; end: () => void } => {
  const { underWay } = queues(binding)
  const batch = { at: now }
  for (const other of underWay) if (now - other.at > LONGEST_MS) underWay.delete(other)
  const isBehind = underWay.size > 0
  underWay.add(batch)
  return { isBehind, end: () => underWay.delete(batch) }
}

/**
 * Records the first attempt of a batch: how long it took, less the time of its statements.
 *
 * @param isBehind whether another batch of this isolate was under way when it was sent
 */
export const recordWait = (binding: string, ms: number, now = Date.now(), isBehind = false): void => {
  const queue = queues(binding)
  if (now - queue.lastAt > FORGOTTEN_MS) queue.waits = []
  queue.lastAt = now
  queue.samples = queue.samples.filter((sample) => sample.ms < ms && now - sample.at <= LEAST_MS)
  if (now - (queue.samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > SAMPLE_MS) {
    queue.samples.push({ at: now, ms })
  }
  const wait = ms - (queue.samples[0] as Sample).ms
  queue.waits = [...queue.waits, wait].slice(-AVERAGED)
  if (isBehind && wait >= LEAST_WAIT_MS) queue.waitedAt = now
}

/** Whether a request of this isolate has waited for another one in the last seconds. */
export const isAwaited = (binding: string, now = Date.now()): boolean =>
  now - queues(binding).waitedAt <= WAITED_MS

/** Milliseconds that the last batches waited in the queue, on average; 0 if nothing is known. */
export const queueMs = (binding: string, now = Date.now()): number => {
  const { waits, lastAt } = queues(binding)
  return waits.length === 0 || now - lastAt > FORGOTTEN_MS
    ? 0
    : Math.round(waits.reduce((sum, ms) => sum + ms, 0) / waits.length)
}

/** As in a new isolate. */
export const forgetQueue = queues.forget
