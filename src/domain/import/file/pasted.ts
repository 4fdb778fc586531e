// A list of guests as people write it, in a message or a text file: one line is a guest.
//
// Every line with something in it becomes a guest, a ticket type, a warning or an error.
import { guessMeanings } from './headings.ts'
import { isTimeAlone, linesAround, messageIn } from './pasted-messages.ts'
import { collapse, HAS_CONTENT, HAS_LETTER, INVISIBLE, quote, toNumber, withSigns } from './pasted-text.ts'
import {
  ADULTS,
  AND,
  AND_MORE,
  CANCELLED,
  CHILDREN,
  FOR,
  FRIEND,
  FRIENDS,
  GREETING,
  isAnswer,
  isClosing,
  isDate,
  isIntroduction,
  isListTitle,
  isNotice,
  isRequest,
  isWeekday,
  MORE,
  MORE_WORDS,
  NO,
  OWN,
  OWNED,
  PEOPLE,
  PLUS_WORDS,
  TOTAL,
  TYPE,
} from './pasted-words.ts'
import type { LineError } from './read.ts'

/** A guest, by Doorlist’s columns. `names`: those of several people that the name may be. */
export type PastedGuest = {
  line: number
  fields: Record<string, unknown>
  names?: readonly string[]
}

export type PastedList = {
  guests: PastedGuest[]
  /** The lines that are the ticket type of those after them. */
  types: { line: number; name: string }[]
  warnings: LineError[]
  errors: LineError[]
}

/** A comma-separated list of a whole evening has a few thousand. */
const MAX_LINE_CHARACTERS = 10_000

/** Selects the picture of an emoji, or puts a digit into a key. */
const PICTURES = /[\uFE0E\uFE0F\u20E3]/g

// What stands before a name.

// Word processors have private characters for bullets.
const SIGN = /^[[\p{Pd}\p{S}\p{M}\p{Co}*_•‣⁃·∙‧・※†‡§…\u{200C}\u{200D}]--[+<\p{Sc}`^]]+/v
const LEADING = [
  SIGN,
  /^\[[ xX✓✔-]?\]/u,
  /^\([ xX✓✔]?\)/u,
  /^[\u2460-\u24FF\u2776-\u2793]/u,
  // 3.  4)  (5)  [6]  7:  #8
  /^(?:\p{Nd}{1,3}\.)*[([]?\p{Nd}{1,3}[.)\]:/、]+(?=\s|\p{L})/u,
  // 1º  No. 1  Nr. 1:
  /^(?:\p{Nd}{1,3}\.?[º°ª]|(?:n[or]\.|n[º°]|№)\s?\p{Nd}{1,3}[.):]?)(?=\s)/iu,
  /^#\s?\p{Nd}{1,3}[.):]?(?=\s)/u,
  /^\p{Nd}{1,3}(?:\s*\p{Pd}(?=\s)|(?=\t))/u,
  /^[a-zA-Z]\)(?=\s)/,
  // A bullet of word processors.
  /^o(?=\t)/,
  // The name of an emoji.
  /^:[a-z][a-z\d_+-]+:/,
  /^#+(?=\s)/,
]
/** A bold or slanted part of a line. */
const MARKED = /(?<![\p{L}\p{N}*_])(\*{1,2}|_{1,2})([^\s*_](?:[^*_]*[^\s*_])?)\1(?![\p{L}\p{N}*_])/gu
const KEYCAP = /^[\d#*]\uFE0F?\u20E3/u
/** Signs that say that somebody does not come. */
const REFUSED = /[❌✖✗✘🚫⛔❎☒]/u

const AROUND: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
]

// How many come.

type Count = {
  pattern: RegExp
  /** Whether it counts the guest too. */
  isInAll: boolean
  /** Whether it may be something else, such as the number of a table. */
  isUnsure?: true
}

const DIGITS = '\\p{Nd}{1,3}'

const atEnd = (inside: string): RegExp =>
  new RegExp(`(?:(?:^|\\s)|(?<=[^\\s\\p{Nd}])(?=[+(\\[×]))[(\\[]?\\s?(?:${inside})\\s?[)\\]]?$`, 'iu')

/** Before a number: `and a `. */
const JOINED = `(?:(?:${AND_MORE})\\s(?:(?:${OWN})\\s)?)?`

/** Its group is the number; without one it is 1. */
const COUNTS: readonly Count[] = [
  {
    pattern: atEnd(`${JOINED}\\+\\s?(${DIGITS}|${PLUS_WORDS})(?:\\s(?:${FRIENDS}))?`),
    isInAll: false,
  },
  {
    pattern: atEnd(`${JOINED}(?:${MORE})[\\s-]?(${DIGITS}|${MORE_WORDS})(?:\\s(?:${FRIENDS}))?`),
    isInAll: false,
  },
  { pattern: atEnd(`(?:${AND})\\s?(${DIGITS}|${PLUS_WORDS})\\s(?:${FRIENDS})`), isInAll: false },
  {
    pattern: atEnd(`(?:${AND})\\s?(?:(?:${OWN})\\s(?:${OWNED})|(?:(?:${OWN})\\s)?(?:${FRIEND}))`),
    isInAll: false,
  },
  { pattern: atEnd(`[x×*]\\s?(\\p{Nd}{1,3})(?:\\s(?:${PEOPLE}))?`), isInAll: true },
  { pattern: atEnd('(\\p{Nd}{1,3})\\s?[x×]'), isInAll: true },
  {
    pattern: new RegExp(
      `\\s?[(\\[]\\s?(\\p{Nd}{1,3})(?:\\s?(?:${PEOPLE}|p|[名人명位]様?))?\\s?[)\\]]$`,
      'iu',
    ),
    isInAll: true,
  },
  {
    pattern: new RegExp(
      `(?:^|\\s)(?:(?:${FOR})\\s)?(\\p{Nd}{1,3})(?:\\s(?:${PEOPLE})|\\s?[名人명位]様?)$`,
      'iu',
    ),
    isInAll: true,
  },
  {
    pattern: atEnd(`(?:${FOR})\\s(\\p{Nd}{1,2}|${PLUS_WORDS})(?:\\s(?:${PEOPLE}))?`),
    isInAll: true,
  },
  { pattern: atEnd(`(?:(?:${FOR})\\s)?(${MORE_WORDS})\\s(?:${PEOPLE})`), isInAll: true, isUnsure: true },
  { pattern: atEnd('zu\\s(zweit|dritt|viert)'), isInAll: true },
  // An initial may stand before the surname Gast.
  { pattern: atEnd('m\\.\\s?begl(?:eitung|eitperson|\\.)?'), isInAll: false },
  { pattern: /(?<=\p{L})\s?:\s?(\p{Nd}{1,2})$/u, isInAll: true, isUnsure: true },
]
/** `2 adults + 1 child` */
const BY_AGE = new RegExp(
  `(?<!\\p{Nd})(\\p{Nd}{1,2})\\s?(?:${ADULTS})[\\s,/]*(?:(?:${AND})\\s?)?(\\p{Nd}{1,2})\\s?(?:${CHILDREN})(?!\\p{L})`,
  'giu',
)
const BEFORE_NAME = /^[([]?(\p{Nd}{1,3})(?:\s?[xX](?=[)\]\s])|\s?×)[)\]]?\s*(?=\S)/u
const PLUS_BEFORE_NAME = /^[([]?\+\s?(\p{Nd}{1,3})[)\]]?\s+(?=\p{L})/u
/** `Ana Smith +1 Tom Hill`, `Ana Smith x2 VIP`: a number with something behind it, which is a note. */
const AMID = new RegExp(
  `^(.*?\\S)\\s+[([]?(?:(\\+\\s?(\\p{Nd}{1,2})|plus[\\s-]?(${DIGITS}|${PLUS_WORDS}))|([x×]\\s?(\\p{Nd}{1,2})|(\\p{Nd}{1,2})[x×]))(?![\\p{L}\\p{Nd}])[)\\]]?[\\s,:/]+(?:\\p{L}|[([]\\p{L}).*$`,
  'u',
)
/** `Ana Smith (+ Tom Hill)` */
const NAMED = /^(.*\S)\s+[([]\+\s?(\p{L}[^()[\]]*)[)\]]$/u

/** `4 guests`, below them. */
const EVERYBODY = new RegExp(`^(\\p{Nd}{1,4})\\s(?:${FRIENDS})$`, 'iu')
/** What follows a name behind a comma. */
const TITLE = /^(?:[js]r|jun|sen|ph\.?d|m\.?[abd]|dr|esq|[iv]{2,3})\.?$/i
const AND_LAST = /\s*[,;&+]\s*|\s+(?:and|und|et|y|e|i|en|og|och)\s+/iu
const IS_NAME =
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?:\s(?:\p{Lu}[\p{L}\p{M}'’.-]*|van|der|de[nlr]?|von|du|da|di|la|le|el))*$/u
/** `Ana Smith + kids Tom, Lea`, `Ana Smith and her husband Tom` */
const WITH_NAMED = new RegExp(
  `^([^,;]*[^\\s,;])\\s(?:${AND})\\s?(?:(?:${OWN})\\s(?:${OWNED})|(?:(?:${OWN})\\s)?(?:(\\p{Nd}{1,2})\\s)?(?:${FRIENDS})(?!\\p{L}))\\s?[:(]?\\s?(\\p{L}[^()]*)\\)?$`,
  'iu',
)
/** `no plus one`, which is a note. */
const NOBODY = new RegExp(
  `[\\s,]*[([]?((?:${NO})\\s?(?:\\+\\s?(?:1|one)|plus[\\s-]?(?:1|ones?)|(?:(?:${OWN})\\s)?(?:${FRIENDS})))[)\\]]?$`,
  'iu',
)

/** `20:00 Ana Smith`: when they come, or the session of a kiosk. */
const TIME_BEFORE_NAME = /^(\p{Nd}{1,2}:\p{Nd}{2}(?:\s?(?:uhr|h|[ap]\.?m\.?))?)\s+(\p{L}.*)$/isu
/** `Ana Smith 21:30`, `Ana Smith @ 10pm` */
const TIME_BEHIND_NAME =
  /(?<=\p{L}[^\s,@]*)[\s,@]+(\p{Nd}{1,2}:\p{Nd}{2}(?:\s?(?:uhr|h|[ap]\.?m\.?))?|\p{Nd}{1,2}\s?(?:uhr|[ap]m)|\p{Nd}{1,2}h(?:\p{Nd}{2})?)$/iu
/** `+ Bo Jones`, below the guest with whom they come. */
const NAME_BEHIND_PLUS = /^\+\s?(\p{L}.*)$/su
/** A number that may be how many come. */
const SHORT_NUMBER = /^(?:\p{Nd}|1\p{Nd}|20)$/u
const MIN_PHONE_DIGITS = 7
/** With + or 0 in front, or three groups such as 555-123-4567. */
const PHONE =
  /(?<![\p{L}\p{Nd}])(?:[([](?!\p{Nd}{3}\)))?(?:tel\.?:?\s?|mob(?:ile|il)?\.?:?\s?)?((?:\+\p{Nd}|00?\p{Nd})[\p{Nd}\s()/.-]{5,}\p{Nd}|(?:1[\s.-])?\(?\p{Nd}{3}(?:\)\s?|[\s.-])\p{Nd}{3}[\s.-]\p{Nd}{3,4})[)\]]?(?=$|[\s,;)\]])/iu

// Separators.

/** The first one ends the name. */
const NOTE = /\s[-–—]+\s/u
/** `Ana -press`, `Ana- press`: a note, since names go on with a capital letter. */
const TIGHT_DASH =
  /(?<=\s)\p{Pd}+(?=\p{Ll})|(?<=\p{L})\p{Pd}+(?=\s\p{Ll})(?!\s(?:and|und|et|y|e|i|en|och|og)\s)/gu
/** `Ana -VIP` */
const TYPE_BEHIND_DASH = new RegExp(`(?<=\\s)\\p{Pd}+(?=(?:${TYPE})$)`, 'giu')
const PAIR =
  /\s(?:&|\+|\/|and|und|et|och|og|plus|with|mit|inkl\.?|incl\.?|samt|avec|con|com|med|и)\s|\sw\/\s?/iu
/** Between two names, and within one: "Ana y Bo", "Ortega y Gasset". */
const SHORT_AND = /\s[yei]\s/iu
const MAIL =
  /(?:mailto:)?([^\s<>,;:()[\]{}"'|@]{1,64}@[^\s<>,;()[\]{}"'|@]{1,250}\.[^\s<>,;()[\]{}"'|@]*[^\s<>,;()[\]{}"'|@.])/giu
/** `Ana y familia` */
const SOME =
  /\s(?:y|e|i|en|z|ze)\s(?:su\s|sua\s)?(?:fam\p{L}*|rodzin\p{L}*|gezin|przyjaci\p{L}*|amig[oa]s|amic[ih]e?|vrienden)$/iu
/** The names that a text joins. */
const namesIn = (text: string): string[] => {
  const names = text.split(PAIR)
  if (names.length > 1) return names
  const tight = text.split('/')
  if (tight.length > 1 && tight.every((name) => wordsOf(name) > 1)) return tight
  const short = text.split(SHORT_AND)
  return new Set(short.map(wordsOf)).size === 1 ? short : [text]
}

const peopleOf = ({ fields: { plusOnes, quantity } }: PastedGuest): number =>
  quantity === undefined ? 1 + Number(plusOnes ?? 0) : Number(quantity)

const describePeople = (number: number): string => `${number} ${number === 1 ? 'person' : 'people'}`

const trimSeparators = (text: string): string =>
  text.replace(/^(?:[\s,;|/:]|[-–—]+\s)+|[\s,;|/:]+$/gu, '').replace(/(?:^|\s)[-–—]+$|\s*[.…]{3,}$/u, '')

const unwrap = (text: string): string => {
  const found = AROUND.find(
    ([open, close]) => text.length > 2 && text.startsWith(open) && text.endsWith(close),
  )
  const inner = found === undefined ? text : text.slice(1, -1)
  return found !== undefined && !inner.includes(found[0]) && !inner.includes(found[1]) ? inner.trim() : text
}

/** Splits at separators outside of quotation marks and brackets. */
const splitOutside = (text: string, separators: string): string[] => {
  const parts: string[] = []
  let [part, depth, isQuoted] = ['', 0, false]
  const isBalanced = text.split('"').length % 2 === 1
  for (const character of text) {
    if (character === '"' && isBalanced) isQuoted = !isQuoted
    if ('([<'.includes(character)) depth += 1
    if (')]>'.includes(character)) depth = Math.max(0, depth - 1)
    if (separators.includes(character) && depth === 0 && !isQuoted) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

/** A part of a line: at most one guest. */
type Part = {
  name: string
  email: string | undefined
  plusOnes: number | undefined
  quantity: number | undefined
  /** The names of those who come with the guest. */
  companions?: readonly string[]
  note: string
}

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => HAS_LETTER.test(word)).length

/** What the lines around one say about it. */
type Hints = {
  /** It begins with the number or letter that follows the one of the line before. */
  isCounted: boolean
  /** It begins with `#`, or is bold or framed, and the next line is not. */
  isTitle: boolean
  /** It is around a message, such as the head of a mail. */
  isAround: boolean
  /** Below it there may be who signs. */
  isEnd: boolean
}

/** Reads the lines of a list. */
class Reader {
  readonly list: PastedList = { guests: [], types: [], warnings: [], errors: [] }
  #line = 0
  #text = ''
  #type: string | undefined
  #isFirst = true
  /** What ended the list, such as `Thanks!`. */
  #closing: string | undefined

  read(given: string, line: number, { isCounted, isTitle, isAround, isEnd }: Hints): void {
    // Cells of a table stand beside each other.
    const raw = withSigns(given)
      .replace(/\s*\|+\s*/g, '\t')
      .replace(/(?<=\S) {3,}(?=\S)/g, '\t')
    this.#line = line
    this.#text = raw
    if (raw.replace(INVISIBLE, '').trim() === '') return
    if (raw.length > MAX_LINE_CHARACTERS) {
      this.#reject(`has more than ${MAX_LINE_CHARACTERS.toLocaleString('en')} characters`)
      return
    }
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (isEnd) this.#closing = collapse(raw)
    const message = isAround ? this.#leaveOut(raw) : this.#ofMessenger(raw)
    if (message === undefined) return
    const [, everybody] = EVERYBODY.exec(collapse(message)) ?? []
    if (
      TOTAL.test(collapse(message).replace(/^[-*•]\s/, '')) ||
      (everybody !== undefined && this.#isSum(toNumber(everybody)))
    ) {
      this.#warn(`${quote(message)} is a total, not a guest`)
      return
    }
    const [, inSigns, inBrackets] = (isTitle && FRAMED.exec(message)) || []
    const text = this.#withoutSigns(inSigns ?? inBrackets ?? message, isCounted)
    if (this.#isAround(text, isFirst)) return
    const type = typeIn(isTitle ? `${text.replace(/:$/, '')}:` : text)
    if (type !== undefined) {
      this.#setType(type, !/[:：]\W*$|^\s*#/u.test(message))
      return
    }
    const alone = withoutCount(text)
    if (isTypeAlone(alone)) {
      this.#setType(alone.replace(/[\s\p{Pd}]+$/u, ''), true)
      return
    }
    const [, inline, guests] = TYPE_INLINE.exec(text) ?? []
    const after = this.#type
    if (inline !== undefined) this.#setType(inline)
    this.#text = guests ?? (text || raw)
    this.#readGuests((guests ?? text).replace(/[:：]$/u, ''))
    this.#type = inline === undefined ? this.#type : after
  }

  /** `isGuess`: nothing but its place or its words says that it is no guest. */
  #setType(name: string, isGuess = false): void {
    this.#type = name
    this.list.types.push({ line: this.#line, name })
    if (isGuess) this.#warn(`${quote(name)} is the ticket type of the guests after it`)
  }

  #leaveOut(text: string): undefined {
    this.#warn(`${quote(text)} is not a guest`)
  }

  /** Whether a line is what people write around a list: a heading, a greeting, a link. */
  #isAround(text: string, isFirst: boolean): boolean {
    if (isListTitle(text) && !text.endsWith(':')) {
      this.#type = undefined
      this.#warn(`${quote(text)} is a heading, not a guest`)
      return true
    }
    if ((isFirst && isHeading(text)) || (/[:：]$/u.test(text) && isIntroduction(text))) {
      this.#warn(`${quote(text)} is a heading, not a guest`)
      return true
    }
    // A number without a name behind it.
    if (/^\p{Nd}{1,3}[.)、]$/u.test(text)) {
      this.#leaveOut(text)
      return true
    }
    const isEnd = isClosing(text)
    if (isEnd) this.#closing = text
    if (!isEnd && !GREETING.test(text) && !isNotice(text) && !isDate(text)) return false
    this.#leaveOut(text)
    return true
  }

  #warn(message: string): void {
    this.list.warnings.push({ line: this.#line, message })
  }

  #reject(message: string): void {
    this.list.errors.push({ line: this.#line, message })
  }

  /** What somebody wrote, without what their messenger put before it; undefined if nothing is left. */
  #ofMessenger(raw: string): string | undefined {
    const { line, text, isUnsure } = messageIn(raw)
    if (text === undefined) {
      if (isTimeAlone(line)) this.#warnOfSender(line)
      return this.#leaveOut(line)
    }
    if (isUnsure) this.#warn(`${quote(line)} is read as ${quote(text)}`)
    return text
  }

  /** A name above a time may be of who wrote what is below. */
  #warnOfSender(time: string): void {
    const last = this.list.guests.at(-1)
    if (last === undefined || last.line < this.#line - 1) return
    const name = String(last.fields.attendeeName ?? '')
    this.#warn(`${quote(name)} stands above ${quote(time)}, and is read as a guest`)
  }

  /** The text without bullets, numbers and emoji around it. */
  #withoutSigns(message: string, isCounted: boolean): string {
    let text = message.trim().replace(MARKED, '$2')
    const isStruck = /^~{1,2}[^~]+~{1,2}$/.test(text)
    for (let before = ''; before !== text; ) {
      before = text
      for (const pattern of [KEYCAP, ...LEADING]) text = text.replace(pattern, '').trim()
    }
    const lead = message.trim().slice(0, message.trim().length - text.length)
    if (/[*_~]/.test(lead)) text = text.replace(/[*_~]+(?=:?$)/, '')
    text = text
      .replace(PICTURES, '')
      .replace(/(?:[\p{So}\p{Sk}\s]|\u{200D})+$/u, '')
      .trim()
    if (isCounted) text = text.replace(/^(?:\p{Nd}{1,3}|[ivx]+[.)]|[a-z]\.)\s+/iu, '')
    if (isStruck) this.#warn(`${quote(text)} is struck out, and read as a guest`)
    const refusal = REFUSED.exec(message)
    if (refusal !== null) this.#warn(`${quote(text)} has a ${refusal[0]}, and is read as a guest`)
    const [cancelled] =
      CANCELLED.exec(text) ??
      /(?<=[-–—:=(]\s*)(?:no|nein|non|nie|nee|nej|nei|n[aã]o)(?=\)?$)/iu.exec(text) ??
      []
    if (cancelled !== undefined) this.#warn(`${quote(text)} says "${cancelled}", and is read as a guest`)
    return unwrap(text)
  }

  #readGuests(given: string): void {
    const text = given
      .replace(TIGHT_DASH, (dash) => ` ${dash} `)
      .replace(TYPE_BEHIND_DASH, (dash) => `${dash} `)
      .replace(BY_AGE, (_, adults, children) => `${toNumber(adults) + toNumber(children)} persons`)
    if (text !== given) this.#warn(`${quote(given)} is read as ${quote(text)}`)
    const bullets = splitOutside(text, '•●▪')
    const lists = bullets.length > 2 ? bullets : splitOutside(text, ';；、')
    const parts = lists.length > 1 ? this.#filled(lists) : this.#partsOf(text)
    if (lists.length > 1 && parts.length === 2) this.#warnOfTwo(parts)
    for (const part of parts) this.#add(part)
  }

  #warnOfTwo(parts: readonly Part[]): void {
    this.#warn(`two guests, ${parts.map(({ name, email }) => quote(name || (email ?? ''))).join(' and ')}`)
  }

  /** The guests of a line that may be a list with commas. */
  #partsOf(text: string): Part[] {
    const all = splitOutside(text, ',，،')
    if (all.length === 1 || companionsIn(text) !== undefined) return this.#filled([text])
    const noted = all.filter((part) => NOTE.test(part)).length
    const [head = '', ...notes] = text.split(NOTE)
    const names = splitOutside(head, ',，،')
    const isList =
      noted > 1 ||
      hasNoteOfFirst(all) ||
      (notes.length > 0 && names.length > 1 && all.length > names.length && !isOneName(names))
    const pieces = isList || notes.length === 0 ? all : names
    const note = isList || notes.length === 0 ? '' : text.slice(head.length).replace(NOTE, ' ').trim()
    const listed = splitLast(pieces)
    const parts = this.#filled(listed)
    if (parts.length === 0) return parts
    // "Smith, Anna" is one name.
    const isOne =
      parts.length === 2 &&
      !isList &&
      !(
        parts.every(({ name }) => wordsOf(name) > 1) ||
        parts.every(({ email }) => email !== undefined) ||
        parts[0]?.plusOnes !== undefined ||
        parts[0]?.quantity !== undefined
      )
    const guests = isOne ? this.#filled([pieces.join(', ')]) : parts
    const [one = '', other = ''] = isOne ? parts.map(({ name }) => name) : []
    // "García López, María", but also "Ana Smith, Bo".
    if (wordsOf(one) > 1 && wordsOf(other) === 1 && !TITLE.test(other))
      this.#warn(`${quote(text)} is one guest`)
    if (guests.length === 2) this.#warnOfTwo(guests)
    if ((listed.length > pieces.length || hasNoteOfFirst(all)) && guests.length > 2) {
      this.#warn(`${guests.length} guests, ${guests.map(({ name }) => quote(name)).join(', ')}`)
    }
    if (note !== '') {
      const read = this.#readNote(note)
      for (const guest of guests) guest.note = read.note
      const last = guests.at(-1)
      if (last !== undefined) this.#setRest(last, { ...read, note: '' })
      if (guests.length > 1) this.#warn(`${quote(note)} is the note of ${guests.length} guests`)
    }
    return guests
  }

  /** The parts that are guests. One with only an address or a number of people belongs to the one before. */
  #filled(texts: readonly string[]): Part[] {
    const parts: Part[] = []
    for (const text of texts) {
      const last = parts.at(-1)
      if (last !== undefined && SHORT_NUMBER.test(text)) {
        this.#guessCount(last, text)
        continue
      }
      const part = this.#readPart(text)
      const isNamed = HAS_CONTENT.test(part.name)
      const isCount = !isNamed && part.email === undefined && (part.plusOnes ?? part.quantity) !== undefined
      const isAddress = !isNamed && part.email !== undefined && last?.email === undefined
      const isNote = !isNamed && part.email === undefined && part.note !== ''
      if (last !== undefined && (isCount || isAddress || isNote)) this.#setRest(last, part)
      else if (isNamed || part.email !== undefined || isCount) parts.push(part)
      else this.#warn(`${quote(HAS_CONTENT.test(text) ? text : this.#text)} is not a guest`)
    }
    return parts
  }

  /** Gives a guest what a part without a name has. */
  #setRest(part: Part, { email, plusOnes, quantity, note }: Part): void {
    if (part.email !== undefined && email !== undefined && part.email !== email)
      this.#warnOfMail(part.email, email)
    part.email ??= email
    part.note = [part.note, note].filter((text) => text !== '').join(' - ')
    this.#setCount(part, { plusOnes, quantity })
  }

  /** Takes a number without a word for the number of all, and says so. */
  #guessCount(part: Part, number: string): void {
    this.#setCount(part, { plusOnes: undefined, quantity: toNumber(number) })
    this.#warn(`${quote(this.#text)} is ${describePeople(toNumber(number))}`)
  }

  #setCount(part: Part, { plusOnes, quantity }: Pick<Part, 'plusOnes' | 'quantity'>): void {
    const given = plusOnes ?? (quantity === undefined ? undefined : quantity - 1)
    const known = part.plusOnes ?? (part.quantity === undefined ? undefined : part.quantity - 1)
    if (given === undefined || given === known) return
    if (known !== undefined) {
      this.#reject(`${quote(this.#text)} says ${describePeople(known + 1)} and ${describePeople(given + 1)}`)
      return
    }
    part.plusOnes = plusOnes
    part.quantity = quantity
  }

  #readPart(given: string): Part {
    const part: Part = { name: '', email: undefined, plusOnes: undefined, quantity: undefined, note: '' }
    let text = this.#takePhone(part, this.#takeMail(part, given)).replace(/,(?:\s*,)+/g, ',')
    const [, early, named] = TIME_BEFORE_NAME.exec(text) ?? []
    if (early !== undefined && named !== undefined) {
      part.note = [early, part.note].filter(Boolean).join(' - ')
      text = named
    }
    const [, own] = NAME_BEHIND_PLUS.exec(text) ?? []
    if (own !== undefined && !COUNTS.some(({ pattern }) => pattern.test(text))) {
      this.#warn(`${quote(text)} is a guest`)
      text = own
    }
    text = this.#takeCells(part, this.#takeNamed(part, text))
    const plus = PLUS_BEFORE_NAME.exec(text)
    const times = BEFORE_NAME.exec(text)
    if (plus !== null) {
      this.#setCount(part, { plusOnes: toNumber(plus[1]), quantity: undefined })
      text = text.slice(plus[0].length)
      this.#warn(`${quote(given)} is ${quote(text)} with ${plus[1]} more`)
    } else if (times !== null) {
      this.#setCount(part, { plusOnes: undefined, quantity: toNumber(times[1]) })
      text = text.slice(times[0].length)
    }
    const [head = '', ...rest] = text.split(NOTE)
    if (rest.length > 0) {
      const read = this.#readNote(text.slice(head.length).replace(NOTE, ' ').trim())
      part.note = [part.note, read.note].filter(Boolean).join(' - ')
      this.#setCount(part, read)
    }
    const name = trimSeparators(this.#takeAmid(part, this.#takeCounts(part, trimSeparators(collapse(head)))))
    const [behind = '', time] = TIME_BEHIND_NAME.exec(name) ?? []
    if (time !== undefined) part.note = [time, part.note].filter(Boolean).join(' - ')
    part.name = unwrap(name.slice(0, name.length - behind.length))
    return part
  }

  /** Takes who comes with a guest by name off the end of a text, or that nobody does. */
  #takeNamed(part: Part, text: string): string {
    const [found, nobody] = NOBODY.exec(text) ?? []
    if (found !== undefined && nobody !== undefined && found.length < text.length) {
      part.note = [nobody, part.note].filter(Boolean).join(' - ')
      return text.slice(0, -found.length)
    }
    const named = companionsIn(text)
    if (named === undefined) return text
    part.companions = named.names
    this.#setCount(part, { plusOnes: named.number, quantity: undefined })
    this.#warn(`${quote(text)} is ${quote(named.guest)} with ${named.names.map(quote).join(' and ')}`)
    return named.guest
  }

  /** Takes a number of people out of a text, with what is behind it. */
  #takeAmid(part: Part, text: string): string {
    const named = NAMED.exec(text)
    const amid = named ?? AMID.exec(text)
    if (amid === null) return text
    const [, name = '', plus, digits, word, times] = amid
    const isInAll = named === null && times !== undefined
    const number = named === null ? toNumber(digits ?? word ?? amid[6] ?? amid[7]) : countNames(plus ?? '')
    this.#setCount(part, {
      plusOnes: isInAll ? undefined : number,
      quantity: isInAll ? number : undefined,
    })
    const behind = named === null ? text.slice(text.indexOf(plus ?? times ?? '', name.length)) : `+ ${plus}`
    const note = behind.includes('(') ? behind : behind.replace(/\)$/, '')
    part.note = [note, part.note].filter(Boolean).join(' - ')
    const more = isInAll ? number - 1 : number
    this.#warn(`${quote(text)} is ${quote(name)} with ${more} more and the note ${quote(part.note)}`)
    return name
  }

  /** Takes cells with a number of people alone out of those of a line. */
  #takeCells(part: Part, text: string): string {
    const [first = '', ...cells] = text.split('\t')
    const numbers = cells.filter((cell) => SHORT_NUMBER.test(cell.trim()))
    const [number] = numbers
    if (number === undefined || numbers.length > 1) return text
    this.#guessCount(part, number.trim())
    return [first, ...cells.filter((cell) => cell !== number)].join('\t')
  }

  /** Takes the number of a phone out of a text, which is a note. */
  #takePhone(part: Part, text: string): string {
    const [found = '', number = ''] = PHONE.exec(text) ?? []
    const digits = number.replace(/\P{Nd}/gu, '').length
    if (digits < MIN_PHONE_DIGITS) return text
    part.note = number.trim()
    return text.replace(found, ' ').trim()
  }

  #warnOfMail(read: string, others: string): void {
    this.#warn(`has several e-mail addresses, of which ${read} is read: ${others}`)
  }

  /** Takes the address out of a text. */
  #takeMail(part: { email: string | undefined }, text: string): string {
    const [first, ...others] = [...text.matchAll(MAIL)].map(([, address]) => address ?? '')
    if (first === undefined) return text
    part.email = first
    if (others.length > 0) this.#warnOfMail(first, others.join(', ').slice(0, 200))
    return text
      .replace(MAIL, '')
      .replace(/<\s*>|\(\s*\)|\[\s*\]|\{\s*\}/g, '')
      .trim()
  }

  /** Takes the numbers of people off the end of a text. */
  #takeCounts(part: Part, text: string): string {
    const pluses: number[] = []
    for (let rest = text; ; ) {
      const bare = rest.replace(/[.!?]+$/, '')
      const found = COUNTS.map((count) => ({ ...count, match: count.pattern.exec(bare) })).find(
        ({ match }) => match !== null,
      )
      if (found?.match === undefined || found.match === null) {
        this.#setCount(part, { plusOnes: this.#sum(pluses, text), quantity: undefined })
        return rest
      }
      const number = toNumber(found.match[1])
      if (/\?[.!]*$/.test(rest)) this.#warn(`${quote(rest)} has a question mark`)
      if (found.isUnsure) this.#warn(`${quote(rest)} is ${describePeople(number)}`)
      if (found.isInAll) this.#setCount(part, { plusOnes: undefined, quantity: number })
      else pluses.push(number)
      const before = trimSeparators(rest.slice(0, found.match.index))
      // `Ana (press, +1)`
      const isWithin = /[([][^()[\]]*$/.exec(before)
      rest =
        isWithin && /[)\]]$/.test(bare) && !/[([]/.test(found.match[0]) ? `${before}${bare.at(-1)}` : before
    }
  }

  /** "+1 +1" are two; undefined if there is none. */
  #sum(pluses: readonly number[], text: string): number | undefined {
    if (pluses.length === 0) return undefined
    const sum = pluses.reduce((all, one) => all + one, 0)
    if (pluses.length > 1) this.#warn(`${quote(text)} has ${sum} more`)
    return sum
  }

  /** A note, which may have the number of people or the address too. */
  #readNote(text: string): Part {
    const part: Part = { name: '', email: undefined, plusOnes: undefined, quantity: undefined, note: '' }
    const bare = this.#takeMail(part, text)
    const given = bare.split(NOTE).map((piece) => trimSeparators(collapse(piece)))
    const number = given.find((piece) => SHORT_NUMBER.test(piece))
    if (number !== undefined) this.#guessCount(part, number)
    const pieces = given.map((piece) => (piece === number ? '' : this.#takeCounts(part, piece)))
    part.note = pieces.filter((piece) => piece !== '').join(' - ')
    if (/[,;]/.test(part.note)) this.#warn(`${quote(part.note)} is a note`)
    // It may be a code, and the name its beginning.
    else if (pieces.some((piece) => /^\p{Nd}+$/u.test(piece)))
      this.#warn(`${quote(this.#text)} has the note ${quote(part.note)}`)
    return part
  }

  #add({ name: given, email, plusOnes, quantity, companions, note }: Part): void {
    const name = email !== undefined && !HAS_CONTENT.test(given) ? '' : given
    if (name === '' && email === undefined) {
      if (quantity === undefined) this.#addToLast(plusOnes ?? 0)
      else this.#setLast(quantity)
      return
    }
    if (name !== '') this.#warnOfName(name)
    const names = namesIn(name)
    const isOfSeveral = names.length > 1 && names.every((one) => HAS_LETTER.test(one))
    this.list.guests.push({
      line: this.#line,
      fields: {
        ...(name !== '' && { attendeeName: name }),
        ...(this.#type !== undefined && { ticketTypeName: this.#type }),
        ...(email !== undefined && { holderEmail: email }),
        ...(plusOnes !== undefined && { plusOnes: String(plusOnes) }),
        ...(quantity !== undefined && { quantity: String(quantity) }),
        ...(companions !== undefined && { companions }),
        // Without a flag, a note is not shown at the door.
        ...(note !== '' && { note, flag: 'Info' }),
      },
      ...(isOfSeveral && { names }),
    })
  }

  #warnOfName(name: string): void {
    if (
      /^\p{Nd}{1,3}\s|\s\p{Nd}{1,2}(?::\p{Nd}{2})?$|\s\p{Nd}{1,2}[.)]\s|\p{Nd}{5}|\{\s?\p{Nd}|\p{L}\p{Pd}?\p{Nd}{2}|[.…]\s?\p{Nd}|[([]\s?\p{Nd}+(?![\p{Nd}+])|\s\p{Nd}{1,2}\s\p{L}/u.test(
        name,
      ) ||
      !HAS_LETTER.test(name)
    ) {
      this.#warn(`the name ${quote(name)} has a number`)
    }
    if (/\+(?!\s\p{L})/u.test(name)) this.#warn(`the name ${quote(name)} has a plus sign`)
    if (this.#closing !== undefined) {
      this.#warn(`${quote(name)} stands below ${quote(this.#closing)}, and is read as a guest`)
    }
    if (/\s\p{Pd}[\p{L}\p{Nd}]|\p{L}\p{Pd}\s/u.test(name))
      this.#warn(`the name ${quote(name)} has a dash beside a space`)
    if (/\s[x×]\s?\p{Nd}/iu.test(name)) this.#warn(`the name ${quote(name)} may have a number of people`)
    if (/[<>\\]|\{(?!\s?\p{Nd})|^\[/u.test(name)) this.#warn(`the name ${quote(name)} has signs of a program`)
    if (isWeekday(name)) this.#warn(`${quote(name)} is a day, and is read as a guest`)
    if (isRequest(name)) this.#warn(`${quote(name)} is a sentence, and is read as a guest`)
    if (SOME.test(name)) this.#warn(`${quote(name)} may be several people`)
    if (name.startsWith('(')) this.#warn(`${quote(name)} is in brackets, and is read as a guest`)
    if (isAnswer(name)) this.#warn(`${quote(name)} is an answer, and is read as a guest`)
    if (/[:：]\s/u.test(name)) this.#warn(`the name ${quote(name)} has a colon`)
    const cells = this.#text.split('\t').filter((cell) => HAS_LETTER.test(cell) && !cell.includes('@'))
    if (cells.length > 1) this.#warn(`${quote(name)} is read from cells beside each other`)
  }

  /** Whether a number is that of all people of the list. */
  #isSum(number: number): boolean {
    const { guests } = this.list
    return guests.length > 1 && guests.reduce((all, guest) => all + peopleOf(guest), 0) === number
  }

  /** People in all, alone on a line, are the sum of the list, or the party of the guest above it. */
  #setLast(quantity: number): void {
    if (this.#isSum(quantity)) {
      this.#warn(`${quote(this.#text)} is a total, not a guest`)
      return
    }
    const last = this.list.guests.at(-1)
    const known = last === undefined ? 0 : peopleOf(last)
    if (last === undefined) this.#reject(`${quote(this.#text)} has no name`)
    else if (known > 1 && known !== quantity) {
      this.#reject(`${quote(this.#text)} is another number than ${describePeople(known)} of the line above`)
    } else {
      if (known === 1) last.fields.quantity = String(quantity)
      this.#warn(
        `${quote(this.#text)} is ${describePeople(quantity)} with ${quote(String(last.fields.attendeeName ?? ''))}`,
      )
    }
  }

  /** A line with a number of companions alone is about the guest above it. */
  #addToLast(more: number): void {
    const last = this.list.guests.at(-1)
    if (last === undefined || last.fields.quantity !== undefined) {
      this.#reject(`${quote(this.#text)} has no name`)
      return
    }
    last.fields.plusOnes = String(Number(last.fields.plusOnes ?? 0) + more)
    this.#warn(`${quote(this.#text)} adds ${more} to ${quote(String(last.fields.attendeeName ?? ''))}`)
  }
}

/** Who comes with a guest by name, and how many that are. */
const companionsIn = (
  text: string,
): { guest: string; names: readonly string[]; number: number } | undefined => {
  const [, guest, count, others = ''] = WITH_NAMED.exec(text) ?? []
  const names = others.split(AND_LAST).filter((name) => name !== '')
  const number = count === undefined ? names.length : toNumber(count)
  const isNamed = guest !== undefined && names.length > 0 && names.every((name) => IS_NAME.test(name))
  return isNamed && number >= names.length ? { guest, names, number } : undefined
}

/** How many the names in a text are; 1 if it says anything else. */
const countNames = (text: string): number => {
  const names = text.split(AND_LAST)
  return names.every((name) => IS_NAME.test(name)) ? names.length : 1
}

/** "Ana - press, Bo, Cy": the note is of the first guest, and the others are names. */
const hasNoteOfFirst = ([first = '', ...others]: readonly string[]): boolean => {
  const [, note = '', ...more] = first.split(NOTE)
  return (
    more.length === 0 &&
    others.length > 1 &&
    (/^\p{Ll}\P{Lu}*$/u.test(note) || isTypeAlone(note)) &&
    others.every((name) =>
      IS_NAME.test(COUNTS.reduce((text, { pattern }) => text.replace(pattern, ''), name)),
    )
  )
}

/** Two names of which one has one word: last and first name. */
const isOneName = (names: readonly string[]): boolean =>
  names.length === 2 && !names.every((name) => wordsOf(name) > 1)

/** A list whose last name follows an "and": "Ana, Bo and Cy". */
const splitLast = (parts: readonly string[]): readonly string[] => {
  const last = (parts.at(-1) ?? '').replace(/^(?:and|&|und|et|y|e|i|og|och)\s+/iu, '')
  const names = namesIn(last)
  const isPair = names.length === 2 && names.every((name) => HAS_LETTER.test(name))
  return [...parts.slice(0, -1), ...(isPair ? names : [last])]
}

/** The heading of a column of names, above them. */
const isHeading = (text: string): boolean =>
  ['attendeeName', 'firstName', 'lastName', 'quantity'].includes(
    guessMeanings([{ name: text, values: [] }])[0] ?? '',
  )

const TYPE_ALONE = new RegExp(
  `^(?:${TYPE})(?:\\s(?:guests?|list|tickets?|gäste|invités|invitados|ospiti|goście|gasten))?(?:\\s?\\p{Pd})?$`,
  'iu',
)
/** Whether a text is a usual name of a ticket type, and nobody's. */
export const isTypeAlone = (text: string): boolean => TYPE_ALONE.test(text)

/** `Press: Ana Smith, Bo Jones` */
const TYPE_INLINE = new RegExp(`^(${TYPE})\\s?[:：]\\s?(\\S.*)$`, 'iu')

/** `VIP (3)` and `VIP - 3` without how many they are. */
const withoutCount = (text: string): string => text.replace(/\s?(?:\(\p{Nd}+\)|\s\p{Pd}\s?\p{Nd}+)$/u, '')

/** The ticket type that a line names for those after it. */
const typeIn = (text: string): string | undefined => {
  const [, name] = /^(.*\S)\s*[:：]$/u.exec(text) ?? []
  const type = name && collapse(withoutCount(name))
  const [, before = type] = /^(.*?)\s\(?\+\s?\p{Nd}/u.exec(type ?? '') ?? []
  const isGuest = type?.includes('@') || (before !== type && !isTypeAlone(before ?? ''))
  return type && HAS_CONTENT.test(type) && !isGuest ? type : undefined
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv']

/** What stands before the names of a list, and its place in the order. */
const ORDERS: readonly (readonly [RegExp, (mark: string) => number])[] = [
  [/^\s*(\p{Nd}{1,3}) +\p{L}/u, toNumber],
  [/^\s*([ivx]{1,5})[.)]\s+\p{L}/iu, (mark) => ROMAN.indexOf(mark.toLowerCase()) + 1],
  [/^\s*([a-z])\.\s+\p{L}/u, (mark) => mark.charCodeAt(0) - 96],
]

/** Lines that begin with 1, 2, 3 … and nothing behind the number, with I., II., III., or with a., b., c. */
const countedLines = (lines: readonly string[]): ReadonlySet<number> => {
  const counted = ORDERS.map(([pattern, placeOf]) => {
    const found = new Set<number>()
    let [last, lastIndex] = [0, -1]
    for (const [index, line] of lines.entries()) {
      const [, mark] = pattern.exec(withSigns(line).replace(INVISIBLE, '')) ?? []
      if (mark === undefined) continue
      const value = placeOf(mark)
      if (value === last + 1 && (value > 1 || lastIndex === -1)) {
        found.add(index)
        lastIndex = index
        last = value
      }
    }
    return found
  })
  return counted.find((found) => found.size > 1) ?? new Set()
}

/** `== Staff ==`, `[Staff]`: a line in signs or brackets. */
const FRAMED =
  /^\s*(?:(?:[=#+.:|·•]{2,}|[*\p{Pd}]{3,}|[=–—](?=\s))\s?([^=#|]*\p{L}[^=#|]*?)\s?(?:[=#+.:|·•]{2,}|[*\p{Pd}]{3,}|(?<=\s)[=–—])|\[\s?([^[\]]*\p{L}{2}[^[\]]*?)\s?\]):?\s*$/u

/** Lines that begin with `#`, or are bold or framed, above lines that are not. */
const titleLines = (lines: readonly string[]): ReadonlySet<number> => {
  const filled = [...lines.entries()].filter(([, line]) => line.trim() !== '')
  const isMarked = (line: string | undefined) =>
    /^\s*(?:#+\s+\S|(\*{1,2}|__)\S.*\1\s*$)/.test(line ?? '') || FRAMED.test(line ?? '')
  return new Set(
    filled.flatMap(([index, line], at) => {
      const next = filled[at + 1]
      return next !== undefined && isMarked(line) && !isMarked(next[1]) ? [index] : []
    }),
  )
}

/** Reads a list that people wrote. */
export const readPastedList = (text: string): PastedList => {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/)
  const [counted, titles] = [countedLines(lines), titleLines(lines)]
  const { around, end } = linesAround(lines)
  const reader = new Reader()
  for (const [index, line] of lines.entries()) {
    reader.read(line, index + 1, {
      isCounted: counted.has(index),
      isTitle: titles.has(index),
      isAround: around.has(index),
      isEnd: end === index,
    })
  }
  return reader.list
}

/** What may stand behind a name, and what is between several. */
const MAY_HAVE_PEOPLE = new RegExp(
  `[\\p{Nd}+]|(?:^|\\s)(?:${AND})\\s?(?:(?:${OWN})\\s)?(?:${OWNED}|${FRIENDS})(?!\\p{L})|(?:^|\\s)(?:${MORE}|${FOR})\\s`,
  'iu',
)

/** The guest whom a name names with others, how many those are, and whether it may be several names. */
export const peopleIn = (
  name: string,
): { guest?: Record<string, unknown>; more?: number; isSeveral?: boolean } => {
  const names = namesIn(name)
  const isSeveral = names.length > 1 && names.every((one) => HAS_LETTER.test(one))
  if (!MAY_HAVE_PEOPLE.test(name)) return { isSeveral }
  const { guests, errors } = readPastedList(name)
  const [guest] = guests
  if (guest === undefined || guests.length > 1 || errors.length > 0) return { isSeveral }
  const more = peopleOf(guest) - 1
  const { attendeeName, holderEmail } = guest.fields
  return more > 0 && attendeeName !== undefined && holderEmail === undefined
    ? { guest: guest.fields, more, isSeveral }
    : { isSeveral }
}
