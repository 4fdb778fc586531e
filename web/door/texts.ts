// All texts, dates and numbers of the page, in its language.
import { type AllWords, type Language, makeWords } from '../shared/language.ts'
import { loadPart } from '../shared/load-part.ts'
import { type Load, language } from '../shared/page-language.ts'
import { setEntranceTexts } from '../shared/texts.ts'
import type { Guest } from './core/ticket.ts'
import type { DialogTexts } from './languages/dialogs-en.ts'
import type { DoorTexts } from './languages/en.ts'
import { role } from './role.ts'
import { session } from './runtime.ts'

type Parts = {
  start: () => Promise<{ makeTexts: (words: AllWords) => DoorTexts }>
  /** The texts of what is loaded after the start. */
  dialogs: () => Promise<{ makeDialogTexts: (words: AllWords) => DialogTexts }>
}

/** Only the texts of one language are loaded, at the start, so that they work without a network. */
const PARTS: Record<Language, Parts> = {
  en: { start: () => import('./languages/en.ts'), dialogs: () => import('./languages/dialogs-en.ts') },
  de: { start: () => import('./languages/de.ts'), dialogs: () => import('./languages/dialogs-de.ts') },
  fr: { start: () => import('./languages/fr.ts'), dialogs: () => import('./languages/dialogs-fr.ts') },
  es: { start: () => import('./languages/es.ts'), dialogs: () => import('./languages/dialogs-es.ts') },
  pl: { start: () => import('./languages/pl.ts'), dialogs: () => import('./languages/dialogs-pl.ts') },
  ar: { start: () => import('./languages/ar.ts'), dialogs: () => import('./languages/dialogs-ar.ts') },
}

export let texts: DoorTexts & DialogTexts

/** A guest's name. On a phone without names, the ticket type says most. */
export const titleOf = ({ name, type }: Pick<Guest, 'name'> & Partial<Guest>): string =>
  name ?? ((role && type) || texts.noName)

let locale = 'en'

const makeFormatter = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    // The phone is older than the time zone.
    return makeFormatter({ ...options, timeZone: undefined })
  }
}

/** Times in a zone, by default that of the open session's event. `''` is the zone of the phone. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (time: number, timeZone = session.value?.timeZone ?? ''): string => {
    const key = locale + timeZone
    const formatter = made.get(key) ?? makeFormatter({ ...options, timeZone: timeZone || undefined })
    made.set(key, formatter)
    return formatter.format(time)
  }
}

/** As the language writes the hour: 4:14 AM, 04:14. */
export const formatTime = format({ timeStyle: 'short' })
export const formatSeconds = format({ timeStyle: 'medium' })
export const formatDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
const formatTimeAndZone = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

/** A time, with its date unless it is today. */
export const formatWhen = (time: number, formatTimeOfDay = formatTime, timeZone?: string): string => {
  const [day, timeOfDay] = [formatDay(time, timeZone), formatTimeOfDay(time, timeZone)]
  return day === formatDay(Date.now(), timeZone) ? timeOfDay : day + texts.separator + timeOfDay
}

/** When and at which gate somebody was checked in, as far as it is known. */
export const describeCheckIn = (at: number | null, device: string | null, timeZone?: string): string =>
  texts.alreadyAt(at === null ? null : formatWhen(at, formatTime, timeZone), device)

export const formatNumber = (value: number): string => value.toLocaleString(locale)

/** How long ago something was, for example "2 seconds ago". */
export const formatAge = (ms: number, style: Intl.RelativeTimeFormatStyle): string => {
  const seconds = Math.floor(ms / 1_000)
  const [value, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.floor(seconds / 60), 'minute'] as const)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(-value, unit)
}

type Start = { startsAt: string; timeZone?: string | undefined }

/** The time at which a session starts, with its event's zone where the phone's clock shows another time. */
export const formatStartTime = ({ startsAt, timeZone = '' }: Start): string => {
  const time = Date.parse(startsAt)
  const clock = (zone: string): string => formatDay(time, zone) + formatTime(time, zone)
  return (clock(timeZone) === clock('') ? formatTime : formatTimeAndZone)(time, timeZone)
}

/** The day and time at which a session starts. */
export const formatStart = (start: Start): string =>
  formatDay(Date.parse(start.startsAt), start.timeZone ?? '') + texts.separator + formatStartTime(start)

let hasDialogs = false

export const loadTexts: Load = async (next) => {
  const [{ makeTexts }, dialogs] = await Promise.all([
    loadPart(PARTS[next].start),
    hasDialogs ? loadPart(PARTS[next].dialogs) : undefined,
  ])
  return (words, nextLocale) => {
    texts = { ...makeTexts(words), ...(dialogs?.makeDialogTexts(words) as DialogTexts) }
    setEntranceTexts(texts)
    locale = nextLocale
  }
}

/** Adds the texts of what is loaded after the start. */
export const loadDialogTexts = async (): Promise<void> => {
  const current = language.peek()
  const { makeDialogTexts } = await loadPart(PARTS[current].dialogs)
  hasDialogs = true
  // Somebody may have chosen another language.
  if (language.peek() !== current) return loadDialogTexts()
  Object.assign(texts, makeDialogTexts(makeWords(current, locale)))
}
