// Accents that SQLite's unicode61 tokenizer leaves on: it knows the Latin ones and no others. The same
// table folds the stored text (in SQL, see schema/tickets.ts) and the words that are searched for.

const PLAIN_LETTER: Readonly<Record<string, string>> = {
  Ά: 'α',
  ά: 'α',
  Έ: 'ε',
  έ: 'ε',
  Ή: 'η',
  ή: 'η',
  Ί: 'ι',
  ί: 'ι',
  Ϊ: 'ι',
  ϊ: 'ι',
  ΐ: 'ι',
  Ό: 'ο',
  ό: 'ο',
  Ύ: 'υ',
  ύ: 'υ',
  Ϋ: 'υ',
  ϋ: 'υ',
  ΰ: 'υ',
  Ώ: 'ω',
  ώ: 'ω',
  Ё: 'е',
  ё: 'е',
}

const ACCENTED = new RegExp(`[${Object.keys(PLAIN_LETTER).join('')}]`, 'gu')

/** `text` with its Greek and Cyrillic accents taken off. */
export const fold = (text: string): string =>
  text.replace(ACCENTED, (letter) => PLAIN_LETTER[letter] ?? letter)

/** SQL that folds the text expression `expression` as {@link fold} does. */
export const foldExpression = (expression: string): string =>
  Object.entries(PLAIN_LETTER).reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, expression)
