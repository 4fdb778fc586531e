// What a scanned or typed text can mean as a code. The service and the door page try the same forms.

/** What comes from a part of a text, or is added, is longer than the numbers of orders, pages and sizes. */
const MIN_PART = 6
const MIN_DIGITS = 8
/** No other form is a code of the API, and hashing a page of text in all forms would take too long. */
const MAX_CHARACTERS = 200
const MAX_PARTS = 8

/** At most as many forms has a text, and with those of what it may be instead. */
const MAX_FORMS = 64
const MAX_ALL = 128

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The text without what scanners and keyboards add: an AIM identifier (`]Q1`), the asterisks of
 * Code 39, a label such as `URL:`, control characters such as GS, and others that nobody sees.
 * Hyphens, letters and digits become plain ones.
 */
const strip = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .trim()
    .replace(/^\][A-Z][\dA-Z]/i, '')
    .replace(/^\*(.+)\*$/, '$1')
    .replace(/^ur[il]:(?=.)/i, '')

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** `code=CODE&event=5` */
const QUERY = /^[\w.-]+=[^=]/

/** Some shops print a URL without its scheme: `shop.example/t/CODE`. */
const isUrl = (text: string): boolean =>
  SCHEME.test(text) || /^([\p{L}\d-]+\.)+\p{L}{2,}(:\d+)?[/?#]/u.test(text) || QUERY.test(text)

const withoutEmpty = (texts: readonly string[]): string[] => texts.filter((text) => text !== '')

/** The parts of a URL in which a code may be: the end of its path, its values, the rest of its path. */
const partsOf = (url: string): string[] => {
  const [, path = '', query = '', fragment = ''] =
    /^([^?#]*)\??([^#]*)#?(.*)$/s.exec(QUERY.test(url) ? `?${url}` : url) ?? []
  const segments = withoutEmpty(path.replace(SCHEME, '').split('/').slice(1)).reverse()
  const values = query.split(/[&;]/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [...segments.slice(0, 1), ...values, ...segments.slice(1), ...fragment.split(/[/?&=]/)].map(decode)
}

/** The parts of a URL, and of a URL that a redirect has as a value. */
const urlParts = (url: string): string[] =>
  partsOf(url).flatMap((part) => (SCHEME.test(part) ? partsOf(part) : part))

/** JSON, badges and some shops have the code, or a URL, beside a name, an order or a label. */
const piecesOf = (text: string): string[] =>
  text
    .replace(/\\(?=\/)/g, '')
    .split(/[;|,"[\]{}\p{Cc}]+|:(?!\/)/u)
    .flatMap((piece) => (isUrl(piece) ? urlParts(piece) : piece))

/**
 * What follows the last `/`, `=` or `#` of a text that is no URL. Behind a `=` it may be the number of an
 * event or a page.
 */
const endOf = (text: string): string => {
  const [, separator, end = ''] = /([/=#])?([^/=#]+)[/=#]*$/.exec(text) ?? []
  return separator === '=' && end.length < MIN_PART ? '' : decode(end)
}

/** A part of a URL without the end of a sentence or of a file name, and with spaces for plus signs. */
const plain = (part: string): string =>
  part.replace(/(\.(pdf|pkpass|png|jpe?g|svg|html?|php)|;.*|[.,!)]+)$/i, '').replace(/\+/g, ' ')

/** Whether a part of a text may be a code. Numbers of orders, events and sizes are shorter. */
const isLongEnough = (code: string): boolean =>
  code.length >= MIN_PART && (code.length >= MIN_DIGITS || !/^\d+$/.test(code))

/** The text, and what may be a ticket's number in it: the end of another text, or the parts of a URL. */
export const textsIn = (text: string): string[] => {
  const stripped = strip(text)
  const ends = isUrl(stripped) ? urlParts(stripped).filter(isLongEnough) : [endOf(stripped)]
  return [...new Set(withoutEmpty([text.trim(), stripped, ...ends]))]
}

/** The form of our own codes: people type small letters, spaces and hyphens, and confuse O with 0. */
const normalize = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** What a scanner types that is set up for a German keyboard. */
const exchangeYZ = (text: string): string =>
  text.replace(/[yz]/gi, (letter) => 'zyZY'['yzYZ'.indexOf(letter)] ?? '')

const otherCase = (text: string): string =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')

/** With Caps Lock, from a scanner with one case alone, and as EAN, UPC and GTIN, which differ in zeros. */
const added = (text: string): string[] => {
  if (!/^\d+$/.test(text)) return [otherCase(text), text.toLowerCase(), text.toUpperCase()]
  if (text.length < MIN_DIGITS) return []
  const number = text.replace(/^0+/, '')
  return [number, ...[8, 12, 13, 14].map((length) => number.padStart(length, '0'))]
}

/** `part`: which part of the text it is, or 0 for the whole. */
type Form = { code: string; part: number }

/** The whole text: as it is, without what a scanner adds, and as other systems and keyboards write it. */
const wholeOf = (text: string, stripped: string): string[] => {
  const whole = [text, text.trim(), stripped]
  if (isUrl(stripped)) return whole
  const given = [...whole, endOf(stripped)]
  const forms = [...given, ...given.map(normalize)]
  return [...forms, ...forms.map(exchangeYZ)]
}

/** The forms of a text without repeats, the likeliest first. */
const readForms = (text: string): Form[] => {
  const stripped = strip(text)
  const found = isUrl(stripped) ? urlParts(stripped) : piecesOf(text)
  const all = [...new Set(found.map(strip))].filter(isLongEnough)
  // Of many, such as the lines of a business card, those with a digit are likelier.
  const likely = all.length > MAX_PARTS ? all.sort((a, b) => +/\d/.test(b) - +/\d/.test(a)) : all
  const parts = likely.slice(0, MAX_PARTS)
  const forms = [
    ...wholeOf(text, stripped).map((code) => ({ code, part: 0 })),
    ...parts.flatMap((part, index) =>
      [part, normalize(part), plain(part)].map((code) => ({ code, part: index + 1 })),
    ),
  ]
  const more = forms.flatMap(({ code, part }) => added(code).map((form) => ({ code: form, part })))
  const unique = new Map<string, Form>()
  for (const form of [...forms, ...more.filter(({ code }) => code.length >= MIN_PART)]) {
    const { code, part } = form
    const isUsable = part === 0 ? code !== '' : isLongEnough(code)
    if (isUsable && (code.length <= MAX_CHARACTERS || code === text) && !unique.has(code))
      unique.set(code, form)
  }
  return [...unique.values()].slice(0, MAX_FORMS)
}

/** What a text that is no code may be instead. */
export type Further = (text: string) => readonly string[]

/** The forms of a text, then those of each that it may be instead, without repeats. */
function* readAll(text: string, further: Further): Generator<readonly Form[]> {
  const seen = new Set<string>()
  const unseen = ({ code }: Form) => !seen.has(code) && seen.size < MAX_ALL && seen.add(code)
  yield readForms(text).filter(unseen)
  for (const one of further(text))
    yield readForms(one).filter(
      (form) => isLongEnough(form.code) && form.code.length <= MAX_CHARACTERS && unseen(form),
    )
}

/** Nothing but what the text says. */
export const NOTHING: Further = () => []

/** The codes that a text may stand for, the likeliest first: at most {@link MAX_ALL}. */
export const formsOf = (text: string, further = NOTHING): string[] =>
  [...readAll(text, further)].flat().map(({ code }) => code)

/**
 * What `find` finds by the first form of a text that it knows. Nothing, if two parts of the text find two:
 * nobody can say which of them is the ticket.
 */
export const findByForms = <Found>(
  text: string,
  find: (code: string) => Found | undefined,
  further = NOTHING,
): Found | undefined => {
  for (const forms of readAll(text, further)) {
    const found = new Map<number, Found>()
    for (const { code, part } of forms) {
      const hit = found.has(part) ? undefined : find(code)
      if (hit === undefined) continue
      // The earlier form counts, so the result of a part stands.
      if (part === 0 && found.size > 0) break
      found.set(part, hit)
      if (part === 0) break
    }
    const [first, ...others] = new Set(found.values())
    if (first !== undefined) return others.length === 0 ? first : undefined
  }
  return undefined
}
