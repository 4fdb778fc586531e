/**
 * Stands in for a rate limiter: lets `allowed` calls through, however long they take, and records the key of
 * each call.
 */
export const countingLimiter = (allowed = Number.POSITIVE_INFINITY) => {
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) <= allowed })
  return { keys, limit }
}
