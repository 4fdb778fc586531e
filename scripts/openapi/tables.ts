// Writes the tables of operations and error codes in docs/api.md, between comments with their names.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'
import { ROOT } from '../lib/local.ts'
import { OPERATIONS, templateOf } from './operations.ts'

const operations = OPERATIONS.map(
  ({ operation: { method, summary }, path }) => `| \`${method} ${templateOf(path)}\` | ${summary} |`,
)

const errors = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
  const { status, meaning } = ERRORS[code]
  return `| ${status} | \`${code}\` | ${meaning} |`
})

const TABLES = {
  operations: ['| Operation | |', '| --- | --- |', ...operations],
  errors: ['| Status | Code | When |', '| --- | --- | --- |', ...errors],
}

/** Replaces the tables in the page. */
export const writeTables = (): void => {
  const file = join(ROOT, 'docs', 'api.md')
  const text = Object.entries(TABLES).reduce(
    (result, [name, rows]) =>
      result.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
        (_, start: string, end: string) => `${start}\n${rows.join('\n')}\n\n${end}`,
      ),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}
