// Asks before something that cannot be undone, and says what happens.
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'

type Props = {
  text: string
  action: string
  isBusy?: boolean
  onConfirm: () => unknown
  onCancel: () => void
}

export const Confirm = ({ text, action, isBusy = false, onConfirm, onCancel }: Props) => (
  <div class="notice warn stack" role="alert">
    <p>{text}</p>
    <div class="buttons">
      <Button look="danger" text={action} isBusy={isBusy} onClick={onConfirm} />
      <Button text={texts.cancel} onClick={onCancel} />
    </div>
  </div>
)
