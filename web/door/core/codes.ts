// What a scanner reads and a person types: the ticket that it names, and what is read again and again.
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import type { Ticket } from './ticket.ts'

/** The copy of a session's list, which storage keeps. */
export type Copy = {
  readonly get: (id: string) => Ticket | undefined
  /** The id of the ticket whose code has this hash. */
  readonly withHash: (hash: string) => string | undefined
  /** The ids of the tickets with exactly this number, in either case. */
  readonly withNumber: (number: string) => readonly string[]
}

/** What stands after the last `/`, `=` or `#`, as in a URL. */
const endOf = (text: string): string => {
  const end = text.split(/[/=#]+/).findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}

/** alf.io writes a UUID, a slash and a signature, and exports the UUID alone. */
const ALF_IO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./

/** Indico encodes `{"i":[2,host,id]}`, the id as the base64 of its 16 bytes; older versions `{"checkin_secret":id}`. */
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

/** As our codes are written: people type small letters, spaces and hyphens, and take O for 0. */
const normalize = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

const YZ: Record<string, string> = { y: 'z', z: 'y', Y: 'Z', Z: 'Y' }

/** As a scanner types it that takes the phone for one with a German keyboard. */
const exchangeYZ = (text: string): string => text.replace(/[yz]/gi, (letter) => YZ[letter] as string)

/** What a text may mean, the likeliest first. */
export const formsOf = (text: string): string[] => {
  const code = text.trim()
  const given = [code, endOf(code), ALF_IO.exec(code)?.[1] ?? '', ...indicoIdIn(code)]
  const forms = [...given, ...given.map(normalize)]
  return [...new Set([...forms, ...forms.map(exchangeYZ)])].filter((form) => form !== '')
}

/** The ticket whose code a text is. */
export const findByCode = (copy: Copy, sessionId: string, text: string): Ticket | undefined => {
  for (const form of formsOf(text)) {
    const id = copy.withHash(hashCode(sessionId, form))
    if (id !== undefined) return copy.get(id)
  }
  return undefined
}

/** The tickets whose number or id a text is, which anybody can know. */
export const findByNumber = (copy: Copy, text: string): Ticket[] => {
  const code = text.trim()
  const forms = [code, endOf(code)]
  const ids = forms.flatMap((form) => [...copy.withNumber(form), form.toLowerCase()])
  return [...new Set(ids)].flatMap((id) => copy.get(id) ?? [])
}

/** The same code again within this time is not read. */
const REPEAT_MS = 3_000

/** When codes were last in view, by a clock that does not jump; the latest is the last. */
export type Readings = ReadonlyMap<string, number>

/** Notes that a code is in view. It is new unless it was in view within the last three seconds. */
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

/** Text that fits on the card. Codes can have thousands of characters. */
export const shorten = (text: string): string => {
  const characters = [...text.trim().replace(/\p{C}/gu, ' ')]
  return characters.length <= MAX_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MAX_CHARACTERS).join('')}…`
}
