// Opens the form for something new where the address of a screen ends in `?new`, as Quick find offers.
import { useEffect } from 'preact/hooks'
import { toNew } from '../links.ts'

/** `screen` is the address without it. */
export const useNew = (screen: string, open: () => void): void =>
  useEffect(() => {
    const follow = (): void => {
      if (location.hash !== toNew(screen)) return
      // So that going back, and choosing it again, work.
      location.replace(screen)
      open()
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
