// What an isolate remembers between requests belongs to one database, unless it is the same for all.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** What is made from the code or the settings alone, and not from what a database has. */
const SAME_FOR_ALL = [
  'src/api/auth/settings.ts known',
  'src/db/databases.ts known',
  'src/domain/check-ins/list-check-ins.ts pages',
  'src/domain/local-time.ts formatters',
  'src/domain/tickets/fold.ts foldedCharacters',
  'src/domain/tickets/statements.ts cache',
]

const VARIABLE =
  /^(?:export )?(?:let|var) (\w+)|^(?:export )?const (\w+)(?::[^=]+)? = new (?:Weak)?(?:Map|Set)\b/

it('is kept by `perDatabase`', () => {
  const found = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split('\n')
      .filter((line) => !/: Readonly(Set|Map)</.test(line))
      .flatMap((line) => {
        const [, variable, constant] = VARIABLE.exec(line) ?? []
        return (variable ?? constant) ? [`${name} ${variable ?? constant}`] : []
      }),
  )
  expect(found.toSorted()).toEqual(SAME_FOR_ALL)
})
