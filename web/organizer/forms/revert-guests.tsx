// Reverts a change of many guests whole, after a preview: in the history, and right after the change.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import type { Failed } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { formatDay } from '../formats.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Figures } from '../ui/figures.tsx'
import { Form } from '../ui/form.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import { GuestWarnings } from './guest-effect.tsx'
import { sendSafely } from './send.ts'

type Preview = Schemas['RevertPreview']
type RevertedImport = Schemas['RevertedImport']

/** A revert may write for half a minute. */
const TIMEOUT_MS = 40_000

/** Tickets that are named at once. */
const MAX_NAMED = 20

const LeftOut = ({ tickets, count }: { tickets: Preview['leftOut']; count: number }) => {
  if (count === 0) return null
  const more = count - Math.min(tickets.length, MAX_NAMED)
  return (
    <div class="notice warn stack">
      <p>{texts.leftOutOfRevert(count)}</p>
      <ul class="small">
        {tickets.slice(0, MAX_NAMED).map(({ ticketId, ticketNumber, reason }) => (
          <li key={`${ticketId} ${reason}`}>
            <bdi>{ticketNumber}</bdi>: {texts.leftOutReasons[reason]}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{texts.andMoreTickets(more)}</p>}
    </div>
  )
}

type Props = {
  /** What is reverted, as in the service's path. */
  of: 'imports' | 'tickets/bulk-update'
  sessionId: string
  recordId: string
  /** When the change was made, unless it was just now. */
  time?: string
  onClose: () => void
  onDone: (result: RevertedImport) => unknown
}

export const RevertGuests = ({ of, sessionId, recordId, time, onClose, onDone }: Props) => {
  const path = `${ORGANIZER_API}/sessions/${sessionId}/${of}/${recordId}/revert`
  const preview = useSignal<Preview | undefined>(undefined)
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const isBusy = useSignal(false)
  /** Whether somebody has decided that guests of the import who were checked in stay. */
  const keeps = useSignal(false)

  const send = async <Body,>(to: string, body: object) => {
    isBusy.value = true
    const answer = await sendSafely<Body>(to, { method: 'POST', body, timeoutMs: TIMEOUT_MS })
    isBusy.value = false
    return answer
  }

  const makePreview = async (): Promise<void> => {
    const answer = await send<Preview>(`${path}/preview`, {})
    preview.value = answer.kind === 'ok' ? answer.body : undefined
    failure.value = answer.kind === 'ok' ? undefined : { failed: answer }
  }
  useEffect(() => void makePreview(), [])

  const shown = preview.value
  const areIn = shown?.checkedIn ?? 0
  const apply = async (): Promise<void> => {
    if (shown === undefined || isBusy.value) return
    const body = { expectedVersion: shown.version, checkedIn: keeps.value ? 'keep' : 'refuse' }
    const answer = await send<RevertedImport>(path, body)
    if (answer.kind === 'ok') return void (await onDone(answer.body))
    if (answer.kind === 'error' && (answer.code === 'preview_outdated' || answer.code === 'in_use')) {
      await makePreview()
      keeps.value = false
      failure.value = { failed: answer, text: texts.outdated }
    } else {
      failure.value = {
        failed: answer,
        ...(answer.kind === 'unreachable' && { text: texts.notKnownApplied }),
      }
    }
  }

  return (
    <Dialog title={time === undefined ? texts.revertImport : texts.revertTitles[of](time)} onClose={onClose}>
      <Form onSubmit={apply}>
        {shown === undefined && failure.value === undefined && <Loading />}
        {shown !== undefined && (
          <div class="stack" role="status">
            <Figures
              figures={[
                [texts.toDelete, shown.toDelete],
                [texts.toRestore, shown.toRestore],
                [texts.toUncover, shown.toUncover],
              ]}
            />
            <p class="soft">
              {shown.keptUntil === null ? texts.oldValuesGone : texts.keptUntil(formatDay(shown.keptUntil))}
            </p>
            <GuestWarnings warnings={shown.warnings} />
            <LeftOut tickets={shown.leftOut} count={shown.leftOutCount} />
          </div>
        )}
        {areIn > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={keeps.value}
              onChange={({ currentTarget }) => (keeps.value = currentTarget.checked)}
            />
            {texts.keepCheckedIn(areIn)}
          </label>
        )}
        {failure.value !== undefined && (
          <Failure
            failed={failure.value.failed}
            text={failure.value.text}
            onRetry={shown === undefined ? makePreview : undefined}
          />
        )}
        <div class="buttons foot">
          <Button
            type="submit"
            look="danger"
            text={isBusy.value && shown !== undefined ? texts.applying : texts.revertImport}
            isBusy={isBusy.value}
            isDisabled={shown === undefined || (areIn > 0 && !keeps.value)}
          />
          <Button text={texts.cancel} onClick={onClose} />
        </div>
      </Form>
    </Dialog>
  )
}
