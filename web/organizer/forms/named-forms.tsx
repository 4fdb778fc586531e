// Forms for what has little more than a name: venues, series and ticket types.
import { ORGANIZER_API } from '../data/reads.ts'
import type { Series, TicketType, Venue } from '../data/types.ts'
import { texts } from '../texts.ts'
import { textOptions } from '../ui/select.tsx'
import { type FieldOf, NAME } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { SERIES_FIELDS, seriesBody } from './series-fields.ts'

type Props = { onClose: () => void; onSaved: () => unknown }

export const NewVenue = ({ organizerId, ...props }: Props & { organizerId: string }) => (
  <FormDialog
    title={texts.newVenue}
    action={texts.createVenue}
    fields={[NAME]}
    initial={{ name: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/venues` }}
    toBody={({ name }, id) => ({ id, organizerId, name })}
    {...props}
  />
)

export const EditVenue = ({ venue, ...props }: Props & { venue: Venue }) => (
  <FormDialog
    title={texts.editVenue}
    action={texts.save}
    fields={[NAME]}
    initial={{ name: venue.name }}
    target={{ method: 'PATCH', path: `${ORGANIZER_API}/venues/${venue.id}` }}
    toBody={({ name }) => ({ name })}
    deletion={{ text: texts.deleteVenue(venue.name), onDeleted: props.onSaved }}
    {...props}
  />
)

type NewSeriesProps = { eventId: string; onClose: () => void; onSaved: (series: Series) => unknown }

export const NewSeries = ({ eventId, ...props }: NewSeriesProps) => (
  <FormDialog
    title={texts.newSeries}
    action={texts.createSeries}
    fields={SERIES_FIELDS}
    initial={{ name: '', description: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events/${eventId}/series` }}
    toBody={(draft, id) => ({ id, ...seriesBody(draft) })}
    {...props}
  />
)

/** How a note is shown at the door. */
export const NOTE_FIELDS: readonly FieldOf[] = [
  { name: 'note', label: texts.note, hint: texts.noteHint },
  { name: 'flag', label: texts.flag, options: textOptions(['None', 'Info', 'Stop'], texts.flags) },
]

const typeBody = ({ name, note, flag }: Draft) => ({ name, note: note || null, flag })

export const NewTicketType = ({ eventId, ...props }: Props & { eventId: string }) => (
  <FormDialog
    title={texts.newTicketType}
    action={texts.createTicketType}
    fields={[NAME, ...NOTE_FIELDS]}
    initial={{ name: '', note: '', flag: 'None' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/events/${eventId}/ticket-types` }}
    toBody={(draft, id) => ({ id, ...typeBody(draft) })}
    {...props}
  />
)

export const EditTicketType = ({ type, ...props }: Props & { type: TicketType }) => (
  <FormDialog
    title={texts.editTicketType}
    action={texts.save}
    fields={[NAME, ...NOTE_FIELDS]}
    initial={{ name: type.name, note: type.note ?? '', flag: type.flag }}
    target={{ method: 'PATCH', path: `${ORGANIZER_API}/ticket-types/${type.id}` }}
    toBody={typeBody}
    deletion={{ text: texts.deleteTicketType(type.name), onDeleted: props.onSaved }}
    {...props}
  />
)
