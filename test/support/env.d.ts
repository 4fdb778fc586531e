// Bindings that vitest.config.ts adds to those of wrangler.toml.
declare namespace Cloudflare {
  interface Env {
    /** A second database, empty and without tables. */
    REPLICA: D1Database
    /** The database of another host. */
    DB_1: D1Database
    SHARD_HOSTS: string
    TEST_SIGNING_KEYS: import('jose').JWK[]
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
    /** The text of docs/data.md. */
    TEST_DATA_PAGE: string
    TEST_API_PAGE: string
  }
}

declare module '*.toml?raw' {
  const text: string
  export default text
}

declare module '*.md?raw' {
  const text: string
  export default text
}
