// What people, phones and programs may see: their role, and the event to which they are limited.
import type { Schemas } from '../../shared/schemas.ts'
import type { EventItem } from '../data/types.ts'
import { texts } from '../texts.ts'
import { namedOptions, textOptions } from '../ui/select.tsx'
import type { FieldOf } from './control.tsx'
import type { Draft } from './draft.ts'

export type Role = Schemas['Member']['role']

export const eventField = (events: readonly EventItem[]): FieldOf => ({
  name: 'eventId',
  label: texts.event,
  options: [{ value: '', text: texts.allEvents }, ...namedOptions(events)],
})

export const roleFields = (roles: readonly Role[], events: readonly EventItem[]): FieldOf[] => [
  { name: 'role', label: texts.role, options: textOptions(roles, texts.roles) },
  { ...eventField(events), hint: texts.onlyStaff },
]

export const roleBody = ({ role, eventId }: Draft) => ({
  role,
  eventId: role === 'staff' ? eventId || null : null,
})
