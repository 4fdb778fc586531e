// Sources of a session that have stopped: the door may lack guests.
import { settings } from '../../../shared/settings.ts'
import { type Load, type Read, read, useLoad } from '../../data/load.ts'
import { useRefresh } from '../../data/refresh.ts'
import { type Source, sourcesOf } from '../../data/sources.ts'
import type { SessionDetails } from '../../data/types.ts'
import { toSources } from '../../links.ts'
import { texts } from '../../texts-sources.ts'

const REFRESH_MS = 60_000

type Body = { data: Source[] }

const readNone: Read<Body> = async () => ({ kind: 'ok', body: { data: [] }, etag: null })

/** Asked for beside the session, so that nothing moves when they arrive. Without a secret there are none. */
export const useSources = (sessionId: string): Load<Body> => {
  const sources = useLoad(settings.value?.phones === false ? readNone : read<Body>(sourcesOf(sessionId)))
  // Most sessions have none, and are asked about once.
  useRefresh(() => (sources.ok.value?.body.data ?? []).length > 0 && sources.reload(), REFRESH_MS)
  return sources
}

type Props = { sources: Load<Body>; session: SessionDetails }

export const StoppedSources = ({ sources, session: { id, eventId } }: Props) =>
  (sources.ok.value?.body.data ?? [])
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
