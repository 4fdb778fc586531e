// `SHARD_HOSTS`: which database a host has, as `club.example=DB_1,eu.example=DB_2`.

/** `byHost` has the names of bindings. */
export type Hosts =
  | { byHost: ReadonlyMap<string, string>; problem?: undefined }
  | { byHost?: undefined; problem: string }

const HOSTNAME = /^[\w-]+(\.[\w-]+)*$/

/** A hostname as in the URL of a request, without the dot that may end it; undefined for anything else. */
export const parseHost = (text: string): string | undefined => {
  const isHost = /^[^\s/\\:?#@]+$/.test(text)
  const host = isHost ? URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '') : undefined
  return host !== undefined && HOSTNAME.test(host) ? host : undefined
}

/** `databases` are the bindings that there are. */
export const readHosts = (text: string, databases: readonly string[]): Hosts => {
  const byHost = new Map<string, string>()
  for (const entry of text.trim() === '' ? [] : text.split(',')) {
    const [, name = '', binding = ''] = /^\s*([^\s=]+)\s*=\s*([^\s=]+)\s*$/.exec(entry) ?? []
    const host = parseHost(name)
    if (host === undefined) return { problem: `${entry.trim() || 'An empty entry'} is not HOST=BINDING` }
    if (!databases.includes(binding)) return { problem: `${host} has ${binding}, which is not a database` }
    if (byHost.has(host)) return { problem: `${host} is named twice` }
    byHost.set(host, binding)
  }
  return { byHost }
}
