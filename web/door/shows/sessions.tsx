// The choice of a session: what the service lists, or what the phone holds while there is no network.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { signInNeeded } from '../../shared/account.ts'
import { addressOf, api, heldSessions, noteListed } from '../app.ts'
import type { Session } from '../holds/session-entry.ts'
import { type Listed, listEarlier, listSessions } from '../sends/sessions.ts'
import { formatDay, formatTime, texts } from '../texts.ts'
import { SettingsButton } from './settings.tsx'
import { SignInAgain } from './status.tsx'
import { OthersUnsent, Troubles } from './troubles.tsx'

const SessionCard = ({ session, isHeld }: { session: Session; isHeld: boolean }) => {
  const { counts, startsAt, doorsOpenAt } = session
  const start = Date.parse(startsAt)
  const place = [session.seriesName, session.venueName].filter(Boolean).join(' · ')
  const doors = doorsOpenAt === null ? '' : ` · ${texts.doors(formatTime(Date.parse(doorsOpenAt)))}`
  return (
    <li>
      <a class="card" href={addressOf(session.id)}>
        <strong>{session.eventName}</strong>
        <span>
          {formatDay(start)}, {formatTime(start)}
          {doors}
        </span>
        {place && <span class="soft small">{place}</span>}
        <span class="soft small">
          {texts.arrived(counts.CheckedIn, counts.CheckedIn + counts.Valid)}
          {isHeld && ` · ${texts.onPhone}`}
        </span>
      </a>
    </li>
  )
}

/** Those that the phone holds, the nearest to now first. */
const heldSessionsByTime = (now: number): Session[] =>
  heldSessions.value
    .map(({ session }) => session)
    .sort((a, b) => Math.abs(Date.parse(a.startsAt) - now) - Math.abs(Date.parse(b.startsAt) - now))

const Cards = ({ sessions, label }: { sessions: readonly Session[]; label: string }) => {
  const held = new Set(heldSessions.value.filter(({ generation }) => generation !== null).map(({ id }) => id))
  return (
    <ul class="cards" aria-label={label}>
      {sessions.map((session) => (
        <SessionCard key={session.id} session={session} isHeld={held.has(session.id)} />
      ))}
    </ul>
  )
}

type ListProps = {
  /** Undefined while the service is asked. */
  listed: Listed | undefined
  label: string
  /** What the text says if there is no session. */
  none: string
  /** Shown without a response of the service. */
  held: readonly Session[]
  onRetry: () => void
}

const SessionList = ({ listed, label, none, held, onRetry }: ListProps) => {
  if (listed?.kind === 'ok') {
    return listed.sessions.length === 0 ? (
      <p class="soft">{none}</p>
    ) : (
      <Cards sessions={listed.sessions} label={label} />
    )
  }
  const problem =
    listed?.kind === 'error'
      ? texts.sessionsFailed(listed.message)
      : held.length > 0
        ? texts.sessionsOffline
        : texts.nothingHeld
  return (
    <>
      <p class={listed === undefined ? 'soft' : 'notice warn'} role="status">
        {listed === undefined ? texts.loadingSessions : problem}
      </p>
      {listed !== undefined && (
        <button type="button" class="button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
      {held.length > 0 && <Cards sessions={held} label={label} />}
    </>
  )
}

/** The sessions before today, on request. */
const Earlier = ({ shown }: { shown: readonly Session[] }) => {
  const isOpen = useSignal(false)
  const listed = useSignal<Listed | undefined>(undefined)
  const load = async (): Promise<void> => {
    if (api.value === undefined) return
    isOpen.value = true
    const result = await listEarlier(api.value, Date.now())
    if (result.kind === 'ok') noteListed(result.sessions)
    listed.value = result
  }
  if (!isOpen.value) {
    return (
      <button type="button" class="button plain" onClick={load}>
        {texts.earlier}
      </button>
    )
  }
  const known = new Set(shown.map(({ id }) => id))
  const others =
    listed.value?.kind === 'ok'
      ? { ...listed.value, sessions: listed.value.sessions.filter(({ id }) => !known.has(id)) }
      : listed.value
  return (
    <section>
      <h2>{texts.earlierTitle}</h2>
      <SessionList
        listed={others}
        label={texts.earlierTitle}
        none={texts.noEarlier}
        held={[]}
        onRetry={load}
      />
    </section>
  )
}

export const Sessions = () => {
  const listed = useSignal<Listed | undefined>(undefined)
  const load = async (): Promise<void> => {
    if (api.value === undefined) return
    const result = await listSessions(api.value)
    if (result.kind === 'ok') noteListed(result.sessions)
    // A list that is shown stays when the network goes.
    if (result.kind === 'ok' || listed.value?.kind !== 'ok') listed.value = result
  }
  useEffect(() => {
    load()
    const reload = () => document.visibilityState === 'visible' && load()
    addEventListener('online', reload)
    document.addEventListener('visibilitychange', reload)
    return () => {
      removeEventListener('online', reload)
      document.removeEventListener('visibilitychange', reload)
    }
  }, [])
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>{texts.sessions}</h1>
        </div>
        <SettingsButton />
      </div>
      {signInNeeded.value && <SignInAgain />}
      <OthersUnsent />
      <Troubles />
      <Earlier shown={listed.value?.kind === 'ok' ? listed.value.sessions : []} />
      <SessionList
        listed={listed.value}
        label={texts.sessions}
        none={texts.noSessions}
        held={heldSessionsByTime(Date.now())}
        onRetry={load}
      />
    </main>
  )
}
