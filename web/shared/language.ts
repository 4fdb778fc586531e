// The language of a page, and what its texts are made with.
import { isLanguage, LANGUAGES, type Language, primaryOf } from '../../src/languages.ts'

export { LANGUAGES, type Language, languages, localeOf } from '../../src/languages.ts'

/** `setting` wins, then the first language of the device that there is, then English. */
export const chooseLanguage = (setting: string | null, preferred: readonly string[]): Language =>
  [setting ?? '', ...preferred.map(primaryOf)].find(isLanguage) ?? 'en'

/** Isolates a name or number of either direction. Text from left to right needs no marks. */
export const isolateIn = (language: Language, text: string): string =>
  LANGUAGES[language].direction === 'rtl' ? `\u2068${text}\u2069` : text

type Category = Intl.LDMLPluralRule

/** What a language makes its texts with. `Used` are the plural categories of its whole numbers. */
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
