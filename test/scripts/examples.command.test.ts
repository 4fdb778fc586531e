// The examples of README.md, docs/local.md and docs/api.md do what the pages show.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks, readPage, runExamples, toPattern } from '../support/node/examples.ts'
import { useOwnService } from '../support/node/own-service.ts'

const hasCurl = (): boolean => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env.CI) throw new Error('The examples need curl.')
    process.stderr.write('Tests of the examples skipped: curl is not installed.\n')
    return false
  }
}

/** Not the commands that other tests run, nor what needs the npm registry. */
const runsCurl = (block: string): boolean => !/npm install|npx|^npm run/m.test(block)

describe.skipIf(!hasCurl())('the examples', () => {
  const service = useOwnService('demo')
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doorlist-examples-'))
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(['README.md', 'docs/local.md', 'docs/api.md'])(
    'of %s get the responses that they show',
    async (path) => {
      const blocks = codeBlocks(readPage(path), 'sh').filter(runsCurl)
      const outcomes = await runExamples(blocks, { api: service.api, state: service.state, folder })
      for (const { response, shown = '200…' } of outcomes) expect(response).toMatch(toPattern(shown))
      const requests = blocks.join('').match(/^curl /gm) ?? []
      expect(requests.length).toBeGreaterThan(0)
      expect(outcomes).toHaveLength(requests.length)
    },
  )

  it('of README.md get the formatted response that it shows', async () => {
    const page = readPage('README.md')
    const shown = codeBlocks(page, '').find((block) => block.startsWith('{')) as string
    const outcomes = await runExamples(codeBlocks(page, 'sh').filter(runsCurl), {
      api: service.api,
      state: service.state,
      folder,
    })
    const compact = (text: string): string => text.replaceAll(/\s/g, '')
    const pattern = toPattern(compact(`200 ${shown}`))
    expect(outcomes.filter(({ response }) => pattern.test(compact(response)))).toHaveLength(1)
  })
})
