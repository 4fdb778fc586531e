// The webhooks of an organizer: where they go, whether they work, and how far behind they are.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import { read, useLoad } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import type { Organizer } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { useSend } from '../forms/use-send.ts'
import { toWebhooks } from '../links.ts'
import { texts as shared } from '../texts.ts'
import { texts } from '../texts-webhooks.ts'
import { useQuestion } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { toast } from '../ui/toasts.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'
import { EditWebhook, NewWebhook } from './webhooks/forms.tsx'

type Webhook = Schemas['Webhook']
type WithSecret = Schemas['WebhookWithSecret']

const LOOKS = { Active: 'tag good', Failing: 'tag alarm', Paused: 'tag warn' } as const

const lastAnswer = ({ lastAttemptAt, lastStatus }: Webhook): string => {
  if (lastAttemptAt === null) return texts.neverSent
  const time = formatDayTime(lastAttemptAt)
  return lastStatus === null ? texts.noAnswer(time) : texts.answered(lastStatus, time)
}

const Status = ({ webhook }: { webhook: Webhook }) => {
  const { state, pauseReason, behind, behindSince, nextAttemptAt, previousSecretUntil } = webhook
  const lines = [
    pauseReason !== null && texts.reasons[pauseReason],
    behindSince === null ? texts.upToDate : texts.behind(behind, formatDayTime(behindSince)),
    lastAnswer(webhook),
    nextAttemptAt !== null && texts.nextAttempt(formatDayTime(nextAttemptAt)),
    previousSecretUntil !== null && texts.oldSecretUntil(formatDayTime(previousSecretUntil)),
  ].filter((line) => line !== false)
  return (
    <>
      <span class={LOOKS[state]}>{texts.states[state]}</span>
      {lines.map((line) => (
        <span key={line} class="beneath soft small">
          {line}
        </span>
      ))}
    </>
  )
}

type Open = 'add' | Webhook | undefined

const canAdd = (): boolean => settings.value?.phones !== false

type ResumeProps = { onResume: (from: 'where-it-stopped' | 'now') => unknown; onCancel: () => void }

/** Asks from where to go on. */
const Resume = ({ onResume, onCancel }: ResumeProps) => (
  <div class="notice stack" role="alert" ref={useQuestion()}>
    <p>{texts.resumeHelp}</p>
    <div class="buttons">
      <Button text={texts.fromStop} onClick={() => onResume('where-it-stopped')} />
      <Button text={texts.fromNow} onClick={() => onResume('now')} />
      <Button look="plain" text={shared.cancel} onClick={onCancel} />
    </div>
  </div>
)

const Webhooks = ({ organizer, open }: { organizer: Organizer; open: Signal<Open> }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}/webhooks`
  const webhooks = useLoad(read<{ data: Webhook[] }>(path))
  const { failed, isBusy, send } = useSend()
  const made = useSignal<WithSecret | undefined>(undefined)
  const resuming = useSignal<string | undefined>(undefined)
  useRefresh(webhooks.reload)
  useNew(toWebhooks, () => {
    if (canAdd()) open.value = 'add'
  })
  const close = (): void => {
    open.value = undefined
    made.value = undefined
  }
  const pathOf = ({ id }: Webhook): string => `${path}/${id}`
  const act = async (webhook: Webhook, verb: 'pause' | 'resume', body?: object): Promise<void> => {
    resuming.value = undefined
    await send('POST', `${pathOf(webhook)}/${verb}`, body)
    await webhooks.reload()
  }
  const test = async (webhook: Webhook): Promise<void> => {
    const answer = await send<Schemas['WebhookTest']>('POST', `${pathOf(webhook)}/test`)
    if (answer.kind !== 'ok') return
    const { status } = answer.body
    toast(status === null ? texts.testFailed : texts.tested(status))
  }
  const rotate = async (webhook: Webhook): Promise<void> => {
    const answer = await send<WithSecret>('POST', `${pathOf(webhook)}/secret`)
    if (answer.kind === 'ok') made.value = answer.body
    await webhooks.reload()
  }
  const onSaved = async (saved?: WithSecret): Promise<void> => {
    open.value = undefined
    made.value = saved
    await webhooks.reload()
  }
  return (
    <section class="card stack" aria-label={texts.webhooks}>
      {!canAdd() && <p class="notice warn">{shared.phonesUnavailable}</p>}
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <Loaded load={webhooks}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              icon="webhooks"
              text={texts.none}
              help={texts.noneHelp}
              action={canAdd() && { text: texts.add, screen: toWebhooks }}
            />
          ) : (
            <ul class="entries">
              {data.map((webhook) => (
                <li key={webhook.id} class="entry stack">
                  <div>
                    <code>{webhook.url}</code>
                    {webhook.description !== null && (
                      <span class="beneath soft small">
                        <bdi>{webhook.description}</bdi>
                      </span>
                    )}
                  </div>
                  <div>
                    <Status webhook={webhook} />
                  </div>
                  {resuming.value === webhook.id ? (
                    <Resume
                      onResume={(from) => act(webhook, 'resume', { from })}
                      onCancel={() => (resuming.value = undefined)}
                    />
                  ) : (
                    <div class="buttons">
                      <Button
                        text={texts.test}
                        name={webhook.url}
                        isBusy={isBusy.value}
                        onClick={() => test(webhook)}
                      />
                      {webhook.state === 'Paused' ? (
                        <Button
                          text={texts.resume}
                          name={webhook.url}
                          onClick={() => (resuming.value = webhook.id)}
                        />
                      ) : (
                        <Button text={texts.pause} name={webhook.url} onClick={() => act(webhook, 'pause')} />
                      )}
                      <Button text={texts.newSecret} name={webhook.url} onClick={() => rotate(webhook)} />
                      <Button text={shared.edit} name={webhook.url} onClick={() => (open.value = webhook)} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open.value === 'add' && <NewWebhook path={path} onClose={close} onSaved={onSaved} />}
      {open.value !== undefined && open.value !== 'add' && (
        <EditWebhook
          path={pathOf(open.value)}
          webhook={open.value}
          onClose={close}
          onSaved={() => onSaved()}
        />
      )}
      {made.value !== undefined && (
        <ShownOnce
          title={texts.secret}
          help={texts.secretHelp}
          values={[[texts.secret, made.value.secret]]}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The feed without webhooks, for programs that read it. */
const Feed = ({ organizer }: { organizer: Organizer }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  const load = useLoad(read<Organizer>(path))
  const { failed, isBusy, send } = useSend()
  useRefresh(load.reload)
  const switchTo = async (feed: boolean): Promise<void> => {
    const answer = await send<Organizer>('PATCH', path, { feed })
    await load.reload()
    if (answer.kind === 'ok' && answer.body.feed !== feed) toast(texts.feedByWebhook)
  }
  return (
    <section class="card stack" aria-labelledby="feed">
      <h2 id="feed">{texts.feed}</h2>
      <p class="soft">{texts.feedHelp}</p>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <Loaded load={load}>
        {({ feed }) => (
          <div class="spread">
            <span>{feed ? texts.feedOn : texts.feedOff}</span>
            <Button
              text={feed ? texts.switchOff : texts.switchOn}
              name={texts.feed}
              isBusy={isBusy.value}
              onClick={() => switchTo(!feed)}
            />
          </div>
        )}
      </Loaded>
    </section>
  )
}

export const webhooksScreen = defineScreen({
  path: '/webhooks',
  name: texts.webhooks,
  link: { icon: 'webhooks', isSetUp: true },
  View: () => {
    const open = useSignal<Open>(undefined)
    return (
      <OrganizerScreen
        title={texts.webhooks}
        help={texts.help}
        actions={({ role }) =>
          role === 'owner' &&
          canAdd() && <Button look="primary" text={texts.add} onClick={() => (open.value = 'add')} />
        }
      >
        {(organizer) =>
          organizer.role === 'owner' ? (
            <>
              <Webhooks key={organizer.id} organizer={organizer} open={open} />
              <Feed key={`feed of ${organizer.id}`} organizer={organizer} />
            </>
          ) : (
            <div class="card">
              <Empty icon="webhooks" text={texts.onlyOwners} />
            </div>
          )
        }
      </OrganizerScreen>
    )
  },
})
