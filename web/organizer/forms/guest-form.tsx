// A guest's ticket: a new one, or the values of one.
import { useRef } from 'preact/hooks'
import type { Schemas } from '../../shared/schemas.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { texts } from '../texts.ts'
import { FLAG_FIELDS } from './named-forms.tsx'
import { type Draft, FieldErrors, type FieldOf, ThingForm } from './thing-form.tsx'

export type ManagedTicket = Schemas['ManagedTicket']

const fieldsOf = (types: readonly string[]): FieldOf[] => [
  { name: 'name', label: texts.name },
  { name: 'holderEmail', label: texts.email },
  {
    name: 'ticketTypeName',
    label: texts.ticketType,
    ...(types.length > 0 && { options: types.map((name) => ({ value: name, text: name })) }),
  },
  { name: 'seatLabel', label: texts.seat },
  { name: 'company', label: texts.company },
  ...FLAG_FIELDS,
]

const toBody = (draft: Draft): { body: object; errors: Record<string, string> } => {
  const { name = '', ticketTypeName = '', holderEmail, seatLabel, company, note, flag } = draft
  const attendee =
    name.trim() === '' ? null : { name: name.trim(), email: null, company: company?.trim() || null }
  return {
    body: {
      ticketTypeName: ticketTypeName.trim(),
      attendee,
      holderEmail: holderEmail?.trim() || null,
      seatLabel: seatLabel?.trim() || null,
      note: note?.trim() || null,
      flag,
    },
    errors: ticketTypeName.trim() === '' ? { ticketTypeName: texts.typeMissing } : {},
  }
}

type NewProps = {
  sessionId: string
  types: readonly string[]
  onClose: () => void
  onSaved: () => unknown
}

/** Adds one guest, or several at once with the same values. */
export const AddGuests = ({ sessionId, types, onClose, onSaved }: NewProps) => {
  const id = useRef(crypto.randomUUID()).current
  return (
    <ThingForm
      title={texts.addGuests}
      fields={[
        ...fieldsOf(types),
        {
          name: 'overCapacity',
          label: texts.overCapacity,
          options: [
            { value: '', text: texts.no },
            { value: 'true', text: texts.yes },
          ],
        },
      ]}
      initial={{
        ...{
          name: '',
          holderEmail: '',
          ticketTypeName: types[0] ?? texts.guestList,
          seatLabel: '',
          company: '',
        },
        ...{ note: '', flag: 'None', overCapacity: '' },
      }}
      target={{ method: 'POST', path: `${ORGANIZER_API}/sessions/${sessionId}/tickets` }}
      toBody={(draft) => {
        const { body, errors } = toBody(draft)
        if (Object.keys(errors).length > 0) return new FieldErrors(errors)
        return { id: undefined, tickets: [{ id, ...body }], overCapacity: draft.overCapacity === 'true' }
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

type EditProps = {
  path: string
  loaded: Ok<ManagedTicket>
  types: readonly string[]
  onClose: () => void
  onSaved: () => unknown
  onDeleted: () => void
}

const draftOf = ({ attendee, ticketTypeName, holderEmail, seatLabel, note, flag }: ManagedTicket): Draft => ({
  name: attendee?.name ?? '',
  holderEmail: holderEmail ?? '',
  ticketTypeName,
  seatLabel: seatLabel ?? '',
  company: attendee?.company ?? '',
  note: note ?? '',
  flag,
})

export const EditGuest = ({ path, loaded: { body, etag }, types, onDeleted, ...props }: EditProps) => (
  <ThingForm
    title={texts.editGuest}
    fields={fieldsOf([...new Set([...types, body.ticketTypeName])])}
    initial={draftOf(body)}
    target={{ method: 'PATCH', path, etag, toDraft: draftOf }}
    toBody={(draft) => {
      const { body: values, errors } = toBody(draft)
      if (Object.keys(errors).length > 0) return new FieldErrors(errors)
      const { attendee, ...rest } = values as { attendee: { email: string | null } | null }
      return { ...rest, attendee: attendee && { ...attendee, email: body.attendee?.email ?? null } }
    }}
    deletion={{ text: texts.deleteGuest, onDeleted }}
    {...props}
  />
)
