// Records of what was changed, in words, the old values beside the new ones.
import type { Schemas } from '../../../shared/schemas.ts'
import { usePaged } from '../../data/paged-list.ts'
import { formatDayTime, formatNumber } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table } from '../../ui/table.tsx'

type Item = Schemas['OrganizerRecord']

/** A value of a record as a person reads it. */
const show = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return texts.none
  if (field === 'role') return texts.roles[value as 'owner'] ?? String(value)
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(', ') : texts.items(value.length)
  if (typeof value === 'object') return texts.items(Object.keys(value).length)
  return /At$/.test(field) && !Number.isNaN(Date.parse(String(value)))
    ? formatDayTime(String(value))
    : String(value)
}

/** Ids say nothing to a person, and the digest of a creation neither. */
const HIDDEN = new Set([
  'id',
  'digest',
  'ids',
  'recordId',
  'organizerId',
  'eventId',
  'sessionId',
  'match',
  'missing',
  'codes',
])

/** Numbers that are not worth a line if they are 0. */
const NOTHING = new Set(['inserted', 'updated', 'unchanged', 'voided'])

const Values = ({ change, before }: Pick<Item, 'change' | 'before'>) => {
  const old = Array.isArray(before) || before === null ? {} : (before as Record<string, unknown>)
  const fields = Object.keys({ ...old, ...change }).filter(
    (field) =>
      !HIDDEN.has(field) &&
      !(NOTHING.has(field) && change[field] === 0) &&
      (field in change || Object.keys(change).length === 0),
  )
  return (
    <>
      {fields.map((field) => (
        <span class="beneath small" key={field}>
          {texts.recordFields[field] ?? field}:{' '}
          {field in old && field in change && (
            <>
              <s class="soft">
                <bdi>{show(field, old[field])}</bdi>
              </s>{' '}
              →{' '}
            </>
          )}
          <bdi>{show(field, field in change ? change[field] : old[field])}</bdi>
        </span>
      ))}
    </>
  )
}

/** The records at `path`, latest first. */
export const Records = ({ path }: { path: string }) => {
  const list = usePaged<Item>(path)
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
                  <Values change={record.change} before={record.before} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  )
}
