// Buttons that lead to the parts of a long screen. Not links: the fragment of the address names the screen.
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'

/** Scrolls to the element, and moves the focus there. */
export const jumpTo = (id: string): void => {
  const element = document.getElementById(id)
  element?.scrollIntoView()
  element?.focus({ preventScroll: true })
}

export const JumpButtons = ({ parts }: { parts: readonly { id: string; name: string }[] }) => (
  <nav class="buttons jump" aria-label={texts.onThisScreen}>
    {parts.map(({ id, name }) => (
      <Button key={id} look="plain" text={name} onClick={() => jumpTo(id)} />
    ))}
  </nav>
)
