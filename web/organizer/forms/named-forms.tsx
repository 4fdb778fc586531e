// Things with little more than a name: venues, series and ticket types.
import type { Schemas } from '../../shared/schemas.ts'
import type { Organizer } from '../data/organizers.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Series, Venue } from '../data/types.ts'
import { texts } from '../texts.ts'
import { organizerField } from './event-form.tsx'
import { type Draft, FieldErrors, type FieldOf, ThingForm } from './thing-form.tsx'

export type TicketType = Schemas['TicketType']

type Props = { onClose: () => void; onSaved: () => unknown }

const withName =
  (more: (draft: Draft) => object = () => ({})) =>
  (draft: Draft): object | FieldErrors => {
    const name = draft.name?.trim() ?? ''
    return name === '' ? new FieldErrors({ name: texts.nameMissing }) : { name, ...more(draft) }
  }

const NAME: FieldOf = { name: 'name', label: texts.name }

export const NewVenue = ({ organizers, ...props }: Props & { organizers: readonly Organizer[] }) => (
  <ThingForm
    title={texts.newVenueTitle}
    fields={[...organizerField(organizers), NAME]}
    initial={{ organizerId: organizers[0]?.id ?? '', name: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/venues` }}
    toBody={withName(({ organizerId }) => ({ organizerId }))}
    {...props}
  />
)

export const EditVenue = ({ venue, ...props }: Props & { venue: Venue }) => (
  <ThingForm
    title={texts.editVenue}
    fields={[NAME]}
    initial={{ name: venue.name }}
    target={{
      ...{ method: 'PATCH', path: `${ORGANIZER_API}/venues/${venue.id}`, etag: null },
      toDraft: ({ name }: Venue) => ({ name }),
    }}
    toBody={withName()}
    deletion={{ text: texts.deleteVenue(venue.name), onDeleted: props.onSaved }}
    {...props}
  />
)

export const NewSeries = ({
  eventId,
  onSaved,
  onClose,
}: {
  eventId: string
  onClose: () => void
  onSaved: (series: Series) => unknown
}) => (
  <ThingForm
    title={texts.newSeries}
    fields={[NAME, { name: 'description', label: texts.description, kind: 'prose' }]}
    initial={{ name: '', description: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events/${eventId}/series` }}
    toBody={withName(({ description }) => ({ description: description || null }))}
    onSaved={onSaved}
    onClose={onClose}
  />
)

/** How a note is shown at the door. */
export const FLAG_FIELDS: readonly FieldOf[] = [
  { name: 'note', label: texts.note, hint: texts.noteHint },
  {
    name: 'flag',
    label: texts.flag,
    options: (['None', 'Info', 'Stop'] as const).map((value) => ({ value, text: texts.flags[value] })),
  },
]

const typeBody = withName(({ note, flag }) => ({ note: note || null, flag }))
const typeDraft = ({ name, note, flag }: TicketType): Draft => ({ name, note: note ?? '', flag })

export const NewTicketType = ({ eventId, ...props }: Props & { eventId: string }) => (
  <ThingForm
    title={texts.newTicketType}
    fields={[NAME, ...FLAG_FIELDS]}
    initial={{ name: '', note: '', flag: 'None' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events/${eventId}/ticket-types` }}
    toBody={typeBody}
    {...props}
  />
)

export const EditTicketType = ({ type, ...props }: Props & { type: TicketType }) => (
  <ThingForm
    title={texts.editTicketType}
    fields={[NAME, ...FLAG_FIELDS]}
    initial={typeDraft(type)}
    target={{
      ...{ method: 'PATCH', path: `${ORGANIZER_API}/ticket-types/${type.id}`, etag: null },
      toDraft: typeDraft,
    }}
    toBody={typeBody}
    deletion={{ text: texts.deleteTicketType(type.name), onDeleted: props.onSaved }}
    {...props}
  />
)
