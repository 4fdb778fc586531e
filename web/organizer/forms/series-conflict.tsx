// Somebody else changed the series while it was edited: shows the values now beside those that were typed.

import type { Series } from '../data/types.ts'
import { formatTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { ConflictTable } from './conflict-table.tsx'
import { differingFields, type SeriesText, textOf } from './series-change.ts'

type Props = {
  now: Series
  nameOf: (subject: string) => string
  mine: SeriesText
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export const SeriesConflict = ({ now, nameOf, mine, isBusy, onKeepMine, onTakeTheirs }: Props) => {
  const theirs = textOf(now)
  return (
    <div class="notice warn stack" role="alert">
      <p>
        <strong>{texts.conflictTitle}</strong>
      </p>
      {now.updatedBy !== null && now.updatedAt !== null && (
        <p>{texts.conflictBy(nameOf(now.updatedBy), formatTime(now.updatedAt))}</p>
      )}
      <ConflictTable
        title={texts.conflictTitle}
        rows={differingFields(theirs, mine).map((field) => ({
          label: texts[field],
          theirs: theirs[field],
          mine: mine[field],
        }))}
      />
      <div class="buttons">
        <button type="button" class="button primary" onClick={onKeepMine} aria-disabled={isBusy}>
          {texts.keepMine}
        </button>
        <button type="button" class="button" onClick={onTakeTheirs} aria-disabled={isBusy}>
          {texts.takeTheirs}
        </button>
      </div>
    </div>
  )
}
