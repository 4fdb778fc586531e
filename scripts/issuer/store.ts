// The state of the local issuer, in a file, so that sign-ins survive a restart of `npm run dev`.
import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * How long a refresh token that was used can be used again. If the response with the new token is lost, the client
 * repeats its request; a real issuer calls this a reuse interval or a grace period.
 */
export const GRACE_SECONDS = 30

/** Only the owner reads and writes the file. */
const MODE = 0o600

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    uid TEXT,
    user_code TEXT,
    grant_id TEXT,
    payload TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID`

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** Whether a refresh token was used so recently that it still counts as unused. */
const isInGrace = (kind: string, { consumed }: AdapterPayload): boolean =>
  kind === 'RefreshToken' && typeof consumed === 'number' && nowInSeconds() - consumed < GRACE_SECONDS

export type Store = { adapter: (kind: string) => Adapter; close: () => void }

/** Opens the file, which is created if there is none, and deletes what has expired. */
export const openStore = (file: string): Store => {
  // It has refresh tokens. SQLite gives its journal the mode of the file.
  closeSync(openSync(file, 'a', MODE))
  chmodSync(file, MODE)
  const db = new DatabaseSync(file)
  db.exec(SCHEMA)
  db.prepare('DELETE FROM entries WHERE expires_at < ?').run(nowInSeconds())

  const upsert = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)')
  const consume = db.prepare(`
    UPDATE entries SET payload = json_set(payload, '$.consumed', ?) WHERE kind = ? AND id = ?`)
  const destroy = db.prepare('DELETE FROM entries WHERE kind = ? AND id = ?')
  const revoke = db.prepare('DELETE FROM entries WHERE kind = ? AND grant_id = ?')
  const select = (column: 'id' | 'uid' | 'user_code') =>
    db.prepare(`SELECT payload FROM entries WHERE kind = ? AND ${column} = ?`)
  const [byId, byUid, byUserCode] = [select('id'), select('uid'), select('user_code')]

  const read = (row: Record<string, unknown> | undefined, kind: string): AdapterPayload | undefined => {
    if (row === undefined) return undefined
    const payload: AdapterPayload = JSON.parse(String(row.payload))
    return isInGrace(kind, payload) ? { ...payload, consumed: undefined } : payload
  }

  return {
    adapter: (kind) => ({
      upsert: async (id, payload, expiresIn) => {
        const { uid = null, userCode = null, grantId = null } = payload
        const expiresAt = expiresIn === undefined ? null : nowInSeconds() + expiresIn
        upsert.run(kind, id, uid, userCode, grantId, JSON.stringify(payload), expiresAt)
      },
      find: async (id) => read(byId.get(kind, id), kind),
      findByUid: async (uid) => read(byUid.get(kind, uid), kind),
      findByUserCode: async (userCode) => read(byUserCode.get(kind, userCode), kind),
      consume: async (id) => {
        consume.run(nowInSeconds(), kind, id)
      },
      destroy: async (id) => {
        destroy.run(kind, id)
      },
      revokeByGrantId: async (grantId) => {
        revoke.run(kind, grantId)
      },
    }),
    close: () => db.close(),
  }
}
