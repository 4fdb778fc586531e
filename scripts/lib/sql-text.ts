// Text as SQL, the same for the local and the deployed database.

/** D1 accepts statements of up to 100,000 bytes. */
export const MAX_STATEMENT_BYTES = 90_000

/**
 * Text as an SQL literal. Text of letters, digits and some punctuation is quoted. Any other text is written
 * as the hex of its bytes, so that nothing in it (a NUL, `;`, `--`, a line end, `BEGIN TRANSACTION`) can
 * mislead wrangler or D1 when they split a file into statements.
 */
export const sqlText = (text: string): string => {
  const isPlain =
    /^[\p{L}\p{M}\p{N} .,:@_+&()'-]*$/u.test(text) && !text.includes('--') && !/transaction/i.test(text)
  return isPlain ? `'${text.replaceAll("'", "''")}'` : `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`
}
