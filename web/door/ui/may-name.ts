// Whose check-ins may be named, and which were refused for lack of access.
import { subject } from '../../shared/account.ts'
import { type CheckIn, isRejected } from '../core/check-in.ts'
import { isAccessDenied } from '../core/records.ts'
import { list, state, storedSessions } from '../runtime.ts'
import type { Unreadable } from '../storage/entry.ts'

/** Names are shown only to people with access to the session. */
export const mayName = ({ sessionId, subject: by }: Unreadable): boolean => {
  if (by === subject.value) return true
  if (state.value.session?.id === sessionId) return list.value?.confirmedBy === subject.value
  return storedSessions.value.some(({ id, confirmedBy }) => id === sessionId && confirmedBy === subject.value)
}

/** Whether the service rejected it because the person has no access. */
export const isDenied = (checkIn: CheckIn): boolean =>
  isRejected(checkIn) && isAccessDenied(checkIn.rejection?.code ?? '')
