// What reverting would do to the name and the description of a series.
import type { SeriesValues } from '../data/types.ts'
import { texts } from '../texts.ts'
import { Table } from '../ui/table.tsx'
import { differingFields } from './draft.ts'
import { SERIES_FIELDS, seriesDraft } from './series-fields.ts'

export const SeriesPreview = ({ before, after }: { before: SeriesValues; after: SeriesValues }) => {
  const [now, then] = [seriesDraft(before), seriesDraft(after)]
  const changed = differingFields(now, then)
  return (
    <Table label={texts.preview} columns={[texts.field, texts.now, texts.afterwards]}>
      {SERIES_FIELDS.map(({ name, label }) => (
        <tr key={name}>
          <th scope="row">{label}</th>
          <td class="prose">{now[name] || texts.none}</td>
          <td class="prose">
            {changed.includes(name) ? then[name] || texts.none : <span class="soft">{texts.noChange}</span>}
          </td>
        </tr>
      ))}
    </Table>
  )
}
