// What can be done to the guests that are chosen.
import { type Signal, useSignal } from '@preact/signals'
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
import { texts } from '../../texts.ts'
import type { Done } from './change-notice.tsx'

const ACTIONS = Object.keys(texts.guestActions) as Action[]

type Props = {
  session: SessionDetails
  selection: Signal<Selection>
  listed: Listed
  /** Of the list. */
  filter: Record<string, string>
  /** The names of the guests that are shown. */
  names: ReadonlyMap<string, string>
  onDone: (done: Done) => unknown
}

export const ChosenGuests = ({ session, selection, listed, filter, names, onDone }: Props) => {
  /** With those who were chosen when it was opened. */
  const open = useSignal<{ action: Action; chosen: object } | undefined>(undefined)
  const chosen = selection.value
  const count = countOf(chosen, listed)
  const isTooMany = chosen !== 'all' && chosen.size > MAX_IDS
  const hasMore = chosen !== 'all' && isEachChosen(chosen, listed) && listed.total > chosen.size
  return (
    <>
      <p role="status" class="hidden">
        {count === 0 ? '' : texts.guestsChosen(count)}
      </p>
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
          onDone={({ changed, recordId }) => {
            open.value = undefined
            selection.value = NOBODY
            return onDone({ of: 'tickets/bulk-update', text: texts.guestsChanged(changed), recordId })
          }}
        />
      )}
    </>
  )
}
