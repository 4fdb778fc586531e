// Changes many guests at once, after a preview.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { type Failed, useLoad } from '../data/load.ts'
import { ORGANIZER_API, readSessionsToCopy } from '../data/reads.ts'
import type { SessionDetails } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import { Form } from '../ui/form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import { Select } from '../ui/select.tsx'
import { zoneMark } from '../ui/zone-note.tsx'
import { GuestWarnings } from './guest-effect.tsx'
import { sendSafely } from './send.ts'

export type Action = keyof typeof texts.guestActions
type Preview = Schemas['TicketBulkUpdatePreview']
type Result = Schemas['TicketBulkUpdateResult']

/** A change may write for half a minute. */
const TIMEOUT_MS = 40_000

const NOTE_ROWS = 4

/** What an action changes; undefined as long as something must be chosen. */
const changesOf = (action: Action, value: string): object | undefined => {
  switch (action) {
    case 'type':
      return value === '' ? undefined : { ticketTypeName: value }
    case 'move':
      return value === '' ? undefined : { sessionId: value }
    case 'note':
      return { note: value.trim() === '' ? null : value.trim() }
    default:
      return { status: action }
  }
}

type ChoiceProps = {
  action: Action
  session: SessionDetails
  value: string
  isDisabled: boolean
  onChange: (value: string) => void
}

const CHOOSE = { value: '', text: texts.choose }

/** The other sessions of the organizer, the next ones first. */
const OtherSession = ({ session, value, isDisabled, onChange }: ChoiceProps) => {
  const sessions = useLoad(readSessionsToCopy)
  return (
    <Loaded load={sessions}>
      {({ data }) => {
        const now = Date.now()
        const others = data
          .filter(({ id, organizerId }) => id !== session.id && organizerId === session.organizerId)
          .map((one) => ({ ...one, isPast: Date.parse(one.startsAt) < now }))
          .sort((a, b) => Number(a.isPast) - Number(b.isPast))
        return (
          <Field label={texts.moveTo} hint={texts.moveHint}>
            {(control) => (
              <Select
                value={value}
                disabled={isDisabled}
                options={[
                  CHOOSE,
                  ...others.map((one) => ({
                    value: one.id,
                    text: [
                      one.eventName,
                      timesIn(one.timeZone).full(one.startsAt) + zoneMark(one),
                      ...(one.cancelledAt === null ? [] : [texts.cancelled]),
                    ].join(', '),
                  })),
                ]}
                onChange={onChange}
                {...control}
              />
            )}
          </Field>
        )
      }}
    </Loaded>
  )
}

const Choice = (props: ChoiceProps) => {
  const { action, session, value, isDisabled, onChange } = props
  if (action === 'move') return <OtherSession {...props} />
  if (action === 'type')
    return (
      <Field label={texts.ticketType}>
        {(control) => (
          <Select
            value={value}
            disabled={isDisabled}
            options={[CHOOSE, ...session.ticketTypes.map((name) => ({ value: name, text: name }))]}
            onChange={onChange}
            {...control}
          />
        )}
      </Field>
    )
  if (action === 'note')
    return (
      <Field label={texts.note} hint={texts.notesHint}>
        {(control) => (
          <textarea
            class="input"
            rows={NOTE_ROWS}
            value={value}
            disabled={isDisabled}
            onInput={(event) => onChange(event.currentTarget.value)}
            {...control}
          />
        )}
      </Field>
    )
  return null
}

type EffectProps = { preview: Preview; action: Action; names: ReadonlyMap<string, string> }

const Effect = ({ preview, action, names }: EffectProps) => {
  const { matched, toChange, unchanged, inside, leftOut, warnings } = preview
  const isStaying = action === 'Valid' || action === 'note' || action === 'type'
  return (
    <div class="stack" role="status">
      <Figures
        figures={[
          [texts.chosenGuests, matched],
          [texts.toUpdate, toChange],
          [texts.unchangedGuests, unchanged],
        ]}
      />
      {inside > 0 && !isStaying && <p class="notice warn">{texts.areInside(inside)}</p>}
      {leftOut.map(({ reason, count, ticketIds }) => {
        const known = ticketIds.map((id) => names.get(id)).filter((name) => name !== undefined)
        return (
          <p class="notice warn" key={reason}>
            {texts.staysAsItIs(count, texts.reasonsToStay[reason])}
            {known.length > 0 && ` ${known.join(', ')}${count > known.length ? ' …' : ''}`}
          </p>
        )
      })}
      <GuestWarnings warnings={warnings} />
    </div>
  )
}

type Props = {
  session: SessionDetails
  action: Action
  /** Which guests, as the service takes them. */
  chosen: object
  names: ReadonlyMap<string, string>
  onClose: () => void
  onDone: (result: Result) => unknown
}

export const ChangeGuests = ({ session, action, chosen, names, onClose, onDone }: Props) => {
  const path = `${ORGANIZER_API}/sessions/${session.id}/tickets/bulk-update`
  const value = useSignal('')
  const preview = useSignal<Preview | undefined>(undefined)
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const isBusy = useSignal(false)
  const isOver = useSignal(false)
  /** Raised when something else is to be previewed. */
  const turn = useRef(0)
  const changes = changesOf(action, value.value)

  const send = async <Body,>(to: string, more: object) => {
    isBusy.value = true
    const body = { ...chosen, changes: changesOf(action, value.peek()), ...more }
    const answer = await sendSafely<Body>(to, { method: 'POST', body, timeoutMs: TIMEOUT_MS })
    isBusy.value = false
    return answer
  }
  const makePreview = async (): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    const answer = await send<Preview>(`${path}/preview`, {})
    if (mine !== turn.current) return
    preview.value = answer.kind === 'ok' ? answer.body : undefined
    failure.value = answer.kind === 'ok' ? undefined : { failed: answer }
  }
  const choose = (chosenValue: string): void => {
    turn.current += 1
    value.value = chosenValue
    preview.value = undefined
    failure.value = undefined
    isOver.value = false
    if (action !== 'note' && chosenValue !== '') void makePreview()
  }
  // Where nothing is to be chosen, the preview comes by itself.
  useEffect(() => {
    if (action !== 'note' && changes !== undefined) void makePreview()
  }, [])
  const apply = async (): Promise<void> => {
    const shown = preview.value
    if (isBusy.value) return
    if (shown === undefined) return makePreview()
    const answer = await send<Result>(path, {
      expectedVersion: shown.version,
      ...(isOver.value && { overCapacity: true }),
    })
    if (answer.kind === 'ok') return void (await onDone(answer.body))
    if (answer.kind === 'error' && answer.code === 'preview_outdated') {
      await makePreview()
      failure.value = { failed: answer, text: texts.outdated }
    } else {
      failure.value = {
        failed: answer,
        ...(answer.kind === 'unreachable' && { text: texts.notKnownApplied }),
      }
    }
  }
  const shown = preview.value
  const needsRoom = action === 'move' && shown?.warnings.some(({ code }) => code === 'over_capacity') === true
  const isGrave = action === 'Voided' || action === 'Refunded'
  return (
    <Dialog title={texts.guestActionTitles[action]} onClose={onClose}>
      <Form onSubmit={apply}>
        <Choice
          {...{ action, session, value: value.value, onChange: choose }}
          isDisabled={isBusy.value && shown !== undefined}
        />
        {isBusy.value && shown === undefined && <Loading />}
        {shown !== undefined && <Effect preview={shown} action={action} names={names} />}
        {needsRoom && (
          <label class="check">
            <input
              type="checkbox"
              checked={isOver.value}
              onChange={({ currentTarget }) => (isOver.value = currentTarget.checked)}
            />
            {texts.overCapacity}
          </label>
        )}
        {failure.value !== undefined && (
          <Failure {...failure.value} onRetry={shown === undefined ? makePreview : undefined} />
        )}
        <div class="buttons foot">
          <Button
            type="submit"
            look={isGrave && shown !== undefined ? 'danger' : 'primary'}
            text={
              shown === undefined
                ? texts.preview
                : isBusy.value
                  ? texts.applying
                  : texts.applyTo(texts.guestActions[action], shown.toChange)
            }
            isBusy={isBusy.value}
            isDisabled={changes === undefined || shown?.toChange === 0 || (needsRoom && !isOver.value)}
          />
          <Button text={texts.cancel} onClick={onClose} />
        </div>
      </Form>
    </Dialog>
  )
}
