// The screens before sign-in: the setup of a new service, an invitation, and the sign-in.
import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { replaceSignIn } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { describeOutcome, otherHost } from '../../shared/enter.ts'
import { Entrance, SignedOut, SignInButton, SignInNotes } from '../../shared/entrance.tsx'
import { LanguageChoice } from '../../shared/language-choice.tsx'
import { loadPart } from '../../shared/load-part.ts'
import { Notice } from '../../shared/notice.tsx'
import { post, type Reply } from '../../shared/request.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { type Settings, settings } from '../../shared/settings.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { Controls, type FieldOf, findMissing } from '../forms/control.tsx'
import { type Draft, differingFields, plain } from '../forms/draft.ts'
import { replaceAddress, toDoor, toEvents } from '../links.ts'
import { arrivalTexts as texts } from '../texts-arrival.ts'
import { Form } from '../ui/form.tsx'
import { NewVersion } from '../ui/new-version.tsx'
import { invitationIn } from './join.tsx'

const nameField = (): FieldOf => ({
  name: 'name',
  label: texts.yourName,
  missing: texts.nameMissing,
  autocomplete: 'name',
})
const organizerField = (): FieldOf => ({
  name: 'organizerName',
  label: texts.organizer,
  hint: texts.organizerHint,
  missing: texts.organizerMissing,
  autocomplete: 'organization',
})
const codeField = (): FieldOf => ({ name: 'code', label: texts.setupCode, missing: texts.setupCodeMissing })

type Props = {
  path: '/setup' | '/sign-up'
  fields: readonly FieldOf[]
  initial: Draft
  /** What to say if the service refuses. */
  refused: string
  onDone?: () => void
}

/** Makes a passkey, and with it a person. */
const NewPerson = ({ path, fields, initial, refused, onDone }: Props) => {
  const draft = useSignal(initial)
  const errors = useSignal<Record<string, string>>({})
  const problem = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const isDone = useSignal(false)
  useUnsaved(useComputed(() => !isDone.value && differingFields(draft.value, initial).length > 0))
  /** The passkey that was created. It is sent again after a lost response, so that nobody creates two. */
  const made = useRef<{ name: string; response: unknown } | undefined>(undefined)

  const create = async (): Promise<void> => {
    const { makeFirstPasskey, signUp } = await loadPart(() => import('../../shared/passkeys.ts'))
    const values = plain(draft.value)
    const name = values.name ?? ''
    const isRepeated = made.current?.name === name
    if (!isRepeated) {
      const passkey = await makeFirstPasskey(name)
      if (passkey.kind !== 'ok') {
        problem.value = describeOutcome(passkey)
        return
      }
      made.current = { name, response: passkey.value }
    }
    const outcome = await signUp(path, { ...values, response: made.current?.response })
    if (outcome.kind === 'unreachable') {
      problem.value = texts.signUpLost
      return
    }
    made.current = undefined
    if (outcome.kind === 'ok') {
      isDone.value = true
      replaceAddress(toEvents)
      await replaceSignIn(settings.value as Settings, outcome.value)
      onDone?.()
      return
    }
    const isRefused = outcome.kind === 'error' && (outcome.status === 401 || outcome.status === 404)
    problem.value = !isRefused ? describeOutcome(outcome) : isRepeated ? texts.signUpRepeated : refused
  }

  const submit = async (): Promise<void> => {
    if (isBusy.value) return
    problem.value = undefined
    errors.value = findMissing(fields, plain(draft.value))
    if (Object.keys(errors.value).length > 0) return
    isBusy.value = true
    await create().catch(() => {
      problem.value = texts.serviceUnreachable
    })
    isBusy.value = false
  }
  const whole = useRef<HTMLDivElement>(null)
  // It is all that there is to do. At once: later, somebody may be in another field.
  useLayoutEffect(() => whole.current?.querySelector('input')?.focus(), [])
  return (
    <Form onSubmit={submit}>
      <div class="stack" ref={whole}>
        <Controls
          fields={fields}
          draft={draft.value}
          errors={errors.value}
          onInput={(name, value) => {
            draft.value = { ...draft.value, [name]: value }
          }}
        />
      </div>
      <NewVersion />
      {problem.value !== undefined && <Notice text={problem.value} />}
      <Button look="primary" type="submit" text={texts.createPasskey} isBusy={isBusy.value} />
      <p class="soft small">{texts.passkeyHelp}</p>
    </Form>
  )
}

/** For those who have a passkey. */
const OrSignIn = ({ text }: { text: string }) => (
  <>
    <hr />
    <p class="soft">{text}</p>
    <SignInNotes />
    <SignInButton />
    <LanguageChoice />
  </>
)

const Setup = ({ code }: { code: string | undefined }) => (
  <Entrance>
    <p class="soft">{texts.setupLead}</p>
    <NewPerson
      path="/setup"
      fields={[...(code === undefined ? [codeField()] : []), organizerField(), nameField()]}
      initial={{ code: code ?? '' }}
      refused={texts.setupRefused}
    />
    <OrSignIn text={texts.havePasskey} />
  </Entrance>
)

type Link = Schemas['Link']

const Invitation = ({ code }: { code: string }) => {
  const looked = useSignal<Reply<Link> | undefined>(undefined)
  const look = async (): Promise<void> => {
    looked.value = undefined
    looked.value = await post<Link>('/api/v1/links/inspect', { code })
  }
  useEffect(() => void look(), [])
  const reply = looked.value
  const page = (children: ComponentChildren) => (
    <Entrance>
      {children}
      <OrSignIn text={texts.havePasskey} />
    </Entrance>
  )
  if (reply === undefined)
    return page(
      <p class="loading soft" role="status">
        {texts.loading}
      </p>,
    )
  if (reply.kind !== 'ok') {
    const isOver = reply.kind === 'error' && reply.status === 404
    return page(
      <>
        <Notice text={isOver ? texts.invitationOver : describeOutcome(reply)} />
        {!isOver && <Button text={texts.tryAgain} onClick={look} />}
      </>,
    )
  }
  const { kind, organizerName, name, role } = reply.body
  if (kind === 'device')
    return page(
      <a class="button" href={`${toDoor()}#connect/${code}`}>
        {texts.connectLink}
      </a>,
    )
  return page(
    <>
      <p role="status">{texts.invitedBy(organizerName, texts.roles[role])}</p>
      <NewPerson
        path="/sign-up"
        fields={[nameField()]}
        initial={{ code, name: name ?? '' }}
        refused={texts.invitationOver}
        {...(role === 'staff' && { onDone: () => location.assign(toDoor()) })}
      />
    </>,
  )
}

const setupCodeIn = (fragment: string): string | undefined => /^#setup\/([^/]+)$/.exec(fragment)?.[1]

export const Arrival = ({ fragment }: { fragment: string }) => {
  const own = settings.value?.own ?? null
  const invitation = invitationIn(fragment)
  const setupCode = setupCodeIn(fragment)
  if (own !== null && otherHost() === undefined) {
    if (invitation !== undefined) return <Invitation key={invitation} code={invitation} />
    if (own.isSetupOpen) return <Setup key={setupCode} code={setupCode} />
  }
  const isSetUp = setupCode !== undefined && own?.isSetupOpen === false
  return <SignedOut lead={isSetUp ? texts.setupOver : texts.signInLead} />
}
