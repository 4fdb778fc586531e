// Who changed what in a series, latest first, with a button that puts it back.
import { useSignal } from '@preact/signals'
import type { Paged } from '../../data/paged-list.ts'
import type { SeriesPath } from '../../data/reads.ts'
import type { HistoryRecord, Venue } from '../../data/types.ts'
import { formatDayTime, formatNumber } from '../../formats.ts'
import { PutBack } from '../../forms/put-back.tsx'
import { texts } from '../../texts.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { describeRecord } from './describe-record.ts'

type RowProps = {
  record: HistoryRecord
  records: readonly HistoryRecord[]
  venues: readonly Venue[] | undefined
  onPutBack: () => void
}

const Row = ({ record, records, venues, onPutBack }: RowProps) => {
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
          <button type="button" class="button small" onClick={onPutBack} aria-describedby={`at-${record.id}`}>
            {texts.putBack}
          </button>
        )}
      </td>
    </tr>
  )
}

type Props = {
  path: SeriesPath
  list: Paged<HistoryRecord>
  venues: readonly Venue[] | undefined
  onChanged: () => Promise<void>
}

export const History = ({ path, list, venues, onChanged }: Props) => {
  const chosen = useSignal<HistoryRecord | undefined>(undefined)
  const isDone = useSignal(false)
  const finish = async (): Promise<void> => {
    chosen.value = undefined
    isDone.value = true
    await onChanged()
  }
  return (
    <section class="card stack" aria-labelledby="history">
      <h2 id="history" tabIndex={-1}>
        {texts.history}
      </h2>
      <p role="status" class={isDone.value ? 'notice good' : 'hidden'}>
        {isDone.value ? texts.putBackDone : ''}
      </p>
      <PagedList list={list} empty={<p class="soft">{texts.noHistory}</p>}>
        {(records) => (
          <div class="scrolls">
            <table aria-label={texts.history} class="history">
              <thead>
                <tr>
                  <th scope="col">{texts.when}</th>
                  <th scope="col" class="wide">
                    {texts.who}
                  </th>
                  <th scope="col">{texts.what}</th>
                  <th scope="col" class="number wide">
                    {texts.sessions}
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <Row
                    key={record.id}
                    record={record}
                    records={records}
                    venues={venues}
                    onPutBack={() => {
                      isDone.value = false
                      chosen.value = record
                    }}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
      {chosen.value !== undefined && (
        <PutBack
          key={chosen.value.id}
          path={path}
          record={chosen.value}
          venues={venues}
          onClose={() => (chosen.value = undefined)}
          onDone={finish}
        />
      )}
    </section>
  )
}
