// Asks what happens to guests who are on the list already.
import type { ImportRow } from '../../../src/domain/import/file/guest-file.ts'
import { texts } from '../texts.ts'
import { readName } from './guests-as-read.tsx'
import type { DoublesChoice, Preview } from './use-import.ts'

const MAX_PAIRS = 20

const CHOICES = ['add', 'skip', 'change'] as const

type Props = {
  preview: Preview
  /** The rows that were previewed; of a copy they are not known. */
  rows: readonly ImportRow[]
  chosen: DoublesChoice | undefined
  onChoose: (choice: DoublesChoice) => void
}

export const Doubles = ({ preview: { doubles, doubleCount }, rows, chosen, onChoose }: Props) => {
  if (doubleCount === 0) return null
  /** The place of a row and its guest. */
  const describe = (row: number): string => {
    const found = rows[row - 1]
    if (found === undefined) return texts.rowOf(row)
    const { ticketTypeName } = found.fields
    const guest = [readName(found.fields).name, ticketTypeName].filter(Boolean).join(', ')
    return texts.line(found.line, guest, found.sheet)
  }
  const shown = doubles.slice(0, MAX_PAIRS)
  return (
    <fieldset>
      <legend>{texts.doublesFound(doubleCount)}</legend>
      <ul class="small">
        {shown.map(({ row, sameAs, companions = [] }) => (
          <li key={row}>
            <bdi>
              {texts.isAlso(
                [describe(row), ...companions].join(', '),
                'row' in sameAs
                  ? describe(sameAs.row)
                  : texts.onTheList(sameAs.ticketNumber, sameAs.ticketTypeName),
              )}
            </bdi>
          </li>
        ))}
        {doubleCount > shown.length && <li>{texts.moreWarnings(doubleCount - shown.length)}</li>}
      </ul>
      {CHOICES.map((choice) => (
        <label key={choice} class="check">
          <input type="radio" name="doubles" checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span>{texts.doubleChoices[choice]}</span>
        </label>
      ))}
      {chosen === undefined && <p class="small">{texts.chooseDoubles}</p>}
    </fieldset>
  )
}
