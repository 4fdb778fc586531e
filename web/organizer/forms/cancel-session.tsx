// Cancels a session, with a notice for its guests, or takes that back.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { type Ok, read, useLoad } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { SeriesSession, Session } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import type { FieldOf } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { keepsOldDates, MovedListings } from './moved-listings.tsx'
import { useSend } from './use-send.ts'

const NOTICE: FieldOf = {
  name: 'cancelNotice',
  label: texts.cancelNotice,
  hint: texts.cancelNoticeHint,
  kind: 'prose',
}

const MAX_CHARACTERS = 500

const check = ({ cancelNotice = '' }: Draft) =>
  [...cancelNotice].length > MAX_CHARACTERS ? { cancelNotice: texts.noticeTooLong } : {}

const toDraft = ({ cancelledAt, cancelNotice }: Session | SeriesSession): Draft => ({
  cancelNotice: cancelNotice ?? '',
  cancelled: cancelledAt === null ? '' : 'true',
})

/** A guest’s page, as it will be. */
const ForGuests = ({ notice }: { notice: string }) => (
  <figure class="stack">
    <figcaption class="soft small">{texts.guestsWillSee}</figcaption>
    <div class="notice alarm prose">
      <p class="strong">{texts.dateIsCancelled}</p>
      {notice.trim() !== '' && <p dir="auto">{notice.trim()}</p>}
    </div>
  </figure>
)

type Props = { session: Session; onClose: () => void; onSaved: () => Promise<unknown> }

const Form = ({ loaded: { body, etag }, ...props }: Props & { loaded: Ok<SeriesSession> }) => {
  const isLeft = useSignal(false)
  const wasCancelled = body.cancelledAt !== null
  if (isLeft.value)
    return (
      <Dialog title={listingTexts.oldDates} onClose={() => void props.onSaved()}>
        <MovedListings eventId={body.eventId} onNone={props.onSaved} />
        <Button text={texts.close} onClick={props.onSaved} />
      </Dialog>
    )
  return (
    <FormDialog<SeriesSession | undefined>
      title={wasCancelled ? texts.changeNotice : texts.cancelSession}
      action={wasCancelled ? texts.save : texts.cancelSession}
      dismissal={wasCancelled ? texts.cancel : texts.back}
      fields={[NOTICE]}
      initial={toDraft(body)}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/sessions/${body.id}`, etag, toDraft }}
      check={check}
      {...(!wasCancelled && { always: { cancelled: true } })}
      toBody={({ cancelNotice = '' }) => ({ cancelNotice: cancelNotice.trim() || null })}
      onClose={props.onClose}
      onSaved={async () => {
        isLeft.value = !wasCancelled && (await keepsOldDates(body.eventId))
        if (!isLeft.value) await props.onSaved()
      }}
    >
      {({ cancelNotice = '' }) => (
        <>
          <ForGuests notice={cancelNotice} />
          {!wasCancelled && <p class="soft">{texts.cancelSessionHelp}</p>}
        </>
      )}
    </FormDialog>
  )
}

/** Loads the session again, so that nothing that somebody else has changed is overwritten. */
export const CancelSession = (props: Props) => {
  const managed = useLoad(read<SeriesSession>(`${ORGANIZER_API}/sessions/${props.session.id}`))
  if (managed.failed.value !== undefined) return <Failure failed={managed.failed.value} />
  if (managed.ok.value === undefined) return <Loading />
  return <Form loaded={managed.ok.value} {...props} />
}

type NoticeProps = { session: Session; onEdit: () => void; onTakenBack: () => Promise<unknown> }

/** Stands on the screen of a cancelled session. */
export const CancelledNotice = ({ session, onEdit, onTakenBack }: NoticeProps) => {
  const { failed, isBusy, send } = useSend()
  const { id, cancelledAt, cancelNotice } = session
  if (cancelledAt === null) return null
  const takeBack = async (): Promise<void> => {
    const { kind } = await send('PATCH', `${ORGANIZER_API}/sessions/${id}`, { cancelled: false })
    if (kind === 'ok') await onTakenBack()
  }
  return (
    <section class="notice alarm stack" aria-label={texts.cancelled}>
      <p class="strong">{texts.cancelledSince(formatDayTime(cancelledAt))}</p>
      <p class="prose" dir="auto">
        {cancelNotice ?? texts.noNotice}
      </p>
      <div class="buttons">
        <Button text={texts.changeNotice} onClick={onEdit} />
        <Button text={texts.takeBackCancellation} isBusy={isBusy.value} onClick={takeBack} />
      </div>
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </section>
  )
}
