// Work that one tab does at a time.

/** A tab that the phone has suspended may hold a lock. Other tabs wait no longer than this. */
const MAX_WAIT_MS = 25_000

/**
 * Runs `work` while no other tab of this browser runs work of the same name. The lock is best effort: after
 * {@link MAX_WAIT_MS} the work runs beside another tab's, with `isAlone` false.
 */
export const withTabLock = async <Result>(
  name: string,
  work: (isAlone: boolean) => Promise<Result>,
): Promise<Result> => {
  let hasBegun = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, () => {
      hasBegun = true
      return work(true)
    })
  } catch (error) {
    if (hasBegun) throw error
    return work(false)
  }
}
