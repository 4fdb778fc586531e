// Asks before something that cannot be taken back, and says what happens.
import { texts } from '../texts.ts'

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
      <button type="button" class="button primary" onClick={() => onSure()} aria-disabled={isBusy}>
        {action}
      </button>
      <button type="button" class="button" onClick={onCancel}>
        {texts.cancel}
      </button>
    </div>
  </div>
)
