// The languages of the door page, the sign-in and the guest's page. Pages import this module too.

export const LANGUAGES = {
  // `en` alone would give American formats with a 12-hour clock.
  en: { name: 'English', direction: 'ltr', tag: 'en-GB' },
  de: { name: 'Deutsch', direction: 'ltr', tag: 'de' },
  fr: { name: 'Français', direction: 'ltr', tag: 'fr' },
  es: { name: 'Español', direction: 'ltr', tag: 'es' },
  pl: { name: 'Polski', direction: 'ltr', tag: 'pl' },
  ar: { name: 'العربية', direction: 'rtl', tag: 'ar' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; tag: string }>

export type Language = keyof typeof LANGUAGES
export const languages = Object.keys(LANGUAGES) as Language[]

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

export const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/**
 * For dates, numbers and plurals: the first preferred tag of the language, such as `de-AT`. Digits are
 * Latin and the calendar is Gregorian in every language, as printed on tickets.
 */
export const localeOf = (language: Language, preferred: readonly string[] = []): string => {
  const options = { calendar: 'gregory', numberingSystem: 'latn' }
  const tag = preferred.find((one) => primaryOf(one) === language) ?? LANGUAGES[language].tag
  try {
    return new Intl.Locale(tag, options).toString()
  } catch {
    // Some systems have tags that no standard knows, such as `en-US@posix`.
    return new Intl.Locale(language, options).toString()
  }
}
