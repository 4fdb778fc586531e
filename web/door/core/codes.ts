// What a scanner reads and a person types: the ticket that it names, and what is read again and again.
import type { Ticket } from './ticket.ts'

/** The copy of a session's list, which storage keeps. */
export type Copy = {
  readonly get: (id: string) => Ticket | undefined
  /** The ids of the tickets with exactly this number, in either case. */
  readonly withNumber: (number: string) => readonly string[]
}

const URL_START = /^https?:\/\//i

/** The forms in which a code can name a ticket: as it is, or the end of a URL. */
export const codesIn = (text: string): string[] => {
  const code = text.trim()
  if (!URL_START.test(code)) return [code]
  const [, end = ''] = /.*[/=#?&]([^/=#?&]+)[/#]*$/.exec(code) ?? []
  try {
    return [...new Set([end, decodeURIComponent(end)])]
  } catch {
    return [end]
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id that a code is or ends with. The service may know the ticket although the phone does not. */
export const idIn = (text: string): string | undefined =>
  codesIn(text)
    .find((code) => UUID.test(code))
    ?.toLowerCase()

/** The tickets whose number or id a code is. */
export const findByCode = (copy: Copy, text: string): Ticket[] => {
  const ids = codesIn(text).flatMap((code) => [...copy.withNumber(code), code.toLowerCase()])
  return [...new Set(ids)].flatMap((id) => copy.get(id) ?? [])
}

/** Shorter text may as well be a seat or the end of a number. */
const MIN_NUMBER_LENGTH = 6

/** Whether typed text that names a ticket is enough to let somebody in: a whole number or id, in one piece. */
export const isWholeCode = (text: string): boolean =>
  !/\s/.test(text.trim()) && codesIn(text).some((code) => code.length >= MIN_NUMBER_LENGTH)

/** The same code again within this time is not read. */
const REPEAT_MS = 3_000

/** When codes were last in view, by a clock that does not jump. */
export type Readings = ReadonlyMap<string, number>

/** Notes that a code is in view. It is new unless it was in view within the last three seconds. */
export const readCode = (
  readings: Readings,
  code: string,
  now: number,
): { readings: Readings; isNew: boolean } => {
  const recent = [...readings].filter(([, at]) => now - at < REPEAT_MS)
  return { readings: new Map(recent).set(code, now), isNew: !recent.some(([other]) => other === code) }
}

const MAX_CHARACTERS = 60

/** Text that fits on the card. Codes can have thousands of characters. */
export const shorten = (text: string): string => {
  const characters = [...text.trim().replace(/\p{C}/gu, ' ')]
  return characters.length <= MAX_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_CHARACTERS).join('')}…`
}
