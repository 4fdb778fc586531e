// Erasing the guests of an organizer: by e-mail address, and by itself.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { Controls } from '../forms/control.tsx'
import { useSend } from '../forms/use-send.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { defineScreen } from './screen.ts'

type Erasure = Schemas['Erasure']

const EraseByEmail = ({ path }: { path: string }) => {
  const email = useSignal('')
  const asked = useSignal<Erasure | undefined>(undefined)
  const erased = useSignal<number | undefined>(undefined)
  const { failed, isBusy, send } = useSend()
  const preview = async (): Promise<void> => {
    const previewed = email.value
    erased.value = undefined
    const answer = await send<Erasure>('POST', `${path}/erase/preview`, { email: previewed })
    // Another address may be in the field by now.
    if (email.value === previewed) asked.value = answer.kind === 'ok' ? answer.body : undefined
  }
  const erase = async (): Promise<void> => {
    const previewed = email.value
    let count = 0
    for (;;) {
      const answer = await send<Erasure>('POST', `${path}/erase`, { email: previewed })
      if (answer.kind !== 'ok') break
      count += answer.body.tickets
      if (!answer.body.more) break
    }
    asked.value = undefined
    if (count > 0) erased.value = count
  }
  const found = asked.value
  return (
    <section class="card stack" aria-labelledby="erase">
      <h2 id="erase">{texts.eraseByEmail}</h2>
      <p class="soft">{texts.eraseByEmailHelp}</p>
      <Form look="stack short" onSubmit={preview}>
        <Controls
          fields={[{ name: 'email', label: texts.email }]}
          draft={{ email: email.value }}
          errors={{}}
          onInput={(_, value) => {
            email.value = value
            asked.value = undefined
          }}
        />
        <Button type="submit" text={texts.preview} isBusy={isBusy.value} />
      </Form>
      {found !== undefined &&
        (found.tickets === 0 ? (
          <p role="status">{texts.noGuestFound}</p>
        ) : (
          <Confirm
            text={texts.willErase(found.tickets, found.sessions, found.more)}
            action={texts.erase}
            isBusy={isBusy.value}
            onConfirm={erase}
            onCancel={() => (asked.value = undefined)}
          />
        ))}
      {erased.value !== undefined && <p role="status">{texts.wereErased(erased.value)}</p>}
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </section>
  )
}

const MAX_DAYS = 3_650

const EraseAfter = ({ path, organizer }: { path: string; organizer: Organizer }) => {
  const days = useSignal(organizer.eraseAfterDays === null ? '' : String(organizer.eraseAfterDays))
  const error = useSignal<string | undefined>(undefined)
  const asked = useSignal<Erasure | undefined>(undefined)
  const isSaved = useSignal(false)
  const { failed, isBusy, send } = useSend()
  const eraseAfterDays = (): number | null => (days.value.trim() === '' ? null : Number(days.value))
  const save = async (): Promise<void> => {
    const answer = await send('PATCH', path, { eraseAfterDays: eraseAfterDays() })
    asked.value = undefined
    isSaved.value = answer.kind === 'ok'
  }
  const ask = async (): Promise<void> => {
    const value = eraseAfterDays()
    isSaved.value = false
    const isValid = value === null || (Number.isInteger(value) && value >= 1 && value <= MAX_DAYS)
    error.value = isValid ? undefined : texts.notDays
    if (!isValid) return
    if (value === null) return save()
    const answer = await send<Erasure>('POST', `${path}/erase/preview`, { eraseAfterDays: value })
    if (answer.kind === 'ok' && eraseAfterDays() === value) asked.value = answer.body
  }
  return (
    <section class="card stack" aria-labelledby="erase-after">
      <h2 id="erase-after">{texts.eraseAfter}</h2>
      <p class="soft">{texts.eraseAfterHelp}</p>
      <Form look="stack short" onSubmit={ask}>
        <Controls
          fields={[{ name: 'days', label: texts.eraseAfterDays, kind: 'number' }]}
          draft={{ days: days.value }}
          errors={{ days: error.value }}
          onInput={(_, value) => {
            days.value = value
            asked.value = undefined
          }}
        />
        <Button type="submit" text={texts.save} isBusy={isBusy.value} />
      </Form>
      {asked.value !== undefined && (
        <Confirm
          text={texts.willEraseNow(asked.value.tickets, asked.value.sessions)}
          action={texts.save}
          isBusy={isBusy.value}
          onConfirm={save}
          onCancel={() => (asked.value = undefined)}
        />
      )}
      {isSaved.value && <p role="status">{texts.saved}</p>}
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </section>
  )
}

export const privacyScreen = defineScreen({
  path: '/privacy',
  name: texts.privacy,
  link: { icon: 'privacy', isSetUp: true },
  View: () => (
    <OrganizerScreen title={texts.privacy}>
      {(organizer) => {
        const path = `${ORGANIZER_API}/organizers/${organizer.id}`
        return (
          <div key={organizer.id} class="stack">
            <EraseByEmail path={path} />
            {organizer.role === 'owner' && <EraseAfter path={path} organizer={organizer} />}
          </div>
        )
      }}
    </OrganizerScreen>
  ),
})
