// Records of what was changed, the old values beside the new ones.
import type { Schemas } from '../../../shared/schemas.ts'
import { useLoad } from '../../data/load.ts'
import { usePaged } from '../../data/paged-list.ts'
import { readVenues } from '../../data/reads.ts'
import { formatDayTime } from '../../formats.ts'
import { texts } from '../../texts.ts'
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
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  )
}
