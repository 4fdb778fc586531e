// The values that somebody else has saved, beside those that the person typed.
import { texts } from '../texts.ts'

type Row = { label: string; theirs: string; mine: string }

export const ConflictTable = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <div class="scrolls">
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.theirs}</th>
          <th scope="col">{texts.mine}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="prose">{theirs || texts.none}</td>
            <td class="prose">{mine || texts.none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
