// What lists say of a guest: whether they have paid, or come.

import { readYesOrNo } from './cells.ts'

/** The beginning of a date, in any order. */
const DATE = /^\d{1,4}([./-])\d{1,2}\1\d{2,4}/
/** What databases have for no date. */
const NO_DATE = /^(?:0{4}-0?0-0?0|0001-01-01|1970-01-01|1899-12-3[01]|0?[01][./]0?[01][./]1900)/
/** The beginnings of months without accents, in eleven languages. */
const MONTH = `(?:${[
  'jan|feb|fev|mar|mrt|mae|apr|avr|abr|may|mai|mag|maj|maio|mei|jun|juin|juil|jul|giu|lug|aug|aout|ago|sep|set|oct|okt|out|ott',
  'nov|dec|dez|des|dic|gen|ene|janv|fevr|sty|lut|kwi|cze|lip|sie|wrz|paz|lis|gru',
].join('|')})[a-z]*\\.?`
/** `2 Nov 2026`, `Mon, Nov 2`, `2. November` */
const DATE_IN_WORDS = new RegExp(
  `^(?:(?!no|kein)[a-z]{2,12}[.,]?\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|er|[.º])?[\\s-](?:(?:of|de)\\s)?${MONTH}|${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?)(?=$|[\\s,/-])`,
)
/** Days or seconds, in a column that says when. */
const WHEN = /^(?:[34]\d{4}(?:\.\d+)?|1\d{9}|1\d{12})$/

const isDateInWords = (cell: string): boolean =>
  DATE_IN_WORDS.test(cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ź', 'z'))

/** Whether something happened, by a word or its date. Undefined for any other cell. */
export const readWhether = (cell: string, isWhen = false): boolean | undefined => {
  if (NO_DATE.test(cell)) return false
  const isDate = DATE.test(cell) || isDateInWords(cell) || (isWhen && WHEN.test(cell))
  return readYesOrNo(cell) ?? (isDate ? true : undefined)
}

/** Whole cells, in eleven languages. */
const words = (...all: string[]): RegExp => new RegExp(`^(?:${all.join('|')})[.!]?$`, 'iu')

const VALID = words(
  'true|wahr|vrai|verdadero|vero|prawda|verdadeiro|waar|[✓✔✅☑]\ufe0f?',
  'valid|active|ok|paid|free|completed?|processing|authorized|confirmed(?: by rsvp)?|approved|accepted|attending|attended|going|coming|yes|y|registered',
  'booked|purchased|issued|(?:not (?:yet )?)?checked.?in|j|angemeldet|dabei|(?:nicht )?eingecheckt|inscrite?|présente?|inscrit[oa]',
  'registrad[oa]|iscritt[oa]|registrat[oa]|zapisan[ya]|zarejestrowan[ya]|aangemeld|ingeschreven|komt|anmäld|kommer|tilmeldt|påmeldt',
  'ja|bezahlt|bestätigt|gültig|aktiv|zugesagt|zusage|kommt|nimmt teil|teilnahme|abgeschlossen|in bearbeitung|participe|terminée?|asistirá|completad[oa]|procesando|oui|payée?|validée?|valide|confirmée?',
  's[ií]|pagad[oa]|apro[bv]ad[oa]|confirmad[oa]|activ[oa]|válid[oa]|sì|pagato|confermato|valido|sim|pag[oa]|tak|opłacon[eya]|potwierdzon[eya]',
  'ważny|betaald|bevestigd|geldig|betald|bekräftad|giltig|betalt|bekræftet|bekreftet|gyldig',
)
const REFUNDED = words(
  '(?:fully )?refunded|(?:rück)?erstattet|remboursée?|reembolsad[oa]|rimborsat[oa]|zwrócon[eya]|terugbetaald|återbetald|refunderet|refundert',
)
const VOIDED = words(
  'false|falsch|faux|falso|fałsz|onwaar|[✗✘❌☐]\ufe0f?',
  "cancel?led|void|voided|declined(?: by rsvp)?|denied|rejected|no|n|not (?:going|attending|coming)|can[’']?t (?:go|come|make it)|expired|failed|deleted",
  'wait(?:ing )?list(?:ed)?|pending(?: payment)?|unpaid|awaiting payment|on hold|withdrawn|nein|abgesagt|absage|storniert|abgelehnt',
  'unbezahlt|offen|warteliste|kommt nicht|nimmt nicht teil|zahlung ausstehend|fehlgeschlagen|ne participe pas|échouée?|no asistirá|non|annulée?|refusée?|impayée?|en attente|cancelad[oa]|anulad[oa]|pendiente|rechazad[oa]',
  'annullat[oa]|in attesa|não|pendente|nie|anulowan[eya]|odwołan[eya]|nieopłacon[eya]|nee|geannuleerd|onbetaald|nej|avbokad|inställd',
  'obetald|aflyst|annulleret|ubetalt|nei|avlyst|kansellert',
)
/** They may come, so they are expected. */
const UNSURE = words(
  'no (?:response|reply|answer)|not (?:yet )?responded|awaiting (?:response|reply)|unconfirmed|keine antwort|(?:pas de|sans) réponse',
  'sin respuesta|nessuna risposta|sem resposta|brak odpowiedzi|geen antwoord|inget svar|intet svar|ikke svart?',
  'partially (?:refunded|paid)|maybe|tentative|interested|invited|vielleicht|eingeladen|peut[- ]être|invitée?|quizás|tal vez|forse|talvez|może|misschien|kanske|måske|kanskje',
)

/** The status of a ticket, and whether the word leaves it open. Undefined for any other word. */
export const readState = (
  cell: string,
): { status: 'Valid' | 'Refunded' | 'Voided'; isUnsure?: true } | undefined => {
  const text = cell.replace(/[_-]/g, ' ').replace(/^wc /, '')
  if (VALID.test(text)) return { status: 'Valid' }
  if (REFUNDED.test(text)) return { status: 'Refunded' }
  if (VOIDED.test(text)) return { status: 'Voided' }
  return UNSURE.test(text) ? { status: 'Valid', isUnsure: true } : undefined
}
