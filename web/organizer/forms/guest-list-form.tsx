// A guest list: a new one, one for each date of a series, or the values of one.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { toInstant, toLocal } from '../data/dates.ts'
import { ORGANIZER_API, pathOfSeries, type SeriesPath } from '../data/reads.ts'
import { formatZone, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { type FieldOf, NAME } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { NOTE_FIELDS } from './named-forms.tsx'
import type { Errors } from './use-edit.ts'

export type GuestList = Schemas['GuestList']
/** What a list of it depends on. */
export type SessionOfList = Pick<
  Schemas['SessionDetails'],
  'id' | 'timeZone' | 'startsAt' | 'doorsOpenAt' | 'cancelledAt'
>

const MAX_QUOTA = 2_000
/** Of the links that are shown at once. */
const LINES = 6
const MAX_PLUS_ONES = 20

/** When a list closes unless it says otherwise. */
export const closesByItself = ({ startsAt, doorsOpenAt }: SessionOfList): number =>
  Date.parse(doorsOpenAt ?? startsAt)

const FIELDS: readonly FieldOf[] = [
  NAME,
  { name: 'quota', label: texts.places, kind: 'number', missing: texts.placesMissing },
  { name: 'maxPlusOnes', label: texts.plusOnes, hint: texts.plusOnesHint, kind: 'number' },
  { name: 'ticketTypeName', label: texts.ticketType, hint: texts.listTypeHint },
]
const MORE_FIELDS: readonly FieldOf[] = [
  ...NOTE_FIELDS,
  { name: 'showArrivals', label: texts.showArrivals, kind: 'check' },
]

const fieldsFor = (session: SessionOfList): FieldOf[] => [
  ...FIELDS,
  {
    name: 'closesAt',
    label: texts.closes,
    hint: texts.closesHint(
      timesIn(session.timeZone).dayTime(closesByItself(session)),
      formatZone(session.timeZone),
    ),
    kind: 'datetime-local',
  },
  ...MORE_FIELDS,
]

const INITIAL: Draft = {
  ...{ name: '', quota: '20', maxPlusOnes: '3', ticketTypeName: '', note: '', flag: 'None' },
  showArrivals: 'true',
}

const isWhole = (text = '', least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

const check = ({ quota, maxPlusOnes }: Draft): Errors => ({
  ...(!isWhole(quota, 1, MAX_QUOTA) && { quota: texts.notPlaces(1, MAX_QUOTA) }),
  ...(!isWhole(maxPlusOnes, 0, MAX_PLUS_ONES) && { maxPlusOnes: texts.notPlaces(0, MAX_PLUS_ONES) }),
})

const valuesOf = ({ name, quota, maxPlusOnes, ticketTypeName, note, flag, showArrivals }: Draft) => ({
  ...{ name, quota: Number(quota), maxPlusOnes: Number(maxPlusOnes), note: note || null, flag },
  ...(ticketTypeName && { ticketTypeName }),
  showArrivals: showArrivals !== '',
})

/** An empty one follows the session. */
const closingOf = ({ closesAt = '' }: Draft, timeZone: string) => ({
  closesAt: closesAt === '' ? null : (toInstant(closesAt, timeZone) ?? null),
})

type Props<Made> = { onClose: () => void; onSaved: (made: Made) => unknown }

export const NewGuestList = ({ session, ...props }: Props<GuestList> & { session: SessionOfList }) => (
  <FormDialog<GuestList>
    title={texts.addGuestList}
    action={texts.addGuestList}
    fields={fieldsFor(session)}
    initial={{ ...INITIAL, closesAt: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/sessions/${session.id}/guest-lists` }}
    check={check}
    toBody={(draft, id) => ({ id, ...valuesOf(draft), ...closingOf(draft, session.timeZone) })}
    {...props}
  />
)

/** The links of new lists, a line for each date. */
const Links = ({
  lists,
  timeZone,
  onClose,
}: {
  lists: readonly GuestList[]
  timeZone: string
  onClose: () => void
}) => {
  // A new list closes when the doors open, or else at the start.
  const { dayTime } = timesIn(timeZone)
  const lines = lists.map(({ closesAt, link }) => `${dayTime(closesAt)}: ${link}`).join('\n')
  return (
    <Dialog title={texts.listsMade(lists.length)} onClose={onClose}>
      {lists.length > 0 && (
        <Field label={texts.listLinks}>
          {(control) => <textarea class="input" readOnly rows={LINES} value={lines} {...control} />}
        </Field>
      )}
      <div class="buttons foot">
        {lists.length > 0 && <CopyButton value={lines} text={texts.copyLinks} />}
        <Button look="primary" text={texts.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}

type SeriesProps = {
  series: SeriesPath
  timeZone: string
  onClose: () => void
  onMade: () => unknown
}

export const NewGuestListsOfSeries = ({ series, timeZone, onClose, onMade }: SeriesProps) => {
  const made = useSignal<readonly GuestList[] | undefined>(undefined)
  if (made.value !== undefined) return <Links lists={made.value} timeZone={timeZone} onClose={onClose} />
  return (
    <FormDialog<Schemas['NewGuestLists']>
      title={texts.addListsOfSeries}
      action={texts.addGuestLists}
      fields={[...FIELDS, ...MORE_FIELDS]}
      initial={INITIAL}
      target={{ method: 'POST', path: `${pathOfSeries(series)}/guest-lists` }}
      check={check}
      toBody={valuesOf}
      onClose={onClose}
      onSaved={async ({ created }) => {
        made.value = created
        await onMade()
      }}
    >
      {() => <p class="soft">{texts.listsOfSeriesHelp}</p>}
    </FormDialog>
  )
}

type EditProps = Props<GuestList> & { session: SessionOfList; list: GuestList; onDeleted: () => unknown }

export const EditGuestList = ({ session, list, onDeleted, ...props }: EditProps) => {
  const { timeZone } = session
  const closesAt = Date.parse(list.closesAt)
  return (
    <FormDialog<GuestList>
      title={texts.editGuestList}
      action={texts.save}
      fields={fieldsFor(session)}
      initial={{
        ...{ name: list.name, quota: String(list.quota), maxPlusOnes: String(list.maxPlusOnes) },
        ...{ ticketTypeName: list.ticketTypeName, note: list.note ?? '', flag: list.flag },
        closesAt: closesAt === closesByItself(session) ? '' : toLocal(closesAt, timeZone),
        showArrivals: list.showArrivals ? 'true' : '',
      }}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/guest-lists/${list.id}` }}
      check={check}
      toBody={(draft) => ({ ...valuesOf(draft), ...closingOf(draft, timeZone) })}
      deletion={{ text: texts.confirmDeleteList(list.name), onDeleted }}
      {...props}
    />
  )
}
