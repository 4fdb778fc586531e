import { keyAt } from '../../src/db/databases.ts'
import { BINDING } from './address.ts'

/**
 * Stands in for a rate limiter: lets `allowed` calls through, however long they take, and records the key of
 * each call, without what it has of the database.
 */
export const countingLimiter = (allowed = Number.POSITIVE_INFINITY) => {
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => {
    const prefix = keyAt(BINDING, '')
    if (!key.startsWith(prefix)) throw new Error(`The key ${key} is that of another database.`)
    return { success: keys.push(key.slice(prefix.length)) <= allowed }
  }
  return { keys, limit }
}
