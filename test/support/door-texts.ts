// All texts of the door page in a language: of its start, and of what is loaded after it.
import { makeTexts as ar } from '../../web/door/languages/ar.ts'
import { makeTexts as de } from '../../web/door/languages/de.ts'
import { makeDialogTexts as dialogsAr } from '../../web/door/languages/dialogs-ar.ts'
import { makeDialogTexts as dialogsDe } from '../../web/door/languages/dialogs-de.ts'
import { type DialogTexts, makeDialogTexts as dialogsEn } from '../../web/door/languages/dialogs-en.ts'
import { makeDialogTexts as dialogsEs } from '../../web/door/languages/dialogs-es.ts'
import { makeDialogTexts as dialogsFr } from '../../web/door/languages/dialogs-fr.ts'
import { makeDialogTexts as dialogsPl } from '../../web/door/languages/dialogs-pl.ts'
import { type DoorTexts, makeTexts as en } from '../../web/door/languages/en.ts'
import { makeTexts as es } from '../../web/door/languages/es.ts'
import { makeTexts as fr } from '../../web/door/languages/fr.ts'
import { makeTexts as pl } from '../../web/door/languages/pl.ts'
import { type AllWords, type Language, makeWords } from '../../web/shared/language.ts'

const MAKERS = { en, de, fr, es, pl, ar }
const DIALOG_MAKERS = {
  ...{ en: dialogsEn, de: dialogsDe, fr: dialogsFr, es: dialogsEs, pl: dialogsPl, ar: dialogsAr },
}

export type AllDoorTexts = DoorTexts & DialogTexts

export const doorTexts = (
  language: Language,
  words: AllWords = makeWords(language, language),
): AllDoorTexts => ({ ...MAKERS[language](words), ...DIALOG_MAKERS[language](words) })
