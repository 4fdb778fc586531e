// The choice of a session: what the service lists, or what the phone holds while there is no network.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { signInNeeded } from '../../shared/account.ts'
import { addressOf, api, heldSessions, noteListed } from '../app.ts'
import type { Session } from '../holds/session-store.ts'
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

const problemOf = (listed: Exclude<Listed, { kind: 'ok' }>, holdsAny: boolean): string => {
  if (listed.kind === 'error') return texts.sessionsFailed(listed.message)
  return holdsAny ? texts.sessionsOffline : texts.nothingHeld
}

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

/** Those that the phone holds, in order of their start, nearest to now first. */
const heldInOrder = (now: number): Session[] =>
  heldSessions.value
    .map(({ session }) => session)
    .sort((a, b) => Math.abs(Date.parse(a.startsAt) - now) - Math.abs(Date.parse(b.startsAt) - now))

export const Sessions = () => {
  const listed = useSignal<Listed | undefined>(undefined)
  const earlier = useSignal<Listed | 'closed' | undefined>('closed')

  const load = async (): Promise<void> => {
    if (api.value === undefined) return
    const result = await listSessions(api.value)
    if (result.kind === 'ok') noteListed(result.sessions)
    listed.value = result
  }
  const loadEarlier = async (): Promise<void> => {
    if (api.value === undefined) return
    earlier.value = undefined
    const result = await listEarlier(api.value, Date.now())
    if (result.kind === 'ok')
      noteListed([...(listed.value?.kind === 'ok' ? listed.value.sessions : []), ...result.sessions])
    earlier.value = result
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

  const current = listed.value
  const past = earlier.value
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
      {current === undefined && (
        <p role="status" class="soft">
          {texts.loadingSessions}
        </p>
      )}
      {current?.kind === 'ok' &&
        (current.sessions.length === 0 ? (
          <p class="soft">{texts.noSessions}</p>
        ) : (
          <Cards sessions={current.sessions} label={texts.sessions} />
        ))}
      {current !== undefined && current.kind !== 'ok' && (
        <>
          {!(current.kind === 'signed-out' && signInNeeded.value) && (
            <p class="notice warn" role="status">
              {problemOf(current, heldSessions.value.length > 0)}
            </p>
          )}
          <button type="button" class="button" onClick={load}>
            {texts.tryAgain}
          </button>
        </>
      )}
      {/* Without a response after a moment, what the phone holds is what helps. */}
      {current?.kind !== 'ok' && <Cards sessions={heldInOrder(Date.now())} label={texts.sessions} />}
      {past === 'closed' ? (
        <button type="button" class="button plain" onClick={loadEarlier}>
          {texts.earlier}
        </button>
      ) : (
        <section>
          <h2>{texts.earlierTitle}</h2>
          {past === undefined && (
            <p role="status" class="soft">
              {texts.loadingSessions}
            </p>
          )}
          {past?.kind === 'ok' && past.sessions.length === 0 && <p class="soft">{texts.noEarlier}</p>}
          {past?.kind === 'ok' && past.sessions.length > 0 && (
            <Cards sessions={past.sessions} label={texts.earlierTitle} />
          )}
          {past !== undefined && past.kind !== 'ok' && (
            <p class="notice warn">
              {past.kind === 'error' ? texts.sessionsFailed(past.message) : texts.nothingHeld}
            </p>
          )}
        </section>
      )}
    </main>
  )
}
