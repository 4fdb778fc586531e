// One series: its details, its sessions, the bulk edit and the history.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { EMPTY } from '../edits/bulk-form.ts'
import { useLoad } from '../loads/load.ts'
import { usePages } from '../loads/pages.ts'
import {
  historyPath,
  readEvents,
  readSeries,
  readVenues,
  type SeriesPath,
  seriesSessionsPath,
} from '../loads/reads.ts'
import type { HistoryRecord, SeriesSession } from '../loads/types.ts'
import { toEvent, toEvents } from '../routes.ts'
import { texts } from '../texts.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { Title } from './frame.tsx'
import { History } from './history.tsx'
import { Failure, Loading } from './notices.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SeriesForm } from './series-form.tsx'
import { SessionsTable } from './sessions-table.tsx'

/** The venues of the event's organizer. */
const useVenues = (eventId: string) => {
  const venues = useLoad(readVenues, eventId)
  const events = useLoad(readEvents, eventId)
  const organizerId = events.ok.value?.body.data.find(({ id }) => id === eventId)?.organizerId
  return {
    all: venues.ok.value?.body.data.filter((venue) => venue.organizerId === organizerId),
    failed: venues.failed.value ?? events.failed.value,
    reload: () => Promise.all([venues.reload(), events.reload()]),
  }
}

export const SeriesScreen = (path: SeriesPath) => {
  const series = useLoad((signal) => readSeries(path, signal), path.seriesId)
  const hidesPast = useSignal(false)
  const from = useRef(new Date().toISOString()).current
  const sessions = usePages<SeriesSession>(seriesSessionsPath(path, hidesPast.value ? { from } : {}))
  const history = usePages<HistoryRecord>(historyPath(path))
  const venues = useVenues(path.eventId)
  const form = useSignal(EMPTY)
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const bulkEdit = useRef<HTMLFieldSetElement>(null)

  const select = (ids: ReadonlySet<string>): void => {
    // Somebody who begins to select wants to edit these sessions.
    if (selected.value.size === 0 && ids.size > 0) form.value = { ...form.value, filter: 'Selected' }
    selected.value = ids
  }
  const reload = async (): Promise<void> => {
    await Promise.all([series.reload(), sessions.reload(), history.reload()])
  }

  const shown = series.ok.value
  const breadcrumbs = [
    { href: toEvents, text: texts.events },
    ...(shown === undefined ? [] : [{ href: toEvent(path.eventId), text: shown.body.eventName }]),
  ]
  if (shown === undefined) {
    return (
      <>
        <Title
          title={series.failed.value === undefined ? undefined : texts.series}
          breadcrumbs={breadcrumbs}
        />
        {series.failed.value === undefined ? (
          <Loading />
        ) : (
          <Failure failed={series.failed.value} onRetry={series.reload} />
        )}
      </>
    )
  }
  return (
    <>
      <Title title={shown.body.name} breadcrumbs={breadcrumbs} />
      <div class="columns">
        <SeriesForm path={path} loaded={shown} onSaved={reload} />
        <SessionsTable
          eventId={path.eventId}
          total={shown.body.sessions}
          list={sessions}
          hidesPast={hidesPast}
          selected={selected.value}
          onSelect={select}
        />
        <div class="side">
          <BulkEdit
            fieldset={bulkEdit}
            path={path}
            form={form}
            selected={selected}
            venues={venues}
            onApplied={reload}
          />
        </div>
        <History path={path} list={history} venues={venues.all} onChanged={reload} />
      </div>
      <SelectionBar selected={selected} bulkEdit={bulkEdit} />
    </>
  )
}
