// The migration files follow the rules of migration-rules.ts, so that D1 splits them into the right
// statements.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'
import { migrationProblems } from '../support/migration-rules.ts'

const FOLDER = join(ROOT, 'drizzle')
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))

const trigger = (body: string, end = 'END;'): string =>
  `CREATE TRIGGER t AFTER INSERT ON a BEGIN\n${body}\n${end}\n`

describe('migration rules', () => {
  it.each([
    ['a trigger of one statement', trigger("UPDATE a SET b = 'x; y' WHERE c = NEW.c;")],
    [
      'a condition in WHEN',
      "CREATE TRIGGER t AFTER UPDATE ON a\nWHEN NEW.b <> 'it''s' BEGIN\nSELECT 1;\nEND;\n",
    ],
    [
      'a comment above a statement',
      '-- Why this is so, in words (and numbers: 1, 2).\nCREATE TABLE a (b TEXT);\n',
    ],
    ['two statements and a breakpoint', 'DROP TABLE a;--> statement-breakpoint\nDROP TABLE b;\n'],
  ])('allow %s', (_, sql) => {
    expect(migrationProblems(sql)).toEqual([])
  })

  it.each([
    ['CRLF', 'DROP TABLE a;\r\n', 'LF'],
    ['a semicolon in a comment', '-- First; then second.\nDROP TABLE a;\n', 'semicolon'],
    ['an apostrophe in a comment', "-- The session's tag.\nDROP TABLE a;\n", 'quote'],
    ['a comment after SQL', 'DROP TABLE a; -- gone\n', 'on its own line'],
    ['a block comment', '/* x */ DROP TABLE a;\n', 'start with "--"'],
    ['a trigger in lower case', trigger('SELECT 1;').toLowerCase(), 'capitals'],
    ['a lower-case end', trigger('SELECT 1;', 'end;'), 'END'],
    ['two statements in a trigger', trigger('SELECT 1;\nSELECT 2;'), 'exactly one statement'],
    ['CASE in a trigger', trigger('UPDATE a SET b = CASE WHEN c THEN 1 ELSE 2 END;'), 'no CASE'],
    ['two statements without a breakpoint', 'DROP TABLE a;\nDROP TABLE b;\n', 'without a breakpoint'],
    ['a transaction', 'BEGIN;\n', 'outside a trigger'],
  ])('forbid %s', (_, sql, problem) => {
    expect(migrationProblems(sql).join('\n')).toContain(problem)
  })
})

it.each(FILES)('drizzle/%s follows the rules', (name) => {
  expect(migrationProblems(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([])
})
