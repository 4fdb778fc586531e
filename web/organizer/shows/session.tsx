// One session at the door: how many people have come, when and through which gate, and what went wrong.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatFull, formatSeconds, formatTime } from '../formats.ts'
import { useLoad } from '../loads/load.ts'
import { usePages } from '../loads/pages.ts'
import { toPlot } from '../loads/plot.ts'
import { problemsPath, readAdmissions, readSession } from '../loads/reads.ts'
import type { CheckIn, Session } from '../loads/types.ts'
import { toDoor, toEvent, toEvents, toSeries } from '../routes.ts'
import { texts } from '../texts.ts'
import { AdmissionsPlot } from './admissions-plot.tsx'
import { Counts } from './counts.tsx'
import { DoorProblems } from './door-problems.tsx'
import { Title } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { Failure, Loading } from './notices.tsx'

/** How often the figures are loaded again while somebody looks at them. */
const REFRESH_MS = 15_000

/** Calls `refresh` every {@link REFRESH_MS} while the page is visible, and when it becomes visible. */
const useRefresh = (refresh: () => void): void => {
  useEffect(() => {
    const refreshVisible = (): void => {
      if (document.visibilityState === 'visible') refresh()
    }
    const timer = setInterval(refreshVisible, REFRESH_MS)
    document.addEventListener('visibilitychange', refreshVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshVisible)
    }
  }, [])
}

const breadcrumbsOf = (session: Session | null | undefined) => [
  { href: toEvents, text: texts.events },
  ...(session ? [{ href: toEvent(session.eventId), text: session.eventName }] : []),
  ...(session?.seriesId
    ? [{ href: toSeries(session.eventId, session.seriesId), text: session.seriesName ?? texts.series }]
    : []),
]

const About = ({ session }: { session: Session }) => (
  <div class="spread">
    <p class="soft">
      {[
        session.venueName,
        session.doorsOpenAt && texts.doors(formatTime(session.doorsOpenAt)),
        session.organizerName,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <a class="button" href={toDoor(session.id)}>
      {texts.openDoor}
    </a>
  </div>
)

type Props = { eventId: string; sessionId: string; startsAt: string | null }

export const SessionScreen = (place: Props) => {
  const session = useLoad((signal) => readSession(place, signal), place.sessionId)
  const admissions = useLoad((signal) => readAdmissions(place.sessionId, signal), place.sessionId)
  const problems = usePages<CheckIn>(problemsPath(place.sessionId))
  const loadedAt = useSignal(Date.now())
  useRefresh(async () => {
    await Promise.all([session.reload(), admissions.reload(), problems.reload()])
  })
  useEffect(() => {
    if (session.failed.value === undefined) loadedAt.value = Date.now()
  }, [session.ok.value, session.failed.value])

  const shown = session.ok.value?.body
  const failed = session.failed.value
  if (shown === undefined || shown === null) {
    return (
      <>
        <Title title={shown === null ? texts.notFound : undefined} breadcrumbs={breadcrumbsOf(shown)} />
        {shown === null && <p class="soft">{texts.sessionNotFound}</p>}
        {shown === undefined && failed === undefined && <Loading />}
        {failed !== undefined && <Failure failed={failed} onRetry={session.reload} />}
      </>
    )
  }
  const time = formatSeconds(loadedAt.value)
  return (
    <>
      <Title title={formatFull(shown.startsAt)} breadcrumbs={breadcrumbsOf(shown)}>
        <About session={shown} />
      </Title>
      {failed !== undefined && (
        <Failure
          failed={failed}
          text={failed.kind === 'unreachable' ? texts.notUpToDate(time) : undefined}
          onRetry={session.reload}
        />
      )}
      <Counts counts={shown.counts} capacity={shown.capacity} asOf={time} />
      <section class="card stack" aria-labelledby="admissions">
        <h2 id="admissions">{texts.admissions}</h2>
        <Loaded load={admissions}>{({ data }) => <AdmissionsPlot plot={toPlot(data)} />}</Loaded>
      </section>
      <DoorProblems list={problems} />
    </>
  )
}
