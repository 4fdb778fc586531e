// Until the first release, migrations are edited in place. A local database that was made by other ones is recognized by
// a note of what was applied to it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './local.ts'
import { OLDER_DATABASE } from './migrations.ts'

const FOLDER = join(ROOT, 'drizzle')

const noteFile = (state: string): string => join(state, 'doorlist-migrations.json')

/** The hash of each migration file, by its name. */
const hashMigrations = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(FOLDER, name)))
          .digest('hex'),
      ]),
  )

/** Throws if the database of the folder was made by migrations that are gone or have changed since. */
export const requireKnownMigrations = async (state: string): Promise<void> => {
  const note = await readFile(noteFile(state), 'utf8').catch(() => '{}')
  const hashes = hashMigrations()
  const applied = Object.entries(JSON.parse(note) as Record<string, string>)
  if (applied.some(([name, hash]) => hashes[name] !== hash)) throw new Error(OLDER_DATABASE)
}

/** Notes that the database of the folder has all migrations. */
export const noteMigrations = async (state: string): Promise<void> => {
  await mkdir(state, { recursive: true })
  await writeFile(noteFile(state), JSON.stringify(hashMigrations()))
}

/** Deletes the database of the folder. */
export const deleteDatabase = async (state: string): Promise<void> => {
  await rm(join(state, 'v3', 'd1'), { recursive: true, force: true })
  await rm(noteFile(state), { force: true })
}
