// Reverts the values that a record of the history overwrote, after a preview.
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { pathOfSeries, type SeriesPath } from '../data/reads.ts'
import type { HistoryRecord, Venue } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/notices.tsx'
import { ApplyButton, PreviewResult } from './preview-result.tsx'
import { useChange } from './use-change.ts'

type Props = {
  path: SeriesPath
  timeZone: string
  record: HistoryRecord
  venues: readonly Venue[] | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

export const Revert = ({ path, timeZone, record, venues, onClose, onDone }: Props) => {
  const base = `${pathOfSeries(path)}/history/${record.id}/revert`
  const change = useChange({
    previewPath: `${base}/preview`,
    applyPath: base,
    onApplied: onDone,
  })
  const preview = (): Promise<void> => change.makePreview(record.id)
  useEffect(() => void preview(), [])
  const failure = change.failure.value
  const hasPreview = change.previewed.value !== undefined
  return (
    <Dialog title={texts.revertTitle(formatDayTime(record.at))} onClose={onClose}>
      {failure !== undefined && (
        <Failure failed={failure.failed} text={failure.text} onRetry={hasPreview ? undefined : preview} />
      )}
      <PreviewResult timeZone={timeZone} change={change} isCurrent={hasPreview} venues={venues} />
      <div class="buttons foot">
        <ApplyButton change={change} isCurrent={hasPreview} />
        <Button text={texts.cancel} onClick={onClose} />
      </div>
    </Dialog>
  )
}
