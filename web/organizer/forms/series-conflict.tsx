// Somebody else changed the series while it was edited: shows the values now beside those that were typed.

import type { Series } from '../data/types.ts'
import { formatTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { differingFields, type SeriesText, textOf } from './series-change.ts'

type Props = {
  now: Series
  mine: SeriesText
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export const SeriesConflict = ({ now, mine, isBusy, onKeepMine, onTakeTheirs }: Props) => {
  const theirs = textOf(now)
  return (
    <div class="notice warn stack" role="alert">
      <p>
        <strong>{texts.conflictTitle}</strong>
      </p>
      {now.updatedBy !== null && now.updatedAt !== null && (
        <p>{texts.conflictBy(now.updatedBy, formatTime(now.updatedAt))}</p>
      )}
      <div class="scrolls">
        <table aria-label={texts.conflictTitle}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.theirs}</th>
              <th scope="col">{texts.mine}</th>
            </tr>
          </thead>
          <tbody>
            {differingFields(theirs, mine).map((field) => (
              <tr key={field}>
                <th scope="row">{texts[field]}</th>
                <td class="prose">{theirs[field] || texts.none}</td>
                <td class="prose">{mine[field] || texts.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
