// The sessions of a series, with a checkbox to select each.
import type { Signal } from '@preact/signals'
import type { Paged } from '../../data/paged-list.ts'
import type { SeriesSession } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { CountCells, CountHeaders, StartCell } from '../../ui/session-cells.tsx'
import { SessionsCard } from '../../ui/sessions-card.tsx'

type Props = {
  eventId: string
  /** How many sessions the series has. */
  total: number
  list: Paged<SeriesSession>
  hidesPast: Signal<boolean>
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

type CheckboxProps = { label: string; isChecked: boolean; isIndeterminate?: boolean; onChange: () => void }

const Checkbox = ({ label, isChecked, isIndeterminate = false, onChange }: CheckboxProps) => (
  <label class="tick">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      ref={(element) => {
        if (element !== null) element.indeterminate = isIndeterminate
      }}
      onChange={onChange}
    />
  </label>
)

const toggle = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

type RowsProps = Pick<Props, 'eventId' | 'selected' | 'onSelect'> & { sessions: readonly SeriesSession[] }

const Rows = ({ eventId, sessions, selected, onSelect }: RowsProps) => {
  const now = Date.now()
  const isAll = sessions.every(({ id }) => selected.has(id))
  const selectAll = (): void => onSelect(new Set(isAll ? [] : sessions.map(({ id }) => id)))
  return (
    <div class="scrolls">
      <table aria-label={texts.sessions}>
        <thead>
          <tr>
            <td class="tick-cell">
              <Checkbox
                label={texts.selectAll}
                isChecked={isAll}
                isIndeterminate={!isAll && selected.size > 0}
                onChange={selectAll}
              />
            </td>
            <th scope="col">{texts.session}</th>
            <th scope="col" class="wide">
              {texts.venue}
            </th>
            <CountHeaders />
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} class={selected.has(session.id) ? 'selected' : ''}>
              <td class="tick-cell">
                <Checkbox
                  label={texts.select(formatDayTime(session.startsAt))}
                  isChecked={selected.has(session.id)}
                  onChange={() => onSelect(toggle(selected, session.id))}
                />
              </td>
              <StartCell eventId={eventId} session={session} now={now} />
              <td class="wide">{session.venueName ?? texts.noValue}</td>
              <CountCells counts={session.counts} capacity={session.capacity} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const SessionsTable = ({ list, hidesPast, total, ...rows }: Props) => (
  <SessionsCard list={list} hidesPast={hidesPast} total={total}>
    {(sessions) => <Rows {...rows} sessions={sessions} />}
  </SessionsCard>
)
