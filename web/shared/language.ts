// The languages of the pages, and what their texts are made with.

/** What each language calls itself. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pl: 'Polski',
  ar: 'العربية',
} as const

export type Language = keyof typeof LANGUAGES
export const languages = Object.keys(LANGUAGES) as Language[]

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/** On a phone of a language that there is not, English has the clock of most countries, which counts to 24. */
const bareTagOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** `setting` wins; else the first language of the phone that there is; else English. */
export const chooseLanguage = (setting: string | null, preferred: readonly string[]): Language =>
  [setting ?? '', ...preferred.map(primaryOf)].find(isLanguage) ?? 'en'

/**
 * For dates, numbers and plurals: the tag of the phone where it is of the language (`de-AT`). The digits are Latin in Arabic
 * too, and the calendar is everybody's: what the phone shows must match what is printed on tickets.
 */
export const localeOf = (language: Language, preferred: readonly string[]): string => {
  const options = { calendar: 'gregory', numberingSystem: 'latn' }
  const tag = preferred.find((one) => primaryOf(one) === language) ?? bareTagOf(language)
  try {
    return new Intl.Locale(tag, options).toString()
  } catch {
    // Some systems have tags that no standard knows, such as `en-US@posix`.
    return new Intl.Locale(language, options).toString()
  }
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'

/** Keeps a name or number of either direction in one piece. Text that runs from left to right needs no marks. */
export const isolateIn = (language: Language, text: string): string =>
  isRightToLeft(language) ? `\u2068${text}\u2069` : text

type Category = Intl.LDMLPluralRule

/** What the texts of a language are made with. `Used` are the plural categories that its whole numbers have. */
export type Words<Used extends Category = 'one' | 'other'> = {
  number: (value: number) => string
  plural: (count: number, forms: Record<Used, string>) => string
  /** For names, numbers and codes within a sentence. */
  isolate: (text: string) => string
}

/** For any language. */
export type AllWords = Omit<Words, 'plural'> & {
  plural: (count: number, forms: Partial<Record<Category, string>> & { other: string }) => string
}

export const makeWords = (language: Language, locale: string): AllWords => {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return {
    number: (value) => numbers.format(value),
    // French and Spanish have a category for millions, which no session has.
    plural: (count, forms) => forms[rules.select(count)] ?? forms.other,
    isolate: (text) => isolateIn(language, text),
  }
}
