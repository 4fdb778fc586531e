// The list of sessions: those of the service, or the stored ones without a network.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { listPage } from '../app.ts'
import { storedSessions } from '../runtime.ts'
import type { Session } from '../storage/entry.ts'
import type { Listed } from '../sync/requests.ts'
import { texts } from '../texts.ts'
import { Attention, HeadNotices, OnDemand } from './on-demand.tsx'
import { only, SessionList } from './session-list.tsx'
import { SettingsButton } from './settings.tsx'

/** More sessions than this need a search. */
const MANY = 12

/** The stored sessions that the person was given, the nearest to now first. */
const storedByTime = (now: number): Session[] =>
  storedSessions.value
    .filter(({ confirmedBy }) => confirmedBy === subject.value)
    .map(({ session }) => session)
    .sort((a, b) => Math.abs(Date.parse(a.startsAt) - now) - Math.abs(Date.parse(b.startsAt) - now))

/** The sessions before today, on request. */
const Earlier = ({ shown }: { shown: readonly Session[] }) => {
  const isOpen = useSignal(false)
  return isOpen.value ? (
    <OnDemand onClose={() => (isOpen.value = false)}>
      {({ EarlierSessions }) => <EarlierSessions shown={shown} />}
    </OnDemand>
  ) : (
    <Button look="plain" text={texts.earlier} onClick={() => (isOpen.value = true)} />
  )
}

const matches = ({ eventName, seriesName, venueName }: Session, q: string): boolean =>
  [eventName, seriesName, venueName].some((text) => text?.toLowerCase().includes(q.trim().toLowerCase()))

export const Sessions = () => {
  const listed = useSignal<Listed | undefined>(undefined)
  const q = useSignal('')
  const load = async (): Promise<void> => {
    const result = await listPage()
    // A list that is shown stays when the network goes.
    if (result.kind === 'ok' || listed.value?.kind !== 'ok') listed.value = result
  }
  const loadMore = async (next: string): Promise<void> => {
    const before = listed.value
    const result = await listPage(next)
    if (result.kind === 'ok' && before?.kind === 'ok')
      listed.value = { ...result, sessions: [...before.sessions, ...result.sessions] }
  }
  useEffect(() => {
    load()
    const reload = () => document.visibilityState === 'visible' && load()
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('online', reload, { signal })
    document.addEventListener('visibilitychange', reload, { signal })
    return () => controller.abort()
  }, [])
  const { sessions, next } = listed.value?.kind === 'ok' ? listed.value : { sessions: [], next: null }
  return (
    <main class="page">
      <div class="spread">
        <div>
          <h1>{texts.sessions}</h1>
        </div>
        <SettingsButton />
      </div>
      <HeadNotices />
      <Attention />
      {(sessions.length > MANY || next !== null) && (
        <input
          type="search"
          class="input"
          aria-label={texts.searchSessions}
          placeholder={texts.searchSessions}
          value={q.value}
          onInput={(event) => (q.value = event.currentTarget.value)}
        />
      )}
      <SessionList
        listed={only(listed.value, (session) => matches(session, q.value))}
        label={texts.sessions}
        none={q.value.trim() === '' ? texts.noSessions : texts.noSuchSession}
        stored={storedByTime(Date.now())}
        onRetry={load}
      />
      {next !== null && <Button text={texts.showMore} onClick={() => loadMore(next)} />}
      <Earlier shown={sessions} />
    </main>
  )
}
