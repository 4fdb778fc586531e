// Runs the store of a session's tickets in a page of a real browser, without the rest of the door page.
import { join } from 'node:path'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { ROOT } from '../../../scripts/lib/local.ts'
import type { Row } from './changes-source.ts'

/** No such host is asked: the page is answered by the test. */
const ADDRESS = 'https://store.example/'

export const bundleStore = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'test', 'pages', 'store.ts')],
    bundle: true,
    write: false,
    format: 'iife',
  })
  return (outputFiles[0] as { text: string }).text
}

export type StoreState = {
  /** The rows of the complete copy, by id; null while there is none. */
  rows: Row[] | null
  counts: Record<string, number> | null
  /** How many tickets of a list that is being loaded have arrived. */
  loaded: number | null
  since: string | null
  isStored: boolean
  deniedAt: number | null
}

export type StorePage = {
  page: Page
  /** Calls a function of the harness. */
  call: <Result = void>(name: string, ...values: unknown[]) => Promise<Result>
  state: () => Promise<StoreState>
}

export const openStorePage = async (context: BrowserContext, script: string): Promise<StorePage> => {
  const page = await context.newPage()
  await page.route(`${ADDRESS}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script>` }),
  )
  await page.goto(ADDRESS)
  // As JSON text, because playwright needs seconds to transfer thousands of rows as values.
  const call = async <Result>(name: string, ...values: unknown[]): Promise<Result> => {
    const work = `(async () => JSON.stringify(await harness.${name}(...${JSON.stringify(values)})))()`
    const text = await page.evaluate<string | undefined>(work)
    return (text === undefined ? undefined : JSON.parse(text)) as Result
  }
  return { page, call, state: () => call<StoreState>('state') }
}
