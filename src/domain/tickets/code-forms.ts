// What a scanned or typed text can mean as a code. The service and the door page try the same forms.

/** What comes from a part of a text, or is added, is longer than the numbers of orders, pages and sizes. */
const MIN_PART = 6
const MIN_DIGITS = 8
/** No other form is a code of the API, and hashing a page of text in all forms would take too long. */
const MAX_CHARACTERS = 200
const MAX_PARTS = 8

/** At most as many forms has a text. */
const MAX_FORMS = 64

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The text without what scanners and keyboards add: an AIM identifier (`]Q1`), the asterisks of Code 39,
 * control characters such as GS, and others that nobody sees. Hyphens, letters and digits become plain ones.
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

/** alf.io encodes a UUID, a slash and a signature, but exports only the UUID. */
const ALF_IO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./

/**
 * Indico encodes `{"i":[2,host,id]}`, with the 16 bytes of the id in base64; older versions encode
 * `{"checkin_secret":id}`.
 */
const indicoIdIn = (text: string): string[] => {
  if (!text.startsWith('{')) return []
  try {
    const { i, checkin_secret: secret } = JSON.parse(text) as { i?: unknown[]; checkin_secret?: unknown }
    if (typeof secret === 'string') return [secret]
    const hex = [...atob(String(i?.[2]))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
    return [hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')]
  } catch {
    return []
  }
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** `code=CODE&event=5` */
const QUERY = /^[\w.-]+=[^=]/

/** Some shops print a URL without its scheme: `shop.example/t/CODE`. */
const isUrl = (text: string): boolean =>
  SCHEME.test(text) || /^([a-z\d-]+\.)+[a-z]{2,}(:\d+)?[/?#]/i.test(text) || QUERY.test(text)

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

/** JSON, badges and some shops have the code beside a name, an order or a label. */
const piecesOf = (text: string): string[] => text.split(/[;|,:"[\]{}\p{Cc}]+/u)

/**
 * What follows the last `/`, `=` or `#` of a text that is no URL. Behind a `=` it may be the number of an
 * event or a page.
 */
const endOf = (text: string): string => {
  const [, separator, end = ''] = /([/=#])?([^/=#]+)[/=#]*$/.exec(text) ?? []
  return separator === '=' && end.length < MIN_PART ? '' : decode(end)
}

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

/** A function that replaces each character of `from` by the one at its place in `to`. */
const exchange = (from: string, to: string) => (text: string) =>
  text.replace(/./gs, (character) => to[from.indexOf(character)] ?? character)

/** What a scanner types that is set up for a German keyboard. */
const exchangeYZ = exchange('yzYZ', 'zyZY')

/** What an American scanner has typed on a German, Spanish, Italian, Portuguese or Nordic keyboard. */
const fromEuropean = exchange("ß'+-_?/ÖÑçÇÆØ", '---/?_&::::::')

/** What a scanner has meant, if its keyboard is not the phone's. Y and Z differ on German ones only. */
const typedAs = (text: string): string[] => {
  if (text.length < MIN_PART || !/[ß'+ÖÑçÇÆØ]/.test(text)) return []
  const typed = fromEuropean(text)
  return [typed, exchangeYZ(typed)]
}

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
  const given = [...whole, endOf(stripped), ALF_IO.exec(stripped)?.[1] ?? '', ...indicoIdIn(stripped)]
  const forms = [...given, ...given.map(normalize)]
  return [...forms, ...forms.map(exchangeYZ), ...typedAs(stripped)]
}

/** The forms of a text without repeats, the likeliest first. */
const readForms = (text: string): Form[] => {
  const stripped = strip(text)
  const urls = [stripped, ...typedAs(stripped)].filter(isUrl)
  const found = urls.length > 0 ? urls.flatMap(urlParts) : piecesOf(text)
  const parts = [...new Set(found.map(strip))].filter(isLongEnough).slice(0, MAX_PARTS)
  const forms = [
    ...wholeOf(text, stripped).map((code) => ({ code, part: 0 })),
    ...parts.flatMap((part, index) => [part, normalize(part)].map((code) => ({ code, part: index + 1 }))),
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

/** The codes that a text may stand for, the likeliest first: at most {@link MAX_FORMS}. */
export const formsOf = (text: string): string[] => readForms(text).map(({ code }) => code)

/**
 * What `find` finds by the first form of a text that it knows. Nothing, if two parts of the text find two:
 * nobody can say which of them is the ticket.
 */
export const findByForms = <Found>(
  text: string,
  find: (code: string) => Found | undefined,
): Found | undefined => {
  const found = new Map<number, Found>()
  for (const { code, part } of readForms(text)) {
    const hit = found.has(part) ? undefined : find(code)
    if (hit === undefined) continue
    // The earlier form counts, so the result of a part stands.
    if (part === 0 && found.size > 0) break
    found.set(part, hit)
    if (part === 0) break
  }
  const [first, ...others] = new Set(found.values())
  return others.length === 0 ? first : undefined
}
