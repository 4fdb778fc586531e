// Asks before something that cannot be taken back, and says what happens.
import { texts } from '../texts.ts'

type Props = { text: string; action: string; onSure: () => unknown; onCancel: () => void }

export const Sure = ({ text, action, onSure, onCancel }: Props) => (
  <div class="notice warn stack" role="alert">
    <p>{text}</p>
    <div class="buttons">
      <button type="button" class="button primary" onClick={() => onSure()}>
        {action}
      </button>
      <button type="button" class="button" onClick={onCancel}>
        {texts.cancel}
      </button>
    </div>
  </div>
)
