// A guest's ticket: a new one, or the values of one.
import type { Schemas } from '../../shared/schemas.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { texts } from '../texts.ts'
import type { FieldOf } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { NOTE_FIELDS } from './named-forms.tsx'
import type { Errors } from './use-edit.ts'

export type ManagedTicket = Schemas['ManagedTicket']

/** The optional texts of a ticket, in the form and on the screen of a guest. */
export const TICKET_TEXTS = [
  { name: 'seatLabel', label: texts.seat },
  { name: 'reference', label: texts.reference },
] as const

/** A value for each of them. */
const eachText = <Value,>(of: (name: (typeof TICKET_TEXTS)[number]['name']) => Value) =>
  Object.fromEntries(TICKET_TEXTS.map(({ name }) => [name, of(name)]))

const fieldsOf = (types: readonly string[]): FieldOf[] => [
  { name: 'name', label: texts.name },
  { name: 'holderEmail', label: texts.email },
  {
    name: 'ticketTypeName',
    label: texts.ticketType,
    missing: texts.typeMissing,
    ...(types.length > 0 && { options: types.map((name) => ({ value: name, text: name })) }),
  },
  ...TICKET_TEXTS,
  { name: 'company', label: texts.company },
  ...NOTE_FIELDS,
]

/** `email`: of the attendee. The form does not show it. */
const toBody = (draft: Draft, email: string | null) => {
  const { name, company, ticketTypeName, holderEmail, note, flag } = draft
  return {
    attendee: name === '' ? null : { name, email, company: company || null },
    ticketTypeName,
    holderEmail: holderEmail || null,
    ...eachText((text) => draft[text] || null),
    note: note || null,
    flag,
  }
}

/** The service keeps the company of a guest who has a name. */
const check = ({ name, company }: Draft): Errors =>
  name === '' && company !== '' ? { name: texts.nameMissing } : {}

type NewProps = {
  sessionId: string
  types: readonly string[]
  onClose: () => void
  onSaved: () => unknown
}

export const NewGuest = ({ sessionId, types, ...props }: NewProps) => (
  <FormDialog
    title={texts.newGuest}
    action={texts.addGuest}
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
      ...{ name: '', holderEmail: '', ticketTypeName: types[0] ?? texts.guestList },
      ...{ ...eachText(() => ''), company: '', note: '', flag: 'None', overCapacity: '' },
    }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/sessions/${sessionId}/tickets` }}
    check={check}
    toBody={(draft, id) => ({
      tickets: [{ id, ...toBody(draft, null) }],
      overCapacity: draft.overCapacity === 'true',
    })}
    {...props}
  />
)

type EditProps = {
  path: string
  loaded: Ok<ManagedTicket>
  types: readonly string[]
  onClose: () => void
  onSaved: () => unknown
  onDeleted: () => void
}

const toDraft = (ticket: ManagedTicket): Draft => ({
  name: ticket.attendee?.name ?? '',
  holderEmail: ticket.holderEmail ?? '',
  ticketTypeName: ticket.ticketTypeName,
  ...eachText((name) => ticket[name] ?? ''),
  company: ticket.attendee?.company ?? '',
  note: ticket.note ?? '',
  flag: ticket.flag,
})

export const EditGuest = ({ path, loaded: { body, etag }, types, onDeleted, ...props }: EditProps) => (
  <FormDialog
    title={texts.editGuest}
    action={texts.save}
    fields={fieldsOf([...new Set([...types, body.ticketTypeName])])}
    initial={toDraft(body)}
    target={{ method: 'PATCH', path, etag, toDraft }}
    check={check}
    toBody={(draft) => toBody(draft, body.attendee?.email ?? null)}
    deletion={{ text: texts.deleteGuest, onDeleted }}
    {...props}
  />
)
