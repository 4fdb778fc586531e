// A button that opens a list of further actions.
import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

export type MenuItem = { text: string; onClick: () => unknown }

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys move in it, Escape and a click elsewhere close it. */
export const Menu = ({ name, items }: { name: string; items: readonly MenuItem[] }) => {
  const isOpen = useSignal(false)
  const whole = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const buttons = (): HTMLElement[] => [
    ...(whole.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const close = (): void => {
    isOpen.value = false
    opener.current?.focus()
  }
  // At once: the next key belongs to the list.
  useLayoutEffect(() => {
    if (isOpen.value) buttons()[0]?.focus()
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
