// Every text that people read on the page, and dates and numbers, in the language of the page.
import type { AllWords, Language } from '../shared/language.ts'
import type { Load } from '../shared/page-language.ts'
import { setEntranceTexts } from '../shared/texts.ts'
import type { DoorTexts } from './languages/en.ts'

type Module = { makeTexts: (words: AllWords) => DoorTexts }

/** What people may need without a network is loaded at the start: the texts of one language. */
const MODULES: Record<Language, () => Promise<Module>> = {
  en: () => import('./languages/en.ts'),
  de: () => import('./languages/de.ts'),
  fr: () => import('./languages/fr.ts'),
  es: () => import('./languages/es.ts'),
  pl: () => import('./languages/pl.ts'),
  ar: () => import('./languages/ar.ts'),
}

export let texts: DoorTexts

let locale = 'en'

/** Times in the zone of the phone. */
const format = (options: Intl.DateTimeFormatOptions) => {
  let made: { locale: string; formatter: Intl.DateTimeFormat } | undefined
  return (time: number): string => {
    if (made?.locale !== locale) made = { locale, formatter: new Intl.DateTimeFormat(locale, options) }
    return made.formatter.format(time)
  }
}

export const formatTime = format({ hour: 'numeric', minute: '2-digit' })
export const formatSeconds = format({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
export const formatDay = format({ weekday: 'short', day: 'numeric', month: 'short' })

/** When a session starts, with its day. */
export const formatStart = ({ startsAt }: { startsAt: string }): string =>
  `${formatDay(Date.parse(startsAt))}${texts.separator}${formatTime(Date.parse(startsAt))}`

export const loadTexts: Load = async (language) => {
  const { makeTexts } = await MODULES[language]()
  return (words, next) => {
    texts = makeTexts(words)
    setEntranceTexts(texts)
    locale = next
  }
}
