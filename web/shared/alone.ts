// Work that one tab does at a time.

/** A tab that the phone has suspended may hold a lock. Other tabs wait no longer than this. */
const MAX_WAIT_MS = 25_000

/**
 * Runs `work` while no other tab of this browser runs work of the same name. After {@link MAX_WAIT_MS} it runs anyway, so
 * it must stay correct beside another tab; the lock only makes that rare.
 */
export const alone = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  let hasBegun = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}
