// What else a text may say if it is no code: on other keyboards, as other kinds of barcodes, and within what
// shops put around a code. The door page loads it with what is not on the screen at first.

/** Shorter ones could be the numbers of orders, pages and sizes. */
const MIN_CHARACTERS = 6
const MAX_CHARACTERS = 5_000
/** At most as many has a text. */
const MAX_TEXTS = 10

/** A function that replaces each character of `from` by the one at its place in `to`. */
const exchange = (from: string, to: string) => {
  const signs = [...to]
  const map = new Map([...from].map((sign, index) => [sign, signs[index] ?? '']))
  return (text: string) => [...text].map((sign) => map.get(sign) ?? sign).join('')
}

/** Signs of keyboards on which digits need Shift, and what a scanner for American ones meant by them. */
const KEYBOARDS: readonly (readonly [fits: RegExp, read: (text: string) => string])[] = [
  // French.
  [/[&é"'(è_çà]/, exchange(`&é"'(-è_çà)!§aqzwAQZW,m;:?M.°$%`, `1234567890-/?qawzQAWZm;,.M:<_]"`)],
  // Belgian.
  [/[&é"'(§è!çà]/, exchange(`&é"'(§è!çà)-=+aqzwAQZW,m;:?M.°_$%`, `1234567890-=/?qawzQAWZm;,.M:<_+]"`)],
  // Czech and Slovak.
  [/[ěščřžýáíéľť]/, exchange('+ěščřžýáíéľť=-"%_yzYZ', '123456789025-/:_?zyZY')],
]

/** The same on German, Spanish, Italian, Portuguese, Brazilian and Nordic ones, which type digits. */
const fromEuropean = exchange("ß'+-_?/ÖÑçÇÆØÄÜ*", '---/?_&::::::"{}')
const fromBrazilian = exchange('Ç;', ':/')
/** German keyboards have Y and Z exchanged. */
const exchangeYZ = exchange('yzYZ', 'zyZY')

const ofKeyboards = (text: string): string[] => {
  const typed = /[ß'+ÖÑçÇÆØÄ]/.test(text) ? fromEuropean(text) : text
  return [
    typed,
    ...(typed === text ? [] : [exchangeYZ(typed)]),
    ...(/Ç;;/.test(text) ? [fromBrazilian(text)] : []),
    ...(/\d/.test(text) ? [] : KEYBOARDS.flatMap(([fits, read]) => (fits.test(text) ? [read(text)] : []))),
  ]
}

/** Pairs of Code 39, which stand for characters that it does not have: `+A` is a. */
const ofPairs = (text: string): string => {
  const shift = (by: number) => (_: string, letter: string) => String.fromCharCode(letter.charCodeAt(0) + by)
  return text
    .replace(/\+([A-Z])/g, shift(32))
    .replace(/\/([A-O])/g, shift(-32))
    .replace(/\/Z/g, ':')
    .replace(/%([F-J])/g, shift(-11))
    .replace(/%([K-O])/g, shift(16))
}

/** Letters of Cyrillic and Greek that look like Latin ones. */
const fromAlike = exchange(
  'АВЕКМНОРСТУХІЈЅаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο',
  'ABEKMHOPCTYXIJSaeopcyxijsABEZHIKMNOPTYXo',
)

/** Letters that look alike, caps lock beside ß, a UUID without hyphens, digits with separators, groups. */
const ofLetters = (text: string): string[] => [
  fromAlike(text),
  ...(text.includes('ß')
    ? [text.replace(/[^ß]/g, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))]
    : []),
  ...(/^[\da-f]{32}$/i.test(text)
    ? [text.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')]
    : []),
  ...(/^\d{1,3}(?:[.,' ]\d{3})+$/.test(text) ? [text.replace(/\D/g, '')] : []),
  ...(/^[\p{L}\p{N}\s-]+$/u.test(text) ? [text.replace(/[\s-]/g, '')] : []),
]

/** The last digit of EAN, UPC and GTIN, which is computed from the others. */
const checkDigit = (digits: string): string => {
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Other readings of a barcode. */
const ofBarcode = (text: string): string[] => [
  // A scanner that leaves out the check digit, and a list without those that were printed.
  ...(/^\d{11,12}$/.test(text) ? [text + checkDigit(text)] : []),
  ...(/^\d{12,13}$/.test(text) && text.endsWith(checkDigit(text.slice(0, -1))) ? [text.slice(0, -1)] : []),
  // An identifier that a European keyboard has typed, or whose bracket it has swallowed.
  ...(/^[+$][a-z]\d(.+)$/i.exec(text)?.slice(1) ?? []),
  ...(/^C1(?=.*[A-Z])(.{8,})$/i.exec(text)?.slice(1) ?? []),
  // Start and stop of Codabar.
  ...(/^[A-D]([\d$:/.+-]{8,})[A-D]$/i.exec(text)?.slice(1) ?? []),
  ...(/^[\dA-Z .$/+%-]+$/.test(text) ? [ofPairs(text)] : []),
  // A scanner that reads pairs of a code that has none.
  ...(/^(?!.*[a-z]{2})(?=.*[a-z])[\w .$/+%-]+$/.test(text)
    ? [text.replace(/[a-z]/g, (letter) => `+${letter.toUpperCase()}`)]
    : []),
]

/** The values of a GS1 barcode, as a list: those of a fixed length, and others that end with a GS. */
const ofGs1 = (text: string): string[] => {
  const values: string[] = []
  const element = /(?:00(\d{18})|0[12](\d{14})|1[1-7](\d{6})|(?:10|2[12]|2[45]\d|9\d)(\P{Cc}+))\p{Cc}?/uy
  element.lastIndex = /^(?:\][a-z]\d)?\p{Cc}?/iu.exec(text)?.[0].length ?? 0
  for (let found = element.exec(text); found !== null; found = element.exec(text))
    values.push(found.slice(1).find(Boolean) ?? '')
  const [, item = '', digit] = /^01(\d{13})(\d)$/.exec(text) ?? []
  const isGs1 = values.length > 1 || /[\]\p{Cc}]/u.test(text) || digit === checkDigit(item)
  return isGs1 ? [values.join('|')] : []
}

const LINK = /(?<![a-z])[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/i

/** A URL without what is added to it, and with the other scheme: a list may have it whole. */
const ofUrl = (text: string): string[] => {
  const [url, scheme = ''] = /^(https?):\/\/[^\s?#&;]+/i.exec(text) ?? []
  if (url === undefined) return []
  const other = scheme.toLowerCase() === 'http' ? 'https' : 'http'
  return [url, other + url.slice(scheme.length)]
}

/** URLs with something around them, in whole or in part encoded. */
const ofUrls = (text: string): string[] => {
  let decoded = text
  try {
    if (/%3a%2f%2f/i.test(text)) decoded = decodeURIComponent(text)
  } catch {
    // Percent signs that are no encoding.
  }
  const [url] = LINK.exec(decoded.replace(/\\([/:])/g, '$1')) ?? []
  return url === undefined ? [] : [url]
}

const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)]

/** The values of JSON, as a list. */
const ofJson = (text: string): string[] => {
  if (!/^[[{]/.test(text)) return []
  try {
    return [valuesIn(JSON.parse(text)).join('|')]
  } catch {
    return []
  }
}

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

/** What a text that is no code may be instead, the likeliest first. */
export const furtherTexts = (given: string): string[] => {
  const text = given.trim()
  if (text.length > MAX_CHARACTERS) return []
  const all = [
    // alf.io encodes a UUID, a slash and a signature, but exports only the UUID.
    ...(/^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/./.exec(text)?.slice(1) ?? []),
    ...indicoIdIn(text),
    // Scanned twice before the field was read.
    ...(/^(.{6,100})\s*\1$/s.exec(text)?.slice(1) ?? []),
    ...ofLetters(text),
    ...ofUrls(text),
    ...ofJson(text),
    ...ofUrl(text),
    text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
    ...ofKeyboards(text),
    ...ofBarcode(text),
    ...ofGs1(text),
    // Words, and elements in brackets.
    text.replace(/[\s()@]+/g, '|'),
  ]
  const isOther = (one: string) => one.length >= MIN_CHARACTERS && one !== given && one !== text
  return [...new Set(all)].filter(isOther).slice(0, MAX_TEXTS)
}
