// Part of `npm run lint`: in each of these trees, imports between folders go one way.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './lib/local.ts'

/**
 * The folders of a tree, from the top down: each may import those after it. `.` is for the files of the tree
 * itself. CONTRIBUTING.md has the same lists.
 */
const ORDERS: Record<string, readonly string[]> = {
  'src/domain': [
    ...['webhooks', 'sources', 'bulk-update', 'revert', 'import', 'feed', 'erase', 'check-ins', 'listings'],
    ...[
      'guest-lists',
      'tickets',
      'history',
      'sign-in',
      'people',
      'series',
      'sessions',
      'resources',
      'import/file',
    ],
    ...['import/file/formats'],
    ...['import/file/table', 'import/file/workbook', '.'],
  ],
  'src/api': [
    ...['routes', 'organizer/v1', 'public/v1', 'v1', 'sign-in/v1', 'pagination', 'web-pages', '.'],
    ...['webhooks', 'sources', 'auth', 'auth/own', 'resources', 'http'],
  ],
  scripts: ['.', 'screenshots', 'import', 'data', 'backup', 'openapi', 'lib'],
  'web/organizer': [
    ...['app', 'screens', 'screens/event', 'screens/history', 'screens/people', 'screens/phones'],
    ...['screens/series', 'screens/session', 'screens/sources', 'screens/webhooks', 'forms', 'ui'],
    ...['data', '.', 'languages'],
  ],
}

const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g

/** What an import of a file breaks; undefined if it goes down, or out of the tree. */
const problemOf = (tree: string, order: readonly string[], file: string, imported: string) => {
  const folderOf = (path: string): string => dirname(path).slice(tree.length + 1) || '.'
  const target = normalize(join(dirname(file), imported))
  if (!target.startsWith(`${tree}/`)) return undefined
  const [from, to] = [order.indexOf(folderOf(file)), order.indexOf(folderOf(target))]
  if (from === -1) return `${file}: the order of ${tree} does not have this folder.`
  return to < from ? `${file} imports ${imported}, which is above it.` : undefined
}

const findProblems = (tree: string, order: readonly string[]): string[] =>
  globSync(`${tree}/**/*.{ts,tsx}`, { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED)].flatMap(
      ([, imported = '']) => problemOf(tree, order, file, imported) ?? [],
    ),
  )

/** An order as CONTRIBUTING.md has it. */
const describe = (tree: string, order: readonly string[]): string =>
  `\`${tree}\`: ${order.map((folder) => (folder === '.' ? 'its files' : folder)).join(', ')}.`

const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').replaceAll(/\s+/g, ' ')
const problems = Object.entries(ORDERS).flatMap(([tree, order]) => [
  ...findProblems(tree, order),
  ...(contributing.includes(describe(tree, order))
    ? []
    : [`CONTRIBUTING.md does not say: ${describe(tree, order)}`]),
])
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
