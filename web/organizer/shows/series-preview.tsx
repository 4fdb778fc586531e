// What putting back would do to the name and the description of a series.

import { differingFields, SERIES_FIELDS, textOf } from '../edits/series-change.ts'
import type { HistoryRecord, Series } from '../loads/types.ts'
import { texts } from '../texts.ts'

export const SeriesPreview = ({ now, record }: { now: Series; record: HistoryRecord }) => {
  if (record.before === null || !('name' in record.before)) return null
  const current = textOf(now)
  const then = textOf(record.before)
  const changed = differingFields(current, then)
  return (
    <div class="scrolls">
      <table aria-label={texts.preview}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.now}</th>
            <th scope="col">{texts.afterwards}</th>
          </tr>
        </thead>
        <tbody>
          {SERIES_FIELDS.map((field) => (
            <tr key={field}>
              <th scope="row">{texts[field]}</th>
              <td class="prose">{current[field] || texts.none}</td>
              <td class="prose">
                {changed.includes(field) ? (
                  then[field] || texts.none
                ) : (
                  <span class="soft">{texts.unchanged}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
