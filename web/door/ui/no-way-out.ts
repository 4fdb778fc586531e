// What guests would do with a kiosk beside showing a ticket: zoom it, or mark, drag or open what it shows.

const refuse = (event: Event): void => event.preventDefault()

const refuseWheel = (event: WheelEvent): void => {
  if (event.ctrlKey) event.preventDefault()
}

const LEAVING_KEYS = new Set(['+', '-', '=', '0', 'p', 's', 'o', 'f'])

/** Printing, saving, opening and searching too. Browsers keep the keys of tabs and windows to themselves. */
const refuseKey = (event: KeyboardEvent): void => {
  if ((event.ctrlKey || event.metaKey) && LEAVING_KEYS.has(event.key.toLowerCase())) event.preventDefault()
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
  return () => {
    controller.abort()
    style.touchAction = ''
  }
}
