// Parts of the benchmark's pages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds with one decimal; a dash for what was not measured. */
export const ms = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1))

export const count = (value: number): string => Math.round(value).toLocaleString('en')

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Notes written by hand, without their first comment. */
export const readNotes = (name: string): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .replace(/^<!--.*-->\n/, '')
    .trimEnd()
