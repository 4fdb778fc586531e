// The second tap of a double tap must not answer the warning that the first one has brought up.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const DOUBLE_TAP_MS = 500

/** Whether taps count: not right after the component, or what `shown` names in it, appeared. */
export const useTapsCount = (shown: unknown = true): boolean => {
  const seen = useSignal<unknown>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => (seen.value = shown), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return seen.value === shown
}
