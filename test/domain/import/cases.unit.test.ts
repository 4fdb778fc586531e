// Files as people have them, with what an import makes of each.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWarnings } from '../../../scripts/import/report.ts'
import type { GuestFile } from '../../../src/domain/import/file/guest-file.ts'
import { matchOf, toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { openGuestFile } from '../../../src/domain/import/file/open.ts'
import { DEFAULT_OPTIONS, rowReader } from '../../../src/domain/import/file/table/rows.ts'
import { readingOf, SESSION } from '../../support/import-file.ts'
import expected from './cases/expected.json' with { type: 'json' }

type Expected = {
  rows?: Record<string, string | null>[]
  names?: string[]
  parties?: number[]
  says?: string[]
}

const cases = expected as Record<string, object>

it.each([
  ...['pipe', 'first-last', 'mails', 'newline', 'quotes', 'plus-words', 'total', 'entities', 'typeform'],
  ...['nordic', 'ragged', 'luma', 'eventbrite-plain'],
])('%s.csv is read as its guests', async (name) => {
  const bytes = await readFile(join(import.meta.dirname, 'cases', `${name}.csv`))
  const { file } = await openGuestFile(bytes, async () => {
    throw new Error('no workbook')
  })
  const { rows, errors, warnings } = toImportRows(
    file as GuestFile,
    readingOf(file as GuestFile, 'Guest list'),
  )
  expect(errors).toEqual([])
  const fields = rows.map((row) => row.fields)
  const readRow = rowReader({ ...DEFAULT_OPTIONS, match: matchOf(file as GuestFile, rows) }, SESSION, fields)
  const read = fields.map((row, index) => readRow(index + 1, row))
  expect(read.flatMap(({ problems }) => problems)).toEqual([])
  const tickets = read.flatMap(({ tickets }) => tickets.map(({ values }) => values))
  const is: Expected = cases[`${name}.csv`] ?? {}
  if (is.rows !== undefined) {
    expect(
      tickets.map((values, index) => {
        const all = { status: 'Valid', holderEmail: null, note: null, ...values }
        return Object.fromEntries(
          Object.keys(is.rows?.[index] ?? {}).map((field) => [field, all[field as keyof typeof all]]),
        )
      }),
    ).toEqual(is.rows)
  }
  if (is.names !== undefined) expect(tickets.map(({ attendeeName }) => attendeeName)).toEqual(is.names)
  if (is.parties !== undefined) expect(read.map(({ tickets }) => tickets.length)).toEqual(is.parties)
  for (const words of is.says ?? []) expect(describeWarnings(warnings).join('\n')).toContain(words)
})
