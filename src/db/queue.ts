// How long requests wait for the database before their statements run, as this isolate sees it. D1 runs one
// batch at a time, so its queue is what everybody waits for.

/** The least difference of this long ago and since is the way to the database and back. */
const LEAST_MS = 5 * 60_000
/** How many of the last differences are averaged. */
const AVERAGED = 20
/** Without requests for this long, nothing is known. */
const FORGOTTEN_MS = 10_000
/** Differences of the same few seconds count as one when the least is looked for. */
const SAMPLE_MS = 10_000

type Sample = { at: number; ms: number }

/** Ascending in `at` and `ms`: the first is the least of those that still count. */
let samples: Sample[] = []
let waits: number[] = []
let lastAt = Number.NEGATIVE_INFINITY

/** Records the first attempt of a batch: how long it took, less the time of its statements. */
export const recordWait = (ms: number, now = Date.now()): void => {
  if (now - lastAt > FORGOTTEN_MS) waits = []
  lastAt = now
  samples = samples.filter((sample) => sample.ms < ms && now - sample.at <= LEAST_MS)
  if (now - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > SAMPLE_MS) samples.push({ at: now, ms })
  waits = [...waits, ms - (samples[0] as Sample).ms].slice(-AVERAGED)
}

/** Milliseconds that the last batches waited in the queue, on average; 0 if nothing is known. */
export const queueMs = (now = Date.now()): number =>
  waits.length === 0 || now - lastAt > FORGOTTEN_MS
    ? 0
    : Math.round(waits.reduce((sum, ms) => sum + ms, 0) / waits.length)

/** As in a new isolate. */
export const forgetQueue = (): void => {
  samples = []
  waits = []
}
