// One series: its details, its sessions, the bulk edit and the history.
import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { read, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { pathOfSeries, readVenues, type SeriesPath } from '../data/reads.ts'
import type { HistoryRecord, Series, SeriesSession } from '../data/types.ts'
import { BulkEdit } from '../forms/bulk-edit.tsx'
import { EMPTY } from '../forms/bulk-form.ts'
import { NewGuestListsOfSeries } from '../forms/guest-list-form.tsx'
import { SeriesForm } from '../forms/series-form.tsx'
import { toEvent, toEvents } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { defineScreen } from './screen.ts'
import { History } from './series/history.tsx'
import { SelectionBar } from './series/selection-bar.tsx'
import { SessionsTable } from './series/sessions-table.tsx'

/** The venues of the series' organizer; none until the organizer is known. */
const useVenues = (organizerId: string | undefined) => {
  const venues = useLoad(readVenues)
  return {
    all:
      organizerId === undefined
        ? undefined
        : venues.ok.value?.body.data.filter((venue) => venue.organizerId === organizerId),
    failed: venues.failed.value,
    reload: venues.reload,
  }
}

/** The first page of the sessions that start at `from` or later; of all without `from`. */
const sessionsOfSeries = (path: SeriesPath, query: { from?: string }): string =>
  `${pathOfSeries(path)}/sessions?${new URLSearchParams({ ...query, pageSize: '100' })}`

const TABS = { sessions: texts.sessions, details: texts.details, history: texts.history } as const
type Tab = keyof typeof TABS

/** Not links: what somebody has begun to type on one tab stays while another one is shown. */
const Tabs = ({ tab }: { tab: Signal<Tab> }) => (
  <nav class="tabs" aria-label={texts.onThisScreen}>
    {(Object.keys(TABS) as Tab[]).map((name) => (
      <button
        key={name}
        type="button"
        aria-current={name === tab.value ? 'true' : undefined}
        onClick={() => (tab.value = name)}
      >
        {TABS[name]}
      </button>
    ))}
  </nav>
)

export const seriesScreen = defineScreen({
  path: '/events/:eventId/series/:seriesId',
  name: texts.series,
  View: ({ ids: path }) => {
    const series = useLoad(read<Series>(pathOfSeries(path)))
    const hidesPast = useSignal(true)
    const from = useRef(new Date().toISOString()).current
    const sessions = usePaged<SeriesSession>(sessionsOfSeries(path, hidesPast.value ? { from } : {}))
    const history = usePaged<HistoryRecord>(`${pathOfSeries(path)}/history?pageSize=20`)
    const venues = useVenues(series.ok.value?.body.organizerId)
    const form = useSignal(EMPTY)
    const tab = useSignal<Tab>('sessions')
    const selected = useSignal<ReadonlySet<string>>(new Set())
    const isAddingLists = useSignal(false)

    const select = (ids: ReadonlySet<string>): void => {
      // Somebody who begins to select wants to edit these sessions.
      if (selected.value.size === 0 && ids.size > 0) form.value = { ...form.value, filterType: 'Selected' }
      selected.value = ids
    }
    const reload = async (): Promise<void> => {
      await Promise.all([series.reload(), sessions.reload(), history.reload()])
    }
    return (
      <LoadedScreen
        load={series}
        title={({ name }) => name}
        name={texts.series}
        breadcrumbs={(shown) => [
          { href: toEvents, text: texts.events },
          ...(shown === undefined ? [] : [{ href: toEvent(path.eventId), text: shown.eventName }]),
        ]}
        actions={() => <Button text={texts.addGuestLists} onClick={() => (isAddingLists.value = true)} />}
        lead={() => <Tabs tab={tab} />}
      >
        {(shown, loaded) => (
          <>
            <div class={`columns tab-${tab.value}`}>
              <SessionsTable
                eventId={path.eventId}
                list={sessions}
                hidesPast={hidesPast}
                selected={selected}
                onSelect={select}
              />
              <div class="side">
                <BulkEdit
                  path={path}
                  timeZone={shown.timeZone}
                  form={form}
                  selected={selected}
                  venues={venues}
                  onApplied={reload}
                  onHistory={() => (tab.value = 'history')}
                />
              </div>
              <SeriesForm path={path} loaded={loaded} onSaved={reload} />
              <History
                path={path}
                timeZone={shown.timeZone}
                list={history}
                venues={venues.all}
                onChanged={reload}
              />
            </div>
            {tab.value === 'sessions' && <SelectionBar selected={selected} />}
            {isAddingLists.value && (
              <NewGuestListsOfSeries
                series={path}
                timeZone={shown.timeZone}
                onClose={() => (isAddingLists.value = false)}
                onMade={history.reload}
              />
            )}
          </>
        )}
      </LoadedScreen>
    )
  },
})
