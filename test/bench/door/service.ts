// `npm run dev` with the demo's session of 20,000 tickets and one of 100,000, kept for later runs of the same
// day.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoId } from '../../../scripts/data/demo.ts'
import { ROOT } from '../../../scripts/lib/local.ts'
import { runScript, startDev } from '../../support/node/dev.ts'

const STATE = join(ROOT, '.wrangler', 'bench', 'door')
const MARKER = join(STATE, 'built-from.json')
/** A page that is opened in the middle of a measurement must not renew its token. */
const TOKEN_SECONDS = '86400'

export type Service = {
  api: string
  /** Ids of sessions by their number of tickets. */
  sessions: Record<20_000 | 100_000, string>
  /** A manager's token, for requests without the page. */
  token: string
  stop: () => Promise<void>
}

/** The demo's times are those of the day on which it was loaded. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(new Date().toDateString())
  for (const folder of ['drizzle', 'scripts/data'].map((name) => join(ROOT, name))) {
    for (const name of readdirSync(folder).filter((file) => /\.(sql|ts)$/.test(file))) {
      hash.update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex')
}

/** Builds the database, unless an earlier run has built the same one. Returns the id of the large session. */
const prepare = async (): Promise<string> => {
  const sources = fingerprint()
  const built = existsSync(MARKER) ? JSON.parse(readFileSync(MARKER, 'utf8')) : undefined
  if (built?.sources === sources) return built.large
  console.log('Building the database')
  rmSync(STATE, { recursive: true, force: true })
  mkdirSync(STATE, { recursive: true })
  const large = (await runScript(STATE, 'seed', '--tickets', '100000')).trim()
  writeFileSync(MARKER, JSON.stringify({ sources, large }))
  return large
}

export const startService = async (): Promise<Service> => {
  const large = await prepare()
  const { api, stop } = await startDev(STATE, '--token-seconds', TOKEN_SECONDS)
  return {
    api,
    sessions: { 20000: demoId('31'), 100000: large },
    token: (await runScript(STATE, 'token', 'manager')).trim(),
    stop,
  }
}
