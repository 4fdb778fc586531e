// Numbers in words, in the languages of the lists.

export const ENGLISH = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Other languages have them behind "plus" alone: `Ana + Sei` are two names. */
export const NUMBERS: readonly (readonly string[])[] = [
  ['eins?', 'eine', 'une?', 'un[oa]', 'uma?', 'jede?n', 'jedn[ao]', 'een', 'één', 'én', 'et', 'ett'],
  ['zwei', 'zweit', 'zwo', 'deux', 'dos', 'due', 'dois', 'duas', 'dwa', 'dwie', 'dwoje', 'twee', 'två', 'to'],
  ['drei', 'dritt', 'trois', 'tr[eêé]s?', 'trzy', 'troje', 'drie'],
  ['vier', 'viert', 'quatre', 'cuatro', 'quat?tro', 'cztery', 'fyra', 'fire'],
  ['fünf', 'cinq', 'cinco', 'cinque', 'pięć', 'vijf', 'fem'],
  ['sechs', 'seis?', 'sześć', 'zes', 'sex', 'seks'],
  ['sieben', 'sept', 'siete', 'sette', 'sete', 'siedem', 'zeven', 'sju', 'syv'],
  ['acht', 'huit', 'ocho', 'otto', 'oito', 'osiem', 'åtta', 'åtte', 'otte'],
  ['neun', 'neuf', 'nueve', 'nove', 'dziewięć', 'negen', 'nio', 'ni'],
]
const NUMBER_PATTERNS = NUMBERS.map(
  (words, index) => new RegExp(`^(?:${[ENGLISH[index], ...words].join('|')})$`, 'iu'),
)

/** The number of a word; undefined if it is none. */
export const numberIn = (text: string): number | undefined => {
  const index = NUMBER_PATTERNS.findIndex((pattern) => pattern.test(text))
  return index === -1 ? undefined : index + 1
}

/** The number in a cell that may have names. With a capital, words of other languages are: Otto. */
export const numberInCell = (cell: string): number | undefined =>
  ENGLISH.includes(cell.toLowerCase()) || cell === cell.toLowerCase() ? numberIn(cell) : undefined
