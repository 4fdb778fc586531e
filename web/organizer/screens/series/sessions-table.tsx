// The sessions of a series, with filters, and a checkbox to select each.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/button.tsx'
import { cancelledLast } from '../../data/cancelled-last.ts'
import type { Paged } from '../../data/paged-list.ts'
import { choicesOf, filterSessions, NO_FILTER, selectRange } from '../../data/session-filter.ts'
import type { SeriesSession } from '../../data/types.ts'
import { formatNumber, timesIn } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NextPage } from '../../ui/paged-list.tsx'
import { COUNT_COLUMNS, CountCells, StartCell } from '../../ui/session-cells.tsx'
import { Table, wide } from '../../ui/table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ZoneNote } from '../../ui/zone-note.tsx'
import { SessionFilters } from './session-filters.tsx'

/** Rows that are shown at first, and that each further step adds. */
const STEP = 100
/** So many are loaded without being asked. */
const MAX_LOADED = 5_000

type Selection = {
  selected: Signal<ReadonlySet<string>>
  onSelect: (ids: ReadonlySet<string>) => void
}

type RowProps = {
  eventId: string
  session: SeriesSession
  now: number
  selected: ReadonlySignal<ReadonlySet<string>>
  onToggle: (isChecked: boolean, withShift: boolean) => void
}

/** Renders again only if it is itself selected or not, however many others are. */
const Row = ({ eventId, session, now, selected, onToggle }: RowProps) => {
  const isSelected = useComputed(() => selected.value.has(session.id)).value
  return (
    <tr class={isSelected ? 'selected' : ''}>
      <td class="tick-cell">
        <Tick
          label={texts.select(timesIn(session.timeZone).dayTime(session.startsAt))}
          isChecked={isSelected}
          onChange={onToggle}
        />
      </td>
      <StartCell eventId={eventId} session={session} now={now} />
      <td class="wide">
        <bdi>{session.venueName ?? texts.noValue}</bdi>
      </td>
      <CountCells counts={session.counts} capacity={session.capacity} />
    </tr>
  )
}

const SelectAll = ({ ids, selected, onSelect }: Selection & { ids: readonly string[] }) => {
  const isAll = ids.every((id) => selected.value.has(id))
  return (
    <Tick
      label={texts.selectAll}
      isChecked={isAll}
      isIndeterminate={!isAll && selected.value.size > 0}
      onChange={() => onSelect(selectRange(selected.value, ids, 0, ids.length - 1, !isAll))}
    />
  )
}

type RowsProps = Selection & { eventId: string; sessions: readonly SeriesSession[] }

const Rows = ({ eventId, sessions, selected, onSelect }: RowsProps) => {
  const limit = useSignal(STEP)
  const last = useRef<string | undefined>(undefined)
  const now = Date.now()
  const ids = sessions.map(({ id }) => id)
  const toggle = (index: number, isChecked: boolean, withShift: boolean): void => {
    const before = withShift && last.current !== undefined ? ids.indexOf(last.current) : -1
    last.current = ids[index]
    onSelect(selectRange(selected.value, ids, before === -1 ? index : before, index, isChecked))
  }
  return (
    <>
      <Table
        label={texts.sessions}
        lead={
          <td class="tick-cell">
            <SelectAll ids={ids} selected={selected} onSelect={onSelect} />
          </td>
        }
        columns={[texts.session, wide(texts.venue), ...COUNT_COLUMNS]}
      >
        {sessions.slice(0, limit.value).map((session, index) => (
          <Row
            key={session.id}
            eventId={eventId}
            session={session}
            now={now}
            selected={selected}
            onToggle={(isChecked, withShift) => toggle(index, isChecked, withShift)}
          />
        ))}
      </Table>
      {sessions.length > limit.value && (
        <div class="spread">
          <Button text={texts.showMore} onClick={() => (limit.value += STEP)} />
          <p class="soft small">{texts.shownOf(limit.value, sessions.length)}</p>
        </div>
      )}
    </>
  )
}

type Props = Selection & {
  eventId: string
  list: Paged<SeriesSession>
  hidesPast: Signal<boolean>
}

export const SessionsTable = ({ list, hidesPast, ...rows }: Props) => {
  const filter = useSignal(NO_FILTER)
  const { ok, moreFailed, loadMore } = list
  const body = ok.value?.body
  const isWhole = body === undefined || body.links.next === null
  const failed = moreFailed.value
  // The filters and the selection are about all of them.
  useEffect(() => {
    if (!isWhole && failed === undefined && body.data.length < MAX_LOADED) loadMore()
  }, [body, failed])
  return (
    <section class="card stack" aria-labelledby="sessions">
      <div class="spread">
        <h2 id="sessions" tabIndex={-1}>
          {texts.sessions}{' '}
          {body !== undefined && isWhole && (
            <span class="soft count">{formatNumber(filterSessions(body.data, filter.value).length)}</span>
          )}
        </h2>
        <Button
          text={hidesPast.value ? texts.showPast : texts.hidePast}
          onClick={() => (hidesPast.value = !hidesPast.value)}
        />
      </div>
      <Loaded load={list}>
        {({ data }) => {
          const shown = cancelledLast(filterSessions(data, filter.value))
          return (
            <>
              <ZoneNote sessions={data} />
              {data.length > 1 && (
                <SessionFilters
                  filter={filter}
                  choices={choicesOf(data)}
                  shown={shown.length}
                  all={data.length}
                />
              )}
              {data.length === 0 ? (
                <p class="soft">{hidesPast.value ? texts.noComingSessions : texts.noSessions}</p>
              ) : shown.length === 0 ? (
                <p class="soft">{texts.noSessionMatches}</p>
              ) : (
                <Rows {...rows} sessions={shown} />
              )}
            </>
          )
        }}
      </Loaded>
      <NextPage list={list} text={texts.loadMore} />
    </section>
  )
}
