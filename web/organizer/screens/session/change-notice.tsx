// What was just done to many guests at once, and its revert.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/button.tsx'
import { RevertGuests } from '../../forms/revert-guests.tsx'
import { texts } from '../../texts.ts'

export type Done = { of: 'imports' | 'tickets/bulk-update'; text: string; recordId: string | null }

type Props = { sessionId: string; done: Signal<Done | undefined>; onReverted: () => unknown }

/** Takes the focus, because the buttons that had it are gone. */
export const ChangeNotice = ({ sessionId, done, onReverted }: Props) => {
  const isReverting = useSignal(false)
  const notice = useRef<HTMLDivElement>(null)
  const shown = done.value
  useEffect(() => notice.current?.focus({ preventScroll: true }), [shown])
  if (shown === undefined) return null
  const { of, recordId, text } = shown
  return (
    <div class="notice good chosen" role="status" tabIndex={-1} ref={notice}>
      <span>{text}</span>
      <div class="buttons">
        {recordId !== null && (
          <Button look="small" text={texts.revertImport} onClick={() => (isReverting.value = true)} />
        )}
        <Button look="small" text={texts.close} onClick={() => (done.value = undefined)} />
      </div>
      {isReverting.value && recordId !== null && (
        <RevertGuests
          {...{ of, sessionId, recordId }}
          onClose={() => (isReverting.value = false)}
          onDone={async (answer) => {
            isReverting.value = false
            done.value = { of, text: texts.importReverted(answer), recordId: null }
            await onReverted()
          }}
        />
      )}
    </div>
  )
}
