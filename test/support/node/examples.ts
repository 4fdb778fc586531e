// Runs the shell examples of a page: as they are printed, with real curl, on an API of the tests.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/lib/local.ts'

const run = promisify(execFile)

/** A response that an example got, as "STATUS BODY", and what the comment after the command shows. */
export type Outcome = { response: string; shown: string | undefined }

/** The address in the examples. */
const LOCAL_API = /http:\/\/127\.0\.0\.1:8787/g

/** A comment after a command that shows a response. */
const SHOWN = /^# (\d{3}.*)$/gm

/** Prints each response on one line: the status and the body. */
const CURL = `
curl() {
  local body status
  body=$(mktemp)
  status=$(command curl --silent --show-error --max-time 60 --output "$body" --write-out '%{http_code}' "$@") || exit 1
  printf 'RESPONSE %s %s\\n' "$status" "$(tr '\\r\\n' '  ' < "$body")"
  rm "$body"
}`

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The code blocks of a page in one language; `''` for those that name none. */
export const codeBlocks = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, fence, code = '']) =>
    fence === language ? [code] : [],
  )

/** Runs the blocks one after the other in one shell, in `folder`; stops at the first command that fails. */
export const runExamples = async (
  blocks: readonly string[],
  { api, state, folder }: { api: string; state: string; folder: string },
): Promise<Outcome[]> => {
  const token = `'${process.execPath}' '${join(ROOT, 'scripts', 'token.ts')}' --persist-to '${state}'`
  const script = blocks
    .join('\n')
    .replace(LOCAL_API, api)
    .replaceAll('npm run --silent token --', token)
    .replaceAll('$(node ', `$('${process.execPath}' `)
    .replace(SHOWN, (_, shown: string) => `printf 'SHOWN %s\\n' '${shown.replaceAll("'", "'\\''")}'`)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${CURL}\n${script}`], { cwd: folder })
  const outcomes: Outcome[] = []
  for (const line of stdout.trim().split('\n')) {
    const [, kind, text = ''] = /^(RESPONSE|SHOWN) (.*)$/.exec(line) ?? []
    const last = outcomes.at(-1)
    if (kind === 'RESPONSE') outcomes.push({ response: text.trim(), shown: undefined })
    else if (kind === 'SHOWN' && last !== undefined) last.shown = text
    else throw new Error(`An example printed something else than a response: ${line}`)
  }
  return outcomes
}

/** A pattern for a response that is shown with `…` for text that is left out. */
export const toPattern = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split('…')
      .map((text) => RegExp.escape(text))
      .join('.*')}$`,
  )
