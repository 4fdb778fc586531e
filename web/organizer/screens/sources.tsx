// The sources of a session: lists elsewhere that it follows.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { settings } from '../../shared/settings.ts'
import { read, useLoad } from '../data/load.ts'
import { readSession } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import { hasShrunk, pathOfSource, type Source, sourcesOf } from '../data/sources.ts'
import type { SessionDetails } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { EditSource, NewSource } from '../forms/source-form.tsx'
import { useSend } from '../forms/use-send.ts'
import { toSources } from '../links.ts'
import { texts as shared } from '../texts.ts'
import { texts } from '../texts-sources.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Failure } from '../ui/notices.tsx'
import { Facts } from '../ui/session-cells.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { toast } from '../ui/toasts.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'
import { SourcePreview } from './sources/preview.tsx'
import { RowProblems } from './sources/row-problems.tsx'

const LOOKS = { Ok: 'tag good', Problem: 'tag warn', Stopped: 'tag alarm' } as const

const NOTICES = { Ok: 'notice', Problem: 'notice warn', Stopped: 'notice bad' } as const

type AboutProps = { source: Source; session: SessionDetails }

const About = ({ source, session: { timeZone, startsAt } }: AboutProps) => {
  const { name, kind, status, problem, problems, rows, lastRunAt, lastChangedAt, nextAt } = source
  const { near } = timesIn(timeZone)
  return (
    <>
      <div>
        <h3>
          <bdi>{name}</bdi> <span class={LOOKS[status]}>{texts.states[status]}</span>
        </h3>
        <p class="soft">
          <Facts
            facts={[
              texts.kinds[kind],
              rows === null ? null : texts.rows(rows),
              lastRunAt === null ? texts.neverRead : texts.lastRead(near(lastRunAt, startsAt)),
              lastRunAt === null
                ? null
                : lastChangedAt === null
                  ? texts.noChange
                  : texts.lastChange(near(lastChangedAt, startsAt)),
              nextAt === null ? null : texts.next(near(nextAt, startsAt)),
            ]}
          />
        </p>
      </div>
      {problem !== null && <p class={NOTICES[status]}>{problem}</p>}
      {problem === null && status === 'Stopped' && <p class="soft">{texts.stoppedHelp}</p>}
      <RowProblems problems={problems} />
    </>
  )
}

type Open = { what: 'add' } | { what: 'edit' | 'preview'; source: Source }

type Props = { session: SessionDetails; open: Signal<Open | undefined> }

const Sources = ({ session, open }: Props) => {
  const sources = useLoad(read<{ data: Source[] }>(sourcesOf(session.id)))
  const { failed, send } = useSend()
  const removing = useSignal<string | undefined>(undefined)
  /** Whose list is being read. */
  const busy = useSignal<string | undefined>(undefined)
  const screen = toSources(session.eventId, session.id)
  useNew(screen, () => (open.value = { what: 'add' }))
  useRefresh(sources.reload)
  const close = (): void => {
    open.value = undefined
  }
  const change = async (source: Source, ...request: ['PATCH', object] | ['DELETE']): Promise<boolean> => {
    const [method, body] = request
    const answer = await send(method, pathOfSource(source), body)
    await sources.reload()
    return answer.kind === 'ok'
  }
  const run = async (source: Source, body: { take?: true } = {}): Promise<void> => {
    busy.value = source.id
    const answer = await send<Source>('POST', `${pathOfSource(source)}/run`, body)
    busy.value = undefined
    if (answer.kind === 'ok' && answer.body.problem === null) {
      toast(texts.ran(source.name, answer.body.rows))
    }
    await sources.reload()
  }
  /** Starts it if it is stopped, and reads its list. */
  const begin = async (source: Source): Promise<void> => {
    close()
    if (source.status === 'Stopped' && !(await change(source, 'PATCH', { status: 'Ok' }))) return
    await run(source)
  }
  const shown = open.value
  return (
    <section class="card stack" aria-labelledby="sources">
      <h2 id="sources">{texts.sources}</h2>
      <p class="soft">{texts.help}</p>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <Loaded load={sources}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="webhooks" text={texts.none} action={{ text: texts.add, screen }} />
          ) : (
            <ul class="entries">
              {data.map((source) => (
                <li key={source.id} class="stack">
                  <About source={source} session={session} />
                  {removing.value === source.id ? (
                    <Confirm
                      text={texts.confirmRemove(source.name)}
                      action={shared.remove}
                      onConfirm={async () => {
                        removing.value = undefined
                        await change(source, 'DELETE')
                      }}
                      onCancel={() => (removing.value = undefined)}
                    />
                  ) : (
                    <Actions
                      source={source}
                      isBusy={busy.value === source.id}
                      onBegin={() => begin(source)}
                      onTake={() => run(source, { take: true })}
                      onStop={() => change(source, 'PATCH', { status: 'Stopped' })}
                      onOpen={(what) => (open.value = { what, source })}
                      onRemove={() => (removing.value = source.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {shown?.what === 'add' && (
        <NewSource
          sessionId={session.id}
          onClose={close}
          onSaved={async (source) => {
            open.value = { what: 'preview', source }
            await sources.reload()
          }}
        />
      )}
      {shown?.what === 'edit' && (
        <EditSource
          source={shown.source}
          onClose={close}
          onSaved={async () => {
            close()
            await sources.reload()
          }}
        />
      )}
      {shown?.what === 'preview' && (
        <SourcePreview
          source={shown.source}
          onRun={begin}
          onClose={async () => {
            close()
            await sources.reload()
          }}
        />
      )}
    </section>
  )
}

type ActionsProps = {
  source: Source
  isBusy: boolean
  onBegin: () => unknown
  onTake: () => unknown
  onStop: () => unknown
  onOpen: (what: 'edit' | 'preview') => unknown
  onRemove: () => unknown
}

const Actions = ({ source, isBusy, onBegin, onTake, onStop, onOpen, onRemove }: ActionsProps) => {
  const { name, status } = source
  const isStopped = status === 'Stopped'
  return (
    <div class="buttons">
      {hasShrunk(source) ? (
        <>
          <Button look="primary" text={texts.takeIt} {...{ name, isBusy }} onClick={onTake} />
          <Button text={texts.keepStopped} name={name} onClick={onStop} />
        </>
      ) : (
        <Button text={isStopped ? texts.start : texts.runNow} {...{ name, isBusy }} onClick={onBegin} />
      )}
      <Button text={shared.preview} name={name} onClick={() => onOpen('preview')} />
      <Button text={shared.edit} name={name} onClick={() => onOpen('edit')} />
      {!isStopped && <Button text={texts.stop} name={name} onClick={onStop} />}
      <Button text={shared.remove} name={name} onClick={onRemove} />
    </div>
  )
}

export const sourcesScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/sources',
  name: texts.sources,
  View: ({ ids }) => {
    const session = useLoad(readSession(ids.sessionId))
    const open = useSignal<Open | undefined>(undefined)
    const isAvailable = settings.value?.phones !== false
    return (
      <SessionScreen
        load={session}
        tab="sources"
        name={texts.sources}
        actions={() =>
          isAvailable && (
            <Button look="primary" text={texts.add} onClick={() => (open.value = { what: 'add' })} />
          )
        }
      >
        {(shown) =>
          isAvailable ? (
            <Sources key={ids.sessionId} session={shown} open={open} />
          ) : (
            <p class="notice warn">{texts.unavailable}</p>
          )
        }
      </SessionScreen>
    )
  },
})
