// What people read before they are signed in, in their language. The console itself is in English.
import { type AllWords, type Language, makeWords } from '../shared/language.ts'
import { loadPart } from '../shared/load-part.ts'
import { type Load, language, showLanguage } from '../shared/page-language.ts'
import { setEntranceTexts } from '../shared/texts.ts'
import { type ArrivalTexts, makeArrivalTexts } from './languages/en.ts'

type Module = { makeArrivalTexts: (words: AllWords) => ArrivalTexts }

const MODULES: Record<Language, () => Promise<Module>> = {
  en: async () => ({ makeArrivalTexts }),
  de: () => import('./languages/de.ts'),
  fr: () => import('./languages/fr.ts'),
  es: () => import('./languages/es.ts'),
  pl: () => import('./languages/pl.ts'),
  ar: () => import('./languages/ar.ts'),
}

const english = makeArrivalTexts(makeWords('en', 'en'))
let own = english

export let arrivalTexts = english

export const loadTexts: Load = async (language) => {
  const module = await loadPart(MODULES[language])
  return (words) => {
    own = module.makeArrivalTexts(words)
  }
}

/** Chooses the texts of the screen that is about to be shown. */
export const speakTo = (isSignedIn: boolean): void => {
  arrivalTexts = isSignedIn ? english : own
  setEntranceTexts(arrivalTexts)
  showLanguage(isSignedIn ? 'en' : language.value)
}
