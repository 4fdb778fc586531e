// Asks before something that cannot be undone, and says what happens.
import { texts } from '../texts.ts'
import { Button } from './button.tsx'

type Props = {
  text: string
  action: string
  isBusy?: boolean
  onSure: () => unknown
  onCancel: () => void
}

export const Sure = ({ text, action, isBusy = false, onSure, onCancel }: Props) => (
  <div class="notice warn stack" role="alert">
    <p>{text}</p>
    <div class="buttons">
      <Button look="primary" text={action} isBusy={isBusy} onClick={onSure} />
      <Button text={texts.cancel} onClick={onCancel} />
    </div>
  </div>
)
