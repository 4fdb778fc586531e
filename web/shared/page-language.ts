// The language of this page: a setting, or the language of the device. Only its texts are loaded.
import { signal } from '@preact/signals'
import {
  type AllWords,
  chooseLanguage,
  isolateIn,
  LANGUAGES,
  type Language,
  languages,
  localeOf,
  makeWords,
} from './language.ts'

/** The language of the texts. */
export const language = signal<Language>('en')

/** For names, numbers and codes that are joined to one text. Elements of their own are `<bdi>`. */
export const isolate = (text: string): string => isolateIn(language.peek(), text)

/** Loads the texts of a language. The result puts them in place. */
export type Load = (language: Language) => Promise<(words: AllWords, locale: string) => void>

const KEY = 'doorlist.language'
/** Longer than a text of 5 KB takes on any network with which somebody can work. */
const LIMIT_MS = 8_000

let load: Load

/** The setting of this device; null: same as the device. */
export const readLanguage = (): string | null => localStorage.getItem(KEY)

export const keepLanguage = (setting: string | null): void => {
  if (setting === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, setting)
}

export const showLanguage = (shown: Language): void => {
  document.documentElement.lang = shown
  document.documentElement.dir = LANGUAGES[shown].direction
}

const prepare = async (next: Language): Promise<() => void> => {
  const put = await load(next)
  return () => {
    const locale = localeOf(next, navigator.languages)
    put(makeWords(next, locale), locale)
    showLanguage(next)
    language.value = next
  }
}

/**
 * Loads the texts before anything is shown. Offline, any language that the device holds will do.
 *
 * @throws if there is none
 */
export const startLanguage = async (loadTexts: Load): Promise<void> => {
  load = loadTexts
  const limit = new Promise<never>((_, reject) => setTimeout(reject, LIMIT_MS))
  const chosen = prepare(chooseLanguage(readLanguage(), navigator.languages))
  const put = await Promise.race([chosen, limit]).catch(() => Promise.any(languages.map(prepare)))
  put()
}

/** Returns whether it worked: without a network it does not. */
export const changeLanguage = async (setting: string | null): Promise<boolean> => {
  try {
    const put = await prepare(chooseLanguage(setting, navigator.languages))
    keepLanguage(setting)
    put()
    return true
  } catch {
    return false
  }
}
