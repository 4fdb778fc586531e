// Asks what happens to guests who are on the list already, or were moved to another date.
import type { ImportRow } from '../../../src/domain/import/file/import-rows.ts'
import { timesIn } from '../formats.ts'
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
  const describeOther = (guest: string, sameAs: Preview['doubles'][number]['sameAs']): string => {
    if ('row' in sameAs) return texts.isAlso(guest, describe(sameAs.row))
    const { ticketNumber, ticketTypeName, movedTo } = sameAs
    if (movedTo === undefined) return texts.isAlso(guest, texts.onTheList(ticketNumber, ticketTypeName))
    return texts.wasMoved(guest, timesIn(movedTo.timeZone).dated(movedTo.startsAt), movedTo.eventName)
  }
  const shown = doubles.slice(0, MAX_PAIRS)
  const moved = doubles.filter(({ sameAs }) => 'movedTo' in sameAs).length
  // Nobody on this list can be changed in place of a guest who is elsewhere.
  const choices = moved === doubleCount ? CHOICES.filter((choice) => choice !== 'change') : CHOICES
  return (
    <fieldset>
      <legend>{texts.doublesFound(doubleCount, moved)}</legend>
      <ul class="small">
        {shown.map(({ row, sameAs, companions = [], companion }) => (
          <li key={`${row} ${companion}`}>
            <bdi>
              {describeOther(
                companion === undefined
                  ? [describe(row), ...companions].join(', ')
                  : texts.companionIn(describe(row), companion),
                sameAs,
              )}
            </bdi>
          </li>
        ))}
        {doubleCount > shown.length && <li>{texts.moreWarnings(doubleCount - shown.length)}</li>}
      </ul>
      {choices.map((choice) => (
        <label key={choice} class="check">
          <input type="radio" name="doubles" checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span>{texts.doubleChoices[choice]}</span>
        </label>
      ))}
      {chosen === undefined && <p class="small">{texts.chooseDoubles}</p>}
    </fieldset>
  )
}
