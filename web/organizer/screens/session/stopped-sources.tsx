// Sources of a session that have stopped: the door may lack guests.
import { settings } from '../../../shared/settings.ts'
import { read, useLoad } from '../../data/load.ts'
import { useRefresh } from '../../data/refresh.ts'
import { type Source, sourcesOf } from '../../data/sources.ts'
import type { SessionDetails } from '../../data/types.ts'
import { toSources } from '../../links.ts'
import { texts } from '../../texts-sources.ts'

const REFRESH_MS = 60_000

const Stopped = ({ session: { id, eventId } }: { session: SessionDetails }) => {
  const sources = useLoad(read<{ data: Source[] }>(sourcesOf(id)))
  const all = () => sources.ok.value?.body.data ?? []
  // Most sessions have none, and are asked about once.
  useRefresh(() => all().length > 0 && sources.reload(), REFRESH_MS)
  return all()
    .filter(({ status }) => status === 'Stopped')
    .map((source) => (
      <div key={source.id} class="notice bad stack" role="alert">
        <p>
          <b>
            <bdi>{texts.stopped(source.name)}</bdi>
          </b>{' '}
          {source.problem}
        </p>
        <p>
          <a href={toSources(eventId, id)}>{texts.toSources}</a>
        </p>
      </div>
    ))
}

/** Without a secret of the service there are no sources. */
export const StoppedSources = ({ session }: { session: SessionDetails }) =>
  settings.value?.phones === false ? null : <Stopped key={session.id} session={session} />
