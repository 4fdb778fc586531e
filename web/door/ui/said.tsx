// What the card says after an undo.
import { Button } from '../../shared/button.tsx'
import type { Card, Message } from '../core/state.ts'
import { role } from '../role.ts'
import { checkIn } from '../runtime.ts'
import { texts } from '../texts.ts'

type Props = { shown: Extract<Card, { kind: 'message' }>; names: string }

/** The service tells a phone without names nothing of others’ check-ins. */
const ofOthers = (message: Message): boolean => message === 'undoElsewhere' || message === 'undoOffline'

export const Said = ({ shown: { message, guests }, names }: Props) => (
  <>
    <p class="help">{texts.messages[role && ofOthers(message) ? 'undoBySupervisor' : message](names)}</p>
    {message === 'undone' && (
      <div class="actions stack">
        <Button text={texts.checkInAgain} onClick={() => checkIn(guests.map(({ id }) => id))} />
      </div>
    )}
  </>
)
