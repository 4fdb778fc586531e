// What was loaded, below the reason why it could not be loaded again.
import type { ComponentChildren } from 'preact'
import type { Load, Ok } from '../data/load.ts'
import { formatSeconds } from '../formats.ts'
import { texts } from '../texts.ts'
import { useKeptFocus } from './keep-focus.ts'
import { Failure, Loading } from './notices.tsx'

type Props<Body> = {
  load: Load<Body>
  /** What is shown until there is a body. */
  loading?: ComponentChildren
  children: (body: Body, ok: Ok<Body>) => ComponentChildren
}

export const Loaded = <Body,>({ load, loading = <Loading />, children }: Props<Body>) => {
  const { ok, failed, loadedAt, reload } = load
  useKeptFocus(ok.value)
  const isOld = ok.value !== undefined && failed.value?.kind === 'unreachable'
  return (
    <>
      {failed.value !== undefined && (
        <Failure
          failed={failed.value}
          text={isOld ? texts.notUpToDate(formatSeconds(loadedAt.value)) : undefined}
          onRetry={reload}
        />
      )}
      {ok.value === undefined && failed.value === undefined && loading}
      {ok.value !== undefined && children(ok.value.body, ok.value)}
    </>
  )
}
