// The texts and times of the page, in its language.
import type { AllWords, Language } from '../shared/language.ts'
import type { Load } from '../shared/page-language.ts'
import type { ListTexts } from './languages/en.ts'

const PARTS: Record<Language, () => Promise<{ makeTexts: (words: AllWords) => ListTexts }>> = {
  en: () => import('./languages/en.ts'),
  de: () => import('./languages/de.ts'),
  fr: () => import('./languages/fr.ts'),
  es: () => import('./languages/es.ts'),
  pl: () => import('./languages/pl.ts'),
  ar: () => import('./languages/ar.ts'),
}

export let texts: ListTexts

let locale = 'en'

export const loadTexts: Load = async (next) => {
  const { makeTexts } = await PARTS[next]()
  return (words, nextLocale) => {
    texts = makeTexts(words)
    locale = nextLocale
  }
}

/** Day and time in the zone of the event, as the night is announced. */
export const formatTime = (instant: string, timeZone: string): string => {
  const options: Intl.DateTimeFormatOptions = {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' },
  }
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(instant))
  } catch {
    // The phone is older than the time zone.
    return new Intl.DateTimeFormat(locale, options).format(new Date(instant))
  }
}
