// Keeps the focus where somebody works when what had it goes: a row that was deleted, a button that made room
// for a question. Otherwise the keyboard begins again at the top of the page.
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What had the focus: its name, itself, and all that it stands in. */
type Place = { name: string; path: readonly HTMLElement[] }

let last: Place = { name: '', path: [] }

export const lastPlace = (): Place => last

const BLOCKS = 'dialog, .card, .side, main'

const nameOf = (element: Element): string => element.ariaLabel ?? element.textContent ?? ''

const isThere = (element: HTMLElement): boolean => element.isConnected

/** What had the focus, what has its name by now, or the block that it was in. */
const placeNow = ({ name, path }: Place): HTMLElement | null => {
  const [element, ...around] = path
  if (element === undefined || isThere(element)) return element ?? null
  const parts = around.find(isThere)?.querySelectorAll<HTMLElement>(element.localName) ?? []
  const same = [...parts].find((part) => nameOf(part) === name)
  if (same !== undefined) return same
  const block = around.find((one) => isThere(one) && one.matches(BLOCKS)) ?? document.querySelector('main')
  block?.setAttribute('tabindex', '-1')
  return block
}

export const returnTo = (place: Place): void => placeNow(place)?.focus({ preventScroll: true })

/** Follows the focus from now on. */
export const followFocus = (): void =>
  document.addEventListener('focusin', ({ target }) => {
    const path: HTMLElement[] = []
    for (let one = target as HTMLElement | null; one !== null; one = one.parentElement) path.push(one)
    last = { name: nameOf(target as HTMLElement), path }
  })

/** Keeps the focus when what is shown is replaced by a newer one. */
export const useKeptFocus = (shown: unknown): void => {
  const before = useRef<unknown>(undefined)
  useLayoutEffect(() => {
    const [element] = last.path
    const isLost = element !== undefined && !isThere(element) && document.activeElement === document.body
    if (before.current !== undefined && isLost) returnTo(last)
    before.current = shown
  }, [shown])
}
