// Asks before something that cannot be undone, and says what happens.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'
import { lastPlace, returnTo } from './keep-focus.ts'

type Props = {
  text: string
  action: string
  isBusy?: boolean
  onConfirm: () => unknown
  onCancel: () => void
}

/** What was asked about may be out of view: the focus goes to the question, and back. */
export const useQuestion = () => {
  const question = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = lastPlace()
    question.current?.querySelector<HTMLElement>('button:last-child')?.focus()
    // Once what the question stood in place of is there again.
    return () => queueMicrotask(() => returnTo(before))
  }, [])
  return question
}

export const Confirm = ({ text, action, isBusy = false, onConfirm, onCancel }: Props) => (
  <div class="notice warn stack" role="alert" ref={useQuestion()}>
    <p>{text}</p>
    <div class="buttons">
      <Button look="danger" text={action} isBusy={isBusy} onClick={onConfirm} />
      <Button text={texts.cancel} onClick={onCancel} />
    </div>
  </div>
)
