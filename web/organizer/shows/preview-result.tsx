// The result of a preview, in numbers and session by session, and the button that applies it.
import { isApplicable, summarize } from '../edits/preview.ts'
import { describeBusy, type UsedChange } from '../edits/use-change.ts'
import type { Preview, Venue } from '../loads/types.ts'
import { texts } from '../texts.ts'
import { PreviewTable } from './preview-table.tsx'

type ApplyProps = {
  change: UsedChange
  isCurrent: boolean
  /** A change of the series itself: its preview has no sessions. */
  isSeriesChange?: boolean
}

/** Disabled until there is a preview of exactly the current form, and the service would not refuse the change. */
export const ApplyButton = ({ change, isCurrent, isSeriesChange = false }: ApplyProps) => {
  const preview = change.previewed.value?.preview
  const isReady = isCurrent && preview !== undefined && (isSeriesChange || isApplicable(preview, Date.now()))
  return (
    <button
      type="button"
      class="button primary"
      disabled={!isReady}
      aria-disabled={change.busy.value !== undefined}
      onClick={change.apply}
    >
      {texts.apply}
    </button>
  )
}

const describe = (change: UsedChange, isCurrent: boolean): string => {
  if (change.busy.value !== undefined) return describeBusy(change.busy.value)
  if (change.applied.value !== undefined) return texts.applied(change.applied.value)
  const preview = change.previewed.value?.preview
  if (preview === undefined) return change.failure.value === undefined ? texts.previewFirst : ''
  return isCurrent ? texts.summary(summarize(preview, Date.now())) : texts.outdatedByForm
}

type RefusedProps = { preview: Preview; onLeaveOut: (() => void) | undefined }

const Refused = ({ preview, onLeaveOut }: RefusedProps) => {
  const { refused, sessions } = summarize(preview, Date.now())
  if (sessions === 0) return <p class="notice">{texts.nothingSelected}</p>
  if (refused === 0) return null
  return (
    <div class="notice warn stack">
      <p>{texts.refusedHelp(refused)}</p>
      {onLeaveOut !== undefined && (
        <button type="button" class="button" onClick={onLeaveOut}>
          {texts.leaveOut}
        </button>
      )}
    </div>
  )
}

type Props = {
  change: UsedChange
  isCurrent: boolean
  venues: readonly Venue[] | undefined
  /** Selects the sessions that are not refused; undefined if that is not possible. */
  onLeaveOut?: (() => void) | undefined
}

export const PreviewResult = ({ change, isCurrent, venues, onLeaveOut }: Props) => {
  const preview = isCurrent ? change.previewed.value?.preview : undefined
  const isDone = change.applied.value !== undefined && change.busy.value === undefined
  return (
    <>
      <p role="status" class={isDone ? 'notice good' : preview === undefined ? 'soft' : 'summary'}>
        {describe(change, isCurrent)}
      </p>
      {preview !== undefined && (
        <>
          <Refused preview={preview} onLeaveOut={onLeaveOut} />
          {preview.sessions.length > 0 && <PreviewTable preview={preview} venues={venues} />}
        </>
      )}
    </>
  )
}
