// Records of what was changed, the old values beside the new ones.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import { useLoad } from '../../data/load.ts'
import { usePaged } from '../../data/paged-list.ts'
import { ORGANIZER_API, readVenues } from '../../data/reads.ts'
import { formatDayTime } from '../../formats.ts'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table } from '../../ui/table.tsx'
import { type ChangedField, describeChange } from './describe-change.ts'

/** What of a value is shown at once. */
const SHOWN_CHARACTERS = 300

const Value = ({ text }: { text: string }) => {
  const characters = [...text]
  if (characters.length <= SHOWN_CHARACTERS) return <bdi>{text}</bdi>
  return (
    <>
      <bdi>{characters.slice(0, SHOWN_CHARACTERS).join('')}…</bdi>
      <details>
        <summary>{texts.showMore}</summary>
        <bdi>…{characters.slice(SHOWN_CHARACTERS).join('')}</bdi>
      </details>
    </>
  )
}

const Values = ({ fields }: { fields: readonly ChangedField[] }) => (
  <>
    {fields.map(({ name, old, value }) => (
      <div class="beneath small" key={name}>
        {name}:{' '}
        {old !== undefined && (
          <>
            <del class="soft">
              <Value text={old} />
            </del>{' '}
            →{' '}
          </>
        )}
        <Value text={value} />
      </div>
    ))}
  </>
)

/** Deletes the guests that an import has created, as long as none of them was checked in. */
const RevertImport = ({ record, onDone }: { record: Schemas['OrganizerRecord']; onDone: () => unknown }) => {
  const isAsking = useSignal(false)
  const deleted = useSignal<number | undefined>(undefined)
  const { failed, isBusy, send } = useSend()
  const revert = async (): Promise<void> => {
    const path = `${ORGANIZER_API}/sessions/${record.entityId}/imports/${record.id}/revert`
    const answer = await send<Schemas['RevertedImport']>('POST', path)
    isAsking.value = false
    if (answer.kind !== 'ok') return
    deleted.value = answer.body.deleted
    await onDone()
  }
  if (deleted.value !== undefined) return <p role="status">{texts.importReverted(deleted.value)}</p>
  return (
    <>
      {isAsking.value ? (
        <Confirm
          text={texts.confirmRevertImport}
          action={texts.revertImport}
          isBusy={isBusy.value}
          onConfirm={revert}
          onCancel={() => (isAsking.value = false)}
        />
      ) : (
        <Button
          look="small"
          text={texts.revertImport}
          name={formatDayTime(record.at)}
          onClick={() => (isAsking.value = true)}
        />
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </>
  )
}

/** What was already reverted, as far as the list reaches. */
const revertedIn = (records: readonly Schemas['OrganizerRecord'][]): Set<unknown> =>
  new Set(records.filter(({ action }) => action === 'tickets.revert').map(({ change }) => change.recordId))

/** The records at `path`, latest first. */
export const Records = ({ path }: { path: string }) => {
  const list = usePaged<Schemas['OrganizerRecord']>(path)
  const venues = useLoad(readVenues)
  return (
    <section class="card stack" aria-labelledby="records">
      <h2 id="records">{texts.history}</h2>
      <PagedList list={list} empty={<p class="soft">{texts.noRecords}</p>}>
        {(records) => (
          <Table label={texts.history} columns={[texts.when, texts.what]}>
            {records.map((record) => (
              <tr key={record.id}>
                <th scope="row">
                  {formatDayTime(record.at)}
                  <span class="beneath soft small">
                    <bdi>{record.byName ?? record.by}</bdi>
                  </span>
                </th>
                <td class="prose">
                  {texts.recordActions[record.action] ?? record.action}
                  <Values fields={describeChange(record, venues.ok.value?.body.data)} />
                  {record.action === 'tickets.import' && !revertedIn(records).has(record.id) && (
                    <RevertImport record={record} onDone={list.reload} />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  )
}
