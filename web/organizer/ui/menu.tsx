// A button that opens a list of further actions.
import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

export type MenuItem = { text: string; onClick: () => unknown }

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const GAP_PX = 4

/** Below its opener or, without room there, above it. A table that scrolls does not cut it off. */
const placeAt = (opener: HTMLElement, list: HTMLElement): void => {
  const { top, bottom, right } = opener.getBoundingClientRect()
  const below = bottom + GAP_PX
  const hasRoom = below + list.offsetHeight <= innerHeight
  list.style.top = `${hasRoom ? below : Math.max(top - GAP_PX - list.offsetHeight, GAP_PX)}px`
  list.style.left = `${Math.max(right - list.offsetWidth, GAP_PX)}px`
}

/** The arrow keys move in it, Escape and a click elsewhere close it. */
export const Menu = ({ name, items }: { name: string; items: readonly MenuItem[] }) => {
  const isOpen = useSignal(false)
  const whole = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const buttons = (): HTMLElement[] => [
    ...(whole.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const close = (): void => {
    isOpen.value = false
    opener.current?.focus()
  }
  useLayoutEffect(() => {
    if (!isOpen.value || opener.current === null || list.current === null) return
    const place = placeAt.bind(undefined, opener.current, list.current)
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    // At once: the next key belongs to the list.
    buttons()[0]?.focus()
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [isOpen.value])
  const move = (event: KeyboardEvent): void => {
    if (!isOpen.value) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <div class="menu" ref={whole}>
      <button
        ref={opener}
        type="button"
        // Safari gives the focus to a button that says so.
        tabIndex={0}
        class="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => (isOpen.value = !isOpen.value)}
        onKeyDown={move}
      >
        <Icon name="more" />
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={name}
        class="menu-items"
        hidden={!isOpen.value}
        onKeyDown={move}
        onFocusOut={({ relatedTarget }) => {
          if (!whole.current?.contains(relatedTarget as Node | null)) isOpen.value = false
        }}
      >
        {items.map(({ text, onClick }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class="destination"
            onClick={() => {
              close()
              void onClick()
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
