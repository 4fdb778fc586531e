// npm run check: everything that CI checks. With --both, the tests of the service run at each of its two
// databases, instead of each file at one of them. npm run verify: of these, what takes a minute, for every
// change. Both run every step, also after a failure, and end with a count.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT, WRANGLER_ENV } from './lib/local.ts'

/** What `npm run generate` writes. */
const GENERATED = [
  'drizzle',
  'src/env.d.ts',
  'public/api/openapi.json',
  'public/api/docs/errors.html',
  'docs/list-queries.sql',
  'web/shared/generated',
]
/** npm is the machine's own; every other command is a dependency of the project. */
const bin = (name: string): string => (name === 'npm' ? name : join(ROOT, 'node_modules', '.bin', name))
const isQuick = process.argv.includes('--quick')
const isBoth = process.argv.includes('--both')
const scratch = mkdtempSync(join(tmpdir(), 'doorlist-check-'))
let passed = 0
let failed = 0

const settings = (variables: Record<string, string> = {}) => ({
  cwd: ROOT,
  env: { ...process.env, ...WRANGLER_ENV, ...variables },
})

const runWith = (variables: Record<string, string>, command: string, args: readonly string[]): boolean => {
  const { status, error } = spawnSync(bin(command), args, { ...settings(variables), stdio: 'inherit' })
  if (error !== undefined) console.error(error.message)
  return status === 0
}

const run = (command: string, ...args: string[]): boolean => runWith({}, command, args)

/** A step that throws has failed: the count is printed in any case. */
const attempt = (check: () => boolean): boolean => {
  try {
    return check()
  } catch (error) {
    console.error(error)
    return false
  }
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1_000)

const report = (name: string, ok: boolean, seconds: number): void => {
  if (ok) passed += 1
  else failed += 1
  console.log(`── ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)`)
}

const step = (name: string, check: () => boolean): void => {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const ok = attempt(check)
  report(name, ok, secondsSince(start))
}

const runToText = async (command: string, args: readonly string[]) => {
  const start = performance.now()
  const child = spawn(bin(command), args, settings())
  const ended = once(child, 'close').catch((error) => [error.message])
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await ended
  return { ok: status === 0, output: output.join(''), seconds: secondsSince(start) }
}

/** Steps that run at the same time. What they print stays apart. */
const stepsTogether = async (steps: Record<string, readonly [command: string, ...args: string[]]>) => {
  const begun = Object.entries(steps).map(([name, [command, ...args]]) => ({
    name,
    outcome: runToText(command, args),
  }))
  for (const { name, outcome } of begun) {
    const { ok, output, seconds } = await outcome
    process.stdout.write(`\n── ${name}\n${output}`)
    report(name, ok, seconds)
  }
}

/** The text of a file, or of all files below a folder with their names. */
const contents = (path: string): string => {
  try {
    return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => `${name}\n${contents(join(path, name))}`)
      .join('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return readFileSync(join(ROOT, path), 'utf8')
    throw error
  }
}

/** Whether the generated files are up to date: generates them again and compares. */
const generatedIsFresh = (): boolean => {
  const before = GENERATED.map(contents)
  if (!run('npm', 'run', '--silent', 'generate')) return false
  const stale = GENERATED.filter((path, index) => contents(path) !== before[index])
  if (stale.length > 0) console.log(`Regenerated. Commit: ${stale.join(', ')}`)
  return stale.length === 0
}

/** Runs tests, at one database if it is named, and adds each of them to the count. */
const testAt = (database: string | undefined, name: string, command: string, ...args: string[]): void =>
  step(name, () => {
    const file = join(scratch, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const ok = runWith(database === undefined ? {} : { DATABASE: database }, command, [...args, ...reporters])
    if (!existsSync(file)) return false
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests
    return ok && numPassedTests > 0
  })

const test = (name: string, command: string, ...args: string[]): void =>
  testAt(undefined, name, command, ...args)

const projects = (...names: string[]): string[] => names.map((name) => `--project=${name}`)

await stepsTogether({
  'unused code': ['knip'],
  'lint and format': ['biome', 'check', '--error-on-warnings'],
  'order of imports': ['node', 'scripts/lint-imports.ts'],
  'types of the Worker and its tests': ['tsc'],
  'types of the scripts': ['tsc', '--project', 'scripts'],
  'types of the pages': ['tsc', '--project', 'web'],
  'types of the service worker': ['tsc', '--project', 'web/door/worker'],
})
if (!isQuick) {
  step('generated files', generatedIsFresh)
  step('lint of the OpenAPI document', () => run('node', 'scripts/openapi/lint.ts'))
  step('deploy, as a dry run', () =>
    run('wrangler', 'deploy', '--dry-run', '--outdir', join(scratch, 'bundle')),
  )
}
if (isQuick) {
  test('tests', 'vitest', 'run', ...projects('unit', 'api'), '--tags-filter=!slow && !full')
} else {
  test('npm test', 'npm', 'test', '--')
  // What npm test runs smaller, and what it leaves out.
  test('the rest', 'vitest', 'run', '--mode=full', '--tags-filter=full || more')
  for (const database of isBoth ? ['DB', 'DB_1'] : []) {
    const inWorkerd = projects('api', 'isolated')
    testAt(database, `the service at ${database}`, 'vitest', 'run', '--mode=full', ...inWorkerd)
  }
}

rmSync(scratch, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
