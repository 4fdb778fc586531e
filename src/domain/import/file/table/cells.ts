// What people and programs write into the cells of a list, as an import takes it.
import { decodeHTMLStrict } from 'entities/decode'
import { isEmailAddress } from '../../../email-address.ts'
import { isVisible } from '../../../visible-text.ts'
import { numberInCell } from './number-words.ts'

/** Some shops encode twice: `&amp;#039;`. */
const MAX_ENCODED = 3

export const decodeEntities = (text: string): string => {
  let decoded = text
  for (let n = 0; n < MAX_ENCODED && /&#?\w+;/.test(decoded); n++) decoded = decodeHTMLStrict(decoded)
  return decoded
}

/** Characters that nobody sees: of no width, of direction, soft hyphens, byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** Joiners, except where they are part of a letter or an emoji. */
const JOINERS = /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])[\u200c\u200d]/gu

/** Line ends, tabs and other control characters, with the spaces around them. */
const CONTROLS = /[\s\p{Cc}]*[\p{Cc}\p{Zl}\p{Zp}][\s\p{Cc}]*/gu

/** A cell on one line, with what a person sees in it and no spaces around. */
export const cleanCell = (cell: string): string =>
  /^[\w .@-]*$/.test(cell)
    ? cell.trim()
    : decodeEntities(cell)
        .replace(INVISIBLE, '')
        .replace(JOINERS, '')
        .replace(CONTROLS, ' ')
        .replace(/\p{Zs}/gu, ' ')
        .trim()
        .replace(/^="(.*)"$/, '$1')

const NO_NAME = /^([-–—]+|#?n\/a)$/i

const NO_VALUE = /^(none|null|nil|keiner?|aucune?|ninguno|nessuno|brak)$/i

/** What spreadsheets show of a formula that failed, in their languages. */
const FAILED = new RegExp(
  `^(?:#[¡¿]?(?:${[
    'div/0!|nv|n/d|(?:ref|bezug|adr|verw|rif|riferimento)!|(?:name|nazwa|nom|nombre|nome|namn|navn|naam)[?]',
    '(?:value|wert|valeur|valor|valore|arg|waarde|värdefel|værdi|verdi|num|zahl|nombre|núm|liczba|getal|nul|null|zero)!',
    '(?:spill|calc)!',
  ].join('|')})|err:\\d{3})$`,
  'i',
)

/** Whether a cell is the error of a formula, as CSV has it. */
export const isFailed = (cell: string): boolean => FAILED.test(cell)

const NAMES: readonly string[] = ['attendeeName', 'firstName', 'lastName']

/** Whether a cell says that it has no value. People are called None and Null, and a flag can be None. */
export const isNothing = (column: string, cell: string): boolean =>
  !isVisible(cell) ||
  NO_NAME.test(cell) ||
  isFailed(cell) ||
  (!NAMES.includes(column) && column !== 'flag' && NO_VALUE.test(cell))

/** An address without what mail programs and people put around it. */
const bareAddress = (text: string): string =>
  (/<([^<>]*)>/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^["'<]+|["'>./]+$/g, '')
    .replace(/^(mailto|e-?mail|mail):\s*/i, '')
    .replace(/\?.*$/, '')

/** Between addresses are signs, words, or only spaces. */
const BETWEEN = /[,;|()[\]]|(?<=>)|\s(?:[&+/]|and|und|et|og|och|en|[yieo])\s/i

/** The addresses in a cell, each once. */
export const addressesIn = (cell: string): string[] => {
  const found = cell.split(BETWEEN).flatMap((part) => {
    const address = bareAddress(part)
    if (isEmailAddress(address)) return [address]
    const words = address.split(/[\s/]+/).map(bareAddress)
    return words.every(isEmailAddress) ? words : []
  })
  const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
  return found.filter((address, index) => found.findIndex(isSame(address)) === index)
}

export const hasAddress = (cell: string): boolean => addressesIn(cell).length > 0

const ONE = /^(yes|ja|oui|s[iíì]|sim|tak|true|x|[✓✔✅☑]\ufe0f?)$/i
const NONE = /^(no|nein|non|nie|nee|nej|nei|n[aã]o|false|[✗✘❌☐]\ufe0f?)$/i

/** What spreadsheets write for a tick. People are called Vero. */
const TRUE = /^(WAHR|VRAI|VERDADERO|VERO|PRAWDA|VERDADEIRO|WAAR|checked)$/
const FALSE = /^(FALSCH|FAUX|FALSO|FAŁSZ|ONWAAR|unchecked)$/

const saysYes = (word: string): boolean => ONE.test(word) || TRUE.test(word)
const saysNo = (word: string): boolean => NONE.test(word) || FALSE.test(word)

/** A tick, or a word for yes or no; undefined for anything else. */
export const readYesOrNo = (cell: string): boolean | undefined => {
  const word = cell.trim().replace(/[.!]+$/, '')
  if (saysYes(word) || /^[1jy]$/i.test(word)) return true
  return saysNo(word) || /^[0n]$/i.test(word) ? false : undefined
}

/** A whole number as people and spreadsheets write it: `2`, `+2`, `(+2)`, `2.0`, `2,00`, `two`. */
export const readCount = (cell: string): string | undefined => {
  const text = cell.trim()
  const digits = /^[([]?\+?\s*(\d{1,9})(?:[.,]0+)?\s*[)\]]?$/.exec(text)?.[1]
  return digits ?? numberInCell(text)?.toString()
}

/**
 * The companions that a cell tells: their number, or their names. Undefined if nobody can tell: `?`,
 * `2 friends`.
 */
export const readCompanions = (cell: string): number | string[] | undefined => {
  const word = cell.replace(/[.!]+$/, '')
  if (isNothing('plusOnes', cell) || saysNo(word)) return 0
  if (saysYes(word)) return 1
  const digits = readCount(cell)
  if (digits !== undefined) return Number(digits)
  if (/\d/.test(cell) || (cell.match(/\p{L}/gu) ?? []).length < 2) return undefined
  const given = cell
    .split(/[,;&+]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !ONE.test(name))
  return given.every((name) => /\p{L}/u.test(name) && !NONE.test(name)) ? given : undefined
}
