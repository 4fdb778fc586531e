// The databases of a deployment, and which of them a host has. A request uses the database of its host and no
// other. What an isolate remembers is kept for each database.

import { readHosts } from './shard-hosts.ts'

/** The database of every host that `SHARD_HOSTS` does not name. */
export const FIRST_DATABASE = 'DB'
const BINDING = /^DB(_([1-9]|1[0-5]))?$/

const BINDING_NAME = Symbol('the name of the binding')

/** The bindings of the deployment with one of its databases, which is `DB` here whatever its name is. */
export type DatabaseEnv = Env & { readonly [BINDING_NAME]: string }

/** The name of its binding in the deployment: `DB`, `DB_1` … */
export const bindingOf = (env: Pick<DatabaseEnv, typeof BINDING_NAME>): string => env[BINDING_NAME]

/** A key that no other database of the deployment has. That of `DB` is the same as with one database. */
export const keyAt = (binding: string, key: string): string =>
  binding === FIRST_DATABASE ? key : `${binding} ${key}`

type Databases = {
  all: readonly DatabaseEnv[]
  first: DatabaseEnv
  /** Undefined if every host has the first. */
  byHost?: ReadonlyMap<string, DatabaseEnv> | undefined
  problem?: string | undefined
}

const findDatabases = (env: Env): Map<string, DatabaseEnv> => {
  const bindings = Object.entries(env)
  const others = Object.fromEntries(bindings.filter(([name]) => !BINDING.test(name)))
  return new Map(
    bindings
      .filter(([name, value]) => BINDING.test(name) && typeof value === 'object')
      .map(([name, DB]) => [name, { ...others, DB, [BINDING_NAME]: name } as DatabaseEnv]),
  )
}

/** Read once for each isolate, whose bindings stay the same. */
const known = new WeakMap<Env, Databases>()

const readDatabases = (env: Env & { SHARD_HOSTS?: string }): Databases => {
  const read = known.get(env)
  if (read !== undefined) return read
  const databases = findDatabases(env)
  const hosts = readHosts(env.SHARD_HOSTS ?? '', [...databases.keys()])
  const all = [...databases.values()]
  const first = databases.get(FIRST_DATABASE) as DatabaseEnv
  const result: Databases = { all, first, problem: hosts.problem }
  if (hosts.problem === undefined && hosts.byHost.size > 0) {
    result.byHost = new Map(
      [...hosts.byHost].map(([host, binding]) => [host, databases.get(binding) as DatabaseEnv]),
    )
  }
  known.set(env, result)
  return result
}

/**
 * The bindings of a request: those of the deployment, with the database of its host. `problem` says what is
 * wrong with `SHARD_HOSTS`: then no host may use a database.
 */
export const atHost = (deployment: Env, url: string): { env: DatabaseEnv; problem?: string | undefined } => {
  const { first, byHost, problem } = readDatabases(deployment)
  if (byHost === undefined) return { env: first, problem }
  return { env: byHost.get(new URL(url).hostname.replace(/\.$/, '')) ?? first }
}

/** The bindings of each database of the deployment, also of one without a host. */
export const atEachDatabase = (deployment: Env): readonly DatabaseEnv[] => readDatabases(deployment).all

/** What an isolate remembers, for each database by the name of its binding. */
export const perDatabase = <Memory>(make: () => Memory) => {
  const memories = new Map<string, Memory>()
  const at = (binding: string): Memory => {
    const memory = memories.get(binding) ?? make()
    memories.set(binding, memory)
    return memory
  }
  return Object.assign(at, {
    /** As in a new isolate. */
    forget: (): void => memories.clear(),
  })
}
