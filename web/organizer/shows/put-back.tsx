// Puts back the values that a record of the history overwrote, after a preview.
import { useEffect } from 'preact/hooks'
import { Dialog } from '../../shared/dialog.tsx'
import { describeBusy, useChange } from '../edits/use-change.ts'
import { formatDayTime } from '../formats.ts'
import { useLoad } from '../loads/load.ts'
import { pathOfSeries, readSeries, type SeriesPath } from '../loads/reads.ts'
import type { HistoryRecord, Venue } from '../loads/types.ts'
import { texts } from '../texts.ts'
import { Failure } from './notices.tsx'
import { ApplyButton, PreviewResult } from './preview-result.tsx'
import { SeriesPreview } from './series-preview.tsx'

type Props = {
  path: SeriesPath
  record: HistoryRecord
  venues: readonly Venue[] | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

export const PutBack = ({ path, record, venues, onClose, onDone }: Props) => {
  const base = `${pathOfSeries(path)}/history/${record.id}/put-back`
  const change = useChange({
    previewPath: `${base}/preview`,
    applyPath: base,
    onApplied: onDone,
  })
  const isSeriesChange = record.action.startsWith('series.')
  const series = useLoad((signal) => readSeries(path, signal), record.id)
  const preview = (): Promise<void> => change.makePreview(record.id)
  useEffect(() => void preview(), [])
  const failure = change.failure.value
  const hasPreview = change.previewed.value !== undefined
  return (
    <Dialog title={texts.putBackTitle(formatDayTime(record.at))} onClose={onClose}>
      {failure !== undefined && (
        <Failure failed={failure.failed} text={failure.text} onRetry={hasPreview ? undefined : preview} />
      )}
      {isSeriesChange ? (
        <>
          <p role="status" class="soft">
            {describeBusy(change.busy.value)}
          </p>
          {hasPreview && series.ok.value !== undefined && (
            <SeriesPreview now={series.ok.value.body} record={record} />
          )}
        </>
      ) : (
        <PreviewResult change={change} isCurrent={hasPreview} venues={venues} />
      )}
      <div class="buttons">
        <ApplyButton change={change} isCurrent={hasPreview} isSeriesChange={isSeriesChange} />
        <button type="button" class="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </Dialog>
  )
}
