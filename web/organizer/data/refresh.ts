// Loads again while somebody looks.
import { useEffect } from 'preact/hooks'

/** How often figures are loaded again. */
const REFRESH_MS = 15_000

/** Calls `refresh` again and again while the page is visible, and when it becomes visible. */
export const useRefresh = (refresh: () => unknown, everyMs = REFRESH_MS): void => {
  useEffect(() => {
    const refreshVisible = (): void => {
      if (document.visibilityState === 'visible') refresh()
    }
    const timer = setInterval(refreshVisible, everyMs)
    document.addEventListener('visibilitychange', refreshVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshVisible)
    }
  }, [])
}
