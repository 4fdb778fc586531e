// Records of what was changed, the old values beside the new ones.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import { groupBy } from '../../../shared/group-by.ts'
import type { Schemas } from '../../../shared/schemas.ts'
import { useLoad } from '../../data/load.ts'
import { usePaged } from '../../data/paged-list.ts'
import { readVenues } from '../../data/reads.ts'
import { formatDay, formatDayTime, formatTime, TIME_ZONE, timesIn } from '../../formats.ts'
import { RevertGuests } from '../../forms/revert-guests.tsx'
import { toEvent, toGuest, toGuestLists, toListing, toSeries, toSession, toSources } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { zoneMark } from '../../ui/zone-note.tsx'
import { type ChangedField, describeChange, sentenceOf, sourceOf } from './describe-change.ts'

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

/** Changes of many guests, and what the service calls them. */
const REVERTABLE: Record<string, 'imports' | 'tickets/bulk-update'> = {
  'tickets.import': 'imports',
  'tickets.bulk-update': 'tickets/bulk-update',
}

/** The record at the session where moved guests came from reverts both. */
const isRevertable = ({ action, change }: Schemas['OrganizerRecord']): boolean =>
  action in REVERTABLE && change.recordId === undefined

/** Offers to revert an import, or another change of many guests. */
const Revert = ({ record, onDone }: { record: Schemas['OrganizerRecord']; onDone: () => unknown }) => {
  const isOpen = useSignal(false)
  const time = formatDayTime(record.at)
  return (
    <>
      <Button look="small" text={texts.revertImport} name={time} onClick={() => (isOpen.value = true)} />
      {isOpen.value && (
        <RevertGuests
          of={REVERTABLE[record.action] ?? 'imports'}
          sessionId={record.entityId}
          recordId={record.id}
          time={time}
          onClose={() => (isOpen.value = false)}
          onDone={async (result) => {
            isOpen.value = false
            toast(texts.importReverted(result))
            await onDone()
          }}
        />
      )}
    </>
  )
}

/** What was already reverted, as far as the list reaches. */
const revertedIn = (records: readonly Schemas['OrganizerRecord'][]): Set<unknown> =>
  new Set(records.filter(({ action }) => action === 'tickets.revert').map(({ change }) => change.recordId))

type Shown = Schemas['OrganizerRecord']

/** Where the thing can be seen; undefined if it has no screen or is gone. */
const linkOf = ({ entityType, entityId, about }: Shown): string | undefined => {
  const { eventId, sessionId } = about ?? {}
  if (entityType === 'listing' && about !== null) return toListing(entityId)
  if (eventId == null) return undefined
  if (sessionId != null) {
    if (entityType === 'ticket') return toGuest(eventId, sessionId, entityId)
    if (entityType === 'guest-list') return toGuestLists(eventId, sessionId)
    return entityType === 'source' ? toSources(eventId, sessionId) : toSession(eventId, sessionId)
  }
  return entityType === 'series' ? toSeries(eventId, entityId) : toEvent(eventId)
}

/** Its name now, else the one before it was deleted or when it was made. */
const itOf = ({ entityType, about, before, change }: Shown): string => {
  const [old, made] = [Array.isArray(before) ? {} : (before ?? {}), change]
  const known = [about?.name, old.name, made.name, old.title, old.ticketNumber].find(
    (name) => typeof name === 'string',
  )
  // An invitation needs no name.
  const nameless = entityType === 'invitation' ? texts.somebody : texts.somethingDeleted
  return (known as string | undefined) ?? nameless
}

/** Who did it: a person, a source, or those with the link of a guest list, who are known by the list. */
const whoOf = (record: Shown): string =>
  record.action in texts.listActions
    ? texts.listOf(itOf(record))
    : (record.byName ?? sourceOf(record) ?? record.by)

const Sentence = ({ record }: { record: Shown }) => {
  const { action, entityType, about } = record
  const [before = '', after] = sentenceOf(record).split('{it}')
  const href = linkOf(record)
  const name = <bdi>{itOf(record)}</bdi>
  const who = <bdi>{whoOf(record)}</bdi>
  return (
    <>
      <b>{action in texts.listActions && href !== undefined ? <a href={href}>{who}</a> : who}</b> {before}
      {after !== undefined && (href === undefined ? <b>{name}</b> : <a href={href}>{name}</a>)}
      {after}
      {about?.startsAt != null && (
        <span class="soft">
          {entityType === 'ticket' ? ' · ' : ', '}
          {timesIn(about.timeZone ?? TIME_ZONE).dayTime(about.startsAt)}
          {zoneMark({ timeZone: about.timeZone ?? TIME_ZONE, startsAt: about.startsAt })}
        </span>
      )}
    </>
  )
}

const ALL = ''

type FilterProps = {
  label: string
  /** The name of no filter. */
  all: string
  chosen: Signal<string>
  /** Values and their names, also repeated. */
  options: readonly (readonly [string, string])[]
}

const Filter = ({ label, all, chosen, options }: FilterProps) => (
  <Select
    class="filter"
    aria-label={label}
    value={chosen.value}
    options={[[ALL, all] as const, ...new Map(options)].map(([value, text]) => ({ value, text }))}
    onChange={(value) => (chosen.value = value)}
  />
)

/** The records at `path` by day, latest first, with filters unless they are about one thing. */
export const Records = ({ path, ofOne = false }: { path: string; ofOne?: boolean }) => {
  const list = usePaged<Shown>(path)
  const venues = useLoad(readVenues)
  const [person, kind] = [useSignal(ALL), useSignal(ALL)]
  const isWanted = ({ by, entityType }: Shown): boolean =>
    [by, ALL].includes(person.value) && [entityType as string, ALL].includes(kind.value)
  return (
    <section class="card stack" aria-labelledby="records">
      <h2 id="records" class={ofOne ? '' : 'hidden'}>
        {texts.history}
      </h2>
      <PagedList
        list={list}
        empty={
          ofOne ? <p class="soft">{texts.noRecords}</p> : <Empty icon="history" text={texts.noRecords} />
        }
      >
        {(records) => (
          <>
            {!ofOne && (
              <div class="buttons">
                <Filter
                  label={texts.person}
                  all={texts.anybody}
                  chosen={person}
                  options={records.map((record) => [record.by, whoOf(record)])}
                />
                <Filter
                  label={texts.kind}
                  all={texts.anything}
                  chosen={kind}
                  options={records.map(({ entityType }) => [entityType, texts.kinds[entityType]])}
                />
              </div>
            )}
            {[...groupBy(records.filter(isWanted), ({ at }) => formatDay(at))].map(([day, ofDay]) => (
              <div key={day}>
                <h3>{day}</h3>
                <Table label={texts.history} columns={[texts.when, texts.what]} look="history">
                  {ofDay.map((record) => (
                    <tr key={record.id}>
                      <th scope="row" class="nowrap">
                        {formatTime(record.at)}
                      </th>
                      <td class="prose">
                        <div class="record">
                          <div>
                            <Sentence record={record} />
                            <Values fields={describeChange(record, venues.ok.value?.body.data)} />
                          </div>
                          {isRevertable(record) && !revertedIn(records).has(record.id) && (
                            <Revert record={record} onDone={list.reload} />
                          )}
                        </div>
                      </td>
                    </tr>
                  ))}
                </Table>
              </div>
            ))}
          </>
        )}
      </PagedList>
    </section>
  )
}
