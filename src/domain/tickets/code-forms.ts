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

/** Control characters, such as the GS of GS1, and others that nobody sees, such as byte order marks. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu

/** The text without what a scanner adds: its AIM identifier (`]Q1`) and the asterisks of Code 39. */
const strip = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .trim()
    .replace(/^\][A-Z][\dA-Z]/i, '')
    .replace(/^\*(.+)\*$/, '$1')

/** alf.io encodes a UUID, a slash and a signature, but exports only the UUID. */
const ALF_IO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./

/** Scanners send the start and stop characters of Codabar, which are not part of the number. */
const CODABAR = /^[A-D]([\d$+./:-]{6,})[A-D]$/i

const parseJson = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Indico encodes `{"i":[2,host,id]}`, with the 16 bytes of the id in base64; older versions encode
 * `{"checkin_secret":id}`.
 */
const indicoIdIn = (json: unknown): string[] => {
  const { i, checkin_secret: secret } = (json ?? {}) as { i?: unknown[]; checkin_secret?: unknown }
  if (typeof secret === 'string') return [secret]
  try {
    const hex = [...atob(String(i?.[2]))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
    return [hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')]
  } catch {
    return []
  }
}

/** The texts and numbers in JSON. */
const valuesIn = (json: unknown): string[] => {
  if (typeof json === 'string' || typeof json === 'number') return [String(json)]
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(valuesIn) : []
}

const WITH_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** `shop.example/t/CODE`, as some shops print it. */
const WITH_HOST = /^([a-z\d-]+\.)+[a-z]{2,}(:\d+)?[/?#]/i
/** `code=CODE&event=5` */
const QUERY = /^[\w.-]+=[^=]/

const isUrl = (text: string): boolean => WITH_SCHEME.test(text) || WITH_HOST.test(text) || QUERY.test(text)

/** The values of `a=1&b=2`. */
const valuesOf = (query: string): string[] =>
  query.split(/[&;]/).map((pair) => decode(pair.slice(pair.indexOf('=') + 1)))

/** The parts of a URL in which a code may be: the end of its path, its values, the rest of its path. */
const partsOfUrl = (url: string): string[] => {
  const [rest = '', ...fragment] = url.split('#')
  const [address = '', ...query] = QUERY.test(rest) ? ['', rest] : rest.split('?')
  const path = address.replace(WITH_SCHEME, '').split('/').slice(1)
  const [end = '', ...others] = path
    .filter((part) => part !== '')
    .reverse()
    .map(decode)
  return [end, ...valuesOf(query.join('?')), ...others, ...fragment.join('#').split(/[/?]/).flatMap(valuesOf)]
}

/** The parts of a URL, also of the one that a redirect has as a value. */
const urlParts = (url: string): string[] =>
  partsOfUrl(url).flatMap((part) => (WITH_SCHEME.test(part) ? partsOfUrl(part) : part))

/** Badges and some shops encode the code beside a name, an order or a label. */
const piecesOf = (text: string): string[] => {
  const pieces = text.split(/[;|,:\p{Cc}]+/u)
  return pieces.length === 1 ? [] : pieces
}

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
  return [...new Set([text.trim(), stripped, ...ends])].filter((one) => one !== '')
}

/** The form of our own codes: people type small letters, spaces and hyphens, and confuse O with 0. */
const normalize = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** A function that replaces each character of `from` by the one at its place in `to`. */
const exchange = (from: string, to: string) => {
  const pairs = new Map([...from].map((character, index) => [character, to[index]]))
  return (text: string): string => [...text].map((character) => pairs.get(character) ?? character).join('')
}

/** What a scanner types that is set up for a German keyboard. */
const exchangeYZ = exchange('yzYZ', 'zyZY')

/** What an American scanner has typed on a German, Spanish, Italian, Portuguese or Nordic keyboard. */
const fromEuropean = exchange("ß'+-_?/ÖÑçÇÆØöñòæø´¡ì«", '---/?_&::::::;;;;;====')
const EUROPEAN = /[ß'+ÖÑçÇÆØ´¡ì«]/
/** And on a French one, where digits need Shift. */
const fromFrench = exchange(`à&é"'(-è_çaqzwAQZW,?)°!§Mm:;`, '0123456789qawzQAWZmM-_/?:;.,')
const FRENCH = /^(?=.*[à&é"'(è_ç])\D+$/

/** What a scanner has meant, if its keyboard is not the phone's. Y and Z differ on German ones only. */
const typedAs = (text: string): string[] => {
  const typed = EUROPEAN.test(text) ? [fromEuropean(text)] : []
  if (FRENCH.test(text)) typed.push(fromFrench(text))
  return typed.flatMap((one) => [one, exchangeYZ(one)])
}

/** Copied texts have typographic hyphens and spaces, wide letters, or the digits of another script. */
const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .trim()

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
const wholeOf = (text: string, stripped: string, json: unknown): string[] => {
  const whole = [text, text.trim(), stripped]
  if (isUrl(stripped)) return whole
  const given = [...whole, endOf(stripped), ALF_IO.exec(stripped)?.[1] ?? '', ...indicoIdIn(json)]
  const forms = [...given, ...given.map(normalize)]
  const read = [toPlain(stripped), CODABAR.exec(stripped)?.[1] ?? '', ...typedAs(stripped)]
  return [...forms, ...forms.map(exchangeYZ), ...read.filter((code) => code.length >= MIN_PART)]
}

const partsOf = (text: string, stripped: string, json: unknown): string[] => {
  if (json !== undefined) return valuesIn(json)
  const urls = [stripped, ...typedAs(stripped)].filter(isUrl)
  return urls.length > 0 ? urls.flatMap(urlParts) : piecesOf(text)
}

/** All forms of a text, the likeliest first. */
const readForms = (text: string): Form[] => {
  const stripped = strip(text)
  const json = parseJson(stripped)
  const parts = [...new Set(partsOf(text, stripped, json).map(strip))]
    .filter(isLongEnough)
    .slice(0, MAX_PARTS)
  const forms = [
    ...wholeOf(text, stripped, json).map((code) => ({ code, part: 0 })),
    ...parts.flatMap((part, index) => [part, normalize(part)].map((code) => ({ code, part: index + 1 }))),
  ]
  const more = forms.flatMap(({ code, part }) => added(code).map((form) => ({ code: form, part })))
  const isUsable = ({ code, part }: Form) => part === 0 || isLongEnough(code)
  return [
    ...forms.filter(isUsable),
    ...more.filter((form) => form.code.length >= MIN_PART && isUsable(form)),
  ].filter(({ code }, index) => code !== '' && (index < 3 || code.length <= MAX_CHARACTERS))
}

/** The codes that a text may stand for, the likeliest first: at most {@link MAX_FORMS}. */
export const formsOf = (text: string): string[] =>
  [...new Set(readForms(text).map(({ code }) => code))].slice(0, MAX_FORMS)

/**
 * What `find` finds by the first form of a text that it knows. Nothing, if two parts of the text find two:
 * nobody can say which of them is the ticket.
 */
export const findByForms = <Found>(
  text: string,
  find: (code: string) => Found | undefined,
): Found | undefined => {
  const known = new Map<string, Found | undefined>()
  const found = new Map<number, Found>()
  for (const { code, part } of readForms(text)) {
    if (found.has(part)) continue
    if (!known.has(code)) {
      if (known.size === MAX_FORMS) break
      known.set(code, find(code))
    }
    const hit = known.get(code)
    if (hit === undefined) continue
    // The earlier form counts, so what a part has found stands.
    if (part === 0 && found.size > 0) break
    if (part === 0) return hit
    found.set(part, hit)
  }
  const [first, ...others] = new Set(found.values())
  return others.length === 0 ? first : undefined
}
