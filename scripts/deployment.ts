// Checks the settings of a deployment. Rules only: the configuration is passed in.

/** The checked parts of one environment in wrangler's configuration. */
export type DeploymentConfig = {
  vars: Record<string, unknown>
  d1_databases: readonly { binding: string; database_id?: string | undefined }[]
  ratelimits: readonly { name: string }[]
  version_metadata?: { binding: string } | undefined
}

/** The database id in the repository is a placeholder: no database has it. */
const PLACEHOLDER_ID = /^0{8}-/
/** Loopback addresses, and the domains that RFC 2606 and RFC 6761 reserve for examples and tests. */
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$|\.localhost$/
const EXAMPLE_HOST = /(^|\.)(example|invalid|test|example\.(com|net|org))$/

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : '')

const checkUrl = (name: string, value: unknown): string[] => {
  if (typeof value !== 'string' || !URL.canParse(value)) return [`${name} must be a URL.`]
  const { protocol, hostname } = new URL(value)
  if (LOCAL_HOST.test(hostname)) return [`${name} is a loopback address: ${value}. Set your issuer's URL.`]
  if (EXAMPLE_HOST.test(hostname))
    return [`${name} is on an example domain: ${value}. Set your issuer's URL.`]
  return protocol === 'https:' ? [] : [`${name} must be an https URL: ${value}.`]
}

const checkAudience = (value: unknown): string[] => {
  if (typeof value !== 'string' || value.trim() === '') return ['AUTH_AUDIENCE is empty.']
  return EXAMPLE_HOST.test(hostOf(value))
    ? [`AUTH_AUDIENCE is the example: ${value}. Set the audience that your issuer puts into its tokens.`]
    : []
}

const isHttpsOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text

/** The pages would ignore an entry that is not a URL, and sign-in would fail. */
const checkConnectSources = (value: unknown): string[] =>
  String(value ?? '')
    .split(' ')
    .filter((source) => source !== '' && !isHttpsOrigin(source))
    .map((source) => `WEB_CONNECT_SRC has "${source}", which is not an https origin.`)

const checkDatabase = (config: DeploymentConfig): string[] => {
  const id = config.d1_databases.find(({ binding }) => binding === 'DB')?.database_id ?? ''
  return id === '' || PLACEHOLDER_ID.test(id)
    ? ['database_id is the placeholder. Create a database with `npx wrangler d1 create` and set its id.']
    : []
}

const bindingsOf = (config: DeploymentConfig): string[] => [
  ...config.d1_databases.map(({ binding }) => binding),
  ...config.ratelimits.map(({ name }) => name),
  ...(config.version_metadata === undefined ? [] : [config.version_metadata.binding]),
  ...Object.keys(config.vars),
]

/**
 * The reasons not to deploy a configuration, one sentence each; empty if there are none. `base` is the configuration
 * outside of all environments, whose bindings and variables environments do not inherit.
 */
export const deploymentProblems = (config: DeploymentConfig, base: DeploymentConfig): string[] => {
  const present = bindingsOf(config)
  return [
    ...bindingsOf(base)
      .filter((name) => !present.includes(name))
      .map((name) => `${name} is missing. Environments do not inherit bindings and variables.`),
    ...checkDatabase(config),
    ...checkUrl('AUTH_ISSUER', config.vars.AUTH_ISSUER),
    ...checkUrl('AUTH_JWKS_URL', config.vars.AUTH_JWKS_URL),
    ...checkAudience(config.vars.AUTH_AUDIENCE),
    ...checkConnectSources(config.vars.WEB_CONNECT_SRC),
  ]
}
