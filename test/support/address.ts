// The address that the tests of a file use, and its database: one of the two of vitest.config.ts. In a test,
// `env.DB` is this database.
import { env } from 'cloudflare:workers'
import { expect, inject } from 'vitest'
import { atEachDatabase, atHost, type DatabaseEnv, keyAt } from '../../src/db/databases.ts'

const BINDINGS = ['DB', 'DB_1'] as const
export type Binding = (typeof BINDINGS)[number]

const ORIGINS: Record<Binding, string> = {
  DB: 'https://doorlist.example',
  DB_1: 'https://db-1.doorlist.example',
}

/** Outlives the modules of a test that resets them: then `env.DB` may be the other database already. */
const first = globalThis as { databasesOfTests?: Record<Binding, D1Database> }
first.databasesOfTests ??= { DB: env.DB, DB_1: env.DB_1 }

/** Both, whatever `env.DB` is. */
export const DATABASES = first.databasesOfTests

// From now on the service has its databases, whatever `env.DB` is.
env.DB = DATABASES.DB
atEachDatabase(env)

export let BINDING: Binding = 'DB'
export let ORIGIN = ORIGINS.DB

/** Each file has one of the two by its name, so that both serve about half of the tests. */
const byName = (file: string): Binding =>
  [...file].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 2 === 0 ? 'DB' : 'DB_1'

const choose = (binding: Binding): void => {
  BINDING = binding
  ORIGIN = ORIGINS[binding]
  env.DB = DATABASES[binding]
}

/** Chooses the address for the tests of the file that is run. */
export const chooseAddress = (): void => {
  const name = expect.getState().testPath?.replace(/^.*\/test\//, '') ?? ''
  choose(inject('database') ?? byName(name))
}

/** Runs `work` at the other address. Nothing else may run meanwhile. */
export const elsewhere = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const own = BINDING
  choose(own === 'DB' ? 'DB_1' : 'DB')
  try {
    return await work()
  } finally {
    choose(own)
  }
}

/** The bindings of the deployment. `DB` among the replaced ones is the database of the address. */
export const withBindings = ({ DB = env.DB, ...others }: Partial<Env> = {}): Env => ({
  ...env,
  ...DATABASES,
  ...others,
  [BINDING]: DB,
})

/** What the service has for a request at the address. */
export const here = (replaced: Partial<Env> = {}): DatabaseEnv => atHost(withBindings(replaced), ORIGIN).env

/** A bookmark of the database, as the service writes it. */
export const bookmarkHere = (bookmark: string): string => keyAt(BINDING, bookmark)

/** The host of the address. */
export const hostHere = (): string => new URL(ORIGIN).host
