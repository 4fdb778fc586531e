// Checks the settings of a deployment. Rules only: the configuration is passed in.
import { hostsOf } from './shard-settings.ts'

/** The checked parts of one environment in wrangler's configuration. */
export type DeploymentConfig = {
  vars: Record<string, unknown>
  d1_databases: readonly {
    binding: string
    database_id?: string | undefined
    database_name?: string | undefined
  }[]
  ratelimits: readonly { name: string }[]
  version_metadata?: { binding: string } | undefined
  compatibility_flags?: readonly string[] | undefined
  routes?: readonly (string | { pattern: string })[] | undefined
}

/** The database id in the repository is a placeholder: no database has it. */
const PLACEHOLDER_ID = /^0{8}-/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/**
 * Loopback addresses, the domains that RFC 2606 and RFC 6761 reserve, and those of the example in
 * wrangler.toml.
 */
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$|\.localhost$/
const EXAMPLE_HOST = /(^|\.)(example|invalid|test|example\.(com|net|org)|your-(issuer|domain)\.com)$/
/** The client id in that example. */
const EXAMPLE_CLIENT = 'the id of the public client'

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : '')

const checkUrl = (name: string, value: unknown): string[] => {
  if (typeof value !== 'string' || !URL.canParse(value)) return [`${name} must be a URL.`]
  const { protocol, hostname } = new URL(value)
  if (LOCAL_HOST.test(hostname)) return [`${name} is a loopback address: ${value}. Set your issuer's URL.`]
  if (EXAMPLE_HOST.test(hostname))
    return [`${name} is on an example domain: ${value}. Set your issuer's URL.`]
  return protocol === 'https:' ? [] : [`${name} must be an https URL: ${value}.`]
}

const checkAudience = (value: unknown): string[] =>
  typeof value !== 'string' || value.trim() === '' ? ['AUTH_AUDIENCE is empty.'] : []

/** An outside issuer, or none: then people sign in at the service itself. */
const checkIssuer = ({ vars: { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE } }: DeploymentConfig): string[] =>
  AUTH_ISSUER === '' && AUTH_JWKS_URL === ''
    ? []
    : [
        ...checkUrl('AUTH_ISSUER', AUTH_ISSUER),
        ...checkUrl('AUTH_JWKS_URL', AUTH_JWKS_URL),
        ...checkAudience(AUTH_AUDIENCE),
      ]

/** Variables that are empty, or have values of your own: texts or URLs, separated by spaces. */
const OWN_VALUES = [
  'AUTH_AUDIENCE',
  'CORS_ORIGINS',
  'WEB_AUDIENCE',
  'WEB_RESOURCE',
  'WEB_CONNECT_SRC',
] as const

const checkExamples = ({ vars }: DeploymentConfig): string[] => [
  ...OWN_VALUES.flatMap((name) =>
    String(vars[name] ?? '')
      .split(' ')
      .filter((value) => EXAMPLE_HOST.test(hostOf(value)))
      .map((value) => `${name} is the example: ${value}. Set your own value.`),
  ),
  ...(vars.WEB_CLIENT_ID === EXAMPLE_CLIENT
    ? [`WEB_CLIENT_ID is the example: "${EXAMPLE_CLIENT}". Set your client's id, or leave it empty.`]
    : []),
]

/** A host in `SHARD_HOSTS` was written there on purpose. */
const checkRoutes = ({ routes = [], ...config }: DeploymentConfig): string[] =>
  routes
    .map((route) => (typeof route === 'string' ? route : route.pattern))
    .filter((pattern) => !(hostsOf(config).byHost?.has(pattern) ?? false))
    .filter((pattern) => EXAMPLE_HOST.test(pattern.split('/')[0] as string))
    .map((pattern) => `routes has the example: ${pattern}. Set your own host.`)

const isHttpsOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text

/** The pages would ignore an entry that is not a URL, and sign-in would fail. */
const checkConnectSources = (value: unknown): string[] =>
  String(value ?? '')
    .split(' ')
    .filter((source) => source !== '' && !isHttpsOrigin(source))
    .map((source) => `WEB_CONNECT_SRC has "${source}", which is not an https origin.`)

/** With it, database sessions hang without an error once there are replicas. */
const HANGS = 'global_fetch_strictly_public'

const checkWebhooks = ({ vars, compatibility_flags = [] }: DeploymentConfig): string[] => [
  ...((vars.LOOPBACK_URLS ?? '') === ''
    ? []
    : ['LOOPBACK_URLS must be empty: it is for `npm run dev` only.']),
  ...(compatibility_flags.includes(HANGS)
    ? [`compatibility_flags has ${HANGS}, with which database sessions hang. Remove it.`]
    : []),
]

const databaseIdOf = (config: DeploymentConfig): string =>
  config.d1_databases.find(({ binding }) => binding === 'DB')?.database_id ?? ''

/** Whether the configuration still has the id of the repository. */
export const hasPlaceholder = (config: DeploymentConfig): boolean => PLACEHOLDER_ID.test(databaseIdOf(config))

const checkDatabase = (config: DeploymentConfig): string[] => {
  const id = databaseIdOf(config)
  return UUID.test(id) && !PLACEHOLDER_ID.test(id)
    ? []
    : [
        `database_id is the placeholder "${id}". Create a database with \`npx wrangler d1 create\` and set its id.`,
      ]
}

const checkHosts = (config: DeploymentConfig): string[] => {
  const { problem } = hostsOf(config)
  return problem === undefined ? [] : [`SHARD_HOSTS: ${problem}.`]
}

/** Further databases are those of one environment. */
const bindingsOf = (config: DeploymentConfig): string[] => [
  ...config.d1_databases.map(({ binding }) => binding).filter((binding) => !/^DB_\d+$/.test(binding)),
  ...config.ratelimits.map(({ name }) => name),
  ...(config.version_metadata === undefined ? [] : [config.version_metadata.binding]),
  ...Object.keys(config.vars).filter((name) => name !== 'SHARD_HOSTS'),
]

/**
 * The reasons not to deploy a configuration, one sentence each; empty if there are none. `base` is the
 * configuration outside of all environments, whose bindings and variables environments do not inherit.
 */
export const deploymentProblems = (config: DeploymentConfig, base: DeploymentConfig): string[] => {
  const present = bindingsOf(config)
  return [
    ...bindingsOf(base)
      .filter((name) => !present.includes(name))
      .map((name) => `${name} is missing. Environments do not inherit bindings and variables.`),
    ...checkDatabase(config),
    ...checkHosts(config),
    ...checkRoutes(config),
    ...checkIssuer(config),
    ...checkExamples(config),
    ...checkWebhooks(config),
    ...checkConnectSources(config.vars.WEB_CONNECT_SRC),
  ]
}
