// A new event, or its name and time zone.
import { timeZones } from '../data/dates.ts'
import type { Ok } from '../data/load.ts'
import type { Organizer } from '../data/organizers.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem } from '../data/types.ts'
import { TIME_ZONE } from '../formats.ts'
import { texts } from '../texts.ts'
import { type Draft, FieldErrors, type FieldOf, ThingForm } from './thing-form.tsx'

const fieldsOf = (timeZone: string): FieldOf[] => [
  { name: 'name', label: texts.name },
  {
    name: 'timeZone',
    label: texts.eventTimeZone,
    options: timeZones(timeZone).map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
  },
  {
    name: 'walkIns',
    label: texts.walkIns,
    options: [
      { value: 'false', text: texts.walkInsForbidden },
      { value: 'true', text: texts.walkInsAllowed },
    ],
  },
]

const toBody = ({ name = '', walkIns, ...draft }: Draft): object | FieldErrors =>
  name.trim() === ''
    ? new FieldErrors({ name: texts.nameMissing })
    : { name: name.trim(), ...draft, walkIns: walkIns === 'true' }

type NewProps = {
  organizers: readonly Organizer[]
  onClose: () => void
  onSaved: (event: EventItem) => void
}

/** The organizer as a choice, if the person manages several. */
export const organizerField = (organizers: readonly Organizer[]): FieldOf[] =>
  organizers.length < 2
    ? []
    : [
        {
          name: 'organizerId',
          label: texts.organizer,
          options: organizers.map(({ id, name }) => ({ value: id, text: name })),
        },
      ]

export const NewEvent = ({ organizers, onClose, onSaved }: NewProps) => (
  <ThingForm
    title={texts.newEvent}
    fields={[...organizerField(organizers), ...fieldsOf(TIME_ZONE)]}
    initial={{ organizerId: organizers[0]?.id ?? '', name: '', timeZone: TIME_ZONE, walkIns: 'false' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events` }}
    toBody={toBody}
    onClose={onClose}
    onSaved={onSaved}
  />
)

type EditProps = { loaded: Ok<EventItem>; onClose: () => void; onSaved: () => unknown; onDeleted: () => void }

const draftOf = ({ name, timeZone, walkIns }: EventItem): Draft => ({
  ...{ name, timeZone },
  walkIns: String(walkIns),
})

export const EditEvent = ({ loaded: { body, etag }, onDeleted, ...props }: EditProps) => (
  <ThingForm
    title={texts.editEvent}
    fields={fieldsOf(body.timeZone)}
    initial={draftOf(body)}
    target={{ method: 'PATCH', path: `${ORGANIZER_API}/events/${body.id}`, etag, toDraft: draftOf }}
    toBody={toBody}
    deletion={{ text: texts.deleteEvent(body.name), onDeleted }}
    {...props}
  />
)
