/** Folds case as SQLite's NOCASE does: ASCII letters only. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
