// All texts, dates and numbers of the page, in its language.
import { type AllWords, type Language, makeWords } from '../shared/language.ts'
import { loadPart } from '../shared/load-part.ts'
import { type Load, language } from '../shared/page-language.ts'
import { setEntranceTexts } from '../shared/texts.ts'
import type { DialogTexts } from './languages/dialogs-en.ts'
import type { DoorTexts } from './languages/en.ts'

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

let locale = 'en'

/** Times in the time zone of the phone. */
const format = (options: Intl.DateTimeFormatOptions) => {
  let made: { locale: string; formatter: Intl.DateTimeFormat } | undefined
  return (time: number): string => {
    if (made?.locale !== locale) made = { locale, formatter: new Intl.DateTimeFormat(locale, options) }
    return made.formatter.format(time)
  }
}

export const formatTime = format({ hour: '2-digit', minute: '2-digit' })
export const formatSeconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
export const formatDay = format({ weekday: 'short', day: 'numeric', month: 'short' })

/** A time, with its date unless it is today. */
export const formatWhen = (time: number, formatTimeOfDay = formatTime): string => {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  return isToday ? formatTimeOfDay(time) : `${formatDay(time)}${texts.separator}${formatTimeOfDay(time)}`
}

/** When and at which gate somebody was checked in, as far as it is known. */
export const describeCheckIn = (at: number | null, device: string | null): string =>
  texts.alreadyAt(at === null ? null : formatWhen(at), device)

export const formatNumber = (value: number): string => value.toLocaleString(locale)

/** How long ago something was, for example "2 seconds ago". */
export const formatAge = (ms: number, style: Intl.RelativeTimeFormatStyle): string => {
  const seconds = Math.floor(ms / 1_000)
  const [value, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.floor(seconds / 60), 'minute'] as const)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(-value, unit)
}

/** The day and time at which a session starts. */
export const formatStart = ({ startsAt }: { startsAt: string }): string =>
  `${formatDay(Date.parse(startsAt))}${texts.separator}${formatTime(Date.parse(startsAt))}`

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
