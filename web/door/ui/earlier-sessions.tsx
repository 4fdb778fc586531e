// The sessions before today.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { listPage } from '../app.ts'
import type { Session } from '../storage/entry.ts'
import { type Listed, sessionsPath } from '../sync/requests.ts'
import { texts } from '../texts.ts'
import { only, SessionList } from './session-list.tsx'

const EARLIER_DAYS = 60
const DAY_MS = 86_400_000

/** The sessions of the last weeks before today, the latest first. */
const listEarlier = async (now: number): Promise<Listed> => {
  const to = new Date(now).setHours(0, 0, 0, 0)
  const query = { from: new Date(to - EARLIER_DAYS * DAY_MS).toISOString(), to: new Date(to).toISOString() }
  const sessions: Session[] = []
  for (let path: string | null = sessionsPath(query); path !== null; ) {
    const listed: Listed = await listPage(path)
    if (listed.kind !== 'ok') return listed
    sessions.push(...listed.sessions)
    path = listed.next
  }
  return { kind: 'ok', sessions: sessions.reverse(), next: null }
}

/** `shown`: the sessions that are on the screen already. */
export const EarlierSessions = ({ shown }: { shown: readonly Session[] }) => {
  const listed = useSignal<Listed | undefined>(undefined)
  const load = async (): Promise<void> => {
    listed.value = await listEarlier(Date.now())
  }
  useEffect(() => void load(), [])
  const known = new Set(shown.map(({ id }) => id))
  return (
    <section class="stack">
      <h2>{texts.earlierTitle}</h2>
      <SessionList
        listed={only(listed.value, ({ id }) => !known.has(id))}
        label={texts.earlierTitle}
        none={texts.noEarlier}
        stored={[]}
        onRetry={load}
      />
    </section>
  )
}
