// The second tap of a double tap must not answer what the first one has brought under the finger.
import { signal } from '@preact/signals'

const DOUBLE_TAP_MS = 500

/** Whether a tap has just put something else in its place. Until this is over, that takes no tap. */
export const hasJustTapped = signal(false)
let timer: ReturnType<typeof setTimeout> | undefined

export const noteTap = (): void => {
  hasJustTapped.value = true
  clearTimeout(timer)
  timer = setTimeout(() => (hasJustTapped.value = false), DOUBLE_TAP_MS)
}
