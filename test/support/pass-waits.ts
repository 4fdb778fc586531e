import { vi } from 'vitest'

/** Shortens waits, such as those of the database client before it repeats a batch. Returns what ends that. */
export const passWaits = (): (() => void) => {
  const wait = scheduler.wait.bind(scheduler)
  const waiting = vi.spyOn(scheduler, 'wait').mockImplementation(() => wait(1))
  return () => waiting.mockRestore()
}
