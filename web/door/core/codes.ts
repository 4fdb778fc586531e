// Finds the ticket for a scanned or typed text, and ignores repeated reads of the same code.
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import type { Ticket } from './ticket.ts'

/** The phone's copy of a session's list. */
export type Copy = {
  readonly get: (id: string) => Ticket | undefined
  /** The id of the ticket whose code has this hash. */
  readonly withHash: (hash: string) => string | undefined
  /** The ids of the tickets with exactly this number, ignoring case. */
  readonly withNumber: (number: string) => readonly string[]
}

/** The part after the last `/`, `=` or `#`, as in a URL. */
const endOf = (text: string): string => {
  const end = text.split(/[/=#]+/).findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}

/** alf.io encodes a UUID, a slash and a signature, but exports only the UUID. */
const ALF_IO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./

/**
 * Indico encodes `{"i":[2,host,id]}`, with the 16 bytes of the id in base64; older versions encode
 * `{"checkin_secret":id}`.
 */
const indicoIdIn = (text: string): string[] => {
  if (!text.startsWith('{')) return []
  try {
    const { i, checkin_secret: secret } = JSON.parse(text) as { i?: unknown[]; checkin_secret?: unknown }
    if (typeof secret === 'string') return [secret]
    const hex = [...atob(String(i?.[2]))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
    return [hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')]
  } catch {
    return []
  }
}

/** The form of our own codes: people type small letters, spaces and hyphens, and confuse O with 0. */
const normalize = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

const YZ: Record<string, string> = { y: 'z', z: 'y', Y: 'Z', Z: 'Y' }

/** What a scanner types that is set up for a German keyboard. */
const exchangeYZ = (text: string): string => text.replace(/[yz]/gi, (letter) => YZ[letter] as string)

/** The codes that a text may stand for, the likeliest first. */
export const formsOf = (text: string): string[] => {
  const code = text.trim()
  const given = [code, endOf(code), ALF_IO.exec(code)?.[1] ?? '', ...indicoIdIn(code)]
  const forms = [...given, ...given.map(normalize)]
  return [...new Set([...forms, ...forms.map(exchangeYZ)])].filter((form) => form !== '')
}

/** Finds the ticket by its code. */
export const findByCode = (copy: Copy, sessionId: string, text: string): Ticket | undefined => {
  for (const form of formsOf(text)) {
    const id = copy.withHash(hashCode(sessionId, form))
    if (id !== undefined) return copy.get(id)
  }
  return undefined
}

/** Finds tickets by a number or id, which anyone could know. */
export const findByNumber = (copy: Copy, text: string): Ticket[] => {
  const code = text.trim()
  const forms = [code, endOf(code)]
  const ids = forms.flatMap((form) => [...copy.withNumber(form), form.toLowerCase()])
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
export const shorten = (text: string): string => {
  const characters = [...text.trim().replace(/\p{C}/gu, ' ')]
  return characters.length <= MAX_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_CHARACTERS).join('')}…`
}
