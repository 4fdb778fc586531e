// A new event, or the values of one.
import { useSignal } from '@preact/signals'
import { presentName } from '../data/dates.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem, Organizer } from '../data/types.ts'
import { TIME_ZONE } from '../formats.ts'
import { texts } from '../texts.ts'
import { namedOptions } from '../ui/select.tsx'
import { type FieldOf, NAME } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { ZoneChange, type ZoneChoice } from './zone-change.tsx'

const FIELDS: FieldOf[] = [
  NAME,
  { name: 'timeZone', label: texts.eventTimeZone, hint: texts.zoneHint, kind: 'zone' },
  {
    name: 'walkIns',
    label: texts.walkIns,
    hint: texts.walkInsHint,
    options: [
      { value: 'false', text: texts.off },
      { value: 'true', text: texts.on },
    ],
  },
]

const toBody = ({ walkIns, ...draft }: Draft) => ({ ...draft, walkIns: walkIns === 'true' })

type NewProps = {
  organizers: readonly Organizer[]
  onClose: () => void
  onSaved: (event: EventItem) => void
}

export const NewEvent = ({ organizers, ...props }: NewProps) => (
  <FormDialog
    title={texts.newEvent}
    action={texts.createEvent}
    fields={[
      ...(organizers.length < 2
        ? []
        : [{ name: 'organizerId', label: texts.organizer, options: namedOptions(organizers) }]),
      ...FIELDS,
    ]}
    initial={{
      organizerId: organizers[0]?.id ?? '',
      name: '',
      timeZone: presentName(TIME_ZONE),
      walkIns: 'false',
    }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events` }}
    toBody={(draft, id) => ({ id, ...toBody(draft) })}
    {...props}
  />
)

type EditProps = { loaded: Ok<EventItem>; onClose: () => void; onSaved: () => unknown; onDeleted: () => void }

const toDraft = ({ name, timeZone, walkIns }: EventItem): Draft => ({
  ...{ name, timeZone },
  walkIns: String(walkIns),
})

export const EditEvent = ({ loaded: { body, etag }, onDeleted, ...props }: EditProps) => {
  const choice = useSignal<ZoneChoice>('keep')
  return (
    <FormDialog
      title={texts.editEvent}
      action={texts.save}
      fields={FIELDS}
      initial={toDraft(body)}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/events/${body.id}`, etag, toDraft }}
      toBody={(draft) => ({
        ...toBody(draft),
        ...(draft.timeZone !== body.timeZone && choice.value === 'keep' && { hours: 'keep' }),
      })}
      deletion={{ text: texts.deleteEvent(body.name), onDeleted }}
      {...props}
    >
      {({ timeZone = '' }, saved) =>
        timeZone !== saved.timeZone && (
          <ZoneChange eventId={body.id} before={saved.timeZone ?? ''} after={timeZone} choice={choice} />
        )
      }
    </FormDialog>
  )
}
