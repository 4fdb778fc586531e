// Who changed what in a series, latest first, with a button that puts it back.
import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import type { Paged } from '../../data/paged-list.ts'
import type { SeriesPath } from '../../data/reads.ts'
import type { HistoryRecord, Venue } from '../../data/types.ts'
import { formatDayTime, formatNumber } from '../../formats.ts'
import { Revert } from '../../forms/revert.tsx'
import { texts } from '../../texts.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table, wide } from '../../ui/table.tsx'
import { describeRecord } from './describe-record.ts'

type RowProps = {
  record: HistoryRecord
  records: readonly HistoryRecord[]
  venues: readonly Venue[] | undefined
  onRevert: () => void
}

const Row = ({ record, records, venues, onRevert }: RowProps) => {
  const isSessionChange = record.action.startsWith('sessions.')
  const time = formatDayTime(record.at)
  const name = record.byName ?? record.by
  return (
    <tr>
      <th scope="row">
        <span id={`at-${record.id}`} title={`${texts.requestId} ${record.requestId}`}>
          {time}
        </span>
        <bdi class="beneath soft small phone">{name}</bdi>
      </th>
      <td class="wide">
        <bdi>{name}</bdi>
      </td>
      <td>
        <ul class="values">
          {describeRecord(record, records, venues).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {isSessionChange && (
          <span class="beneath soft small phone">{texts.sessionCount(record.sessions)}</span>
        )}
      </td>
      <td class="number wide">{isSessionChange ? formatNumber(record.sessions) : ''}</td>
      <td class="action">
        {record.before === null ? (
          <span class="soft small">{texts.notKept}</span>
        ) : (
          <Button look="small" text={texts.revert} describedBy={`at-${record.id}`} onClick={onRevert} />
        )}
      </td>
    </tr>
  )
}

type Props = {
  path: SeriesPath
  timeZone: string
  list: Paged<HistoryRecord>
  venues: readonly Venue[] | undefined
  onChanged: () => Promise<void>
}

export const History = ({ path, timeZone, list, venues, onChanged }: Props) => {
  const chosen = useSignal<HistoryRecord | undefined>(undefined)
  const isDone = useSignal(false)
  const finish = async (): Promise<void> => {
    chosen.value = undefined
    isDone.value = true
    await onChanged()
  }
  return (
    <section class="card stack part-history" aria-labelledby="history">
      <h2 id="history">{texts.history}</h2>
      <p role="status" class={isDone.value ? 'notice good' : 'hidden'}>
        {isDone.value ? texts.reverted : ''}
      </p>
      <PagedList list={list} empty={<p class="soft">{texts.noHistory}</p>}>
        {(records) => (
          <Table
            label={texts.history}
            look="history"
            columns={[texts.when, wide(texts.who), texts.what, { text: texts.sessions, look: 'number wide' }]}
            actions={texts.revert}
          >
            {records.map((record) => (
              <Row
                key={record.id}
                record={record}
                records={records}
                venues={venues}
                onRevert={() => {
                  isDone.value = false
                  chosen.value = record
                }}
              />
            ))}
          </Table>
        )}
      </PagedList>
      {chosen.value !== undefined && (
        <Revert
          key={chosen.value.id}
          path={path}
          timeZone={timeZone}
          record={chosen.value}
          venues={venues}
          onClose={() => (chosen.value = undefined)}
          onDone={finish}
        />
      )}
    </section>
  )
}
