// npm run screenshots: takes the pictures of both pages that the guides show, from a demo of its own.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { BROWSER, launchBrowser } from '../test/support/node/browser.ts'
import { type Dev, makeState, removeState, startDev } from '../test/support/node/dev.ts'
import { defineCommand, runCommand, UsageError } from './lib/command.ts'
import { ROOT } from './lib/local.ts'
import { consoleShots, prepareConsole } from './screenshots/console.ts'
import { doorShots } from './screenshots/door.ts'
import type { Shot } from './screenshots/shot.ts'

const DOCS = join(ROOT, 'docs')
const FOLDERS = ['door', 'organizer'] as const
/** All pictures together: the repository keeps every version of them. */
const MAX_BYTES = 2_500_000

const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1_360, height: 1_000 },
} as const

const USAGE = `Usage: npm run screenshots [-- NAME…]

Takes the pictures in docs/door and docs/organizer in a Chromium, from demo data in a temporary folder.

  NAME              only pictures whose name begins with one of these, such as organizer/preview
  --help            print this text`

const takeShot = async (browser: Browser, dev: Dev, shot: Shot): Promise<void> => {
  const context = await browser.newContext({
    viewport: VIEWPORTS[shot.device],
    colorScheme: shot.colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(dev.api + shot.address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: shot.person, exact: true }).click()
    await shot.show(page)
    const path = join(DOCS, `${shot.name}.png`)
    await mkdir(dirname(path), { recursive: true })
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    console.log(`docs/${shot.name}.png`)
  } finally {
    await context.close()
  }
}

/** Removes pictures that no shot takes any more. */
const removeOthers = async (shots: readonly Shot[]): Promise<void> => {
  const kept = new Set(shots.map(({ name }) => `${name}.png`))
  for (const folder of FOLDERS) {
    for (const name of await readdir(join(DOCS, folder)).catch(() => [])) {
      if (name.endsWith('.png') && !kept.has(`${folder}/${name}`)) await rm(join(DOCS, folder, name))
    }
  }
}

const countBytes = async (shots: readonly Shot[]): Promise<number> => {
  const sizes = shots.map(
    async ({ name }) => (await stat(join(DOCS, `${name}.png`)).catch(() => undefined))?.size,
  )
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

const takeScreenshots = async (names: readonly string[]): Promise<void> => {
  if (BROWSER === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.')
  const shots = [...doorShots, ...consoleShots]
  const chosen = shots.filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  )
  if (chosen.length === 0)
    throw new UsageError(`No picture has a name that begins with "${names.join('", "')}".`)
  const state = await makeState()
  let dev: Dev | undefined
  let browser: Browser | undefined
  try {
    dev = await startDev(state)
    browser = await launchBrowser()
    await prepareConsole(dev, state)
    for (const shot of chosen) await takeShot(browser, dev, shot)
  } finally {
    await browser?.close()
    await dev?.stop()
    await removeState(state)
  }
  await removeOthers(shots)
  const bytes = await countBytes(shots)
  console.log(`${Math.round(bytes / 1_000)} kB in all`)
  if (bytes > MAX_BYTES) throw new Error(`The pictures must not exceed ${MAX_BYTES / 1_000} kB.`)
}

await runCommand(defineCommand(USAGE, {}, ({ positionals }) => takeScreenshots(positionals)))
