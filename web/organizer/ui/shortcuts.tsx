// The shortcuts of the keyboard, and the list of them.
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { isDialogOpen } from '../../shared/dialog.tsx'
import { texts } from '../texts.ts'
import { Dialog } from './dialog.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const FIND_KEYS = isApple ? '⌘K' : 'Ctrl K'

/** The second key after G, and where it leads. */
const DESTINATIONS: Record<string, string> = { t: '#/today', e: '#/', g: '#/guests', p: '#/phones' }

/** How long after G the second key counts. */
const SEQUENCE_MS = 1_000

type Actions = { onFind: () => void; onHelp: () => void }

/** Whether a key is pressed alone, outside of fields and dialogs: those keep their keys. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  (event.target as Element).closest('input, textarea, select') === null &&
  !isDialogOpen()

export const useShortcuts = ({ onFind, onHelp }: Actions): void =>
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    const act = (event: KeyboardEvent): (() => void) | undefined => {
      const key = event.key.toLowerCase()
      const isCommand = event.metaKey || event.ctrlKey
      if (isCommand) return key === 'k' && !event.altKey && !event.shiftKey ? onFind : undefined
      if (!isPlainKey(event)) return undefined
      if (key === '/') return onFind
      if (key === '?') return onHelp
      const isSecond = event.timeStamp - wentAt < SEQUENCE_MS
      wentAt = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      const destination = isSecond ? DESTINATIONS[key] : undefined
      if (destination === undefined) return undefined
      return () => {
        location.hash = destination
      }
    }
    const listen = (event: KeyboardEvent): void => {
      if (isDialogOpen()) return
      const action = act(event)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

const LIST = [
  { keys: [FIND_KEYS, '/'], text: texts.quickFind },
  { keys: ['G T'], text: texts.today },
  { keys: ['G E'], text: texts.events },
  { keys: ['G G'], text: texts.guestSearch },
  { keys: ['G P'], text: texts.phones },
  { keys: ['J', 'K'], text: texts.nextGuest },
  { keys: ['?'], text: texts.shortcuts },
]

export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={texts.shortcuts} onClose={onClose}>
    <dl class="shortcuts">
      {LIST.map(({ keys, text }) => (
        <div key={text} class="buttons">
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <div class="buttons foot">
      <Button text={texts.close} onClick={onClose} />
    </div>
  </Dialog>
)
