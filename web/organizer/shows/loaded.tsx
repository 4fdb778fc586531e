// What was loaded, below the reason why it could not be loaded again.
import type { ComponentChildren } from 'preact'
import type { Load } from '../loads/load.ts'
import { Failure, Loading } from './notices.tsx'

type Props<Body> = { load: Load<Body>; children: (body: Body) => ComponentChildren }

export const Loaded = <Body,>({ load: { ok, failed, reload }, children }: Props<Body>) => (
  <>
    {failed.value !== undefined && <Failure failed={failed.value} onRetry={reload} />}
    {ok.value === undefined && failed.value === undefined && <Loading />}
    {ok.value !== undefined && children(ok.value.body)}
  </>
)
