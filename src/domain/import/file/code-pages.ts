// Single-byte encodings. No file declares its own: the letters tell which one it is.

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

/** Czech and Slovak letters of Windows-1250 where those of Windows-1252 never stand: Jiří, Němec, Černý. */
const CZECH = /ì\p{Ll}|\p{Ll}ù\p{Ll}|ø\p{L}*[íýáì]|[íýáì]\p{L}*ø|\bÈ\p{Ll}+[íýá]/gu
/** Turkish letters of Windows-1254 where those of Windows-1252 never stand: Gülşah, İbrahim. */
const TURKISH = /\p{L}þ|\bÝ\p{Ll}|ý(?=\p{L}*þ)|[ýüöđ]\p{L}*ţ|ţ\p{L}*[ýüöđ]|đ\p{L}*ý/gu

/** What a text of names has nowhere: the more of it, the less likely is the encoding. */
const ODD: readonly RegExp[] = [
  // A capital behind a small letter: ä, é and ü of Mac Roman.
  /\p{Ll}(?=[^\P{Lu}A-Z])|\p{Lu}(?=[^\P{Lu}A-Z]\p{Ll})/gu,
  // A sign within a word, or at its beginning. People write ’ and – there.
  /\p{L}[^\p{L}\p{M}\p{Z}\p{Nd}\p{ASCII}’‘–—·](?=\p{L})/gu,
  /(?<![\p{L}\p{Nd}])[^\p{L}\p{M}\p{Z}\p{P}\p{Nd}\p{ASCII}](?=\p{Ll})/gu,
  // Signs side by side, and those of frames.
  /[^\p{L}\p{M}\p{Z}\p{Nd}\p{ASCII}](?=[^\p{L}\p{M}\p{Z}\p{Nd}\p{ASCII}])|[─-▟■‗]/gu,
  // Signs at the end of a word: ł of Polish.
  /\p{L}{3}[¹³](?!\p{L})/gu,
  // What encodings have no letter for.
  /[\x80-\x9f\ufffd]/gu,
  // Words of two alphabets.
  /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}])|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/gu,
  // Rare letters, which stand for common ones of Cyrillic, and what no word of it has.
  /[ΐΰ]|[бвгджзклмнпрстфхцчшщ]й/giu,
]
/** Words of letters with accents alone, which are words of another alphabet. */
const FOREIGN = /(?<!\p{L})[^\P{Script=Latin}A-Za-z]{3,}|[^\P{Script=Latin}A-Za-z]{4,}/gu

/** The letters of the code page 850, from 0x80, which Excel calls MS-DOS. */
const OEM =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const decodeOem = (bytes: Uint8Array): string =>
  decode(
    'windows-1252',
    bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)),
  ).replace(/\?/g, (sign, at: number) =>
    (bytes[at] ?? 0) < 0x80 ? sign : (OEM[(bytes[at] ?? 0) - 0x80] ?? sign),
  )

/** Without a name of the encoding, the first of those that make the most of the text counts. */
const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'macintosh',
  'ibm850',
  'windows-1251',
  'windows-1253',
]

/** As much as tells an encoding. */
const SAMPLE_BYTES = 20_000
const MAX_WORD_BYTES = 100

const isBetweenWords = (byte: number): boolean =>
  byte <= 0x20 || byte === 0x22 || byte === 0x2c || byte === 0x3b

/** The first words with letters that encodings differ in. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample: number[] = []
  let [start, isFound] = [0, false]
  for (let at = 0; at <= bytes.length && sample.length < SAMPLE_BYTES; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80) isFound = true
    if (!isBetweenWords(byte)) continue
    if (isFound) sample.push(...bytes.subarray(start, Math.min(at, start + MAX_WORD_BYTES)), 0x20)
    ;[start, isFound] = [at + 1, false]
  }
  return Uint8Array.from(sample)
}

const times = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

const oddityOf = (encoding: string, text: string): number => {
  const isLatin = !['windows-1251', 'windows-1253'].includes(encoding)
  const odd = [
    ...ODD,
    ...(isLatin ? [FOREIGN] : []),
    ...(encoding === 'windows-1250' ? [] : [CZECH]),
    ...(encoding === 'windows-1254' ? [] : [TURKISH]),
  ]
  return odd.reduce((sum, pattern) => sum + times(pattern, text), 0)
}

const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  encoding === 'ibm850' ? decodeOem(bytes) : decode(encoding, bytes)

/** The text in the likeliest encoding of one byte a letter. */
export const decodeLetters = (bytes: Uint8Array): string => {
  const sample = sampleOf(bytes)
  let best = { encoding: 'windows-1252', oddity: Number.POSITIVE_INFINITY }
  for (const encoding of ENCODINGS) {
    const oddity = oddityOf(encoding, decodeAs(encoding, sample))
    if (oddity < best.oddity) best = { encoding, oddity }
  }
  return decodeAs(best.encoding, bytes)
}

/** The characters of Windows-1252 from 0x80. */
const HIGH = decode(
  'windows-1252',
  Uint8Array.from({ length: 128 }, (_, index) => index + 128),
)

/** UTF-8 that a program has taken for Windows-1252, and written as UTF-8: `JÃ¶rg`, `Oâ€™Neil`. */
const TWICE =
  /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]|[ÄÅ][\u0080-\u00bf‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ€]|â€[\u0080-\u00bf˜™œš“”¦¢]/g

export const decodeTwice = (text: string): string =>
  text.replace(TWICE, (found) => {
    try {
      const bytes = Uint8Array.from(found, (character) => HIGH.indexOf(character) + 0x80)
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    } catch {
      return found
    }
  })
