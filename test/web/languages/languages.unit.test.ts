// The texts of each language, and which language is chosen.
import { describe, expect, it } from 'vitest'
import * as arrivalAr from '../../../web/organizer/languages/ar.ts'
import * as arrivalDe from '../../../web/organizer/languages/de.ts'
import * as arrivalEn from '../../../web/organizer/languages/en.ts'
import * as arrivalEs from '../../../web/organizer/languages/es.ts'
import * as arrivalFr from '../../../web/organizer/languages/fr.ts'
import * as arrivalPl from '../../../web/organizer/languages/pl.ts'
import {
  type AllWords,
  chooseLanguage,
  LANGUAGES,
  type Language,
  languages,
  localeOf,
  makeWords,
} from '../../../web/shared/language.ts'
import { doorTexts } from '../../support/door-texts.ts'

const ARRIVAL = { en: arrivalEn, de: arrivalDe, fr: arrivalFr, es: arrivalEs, pl: arrivalPl, ar: arrivalAr }

const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100]
const NAMES = ['Ana Sample', 'Gate 17']

/**
 * Words that refuse what they are not meant for, and a count of a category for which the language has no
 * form.
 */
const strictWords = (language: Language): AllWords => {
  const words = makeWords(language, localeOf(language, []))
  const rules = new Intl.PluralRules(language)
  const check = (value: unknown): void => {
    if (typeof value !== 'number') throw new TypeError('This is not a number.')
  }
  return {
    ...words,
    number: (value) => {
      check(value)
      return words.number(value)
    },
    plural: (count, forms) => {
      check(count)
      expect(Object.keys(forms)).toContain(rules.select(count))
      return words.plural(count, forms)
    },
  }
}

type Text = string | ((...values: unknown[]) => string)

const flatten = (value: object, prefix = ''): [string, Text][] =>
  Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'object' ? flatten(text, `${prefix}${name}.`) : [[prefix + name, text as Text]],
  )

const all = Object.fromEntries(
  languages.map((language) => {
    const words = strictWords(language)
    return [
      language,
      new Map([
        ...flatten(doorTexts(language, words)),
        ...flatten(ARRIVAL[language].makeArrivalTexts(words)),
      ]),
    ]
  }),
) as Record<Language, Map<string, Text>>

const say = (language: Language, path: string, values: readonly unknown[]): string => {
  const text = all[language].get(path) as Text
  return typeof text === 'string' ? text : text(...values)
}

const isRefused = (path: string, values: readonly unknown[]): boolean =>
  languages.some((language) => {
    try {
      return say(language, path, values) === ''
    } catch (error) {
      if (error instanceof TypeError) return true
      throw error
    }
  })

/** What a text may be called with: names, a count and names, or two counts. */
const samplesOf = (path: string): (readonly unknown[])[] => {
  if (!isRefused(path, NAMES)) return [NAMES]
  if (!isRefused(path, [1, 'Gate 17', 'Ana Sample']))
    return COUNTS.map((count) => [count, 'Gate 17', 'Ana Sample'])
  return COUNTS.map((count) => [count, 121])
}

const PATHS = [...all.en.keys()]
/** Words that a language shares with English, and texts that are no words. */
const SAME: Record<string, readonly string[]> = {
  de: ['title', 'link', 'separator', 'status.Name', 'tickets', 'vibration', 'number', 'name'],
  fr: ['title', 'separator', 'vibration'],
  es: ['title', 'separator'],
  pl: ['title', 'separator', 'link'],
  ar: ['title'],
}
/** Other languages say less than the browser's or the service's English message. */
const WITHOUT_REASON = ['passkeyFailed', 'signInFailed', 'refused']
const ENGLISH =
  /(?<!\p{L})(the|this|that|and|cannot|with|phone|ticket is|was|were|try|again|your?|check(ed)? in)(?!\p{L})/iu

/** In the data of Unicode. The method is too new for the types. */
const directionOf = (language: Language): string =>
  (new Intl.Locale(language) as unknown as { getTextInfo: () => { direction: string } }).getTextInfo()
    .direction

it.each(languages)('%s runs in the direction of its script', (language) => {
  expect(LANGUAGES[language].direction).toBe(directionOf(language))
})

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  it('has the texts of English, with the same names and numbers in them', () => {
    expect([...all[language].keys()].sort()).toEqual([...PATHS].sort())
    for (const path of PATHS) {
      for (const values of samplesOf(path)) {
        const text = say(language, path, values)
        const english = say('en', path, values)
        expect(text.trim(), path).not.toBe('')
        expect(text, path).not.toMatch(/undefined|null|NaN|\[object/)
        if (!SAME[language]?.includes(path)) expect(text, path).not.toBe(english)
        expect(text.replaceAll(/Ana Sample|Gate 17/g, ''), path).not.toMatch(ENGLISH)
        // One and two may be words.
        const shown = values.filter((value) => typeof value === 'string' || Number(value) > 2).map(String)
        if (!WITHOUT_REASON.includes(path))
          for (const value of shown) if (english.includes(value)) expect(text, path).toContain(value)
      }
    }
  })
})

it('names the code of a message of the service, which is in English', () => {
  expect(say('en', 'refused', ['Too many.', 'rate_limited'])).toBe('Too many.')
  for (const language of languages.slice(1)) {
    const text = say(language, 'refused', ['Too many.', 'rate_limited'])
    expect(text).toContain('rate_limited')
    expect(text).not.toContain('Too many.')
  }
})

describe.each(languages)('%s', (language) => {
  it('has a form for each number of tickets', () => {
    for (let count = 0; count <= 200; count += 1) {
      for (const path of ['hiddenGuests', 'cannotSend', 'transferred', 'signOutUnsent', 'toSend'])
        expect(say(language, path, [count, '20:00'])).not.toBe('')
    }
  })

  it('has verdicts that begin with different words', () => {
    const first = (path: string): string => say(language, path, []).split(' ')[0]?.toLowerCase() ?? ''
    const [already, ...refusals] = [
      ...['AlreadyCheckedIn', 'NotValid', 'UnknownTicket', 'WrongCode', 'OtherSession', 'NotSaved'],
    ].map((outcome) => first(`outcomes.${outcome}`))
    expect([already, ...refusals]).not.toContain(first('outcomes.CheckedIn'))
    expect(refusals).not.toContain(already)
  })

  it('has different words for cancelling, closing, undoing, letting in and not letting in', () => {
    const words = ['cancel', 'close', 'undo', 'letIn', 'dontLetIn'].map((path) => say(language, path, []))
    expect(new Set(words).size).toBe(words.length)
  })

  it('isolates names where text runs from right to left, and has no marks elsewhere', () => {
    const text = say(language, 'connectAs', ['(Club) A', 'Gate 17'])
    if (LANGUAGES[language].direction === 'rtl') expect(text).toContain('\u2068(Club) A\u2069')
    else expect(text).not.toMatch(/[\u2066-\u2069\u200e\u200f]/)
  })
})

it('counts in Polish and Arabic as people do', () => {
  const inPolish = [1, 2, 5, 12, 22].map((count) => say('pl', 'hiddenGuests', [count]).split(' na ')[0])
  expect(inPolish).toEqual(['1 bilet', '2 bilety', '5 biletów', '12 biletów', '22 bilety'])
  const inArabic = [1, 2, 3, 11, 100].map((count) => say('ar', 'cannotSend', [count]).split(': ')[1])
  expect(inArabic).toEqual(['تسجيل واحد', 'تسجيلان', '3 تسجيلات', '11 تسجيلًا', '100 تسجيل'])
})

describe('the choice of the language', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['nl-NL', 'PL', 'en'], 'pl'],
    [null, ['zh', 'ja'], 'en'],
    [null, [], 'en'],
    ['ar', ['de'], 'ar'],
    ['xx', ['fr-CA'], 'fr'],
    ['toString', [], 'en'],
  ])('with the setting %s on a phone in %j is %s', (setting, preferred, chosen) => {
    expect(chooseLanguage(setting, preferred)).toBe(chosen)
  })

  it.each([
    ['de', ['en-US', 'de-AT'], 'de-AT'],
    ['de', ['en-US'], 'de'],
    ['en', ['nl-NL'], 'en-GB'],
    ['ar', ['ar-SA'], 'ar-SA'],
    ['en', ['en-US@posix'], 'en'],
  ] as const)('for %s on a phone in %j formats as %s, with Latin digits', (language, preferred, tag) => {
    const { baseName, calendar, numberingSystem } = new Intl.Locale(localeOf(language, preferred))
    expect([baseName, calendar, numberingSystem]).toEqual([tag, 'gregory', 'latn'])
  })

  it('shows the digits of printed tickets and the common calendar in Arabic', () => {
    const locale = localeOf('ar', ['ar-SA'])
    expect(
      new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2026, 5)),
    ).toBe('2026')
    expect(makeWords('ar', locale).number(1_234)).toMatch(/^1.234$/)
  })
})
