// The second tap of a double tap must not answer what the first one has brought under the finger.
import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const DOUBLE_TAP_MS = 500

/** Whether somebody has just let guests in, so that others may have taken their place on the screen. */
export const hasJustTapped = signal(false)
let timer: ReturnType<typeof setTimeout> | undefined

export const noteTap = (): void => {
  hasJustTapped.value = true
  clearTimeout(timer)
  timer = setTimeout(() => (hasJustTapped.value = false), DOUBLE_TAP_MS)
}

/** Whether taps count: not right after the component, or what `shown` names in it, appeared. */
export const useTapsCount = (shown: unknown = true): boolean => {
  const seen = useSignal<unknown>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => (seen.value = shown), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return seen.value === shown
}
