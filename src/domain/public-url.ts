// Where the service may send requests that others ask for: webhooks, and sources. The names say where; what a
// name resolves to does not matter, because a Worker on Cloudflare has no private network to reach.

const MAX_URL = 2_000

/** Names that no public resolver answers for, or only for this machine. */
const LOCAL_NAMES =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example|onion)$/
/** The URL parser writes every form of an IPv4 address, such as 2130706433, with four numbers. */
const IP_LITERAL = /^(\d+\.){3}\d+$|^\[/
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Second-level names under which countries register domains, such as `co` of `co.uk`. */
const SHARED_SECOND_LEVELS = /^(ac|co|com|edu|gob|go|gov|gv|ltd|me|net|ne|nom|or|org|plc|sch)$/
/** Domains under which every account has a name of its own. */
const SHARED_DOMAINS = /(^|\.)(workers|pages)\.dev$/

/** The part of a host that one owner has registered, to the degree that it can be known without a list. */
export const registrableDomain = (host: string): string => {
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const isShared = SHARED_DOMAINS.test(host) || (top.length === 2 && SHARED_SECOND_LEVELS.test(second))
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** A full stop at the end names the same host. */
const withoutStop = (host: string): string => host.replace(/\.$/, '')

export type UrlRules = {
  /** Whether http, any port and loopback addresses are allowed, for `npm run dev`. */
  allowsLoopback: boolean
  /** The deployment’s host, where it is known. Requests to its domain would come from inside. */
  ownHost?: string
}

/** What is wrong with such a URL, to follow its name; undefined if nothing is. */
export const urlProblem = (text: string, { allowsLoopback, ownHost }: UrlRules): string | undefined => {
  const url = text.length <= MAX_URL ? URL.parse(text) : null
  if (url === null) return `must be a URL of up to ${MAX_URL} characters`
  const { protocol, hostname, port, username, password, hash } = url
  if (username !== '' || password !== '') return 'must have no user name or password'
  if (hash !== '') return 'must have no fragment'
  if (allowsLoopback && LOOPBACK.test(hostname)) {
    return /^https?:$/.test(protocol) ? undefined : 'must begin with http:// or https://'
  }
  if (protocol !== 'https:') return 'must begin with https://'
  if (port !== '') return 'must be on port 443'
  const host = withoutStop(hostname)
  if (IP_LITERAL.test(host)) return 'must have a host name, not an address'
  if (!host.includes('.') || LOCAL_NAMES.test(host)) return 'must have a host name that is public'
  if (ownHost !== undefined && registrableDomain(host) === registrableDomain(withoutStop(ownHost))) {
    return 'must not be on the domain of this service'
  }
  return undefined
}
