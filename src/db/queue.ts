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

type Sample = { at: number; ms: number }

const queues = perDatabase(() => ({
  /** Ascending in `at` and `ms`: the first is the least of those that still count. */
  samples: [] as Sample[],
  waits: [] as number[],
  lastAt: Number.NEGATIVE_INFINITY,
}))

/** Records the first attempt of a batch: how long it took, less the time of its statements. */
export const recordWait = (binding: string, ms: number, now = Date.now()): void => {
  const queue = queues(binding)
  if (now - queue.lastAt > FORGOTTEN_MS) queue.waits = []
  queue.lastAt = now
  queue.samples = queue.samples.filter((sample) => sample.ms < ms && now - sample.at <= LEAST_MS)
  if (now - (queue.samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > SAMPLE_MS) {
    queue.samples.push({ at: now, ms })
  }
  queue.waits = [...queue.waits, ms - (queue.samples[0] as Sample).ms].slice(-AVERAGED)
}

/** Milliseconds that the last batches waited in the queue, on average; 0 if nothing is known. */
export const queueMs = (binding: string, now = Date.now()): number => {
  const { waits, lastAt } = queues(binding)
  return waits.length === 0 || now - lastAt > FORGOTTEN_MS
    ? 0
    : Math.round(waits.reduce((sum, ms) => sum + ms, 0) / waits.length)
}

/** As in a new isolate. */
export const forgetQueue = queues.forget
