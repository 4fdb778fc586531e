// Finds the ticket for a scanned or typed text, and ignores repeated reads of the same code.
import { type Further, findByForms, NOTHING, textsIn } from '../../../src/domain/tickets/code-forms.ts'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import type { Figures } from '../../shared/list-copy.ts'
import type { Guest, Ticket, TicketType } from './ticket.ts'

/** The phone's copy of a session's list. */
export type Copy = Figures & {
  readonly get: (id: string) => Ticket | undefined
  /** The id of the ticket whose code has this hash. */
  readonly withHash: (hash: string) => string | undefined
  /** The ids of the tickets with exactly this number, ignoring case. */
  readonly withNumber: (number: string) => readonly string[]
  /** The ticket types by name. */
  readonly types: Pick<ReadonlyMap<string, TicketType>, 'get'>
}

let loaded = NOTHING

/** Takes what is not loaded at first: what a text that is no code may be instead. */
export const takeFurther = (further: Further): void => {
  loaded = further
}

/** Finds the ticket by its code. */
export const findByCode = (
  copy: Copy,
  sessionId: string,
  text: string,
  further = loaded,
): Ticket | undefined => {
  const id = findByForms(text, (code) => copy.withHash(hashCode(sessionId, code)), further)
  return id === undefined ? undefined : copy.get(id)
}

/** Finds tickets by a number or id, which anyone could know. */
export const findByNumber = (copy: Copy, text: string): Ticket[] => {
  const ids = textsIn(text).flatMap((form) => [...copy.withNumber(form), form.toLowerCase()])
  return [...new Set(ids)].flatMap((id) => copy.get(id) ?? [])
}

/** A code that is read again within this time counts as the same reading. */
const REPEAT_MS = 3_000

/** When each code was last in view, by the monotonic clock, the latest last. */
export type Readings = ReadonlyMap<string, number>

/** Records that a code is in view. It is new unless it was in view within the last three seconds. */
export const readCode = (
  readings: Readings,
  code: string,
  now: number,
): { readings: Readings; isNew: boolean } => {
  const recent = new Map([...readings].filter(([, at]) => now - at < REPEAT_MS))
  const isNew = !recent.delete(code)
  return { readings: recent.set(code, now), isNew }
}

const MAX_CHARACTERS = 60

/** Shortens a text to fit on the card. Codes can have thousands of characters. */
const shorten = (text: string): string => {
  const characters = [...text.trim().replace(/\p{C}/gu, ' ')]
  return characters.length <= MAX_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_CHARACTERS).join('')}…`
}

/** What is shown of a code that has no ticket. */
export const unknownGuest = (text: string): Guest => ({
  ...{ id: '', number: shorten(text), name: null, type: '', seat: null },
})
