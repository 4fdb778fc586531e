// What putting back would do to the name and the description of a series.
import type { SeriesValues } from '../data/types.ts'
import { texts } from '../texts.ts'
import { differingFields, SERIES_FIELDS, textOf } from './series-change.ts'

export const SeriesPreview = ({ before, after }: { before: SeriesValues; after: SeriesValues }) => {
  const [now, then] = [textOf(before), textOf(after)]
  const changed = differingFields(now, then)
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
              <td class="prose">{now[field] || texts.none}</td>
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
