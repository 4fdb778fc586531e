// How guests come and go: the areas of an event, and the rule of each ticket type.
import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import type { Failed } from '../data/load.ts'
import { ENTRIES } from '../data/presence.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Area, TicketType } from '../data/types.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { textOptions } from '../ui/select.tsx'
import { Control, type FieldOf, NAME } from './control.tsx'
import { changesOf, type Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { mayEnter, parseAreas, problemOf, toAreas } from './rule-texts.ts'
import { sendSafely } from './send.ts'
import type { Errors } from './use-edit.ts'
import { parseCapacity, parseMinutes } from './whole-numbers.ts'

type Entries = TicketType['entries']
type Props = { onClose: () => void; onSaved: () => unknown }

const AREA_FIELDS: readonly FieldOf[] = [
  NAME,
  { name: 'capacity', label: texts.capacity, hint: texts.areaCapacityHint, kind: 'number' },
]

const checkArea = ({ capacity = '' }: Draft): Errors =>
  capacity !== '' && Number.isNaN(parseCapacity(capacity)) ? { capacity: texts.errors['not-a-capacity'] } : {}

const areaBody = ({ name, capacity = '' }: Draft) => ({
  name,
  capacity: capacity === '' ? null : parseCapacity(capacity),
})

export const NewArea = ({ eventId, ...props }: Props & { eventId: string }) => (
  <FormDialog
    title={texts.newArea}
    action={texts.createArea}
    fields={AREA_FIELDS}
    initial={{ name: '', capacity: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events/${eventId}/areas` }}
    check={checkArea}
    toBody={(draft, id) => ({ id, ...areaBody(draft) })}
    {...props}
  />
)

/** The ticket types whose rules name an area. */
const typesNaming = (area: Area, types: readonly TicketType[]): TicketType[] =>
  types.filter(({ areas }) => areas?.includes(area.id))

export const EditArea = ({ area, types, ...props }: Props & { area: Area; types: readonly TicketType[] }) => (
  <FormDialog
    title={texts.editArea}
    action={texts.save}
    fields={AREA_FIELDS}
    initial={{ name: area.name, capacity: area.capacity === null ? '' : String(area.capacity) }}
    target={{ method: 'PATCH', path: `${ORGANIZER_API}/areas/${area.id}` }}
    check={checkArea}
    toBody={areaBody}
    deletion={{
      text: texts.deleteArea(area.name, typesNaming(area, types).length),
      onDeleted: props.onSaved,
    }}
    {...props}
  />
)

const minutesFields: readonly FieldOf[] = [
  { name: 'from', label: texts.firstEntryFrom, hint: texts.minutesHint, kind: 'number' },
  { name: 'until', label: texts.firstEntryUntil, hint: texts.minutesHint, kind: 'number' },
]

const checkMinutes = (draft: Draft): Errors => {
  const [from, until] = [draft.from ?? '', draft.until ?? ''].map(parseMinutes)
  return {
    ...(Number.isNaN(from) && { from: texts.errors['not-minutes'] }),
    ...(Number.isNaN(until) && { until: texts.errors['not-minutes'] }),
    ...(from != null && until != null && from > until && { until: texts.errors['until-before-from'] }),
  }
}

type RuleProps = Props & { type: TicketType; areas: readonly Area[] }

export const EditRule = ({ type, areas, ...props }: RuleProps) => (
  <FormDialog
    title={texts.ruleOf(type.name)}
    action={texts.save}
    fields={[
      { name: 'entries', label: texts.howOften, options: textOptions(ENTRIES, texts.entries) },
      ...areas.map((area): FieldOf => ({ name: area.id, label: texts.mayEnter(area.name), kind: 'check' })),
      ...minutesFields,
    ]}
    initial={{
      entries: type.entries,
      ...Object.fromEntries(areas.map((area) => [area.id, mayEnter(type, area) ? 'true' : ''])),
      from: String(type.from ?? ''),
      until: String(type.until ?? ''),
    }}
    target={{ method: 'PATCH', path: `${ORGANIZER_API}/ticket-types/${type.id}` }}
    check={checkMinutes}
    toBody={({ entries, from = '', until = '', ...draft }) => ({
      entries,
      areas: toAreas(areas, ({ id }) => draft[id] !== ''),
      from: parseMinutes(from),
      until: parseMinutes(until),
    })}
    {...props}
  />
)

/** A larger table is opened on demand. */
const SHOWN_CELLS = 40

type SetUpProps = Props & { eventId: string; types: readonly TicketType[]; areas: readonly Area[] }

/** Everything at once. What was made is not made again if something fails. */
export const SetUpEntry = ({ eventId, types, areas, onClose, onSaved }: SetUpProps) => {
  const common = types.every(({ entries }) => entries === types[0]?.entries) ? types[0]?.entries : undefined
  const entries = useSignal<Entries | undefined>(common)
  const lines = useSignal('')
  /** Pairs of a ticket type and an area that were ticked or unticked. */
  const toggled = useSignal<ReadonlySet<string>>(new Set())
  const error = useSignal<string | undefined>(undefined)
  const failed = useSignal<Failed | undefined>(undefined)
  const isBusy = useSignal(false)
  const isSaved = useSignal(false)
  const isDirty = useComputed(
    () => !isSaved.value && (entries.value !== common || lines.value !== '' || toggled.value.size > 0),
  )
  useUnsaved(isDirty)
  const ids = useRef(new Map<string, string>()).current
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? crypto.randomUUID()
    ids.set(name, id)
    return id
  }
  const added: Area[] = parseAreas(lines.value).map((area) => ({ ...area, id: idOf(area.name), eventId }))
  const all = [...areas, ...added]
  const keyOf = (type: TicketType, area: Area): string => `${type.id} ${area.id}`
  const isTicked = (type: TicketType, area: Area): boolean =>
    mayEnter(type, area) !== toggled.value.has(keyOf(type, area))

  const send = async (): Promise<Failed | undefined> => {
    for (const { id, name, capacity } of added) {
      const path = `${ORGANIZER_API}/events/${eventId}/areas`
      const answer = await sendSafely(path, { method: 'POST', body: { id, name, capacity } })
      if (answer.kind !== 'ok') return answer
    }
    for (const type of types) {
      const allowed = toAreas(all, (area) => isTicked(type, area))
      const body = changesOf(type, { entries: entries.value ?? type.entries, areas: allowed })
      if (Object.keys(body).length === 0) continue
      const path = `${ORGANIZER_API}/ticket-types/${type.id}`
      const answer = await sendSafely(path, { method: 'PATCH', body })
      if (answer.kind !== 'ok') return answer
    }
    return undefined
  }
  const save = async (): Promise<void> => {
    error.value = problemOf(all)
    if (isBusy.value || error.value !== undefined) return
    isBusy.value = true
    failed.value = await send()
    isBusy.value = false
    if (failed.value !== undefined) return
    isSaved.value = true
    await onSaved()
  }
  return (
    <Dialog
      title={texts.comingAndGoing}
      onClose={onClose}
      mayClose={() => !isDirty.value || confirm(texts.leaveUnsaved)}
    >
      <Form onSubmit={save}>
        {types.length === 0 ? (
          <p class="soft">{texts.noTypesYet}</p>
        ) : (
          <fieldset>
            <legend>{texts.howOften}</legend>
            {ENTRIES.map((value) => (
              <label key={value} class="check">
                <input
                  type="radio"
                  name="entries"
                  checked={entries.value === value}
                  onChange={() => (entries.value = value)}
                />
                <span>
                  {texts.entries[value]}
                  <span class="beneath soft small">{texts.entriesHelp[value]}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Control
          field={{ name: 'areas', label: texts.newAreas, hint: texts.newAreasHint, kind: 'prose' }}
          value={lines.value}
          error={error.value}
          onInput={(text) => {
            lines.value = text
            error.value = undefined
          }}
        />
        {all.length > 0 && types.length > 0 && (
          <details open={all.length * types.length <= SHOWN_CELLS}>
            <summary>{texts.whoMayEnter}</summary>
            <div class="stack">
              {types.map((type) => (
                <fieldset key={type.id}>
                  <legend>
                    <bdi>{type.name}</bdi>
                  </legend>
                  <div class="grid">
                    {all.map((area) => (
                      <label key={area.id} class="check">
                        <input
                          type="checkbox"
                          checked={isTicked(type, area)}
                          onChange={() => {
                            const key = keyOf(type, area)
                            const { value: before } = toggled
                            toggled.value = before.has(key)
                              ? new Set([...before].filter((one) => one !== key))
                              : new Set([...before, key])
                          }}
                        />
                        <span>
                          <bdi>{area.name}</bdi>{' '}
                          {area.capacity !== null && !Number.isNaN(area.capacity) && (
                            <span class="soft">{formatNumber(area.capacity)}</span>
                          )}
                        </span>
                      </label>
                    ))}
                  </div>
                </fieldset>
              ))}
            </div>
          </details>
        )}
        <div class="buttons foot">
          <Button
            look="primary"
            type="submit"
            text={isBusy.value ? texts.saving : texts.save}
            isBusy={isBusy.value}
          />
          <Button text={texts.cancel} onClick={onClose} />
        </div>
      </Form>
      {failed.value !== undefined && (
        <Failure
          failed={failed.value}
          text={failed.value.kind === 'unreachable' ? texts.notKnownSaved : undefined}
        />
      )}
    </Dialog>
  )
}
