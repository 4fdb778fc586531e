// What can be done to the guests that are chosen, and what was done.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/button.tsx'
import {
  countOf,
  isEachChosen,
  type Listed,
  MAX_IDS,
  NOBODY,
  type Selection,
  toBody,
} from '../../data/guest-selection.ts'
import type { SessionDetails } from '../../data/types.ts'
import { type Action, ChangeGuests } from '../../forms/change-guests.tsx'
import { RevertGuests } from '../../forms/revert-guests.tsx'
import { texts } from '../../texts.ts'

const ACTIONS = Object.keys(texts.guestActions) as Action[]

type Done = { text: string; recordId: string | null }

type NoticeProps = { session: SessionDetails; done: Signal<Done | undefined>; onDone: () => unknown }

/** Takes the focus, because the buttons that had it are gone. */
const Notice = ({ session, done, onDone }: NoticeProps) => {
  const isReverting = useSignal(false)
  const notice = useRef<HTMLDivElement>(null)
  const shown = done.value
  useEffect(() => notice.current?.focus({ preventScroll: true }), [shown])
  if (shown === undefined) return null
  const { recordId, text } = shown
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
          of="tickets/bulk-update"
          sessionId={session.id}
          recordId={recordId}
          onClose={() => (isReverting.value = false)}
          onDone={async (answer) => {
            isReverting.value = false
            done.value = { text: texts.importReverted(answer), recordId: null }
            await onDone()
          }}
        />
      )}
    </div>
  )
}

type Props = {
  session: SessionDetails
  selection: Signal<Selection>
  listed: Listed
  /** Of the list. */
  filter: Record<string, string>
  /** The names of the guests that are shown. */
  names: ReadonlyMap<string, string>
  onChanged: () => Promise<unknown>
}

export const ChosenGuests = ({ session, selection, listed, filter, names, onChanged }: Props) => {
  /** With those who were chosen when it was opened. */
  const open = useSignal<{ action: Action; chosen: object } | undefined>(undefined)
  const done = useSignal<Done | undefined>(undefined)
  const chosen = selection.value
  const count = countOf(chosen, listed)
  const isTooMany = chosen !== 'all' && chosen.size > MAX_IDS
  const hasMore = chosen !== 'all' && isEachChosen(chosen, listed) && listed.total > chosen.size
  return (
    <>
      <p role="status" class="hidden">
        {count === 0 ? '' : texts.guestsChosen(count)}
      </p>
      <Notice session={session} done={done} onDone={onChanged} />
      {count > 0 && (
        <section class="chosen" aria-label={texts.chosenGuests}>
          <p class="buttons">
            <b>{texts.guestsChosen(count)}</b>
            {hasMore && (
              <Button
                look="plain"
                text={texts.chooseAllThat(listed.total)}
                onClick={() => (selection.value = 'all')}
              />
            )}
            <Button look="plain" text={texts.clearSelection} onClick={() => (selection.value = NOBODY)} />
          </p>
          {isTooMany && <p class="soft">{texts.tooManyChosen(MAX_IDS)}</p>}
          <div class="buttons">
            {ACTIONS.map((one) => (
              <Button
                key={one}
                text={texts.guestActions[one]}
                isDisabled={isTooMany}
                onClick={() => (open.value = { action: one, chosen: toBody(chosen, filter) })}
              />
            ))}
          </div>
        </section>
      )}
      {open.value !== undefined && (
        <ChangeGuests
          session={session}
          {...open.value}
          names={names}
          onClose={() => (open.value = undefined)}
          onDone={async ({ changed, recordId }) => {
            open.value = undefined
            selection.value = NOBODY
            done.value = { text: texts.guestsChanged(changed), recordId }
            await onChanged()
          }}
        />
      )}
    </>
  )
}
