// What guests would do with a kiosk beside showing a ticket: zoom it, or mark, drag or open what it shows.

/** A link is typed or pasted in the dialog behind the corner. */
const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement

const refuse = (event: Event): void => {
  if (!isField(event.target)) event.preventDefault()
}

const refuseWheel = (event: WheelEvent): void => {
  if (event.ctrlKey) event.preventDefault()
}

/** They lead to the corner, and through its dialog. */
const USED_KEYS = new Set(['Tab', 'Enter', ' ', 'Escape'])

const isEditing = ({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  isField(target) && !altKey && (ctrlKey || metaKey ? /^[acvxz]$/i : /^(?!F\d)/).test(key)

/**
 * Printing, saving, searching, the source, the history and help have keys. Browsers keep those of tabs and
 * windows to themselves.
 */
const refuseKey = (event: KeyboardEvent): void => {
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
  if (!isEditing(event) && !(isPlain && USED_KEYS.has(event.key))) event.preventDefault()
}

/** Returns what ends it. */
export const keepInside = (): (() => void) => {
  const controller = new AbortController()
  // Browsers let pages refuse these only so.
  const options = { signal: controller.signal, passive: false }
  for (const type of ['contextmenu', 'dragstart', 'selectstart', 'gesturestart'])
    document.addEventListener(type, refuse, options)
  document.addEventListener('wheel', refuseWheel, options)
  document.addEventListener('keydown', refuseKey, options)
  const { style } = document.documentElement
  style.touchAction = 'none'
  // Two fingers on a touchpad would go back.
  style.overscrollBehavior = 'none'
  return () => {
    controller.abort()
    style.touchAction = ''
    style.overscrollBehavior = ''
  }
}
