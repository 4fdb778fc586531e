// The guests of a list or file as they were read, before anything is written.
import type { ImportRow } from '../../../src/domain/import/file/import-rows.ts'
import type { LineError, Place } from '../../../src/domain/import/file/read.ts'
import { splitName } from '../../../src/domain/import/file/table/rows.ts'
import { groupBy } from '../../shared/group-by.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { number, Table } from '../ui/table.tsx'

/** A person looks at the first ones, and at those that may be meant otherwise. */
const MAX_ROWS = 50
const MAX_WARNED = 1_000

const placeKey = ({ line, sheet }: { line?: number; sheet?: string }): string => `${sheet} ${line}`

/** The name of a row without its companions, and those, by their names or how many. */
export const readName = ({ attendeeName, plusOnes, quantity, companions, ...own }: ImportRow['fields']) => {
  const whole = String(attendeeName ?? '').trim()
  const isTicket = ['id', 'ticketNumber', 'code'].some((field) => (own[field] ?? '') !== '')
  const [name, inName] = (isTicket ? undefined : splitName(whole)) ?? [whole, 0]
  const names = Array.isArray(companions) ? companions.map(String) : []
  const others = Math.max(Number(plusOnes) || 0, (Number(quantity) || 1) - 1, inName)
  const more = others - names.length
  const count = more > 0 ? `${names.length > 0 ? '+' : ''}${formatNumber(more)}` : ''
  return { name, companions: [names.join(', '), count].filter(Boolean).join(' ') }
}

const textIn = (value: unknown): string => String(value ?? '').trim()

type Props = { rows: readonly ImportRow[]; warnings: readonly LineError[] }

export const GuestsAsRead = ({ rows, warnings }: Props) => {
  const byPlace = groupBy(warnings, placeKey)
  const warned = (place: Place) => byPlace.get(placeKey(place)) ?? []
  const others = rows.slice(MAX_ROWS).filter((row) => warned(row).length > 0)
  const shown = [...rows.slice(0, MAX_ROWS), ...others.slice(0, MAX_WARNED)]
  return (
    <section class="stack">
      <h3>{texts.asRead}</h3>
      <Table label={texts.asRead} columns={[texts.name, number(texts.companions), texts.ticketType]}>
        {shown.map((row, index) => {
          const { holderEmail, attendeeEmail, note, ticketTypeName } = row.fields
          const { name, companions } = readName(row.fields)
          const more = [attendeeEmail || holderEmail, note].map(textIn).filter(Boolean).join(' · ')
          return (
            <tr key={`${index} ${placeKey(row)}`}>
              <th scope="row">
                <bdi>{name || texts.noValue}</bdi>
                <bdi class="beneath soft small">{more}</bdi>
                {warned(row).map(({ message }) => (
                  <bdi class="beneath small" key={message}>
                    {texts.line(row.line, message, row.sheet)}
                  </bdi>
                ))}
              </th>
              <td class="number">
                <bdi>{companions}</bdi>
              </td>
              <td>
                <bdi>{textIn(ticketTypeName)}</bdi>
              </td>
            </tr>
          )
        })}
      </Table>
      {rows.length > shown.length && <p class="soft small">{texts.moreGuests(rows.length - shown.length)}</p>}
    </section>
  )
}

const MAX_WARNINGS = 50

/** What was read otherwise than it stands in the file, by its lines. */
export const Warnings = ({ warnings }: { warnings: readonly LineError[] }) =>
  warnings.length === 0 ? null : (
    <ul class="notice warn small">
      {warnings.slice(0, MAX_WARNINGS).map(({ line, message, sheet }) => (
        <li key={`${sheet} ${line} ${message}`}>
          <bdi>{texts.line(line, message, sheet)}</bdi>
        </li>
      ))}
      {warnings.length > MAX_WARNINGS && <li>{texts.moreWarnings(warnings.length - MAX_WARNINGS)}</li>}
    </ul>
  )

type NamesProps = {
  /** A line with several names, such as "Ana & Bo". */
  example: string
  isSplit: boolean
  onChange: (isSplit: boolean) => void
}

/** Asks whether a line with several names is one guest. */
export const SeveralNames = ({ example, isSplit, onChange }: NamesProps) => (
  <fieldset>
    <legend>{texts.severalNames(example)}</legend>
    {[false, true].map((value) => (
      <label key={String(value)} class="check">
        <input
          type="radio"
          name="several-names"
          checked={isSplit === value}
          onChange={() => onChange(value)}
        />
        <span>{value ? texts.guestEach : texts.oneGuest}</span>
      </label>
    ))}
  </fieldset>
)
