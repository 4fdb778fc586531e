// The result of a preview, in numbers and session by session, and the button that applies it.
import { Button } from '../../shared/button.tsx'
import type { Preview, Venue } from '../data/types.ts'
import { texts } from '../texts.ts'
import { isApplicable, isTooLargeToRevert, summarize } from './preview.ts'
import { PreviewTable } from './preview-table.tsx'
import { SeriesPreview } from './series-preview.tsx'
import { describeBusy, type UsedChange } from './use-change.ts'

type ApplyProps = { change: UsedChange; isCurrent: boolean }

/** Disabled until there is a preview of the current form that the service would accept. */
export const ApplyButton = ({ change, isCurrent }: ApplyProps) => {
  const preview = change.previewed.value?.preview
  const isReady = isCurrent && preview !== undefined && isApplicable(preview, Date.now())
  return (
    <Button
      look={isReady ? 'primary' : undefined}
      text={texts.apply}
      isBusy={change.busy.value !== undefined}
      isDisabled={!isReady}
      onClick={change.apply}
    />
  )
}

const describeSummary = (preview: Preview): string => {
  const { sessions, refused, overwritten, gone, unchanged, past, isPartial } = summarize(preview, Date.now())
  return [
    texts.sessionCount(sessions),
    texts.summary.refused(refused),
    overwritten > 0 && texts.summary.overwritten(overwritten),
    gone > 0 && texts.summary.gone(gone),
    !isPartial && unchanged > 0 && texts.summary.unchanged(unchanged),
    !isPartial && past > 0 && texts.summary.past(past),
  ]
    .filter(Boolean)
    .join(', ')
}

const describe = (change: UsedChange, isCurrent: boolean): string => {
  if (change.busy.value !== undefined) return describeBusy(change.busy.value)
  if (change.applied.value !== undefined) {
    const { sessions, canRevert } = change.applied.value
    return canRevert ? texts.appliedWithHistory(sessions) : texts.applied(sessions)
  }
  const preview = change.previewed.value?.preview
  if (preview === undefined) return change.failure.value === undefined ? texts.previewFirst : ''
  if (!isCurrent) return texts.outdatedByForm
  return preview.series === null ? describeSummary(preview) : ''
}

type NoticesProps = { preview: Preview; onExclude: (() => void) | undefined }

/** What the person must know before they apply the change, or why they cannot. */
const Notices = ({ preview, onExclude }: NoticesProps) => {
  const { refused, sessions } = summarize(preview, Date.now())
  if (sessions === 0) return <p class="notice">{texts.nothingSelected}</p>
  if (refused === 0)
    return isTooLargeToRevert(preview) ? <p class="notice warn">{texts.cannotRevert}</p> : null
  return (
    <div class="notice warn stack">
      <p>{texts.refusedHelp(refused)}</p>
      {onExclude !== undefined && <Button text={texts.excludeRefused(refused)} onClick={onExclude} />}
    </div>
  )
}

type Props = {
  timeZone: string
  change: UsedChange
  isCurrent: boolean
  venues: readonly Venue[] | undefined
  /** Selects the sessions that are not refused; undefined if that is not possible. */
  onExclude?: (() => void) | undefined
}

export const PreviewResult = ({ change, isCurrent, venues, timeZone, onExclude }: Props) => {
  const preview = isCurrent ? change.previewed.value?.preview : undefined
  const isDone = change.applied.value !== undefined && change.busy.value === undefined
  return (
    <>
      <p role="status" class={isDone ? 'notice good' : preview === undefined ? 'soft' : 'summary'}>
        {describe(change, isCurrent)}
      </p>
      {preview !== undefined && preview.series !== null && <SeriesPreview {...preview.series} />}
      {preview !== undefined && preview.series === null && (
        <>
          <Notices preview={preview} onExclude={onExclude} />
          {preview.sessions.length > 0 && (
            <PreviewTable preview={preview} venues={venues} timeZone={timeZone} />
          )}
        </>
      )}
    </>
  )
}
